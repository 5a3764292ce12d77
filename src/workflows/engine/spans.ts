// Spans of runs (FL10), handed to the worker by a sink: it is not called on replay, costs no event of history, and does nothing where no collector is configured.
import { proxySinks, workflowInfo, type Sinks } from '@temporalio/workflow';
import type { Span } from '../../domain/explorer/spans.js';
import type { RunName } from '../../domain/human/approvals.js';
import { agentSpan, workSpan, type Work } from '../../domain/telemetry/run-spans.js';

export interface SpanSinks extends Sinks {
  readonly steadyhandSpans: { ended(run: string, span: Span): void };
}

const { steadyhandSpans } = proxySinks<SpanSinks>();

/** `root`: of the run that this is part of. */
export function tellWork({ first }: RunName, work: Work): void {
  const { workflowId, runId, unsafe } = workflowInfo();
  // Also where histories are only replayed, by a worker that has no such sink.
  if (unsafe.isReplaying) return;
  const span = workSpan(workflowId, runId, work);
  if (span) steadyhandSpans.ended(first, span);
}

/** At the end of the last part of its chain. `root`: absent for a run of its own. */
export function tellAgent(outcome: string, root?: RunName): void {
  const { workflowId, workflowType: agent, firstExecutionRunId, startTime, parent, unsafe } = workflowInfo();
  if (unsafe.isReplaying) return;
  const end = { workflow: workflowId, parent: root && parent?.workflowId, agent, start: startTime.getTime(), end: Date.now(), outcome };
  steadyhandSpans.ended(root?.first ?? firstExecutionRunId, agentSpan(end));
}
