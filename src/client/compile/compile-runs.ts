import { type CompiledFlow, type CompileOptions, compileRun } from '../../domain/compile/compile-run.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { ClientContext } from '../context.js';
import { exportRun } from '../export-run.js';
import { pngHead } from '../../domain/ui/png.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { CompileError, type RunStory, isDeed, type Deed, type StoryScreen } from '../../domain/compile/story.js';
import { compileFlowRuns } from '../../domain/compile/compile-flow.js';
import { problemText } from '../../domain/flow/problem.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { nextVersion } from '../../domain/compile/next-version.js';
import { readFinishedStory, readFlowStory } from './read-flow-story.js';
import { readStory } from './read-story.js';
import { wordlessAims } from '../../domain/compile/drafts.js';
import { isWholeAs } from '../../domain/ui/geometry.js';
import type { Control } from '../../domain/ui/control.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Images } from '../../ports/pictures.js';
import { compilePath, type SeenStep } from '../../domain/compile/compile-path.js';
import { drivenWay } from '../../domain/explorer/path-flow.js';
import type { Perception } from '../../domain/explorer/requests.js';
import { parseControlList } from '../../domain/ui/control-list.js';
import type { NamedGraph, NamedScreen, StoredEdge } from '../../ports/screen-graph.js';
import type { LookedStep } from '../../domain/explorer/screen-map.js';

/** By their ids, or as they were exported. Throws a `CompileError`. */
export async function compileRuns(
  context: ClientContext,
  runs: string | Cassette | readonly (string | Cassette)[],
  options?: CompileOptions,
): Promise<CompiledFlow> {
  const cassettes: Cassette[] = [];
  for (const run of isList(runs) ? runs : [runs])
    cassettes.push(typeof run === 'string' ? await exportRun(context, run, { pictures: false }) : run);
  return compileCassettes(cassettes, options, (story, cassette) => withPictures(story, eyesOn(context, cassette)));
}

function eyesOn(context: ClientContext, { artifacts }: Cassette): Eyes {
  return {
    async pictureOf(ref) {
      const stored = await context
        .artifacts()
        .get(ref)
        .catch((error: unknown) => {
          if (error instanceof ArtifactMissingError) return undefined;
          throw error;
        });
      if (stored) return stored;
      const exported = Buffer.from(artifacts[ref] ?? '', 'base64');
      // A file without pictures has what tells their size.
      return exported.length > pngHead ? exported : undefined;
    },
    keep: (png) => context.artifacts().put(png, 'image/png'),
    // Imported here: it would slow down every other command.
    images: async () => (await import('../../adapters/sharp/sharp-images.js')).createSharpImages(),
  };
}

function isList(runs: string | Cassette | readonly (string | Cassette)[]): runs is readonly (string | Cassette)[] {
  return Array.isArray(runs);
}

// A flow from recorded runs (docs/repeat.md), checked as any flow is before it runs.

/** Throws a `CompileError`. `pictured`: with pictures of what has no words; by default there are none. */
export async function compileCassettes(
  [cassette, ...others]: readonly Cassette[],
  options: CompileOptions = {},
  pictured: (story: RunStory, cassette: Cassette) => Promise<RunStory> = (story) => Promise.resolve(story),
): Promise<CompiledFlow> {
  if (!cassette) throw new CompileError('not-compilable', 'No run was given: give the id of one, or a file that `export` wrote.');
  const types = new Set([cassette, ...others].map(({ executions: [first] }) => first?.type ?? ''));
  const finished = types.has('flow') && others.length === 0 ? readFinishedStory(cassette) : undefined;
  if (finished) return checked(nextVersion({ ...finished, agent: await pictured(finished.agent, cassette) }, options));
  if (types.size === 1 && types.has('flow'))
    return checked(compileFlowRuns([readFlowStory(cassette), ...others.map(readFlowStory)], options.name));
  if (others.length > 0)
    throw new CompileError('not-compilable', 'Several runs make one flow only where they are runs of one flow: give one run.');
  const [type = ''] = types;
  if (type !== 'hostAgent') throw new CompileError('not-compilable', refusalOf(cassette.run, type));
  return checked(compileRun(await pictured(readStory(cassette), cassette), options));
}

function refusalOf(run: string, type: string): string {
  if (type === 'explorer')
    return `The run '${run}' is an explorer: a way through its map becomes a flow with \`steadyhand graph <app> export <from> <to> --flow <file>\`.`;
  return `The run '${run}' is a ${type}: a flow is made from the run of an agent, or of a flow with AI steps.`;
}

/** What is written has to run. */
function checked(compiled: CompiledFlow): CompiledFlow {
  const errors = parseFlow(compiled.flow).problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return compiled;
  throw new CompileError('not-compilable', `The run makes no valid flow: ${errors.map(problemText).join('; ')}.`);
}

// Pictures of the controls that a run acted on and that have no words, so that a flow finds them again.
//
// pictures-1. There is none where it tells nothing: of one colour, cut off by the edge of the screen, or with another control of its role beside it that
//     looks the same. Such a node halts, as without pictures.

interface Eyes {
  /** Undefined: it was removed, or the file was written without pictures. */
  pictureOf(ref: ArtifactRef): Promise<Uint8Array | undefined>;
  keep(png: Uint8Array): Promise<ArtifactRef>;
  /** Opened where a control needs it. */
  images(): Promise<Images>;
}

async function withPictures(story: RunStory, eyes: Eyes): Promise<RunStory> {
  const pictures = new Map<Control, ArtifactRef>();
  for (const deed of story.steps.filter(isDeed))
    for (const control of wordlessAims(deed)) {
      const picture = await pictureOf(control, deed, eyes);
      if (picture !== undefined) pictures.set(control, picture);
    }
  return pictures.size === 0 ? story : { ...story, pictures };
}

/** pictures-1. */
async function pictureOf(control: Control, { before, screenshot }: Deed, eyes: Eyes): Promise<ArtifactRef | undefined> {
  const png = screenshot && (await eyes.pictureOf(screenshot));
  if (!png) return undefined;
  const images = await eyes.images();
  const whole = await images.size(png);
  const { bounds: box, role } = control;
  if (!isWholeAs(box, box, whole) || !(await images.shows(png, box))) return undefined;
  const others = before.controls.filter((each) => each !== control && each.role === role && each.visible);
  for (const { bounds } of others)
    if (isWholeAs(box, bounds, whole) && (await images.alike({ png, box }, { png, box: bounds }))) return undefined;
  return eyes.keep(await images.crop(png, box));
}

// A way through a map as a flow: what was seen along it is read from the artifacts, as far as they are still there.

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
