// A run's trace goes with what it starts: its children have it in their memo, and activities that tell spans in a header. Bundled as an interceptor
// of every workflow (scripts/build.mjs).
//
// trace-4. The header is not encrypted, so it has ids alone; baggage stays in the memo, which is.
import {
  defaultPayloadConverter,
  workflowInfo,
  type Next,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { engineOfType } from '../../domain/telemetry/metrics.js';
import { tellingActivities, traceHeader, headersIn, traceMemo } from '../../domain/telemetry/trace-context.js';
import { traceHere } from './spans.js';

export function interceptors(): WorkflowInterceptors {
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity(input, next) {
      if (!tellingActivities.has(input.activityType)) return next(input);
      const { baggage: _, ...trace } = traceHere();
      const headers = { ...input.headers, [traceHeader]: defaultPayloadConverter.toPayload(trace) };
      return next({ ...input, headers });
    },
    startChildWorkflowExecution(input, next: Next<WorkflowOutboundCallsInterceptor, 'startChildWorkflowExecution'>) {
      if (engineOfType(input.workflowType) === 'own') return next(input);
      const trace = { ...headersIn(workflowInfo().memo?.[traceMemo]), run: traceHere().run };
      return next({ ...input, options: { ...input.options, memo: { ...input.options.memo, [traceMemo]: trace } } });
    },
  };
  return { outbound: [outbound] };
}
