// The line that a run of a compiled flow leaves in the library. A run ends as it ended, whether or not that can be written.
import { isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { log } from '../../domain/flow/walk-log.js';
import { flowIdOf } from '../../domain/library/flow-id.js';
import { replayOf } from '../../domain/library/replay.js';
import { describe } from '../engine/activity-failure.js';
import { writeRecords } from './records.js';
import { endOf } from './result.js';
import { stateOf, type FlowShell } from './shell.js';

/** What a run leaves at its end: its line, and all records. These come last: they say so where the library cannot be written. */
export async function leaveRecords(shell: FlowShell): Promise<void> {
  await leaveReplay(shell);
  await writeRecords(shell);
}

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
    frame.state = log(stateOf(frame), Date.now(), 'warning', { message });
  }
}
