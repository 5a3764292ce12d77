// `run.json` of a flow's run: derived from its events, for lists, people and other tools.
import type { RecordPlace } from '../../domain/flow/record.js';
import type { FlowRunSummary, RecordedEvent } from '../../ports/flow-records.js';
import { placeIn } from './run-folder.js';
import { runOf } from './told-by-events.js';

export interface RunFile {
  readonly workflow_id?: string;
  readonly flow: string;
  readonly run: string;
  readonly status: string;
  readonly started?: string;
  readonly ended?: string;
  readonly message?: string;
}

/** `events`: those about the run as a whole. */
export function runFileOf({ id, flow, run }: RecordPlace, events: readonly RecordedEvent[]): RunFile {
  const { workflowId, ...summary } = runOf(events);
  const known = id ?? workflowId;
  return { ...(known === undefined ? {} : { workflow_id: known }), flow, run, ...summary };
}

/** `parent`: the folder in which the run's folder is. Undefined: the value is no such file. */
export function summaryOfRunFile(value: unknown, parent: string): FlowRunSummary | undefined {
  if (!isRunFile(value)) return undefined;
  const { workflow_id: workflowId, flow, run, ...summary } = value;
  return { place: placeIn(parent, { workflowId, flow, run }), ...summary, ...(workflowId === undefined ? {} : { workflowId }) };
}

export function newestFirst(summaries: readonly FlowRunSummary[]): readonly FlowRunSummary[] {
  return [...summaries].sort((one, other) => (other.started ?? '').localeCompare(one.started ?? ''));
}

function isRunFile(value: unknown): value is RunFile {
  if (typeof value !== 'object' || value === null || !('flow' in value && 'run' in value && 'status' in value)) return false;
  return typeof value.flow === 'string' && typeof value.run === 'string' && typeof value.status === 'string';
}
