// A flow's run as its entries tell it: the run's own events, and those of each visit of a node.
import type { FlowEntry, RunEntry } from '../run/entry.js';
import { isFlowEntry } from '../run/entry.js';
import { textOf, type Data } from '../checks/read-stored.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { CheckVerdict } from './flow-state.js';
import type { NodeVisit, RecordPlace } from './record.js';

export interface FlowRun {
  readonly place: RecordPlace;
  readonly workflowId?: string;
  /** `running`, or how it ended: `completed`, `failed`, `stopped`, `step-limit`, the name of a budget's cap. */
  readonly status: string;
  /** ISO times. */
  readonly started?: string;
  readonly ended?: string;
  /** Why it ended that way. */
  readonly message?: string;
  /** Where the records are. */
  readonly folder: string;
  /** About the run as a whole, in their order. */
  readonly events: readonly RecordedEvent[];
  /** In the order in which they began. */
  readonly visits: readonly RecordedVisit[];
}

export interface RecordedEvent {
  /** An integer; fractional for a warning about the record of that number. */
  readonly seq: number;
  readonly timestamp: string;
  /** `FlowEventType`; later versions may write others. */
  readonly type: string;
  readonly payload: Data;
}

export interface RecordedVisit {
  readonly node: NodeVisit;
  readonly status: VisitStatus;
  readonly started?: string;
  readonly ended?: string;
  readonly attempts: number;
  readonly traceLevel?: string;
  /** Why it failed. */
  readonly error?: string;
  readonly events: readonly RecordedEvent[];
  /** Paths of files, or addresses of objects. */
  readonly artifacts: readonly string[];
  /** What is in those that are pictures, oldest first. */
  readonly pictures: readonly ArtifactRef[];
  readonly verdicts: readonly Omit<CheckVerdict, 'node'>[];
}

type VisitStatus = 'running' | 'ok' | 'failed' | 'stopped';

/** The newest run of the flow that has this name: the id of a workflow, or a frame of one. Undefined: the entries tell of none. */
export function flowRunOf(entries: readonly RunEntry[], name: string, folder: string): FlowRun | undefined {
  const named = entries.filter(isFlowEntry).filter(({ place }) => place.id === name);
  // Their names begin with their times.
  const place = named
    .map((entry) => entry.place)
    .reduce<RecordPlace | undefined>((last, one) => (last && last.run > one.run ? last : one), undefined);
  if (!place) return undefined;
  const own = named.filter((entry) => entry.place.run === place.run).sort((one, other) => one.number - other.number);
  const events = own.filter(({ node }) => node === undefined).flatMap(eventsOf);
  return { place, folder, ...endOf(events), events, visits: visitsIn(own, folder) };
}

function visitsIn(entries: readonly FlowEntry[], folder: string): readonly RecordedVisit[] {
  const visits = new Map<string, { readonly node: NodeVisit; readonly own: FlowEntry[] }>();
  for (const entry of entries) {
    const { node } = entry;
    if (!node) continue;
    const key = `${node.visit} ${node.id}`;
    const visit = visits.get(key) ?? { node, own: [] };
    visit.own.push(entry);
    visits.set(key, visit);
  }
  return [...visits.values()].map(({ node, own }) => {
    const kept = own.flatMap(({ artifacts = [] }) => artifacts);
    return {
      node,
      ...visitOf(own.flatMap(eventsOf)),
      artifacts: kept.flatMap(({ path }) => (path === undefined ? [] : `${folder}/${path}`)),
      pictures: kept.filter(({ path }) => path?.endsWith('.png')).map(({ ref }) => ref),
    };
  });
}

/** With a warning about each artifact that was gone before it could be kept. */
function eventsOf({ number, at, type, data, artifacts = [] }: FlowEntry): readonly RecordedEvent[] {
  const gone = artifacts.flatMap(({ path, ref, name }, index): readonly RecordedEvent[] => {
    const message = `The artifact ${ref} was no longer in the store when it was to be kept.`;
    return path === undefined
      ? [{ seq: number + (index + 1) / 1_000, timestamp: at, type: 'warning', payload: { message, artifact: name.at(-1), ref } }]
      : [];
  });
  return [{ seq: number, timestamp: at, type, payload: data }, ...gone];
}

function endOf(events: readonly RecordedEvent[]): Pick<FlowRun, 'status' | 'workflowId' | 'started' | 'ended' | 'message'> {
  const start = events.find(({ type }) => type === 'workflow_started');
  const end = events.findLast(({ type }) => /^workflow_(completed|failed|stopped)$/.test(type));
  return {
    status: end === undefined ? 'running' : (textIn(end, 'outcome') ?? end.type.slice('workflow_'.length)),
    workflowId: textIn(start, 'workflow_id'),
    started: start?.timestamp,
    ended: end?.timestamp,
    message: textIn(end, 'message'),
  };
}

function visitOf(events: readonly RecordedEvent[]): Omit<RecordedVisit, 'node' | 'artifacts' | 'pictures'> {
  const start = events.find(({ type }) => type === 'node_started') ?? events[0];
  const end = events.findLast(({ type }) => type === 'node_finished');
  const attempts = end?.payload['attempts'];
  return {
    status: statusOf(end),
    started: start?.timestamp,
    ended: end?.timestamp,
    attempts: typeof attempts === 'number' ? attempts : 1 + events.filter(({ type }) => type === 'retry').length,
    traceLevel: textIn(start, 'trace_level'),
    error: textIn(end, 'error'),
    events,
    verdicts: events.flatMap(verdictIn),
  };
}

function statusOf(end: RecordedEvent | undefined): VisitStatus {
  const status = textIn(end, 'status');
  return status === 'ok' || status === 'failed' || status === 'stopped' ? status : 'running';
}

function verdictIn({ type, payload: { check, result, reason } }: RecordedEvent): RecordedVisit['verdicts'] {
  if (type !== 'verdict' || typeof check !== 'string' || !isResult(result)) return [];
  return [{ check, result, reason: textOf(reason) }];
}

function isResult(value: unknown): value is RecordedVisit['verdicts'][number]['result'] {
  return value === 'passed' || value === 'failed' || value === 'warned' || value === 'not-judged';
}

function textIn(event: RecordedEvent | undefined, key: string): string | undefined {
  const value = event?.payload[key];
  return typeof value === 'string' ? value : undefined;
}
