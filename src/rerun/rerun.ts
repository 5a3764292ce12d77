// A recorded run, decided again offline: its machines on their histories, its decisions on what was seen and replied.
import { readLexicon } from '../adapters/guard-words/read-lexicon.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import { ArtifactMissingError } from '../ports/artifact-store.js';
import { decideAgain, imageRoles, type Difference } from './decide-again.js';
import { recordedDecisions, stepName, recordedArtifacts } from './recorded.js';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';

export interface Rerun {
  readonly run: string;
  readonly decisions: number;
  readonly workflows: number;
  /** The first of each step that is decided otherwise, or asked otherwise. */
  readonly differences: readonly (Difference & { readonly step: string })[];
  /** Of workflows that would do something else. */
  readonly machines: readonly { readonly workflow: string; readonly message: string }[];
  /** ms of this, and of the run. */
  readonly tookMs: number;
  readonly recordedMs: number;
}

export async function rerun(cassette: Cassette): Promise<Rerun> {
  const began = performance.now();
  const decisions = recordedDecisions(cassette);
  const artifacts = recordedArtifacts(cassette);
  const ports = { artifacts, takesImages: await imageRoles(decisions, artifacts), lexicon: readLexicon() };
  const differences: Rerun['differences'][number][] = [];
  for (const decision of decisions) {
    const difference = await decideAgain(decision, ports).catch(lost);
    if (difference) differences.push({ step: stepName(decision), ...difference });
  }
  const machines = await replayMachines(cassette);
  return {
    run: cassette.run,
    decisions: decisions.length,
    workflows: cassette.executions.length,
    differences,
    machines,
    tookMs: performance.now() - began,
    recordedMs: durationOf(cassette),
  };
}

/** From the first event to the last. */
function durationOf({ executions }: Cassette): number {
  const times = executions.flatMap(({ history: { events } }) =>
    events.flatMap((event) => {
      const { eventTime } = event as { readonly eventTime?: string };
      return eventTime === undefined ? [] : [Date.parse(eventTime)];
    }),
  );
  return times.reduce((last, time) => Math.max(last, time), 0) - times.reduce((begin, time) => Math.min(begin, time), Infinity);
}

/** `gc` may have come before the export. */
function lost(error: unknown): Difference {
  if (!(error instanceof ArtifactMissingError)) throw error;
  return { part: 'what was stored', recorded: error.ref, now: '(it was removed before the export)' };
}

// The machines of a recorded run, on their histories: whether they would do the same again.

const bundle = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));

interface MachineFailure {
  readonly workflow: string;
  readonly message: string;
}

/** Those that would not. Opens no connection. */
async function replayMachines({ executions }: Cassette): Promise<readonly MachineFailure[]> {
  quiet();
  const failures: MachineFailure[] = [];
  const histories = executions.map(({ workflow, history }) => ({ workflowId: workflow, history }));
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath: bundle } }, histories))
    if (error) failures.push({ workflow: workflowId, message: error.message });
  return failures;
}

/** What it would log of each failure, the failure says. A process that runs workers has set its own logger. */
function quiet(): void {
  try {
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger('ERROR', () => undefined),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
    });
  } catch {
    // It has one already.
  }
}
