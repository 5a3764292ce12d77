// A run's trace, and its spans. They are handed to the worker by a sink: it is not called on replay, costs no event of history, and does nothing where no collector is
// configured. A trace goes with what the run starts: its children have it in their memo, and activities that tell spans in a header.
//
// trace-4. The header is not encrypted, so it has ids alone; baggage stays in the memo, which is.
import {
  proxySinks,
  workflowInfo,
  type Sinks,
  defaultPayloadConverter,
  type Next,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import type { Span } from '../../domain/explorer/spans.js';
import { agentSpan, toolSpan, type Work } from '../../domain/telemetry/run-spans.js';
import { traceIn, traceMemo, type Trace, headersIn } from '../../domain/telemetry/trace-context.js';
import { engineOfType } from '../../domain/telemetry/metrics.js';
import { tracedActivities, traceHeader } from '../../domain/telemetry/trace-context.js';

export interface SpanSinks extends Sinks {
  readonly steadyhandSpans: { ended(trace: Trace, span: Span): void };
}

const { steadyhandSpans } = proxySinks<SpanSinks>();

/** The trace that this workflow is part of. */
function traceHere(): Trace {
  const { memo, firstExecutionRunId } = workflowInfo();
  return traceIn(memo?.[traceMemo], firstExecutionRunId);
}

/** `name`: of the frame that did it. */
export function tellWork(name: string, work: Work): void {
  const { runId, unsafe } = workflowInfo();
  // Also where histories are only replayed, by a worker that has no such sink.
  if (unsafe.isReplaying) return;
  const span = toolSpan(name, runId, work);
  if (span) steadyhandSpans.ended(traceHere(), span);
}

/** At the end of the last part of its chain. */
export function tellRun(outcome: string): void {
  const { workflowId, workflowType: type, firstExecutionRunId, startTime, parent } = workflowInfo();
  const isPart = traceHere().run !== firstExecutionRunId;
  tellAgent({ name: workflowId, type, parent: isPart ? parent?.workflowId : undefined, begunAt: startTime.getTime(), outcome });
}

interface Ended {
  readonly name: string;
  readonly type: string;
  readonly parent: string | undefined;
  /** ms */
  readonly begunAt: number;
  readonly outcome: string;
}

/** A run, or a frame of one. */
export function tellAgent({ name, type, parent, begunAt, outcome }: Ended): void {
  if (workflowInfo().unsafe.isReplaying) return;
  steadyhandSpans.ended(traceHere(), agentSpan({ workflow: name, parent, agent: type, start: begunAt, end: Date.now(), outcome }));
}

/** Bundled as an interceptor of every workflow (scripts/build.mjs). */
export function interceptors(): WorkflowInterceptors {
  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity(input, next) {
      if (!tracedActivities.has(input.activityType)) return next(input);
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
