// What happened in a run: one stream of entries that is only ever added to, whatever its engine.
//
// entries-1. Stored is what activities know: parts of steps, visits of nodes, an explorer's events, what happened in a procedure. Who approved, attempts,
//     lost workers and ends are Temporal's: they are derived from its history whenever it is read (client/history-entries.ts), and never stored.
// entries-2. A `seq` names an entry within its run: it is the same for every attempt that writes it, and the first entry of a name counts.
import type { ExplorerEventType } from '../explorer/telemetry.js';
import type { FlowEventType, NodeVisit, RecordPlace } from '../flow/record.js';
import type { HistoryEntry } from '../procedure/history.js';
import type { Data } from '../checks/read-stored.js';
import type { EventRef } from '../report/report.schema.js';
import type { ArtifactRef } from '../ui/observation.js';

export type RunEntry = RecordedEntry | HistoryFact;

/** What is stored. */
export type RecordedEntry = StepEntry | FlowEntry | ExplorerEntry | ProcedureEntry | PolicyEntry;

interface Entry<Type extends string> {
  readonly seq: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: Type;
}

const stepTypes = ['observed', 'decided', 'decide-failed', 'performed', 'person-acted', 'evaluated'] as const;
export type StepEntryType = (typeof stepTypes)[number];

/** A part of an agent's step. `seq`: `<frame>#<step, 6 digits>.<phase>.<activity>`. */
export interface StepEntry extends Entry<StepEntryType> {
  readonly data: Data;
}

/** An event of a flow's walk. */
export interface FlowEntry extends Entry<FlowEventType> {
  readonly place: RecordPlace;
  /** Orders the entries of a walk: an integer; fractional for a warning about the entry of that number. */
  readonly number: number;
  /** Absent: it is about the flow as a whole. */
  readonly node?: NodeVisit;
  readonly data: Data;
  readonly artifacts?: readonly KeptArtifact[];
}

/** Stays with the run when it is removed from the store. */
export interface KeptArtifact {
  readonly ref: ArtifactRef;
  /** Folders and a file, as people are to find them. */
  readonly name: readonly string[];
  /** Of what was written: where it is, below the run's place. Absent: it was gone before. */
  readonly path?: string;
}

/** `seq`: `<explorer's run id>#<number>`. */
export interface ExplorerEntry extends Entry<ExplorerEventType> {
  readonly number: number;
  readonly data: Data;
}

export interface ProcedureEntry extends Entry<'happened'> {
  /** Of what happened in its run, from 0. A run that was reset counts on from there: what was counted so before did not happen. */
  readonly number: number;
  readonly data: HistoryEntry;
}

/** The configuration has changed from one execution of the run to the next. */
export interface PolicyEntry extends Entry<'policy-changed'> {
  readonly data: { readonly text: string };
}

/** Of a workflow of the run. `seq`: `<execution>#<event>`. */
interface OfHistory<Type extends string, Facts> extends Entry<Type> {
  /** With which it begins. */
  readonly event: EventRef;
  readonly data: Facts;
}

export type HistoryFact =
  | OfHistory<'started', StartFacts>
  /** Of one execution, which may have continued as new. */
  | OfHistory<'ended', Data>
  | ActivityEntry
  | MessageEntry
  /** `SteadyhandState` changed. */
  | OfHistory<'state', { readonly state: string }>
  /** The request as people saw it (domain/human/request-id.ts). */
  | OfHistory<'asked', Data>
  /** A workflow task failed or timed out, or the run was reset here. */
  | OfHistory<'trouble', TroubleFacts>;

interface StartFacts {
  /** The first argument; undefined: none, or nobody here can read it. */
  readonly input: unknown;
  /** Run id of the first execution whose history this one has a part of: after a reset that of another one, else its own. */
  readonly original: string;
}

interface TroubleFacts {
  readonly text: string;
  /** Run id of the execution that was reset. */
  readonly replaced?: string;
}

export type ActivityEntry = OfHistory<'activity', ActivityFacts>;

export interface ActivityFacts {
  readonly id: string;
  /** `perform`. */
  readonly name: string;
  readonly summary?: string;
  readonly queue: string;
  readonly started?: EventRef;
  /** Of the worker that began it. */
  readonly identity?: string;
  readonly attempt: number;
  readonly lastFailure?: string;
  readonly ended?: EventRef;
  readonly end?: 'completed' | 'failed' | 'timed-out' | 'cancelled';
  readonly timeout?: 'heartbeat' | 'start-to-close' | 'schedule-to-start' | 'schedule-to-close';
  readonly message?: string;
  /** Outcomes that a host's journal told, of `outcomeOf`. */
  readonly verdicts?: readonly string[];
}

export type MessageEntry = OfHistory<'message', MessageFacts>;

export interface MessageFacts {
  readonly name: string;
  readonly through: 'signal' | 'update';
  readonly body: unknown;
  /** Client that sent it; undefined: another workflow did. */
  readonly sentBy?: string;
  /** Of an update that was answered. */
  readonly reply?: unknown;
  readonly replied?: EventRef;
}

export function isStepEntry(entry: RunEntry): entry is StepEntry {
  return stepTypes.some((type) => type === entry.type);
}

export function isFlowEntry(entry: RunEntry): entry is FlowEntry {
  return 'place' in entry;
}

export function isExplorerEntry(entry: RunEntry): entry is ExplorerEntry {
  return entry.type.startsWith('agent.');
}

export function isProcedureEntry(entry: RunEntry): entry is ProcedureEntry {
  return entry.type === 'happened';
}

export function isPolicyEntry(entry: RunEntry): entry is PolicyEntry {
  return entry.type === 'policy-changed';
}

export function isHistoryFact(entry: RunEntry): entry is HistoryFact {
  return 'event' in entry;
}

/** Of the value of a line. What a later version has added is of no type that readers look for. */
export function isRecordedEntry(value: unknown): value is RecordedEntry {
  if (typeof value !== 'object' || value === null || !('seq' in value && 'at' in value && 'type' in value && 'data' in value)) return false;
  const { seq, at, type, data } = value;
  return typeof seq === 'string' && typeof at === 'string' && typeof type === 'string' && typeof data === 'object' && data !== null;
}
