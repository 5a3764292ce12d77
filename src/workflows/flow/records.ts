// A flow's records, written in batches while it walks, and at its end.
import { ActivityFailure, ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { batchesOf, type FlowRecord } from '../../domain/flow/record.js';
import { withoutRecords } from '../../domain/flow/walk-log.js';
import { describe, failureOf, isAboutTheHost } from '../engine/activity-failure.js';
import { refused } from '../engine/refusals.js';
import { stateOf, type FlowShell } from './shell.js';

/** Fewer are kept until the end. */
const recordsAtOnce = 200;

export async function keepRecords(shell: FlowShell): Promise<void> {
  if (stateOf(shell.frame).records.length >= recordsAtOnce) await writeRecords(shell);
}

/** Writes all that have accumulated. */
export async function writeRecords(shell: FlowShell): Promise<void> {
  const { frame } = shell;
  for (const records of batchesOf(stateOf(frame).records)) {
    await writeWhereItCan(shell, records).catch(unwritten);
    frame.state = withoutRecords(stateOf(frame), records.at(-1)?.seq ?? 0);
  }
}

/** First on the host of the device, which has its own files at hand; if it is gone, on any worker: records are shared. */
async function writeWhereItCan({ run, settled }: FlowShell, records: readonly FlowRecord[]): Promise<void> {
  const on = (where: { readonly taskQueue?: string }): Promise<void> => {
    const { writeFlowRecords } = proxyActivities<Activities>({
      ...where,
      startToCloseTimeout: '30 seconds',
      scheduleToStartTimeout: settled.resolved.timings.hostSilenceMs,
      scheduleToCloseTimeout: '2 minutes',
      retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 5 },
      summary: `write ${records.length} records`,
    });
    return writeFlowRecords({ place: settled.records, records });
  };
  const { taskQueue } = run.carried.device.handle ?? {};
  if (taskQueue === undefined) return on({});
  return on({ taskQueue }).catch((error: unknown) => (isAboutTheHost(failureOf(error)) ? on({}) : refused(error)));
}

function unwritten(error: unknown): never {
  if (!(error instanceof ActivityFailure) || error.cause instanceof ApplicationFailure) refused(error);
  const message = `no worker could write the records of this run: ${describe(error).message}; look at \`steadyhand hosts\``;
  throw ApplicationFailure.create({ message, type: 'records-unavailable', nonRetryable: true });
}
