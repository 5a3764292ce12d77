// `run.json` of a flow's run: derived from its events, for lists, people and other tools.
import type { RecordPlace } from '../../domain/flow/record.js';
import type { FlowRunSummary, RecordedEvent } from '../../ports/flow-records.js';
import { placeByName } from './run-folder.js';
import { runOf } from './told-by-events.js';

export interface RunFile {
  readonly workflow_id: string;
  readonly flow: string;
  readonly run: string;
  readonly status: string;
  readonly started?: string;
  readonly ended?: string;
  readonly message?: string;
}

/** `events`: those about the run as a whole. */
export function runFileOf({ id, flow, run }: RecordPlace, events: readonly RecordedEvent[]): RunFile {
  const { workflowId: _, ...summary } = runOf(events);
  return { workflow_id: id, flow, run, ...summary };
}

/** Undefined: the value is no such file. */
export function summaryOfRunFile(value: unknown): FlowRunSummary | undefined {
  if (!isRunFile(value)) return undefined;
  const { workflow_id: workflowId, flow, run, ...summary } = value;
  return { place: { id: workflowId, flow, run }, ...summary, workflowId };
}

/** By the events of a run whose file is lost. Undefined: there are none, or it is no run's folder. */
export function summaryOfEvents(parent: string, runFolder: string, events: readonly RecordedEvent[]): FlowRunSummary | undefined {
  const summary = runOf(events);
  const place = placeByName(parent, runFolder, summary.workflowId);
  return place && events.length > 0 ? { place, ...summary } : undefined;
}

export function newestFirst(summaries: readonly FlowRunSummary[]): readonly FlowRunSummary[] {
  return [...summaries].sort((one, other) => (other.started ?? '').localeCompare(one.started ?? ''));
}

function isRunFile(value: unknown): value is RunFile {
  if (typeof value !== 'object' || value === null) return false;
  const { workflow_id, flow, run, status } = value as Readonly<Record<string, unknown>>;
  return [workflow_id, flow, run, status].every((each) => typeof each === 'string');
}
