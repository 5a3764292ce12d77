// Spans of runs (FL10), handed to the worker by a sink: it is not called on replay, costs no event of history, and does nothing where no collector is configured.
import { proxySinks, workflowInfo, type Sinks } from '@temporalio/workflow';
import type { Span } from '../../domain/explorer/spans.js';
import { agentSpan, toolSpan, type Work } from '../../domain/telemetry/run-spans.js';
import { traceIn, traceMemo, type Trace } from '../../domain/telemetry/trace-context.js';

export interface SpanSinks extends Sinks {
  readonly steadyhandSpans: { ended(trace: Trace, span: Span): void };
}

const { steadyhandSpans } = proxySinks<SpanSinks>();

/** The trace that this workflow is part of. */
export function traceHere(): Trace {
  const { memo, firstExecutionRunId } = workflowInfo();
  return traceIn(memo?.[traceMemo], firstExecutionRunId);
}

export function tellWork(work: Work): void {
  const { workflowId, runId, unsafe } = workflowInfo();
  // Also where histories are only replayed, by a worker that has no such sink.
  if (unsafe.isReplaying) return;
  const span = toolSpan(workflowId, runId, work);
  if (span) steadyhandSpans.ended(traceHere(), span);
}

/** At the end of the last part of its chain. */
export function tellAgent(outcome: string): void {
  const { workflowId, workflowType: agent, firstExecutionRunId, startTime, parent, unsafe } = workflowInfo();
  if (unsafe.isReplaying) return;
  const trace = traceHere();
  const isPart = trace.run !== firstExecutionRunId;
  const end = {
    workflow: workflowId,
    parent: isPart ? parent?.workflowId : undefined,
    agent,
    start: startTime.getTime(),
    end: Date.now(),
    outcome,
  };
  steadyhandSpans.ended(trace, agentSpan(end));
}
