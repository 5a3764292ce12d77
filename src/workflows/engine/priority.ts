// A run's place in queues is that of all its activities and children. The server passes on what a workflow was started with; this is for a run
// whose input alone says it, from the bare Temporal CLI. Bundled as an interceptor of every workflow (scripts/build.mjs).
import type { Next, WorkflowInboundCallsInterceptor, WorkflowInterceptors, WorkflowOutboundCallsInterceptor } from '@temporalio/workflow';
import { temporalPriorityOf, type TemporalPriority } from '../../domain/run/queue-place.js';

export function interceptors(): WorkflowInterceptors {
  let priority: TemporalPriority | undefined;
  const inbound: WorkflowInboundCallsInterceptor = {
    execute(input, next) {
      priority = placeOf(input.args[0]);
      return next(input);
    },
  };
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input, next) => next(priority ? { ...input, options: { priority, ...input.options } } : input),
    startChildWorkflowExecution: (input, next: Next<WorkflowOutboundCallsInterceptor, 'startChildWorkflowExecution'>) =>
      next(priority ? { ...input, options: { priority, ...input.options } } : input),
  };
  return { inbound: [inbound], outbound: [outbound] };
}

/** A wrong one is refused by the workflow itself, by name. */
function placeOf(input: unknown): TemporalPriority | undefined {
  try {
    return temporalPriorityOf(input);
  } catch {
    return undefined;
  }
}
