// How a question to a model is scheduled: for whichever worker is there.
import type { ActivityOptions } from '@temporalio/workflow';
import { fitBytes, summaryBytes } from '../../domain/fit-bytes.js';
import type { Timings } from '../../domain/run/resolve-settings.js';

/**
 * A worker that is frozen takes a task for each of its polls that the server holds open still, for a minute or so: attempts that are lost are many, and quick.
 * What a model failed to answer is counted by the activity (asking-3 of decide-asking.ts).
 */
export function asking({ decideHeartbeatMs }: Timings, summary: string): ActivityOptions {
  return {
    startToCloseTimeout: '3 minutes',
    heartbeatTimeout: decideHeartbeatMs,
    retry: { initialInterval: '1 second', maximumInterval: '8 seconds', maximumAttempts: 20 },
    summary: fitBytes(summary, summaryBytes),
  };
}
