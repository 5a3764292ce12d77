// A flow's records, written in batches while it walks, and what a run leaves at its end.
import { limitMs, limits } from '../../domain/run/limits.js';
import { ActivityFailure, ApplicationFailure, isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { batchesOf, type FlowRecord } from '../../domain/flow/record.js';
import { withoutRecords, withRecord } from '../../domain/flow/walk-state.js';
import { flowIdOf } from '../../domain/library/flow-id.js';
import { replayOf } from '../../domain/library/replay.js';
import { describe, failureOf, isAboutTheHost, refused } from '../engine/activity-calls.js';
import { endOf, stateOf, type FlowShell } from './shell.js';

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
  const { hostSilenceMs } = settled.resolved.timings;
  const on = (where: { readonly taskQueue?: string }): Promise<void> => {
    const { writeFlowRecords } = proxyActivities<Activities>({
      ...where,
      startToCloseTimeout: '30 seconds',
      scheduleToStartTimeout: hostSilenceMs,
      scheduleToCloseTimeout: limitMs(limits.records, hostSilenceMs),
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

/** What a run leaves at its end: its line, and all records. These come last: they say so where the library cannot be written. */
export async function leaveRecords(shell: FlowShell): Promise<void> {
  await leaveReplay(shell);
  await writeRecords(shell);
}

/** The line that a run of a compiled flow leaves in the library. A run ends as it ended, whether or not that can be written. */
async function leaveReplay(shell: FlowShell): Promise<void> {
  const { frame, graph } = shell;
  // Runs of other flows have no such command in their histories.
  if (!graph.flow.compiled) return;
  const { recordReplay } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: '1 minute',
    retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds', maximumAttempts: 4 },
    summary: 'tell the library what came of it',
  });
  const run = { run: frame.name, execution: workflowInfo().firstExecutionRunId, ended: new Date().toISOString() };
  try {
    await recordReplay({ flow: flowIdOf(graph.flow), replay: replayOf(graph.flow, endOf(shell), run) });
  } catch (error) {
    if (isCancellation(error)) throw error;
    const message = `the library of flows does not know of this run: ${describe(error).message}`;
    frame.state = withRecord(stateOf(frame), { at: Date.now(), type: 'warning', payload: { message } });
  }
}
