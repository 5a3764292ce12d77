import type { Info } from '@temporalio/activity';
import type { RecordContext } from '../domain/device/device-work.js';

/** `seq` of a run record: the same for every attempt of one activity, a different one for a second observation or action in the same step, and after a reset. */
export function stepSequence(
  { agent, step }: RecordContext,
  phase: string,
  { workflowExecution, activityId }: Pick<Info, 'workflowExecution' | 'activityId'>,
): string {
  return `${agent}#${String(step).padStart(6, '0')}.${phase}.${workflowExecution?.runId.slice(-6) ?? ''}-${activityId}`;
}
