// A way through a map as a flow: what was seen along it is read from the artifacts, as far as they are still there.
import { compilePath, type SeenStep } from '../../domain/compile/compile-path.js';
import type { CompiledFlow } from '../../domain/compile/compile-run.js';
import type { StoryScreen } from '../../domain/compile/story.js';
import type { LookedStep } from '../../domain/explorer/screen-map.js';
import { drivenWay } from '../../domain/explorer/path-flow.js';
import type { Perception } from '../../domain/explorer/requests.js';
import { parseControlList } from '../../domain/ui/control-list.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import type { NamedGraph, NamedScreen, StoredEdge } from '../../ports/screen-graph.js';

type Artifacts = Pick<ArtifactStore, 'getJson'>;

/** `artifacts`: opened where something was seen. Throws `NoFlowError`. */
export async function compileWay(artifacts: () => Artifacts, graph: NamedGraph, from: NamedScreen, to: NamedScreen): Promise<CompiledFlow> {
  const seen = new Map<StoredEdge, readonly SeenStep[]>();
  const read = new Set<StoredEdge>();
  for (;;) {
    const way = drivenWay(graph, from, to, (edge) => edge.taken !== undefined && (seen.has(edge) || !read.has(edge)));
    const unread = way.filter((edge) => edge.taken !== undefined && !read.has(edge));
    if (unread.length === 0) return compilePath({ map: graph, from, to, way, seen, run: way.at(-1)?.run ?? '', app: graph.app });
    for (const edge of unread) {
      read.add(edge);
      const steps = await readSteps(artifacts(), edge.taken ?? []);
      if (steps) seen.set(edge, steps);
    }
  }
}

/** Undefined: something of it is no longer stored. */
async function readSteps(artifacts: Artifacts, taken: readonly LookedStep[]): Promise<readonly SeenStep[] | undefined> {
  try {
    const steps: SeenStep[] = [];
    for (const { action: key, before, after } of taken) {
      const [was, is] = [await readLook(artifacts, before), await readLook(artifacts, after)];
      const action = was.actions.find((one) => one.key === key);
      if (!action) return undefined;
      steps.push({ action, among: was.actions, before: was.screen, after: is.screen });
    }
    return steps;
  } catch (error) {
    if (error instanceof ArtifactMissingError) return undefined;
    throw error;
  }
}

async function readLook(
  artifacts: Artifacts,
  ref: ArtifactRef,
): Promise<{ readonly screen: StoryScreen; readonly actions: Perception['actions'] }> {
  const { look, url, actions } = (await artifacts.getJson(ref)) as Perception;
  const { controls } = parseControlList(await artifacts.getJson(look.controls), look.controls);
  const { application, title } = look;
  return {
    actions,
    screen: { application: application.id, app: application.name, title, controls, url },
  };
}
