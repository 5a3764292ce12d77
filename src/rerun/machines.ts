// The machines of a recorded run, on their histories: whether they would do the same again.
import { fileURLToPath } from 'node:url';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import type { Cassette } from '../domain/rerun/cassette.schema.js';

const bundle = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));

export interface MachineFailure {
  readonly workflow: string;
  readonly message: string;
}

/** Those that would not. Opens no connection. */
export async function replayMachines({ executions }: Cassette): Promise<readonly MachineFailure[]> {
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
