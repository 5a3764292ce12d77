// Derives from the events of a run, or of one visit of a node: the content of run.json and verdict.json, and what readers get.
import type { Json } from '../../domain/run/json.js';
import type { FlowRunSummary, RecordedEvent, RecordedVisit, VisitStatus } from '../../ports/flow-records.js';

/** From a run's own events. */
export function runOf(events: readonly RecordedEvent[]): Omit<FlowRunSummary, 'place'> {
  const start = events.find(({ type }) => type === 'workflow_started');
  const end = events.findLast(({ type }) => /^workflow_(completed|failed|stopped)$/.test(type));
  const workflowId = textIn(start, 'workflow_id');
  const message = textIn(end, 'message');
  return {
    status: end === undefined ? 'running' : (textIn(end, 'outcome') ?? end.type.slice('workflow_'.length)),
    workflowId,
    started: start?.timestamp,
    ended: end?.timestamp,
    message,
  };
}

/** From one visit's events. */
export function visitOf(events: readonly RecordedEvent[]): Omit<RecordedVisit, 'node' | 'folder' | 'events' | 'artifacts'> {
  const start = events.find(({ type }) => type === 'node_started') ?? events[0];
  const end = events.findLast(({ type }) => type === 'node_finished');
  const attempts = end?.payload['attempts'];
  const traceLevel = textIn(start, 'trace_level');
  const error = textIn(end, 'error');
  return {
    status: statusOf(end),
    started: start?.timestamp,
    ended: end?.timestamp,
    attempts: typeof attempts === 'number' ? attempts : 1 + events.filter(({ type }) => type === 'retry').length,
    traceLevel,
    error,
    verdicts: events.flatMap(verdictIn),
  };
}

function statusOf(end: RecordedEvent | undefined): VisitStatus {
  const status = textIn(end, 'status');
  return status === 'ok' || status === 'failed' || status === 'stopped' ? status : 'running';
}

function verdictIn({ type, payload: { check, result, reason } }: RecordedEvent): RecordedVisit['verdicts'] {
  if (type !== 'verdict' || typeof check !== 'string' || !isResult(result)) return [];
  return [{ check, result, reason: typeof reason === 'string' ? reason : '' }];
}

function isResult(value: Json | undefined): value is RecordedVisit['verdicts'][number]['result'] {
  return value === 'passed' || value === 'failed' || value === 'warned' || value === 'not-judged';
}

function textIn(event: RecordedEvent | undefined, key: string): string | undefined {
  const value = event?.payload[key];
  return typeof value === 'string' ? value : undefined;
}
