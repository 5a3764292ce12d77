// How a question to a model is scheduled: any worker may take it.
import type { ActivityOptions } from '@temporalio/workflow';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Timings } from '../../domain/run/resolve-settings.js';

/**
 * For about a minute, a frozen worker is still handed a task for each poll that the server holds open: many attempts may be lost in quick succession.
 * The activity itself counts what the model failed to answer (asking-3 of decide-asking.ts).
 */
export function asking({ decideHeartbeatMs }: Timings, summary: string): ActivityOptions {
  return {
    startToCloseTimeout: '3 minutes',
    heartbeatTimeout: decideHeartbeatMs,
    retry: { initialInterval: '1 second', maximumInterval: '8 seconds', maximumAttempts: 20 },
    summary: fitBytes(summary, summaryBytes),
  };
}
