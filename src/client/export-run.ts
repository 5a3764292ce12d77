// A run as one value that can be kept, sent and decided again: its histories and what they refer to.
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { isPng, isWebp, pngHead } from '../domain/ui/png.js';
import { ArtifactMissingError, type ArtifactStore } from '../ports/artifact-store.js';
import { collectReferences, textsIn } from './collect-artifacts.js';
import type { ClientContext } from './context.js';
import { type HistoryEvent, readHistories } from './histories.js';
import { runOf } from './runs.js';

export interface ExportOptions {
  /** Without them what a picture shows is left out, and another model cannot be asked about it. Default: with them. */
  readonly pictures?: boolean;
}

/** Of the run that a workflow belongs to. */
export async function exportRun(context: ClientContext, id: string, { pictures = true }: ExportOptions = {}): Promise<Cassette> {
  const client = await context.client();
  const run = runOf(await client.workflow.getHandle(id).describe());
  const { histories, forgotten } = await readHistories(client, run);
  const { artifacts, missing } = await artifactsOf(
    context.artifacts(),
    histories.flatMap(({ executions }) => executions.flatMap(({ events }) => events)),
    pictures,
  );
  return {
    version: 1,
    run,
    made: new Date().toISOString(),
    executions: histories.flatMap(({ workflow, type, executions }) =>
      executions.map(({ execution, events }) => ({
        ...{ workflow, execution, type },
        history: JSON.parse(historyToJSON({ events: [...events] })) as Cassette['executions'][number]['history'],
      })),
    ),
    artifacts,
    missing: [...forgotten.map((child) => `The Temporal server has forgotten '${child}'.`), ...missing],
  };
}

/** What the events refer to, and what that refers to. */
async function artifactsOf(
  store: ArtifactStore,
  events: readonly HistoryEvent[],
  pictures: boolean,
): Promise<Pick<Cassette, 'artifacts' | 'missing'>> {
  const found = new Set<ArtifactRef>();
  collectReferences(textsIn(events), found);
  const artifacts: Record<string, string> = {};
  const missing: string[] = [];
  // A set that grows while it is walked is walked to its end.
  for (const ref of found) {
    const bytes = await store.get(ref).catch((error: unknown) => {
      if (!(error instanceof ArtifactMissingError)) throw error;
      missing.push(`The artifact ${ref} is no longer stored.`);
      return undefined;
    });
    if (!bytes) continue;
    const kept = Buffer.from(bytes);
    const isPicture = isPng(kept) || isWebp(kept);
    if (!isPicture) collectReferences(kept.toString('utf8'), found);
    artifacts[ref] = (isPicture && !pictures ? kept.subarray(0, pngHead) : kept).toString('base64');
  }
  return { artifacts, missing };
}
