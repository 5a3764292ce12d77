// The pending request, shown exactly while it is pending (people-2 of people.ts).
import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { detailsBytes, fitBytes } from '../../domain/text/fit-bytes.js';
import { describeRequest } from '../../domain/human/details.js';
import { stateWhileAsking, type PendingRequest, type Reception } from '../../domain/human/requests.js';
import { steadyhandState } from '../messages.js';
import type { Approval } from '../../domain/human/approvals.js';
import type { TakenUpdates } from './updates-once.js';

export interface PeopleState extends TakenUpdates {
  pending?: PendingRequest;
  /** The accepted answer, until the main function takes it. */
  reply?: Reply;
  /** Those that are remembered for the run. Absent: none. */
  approvals?: readonly Approval[];
  /** Counts requests over the whole chain: ids are never used twice. */
  asked: number;
  /** Those who have not been told yet that it is asked (telling.ts). */
  untold?: readonly number[];
  /** Why the last message was refused. */
  refusal?: string;
  /** What the details say while nothing is asked here. */
  headline?: string;
  /** The value of the search attribute. */
  shown: 'RUNNING' | 'PENDING' | 'CONFIRM' | 'HELD';
  /** What the details say of whoever has the wheel, as long as somebody does. */
  held?: string;
}

type Accepted = Extract<Reception, { accepted: true }>['event'];
export type Reply = Accepted | { readonly type: 'timed-out' };

export const nobodyAsked: PeopleState = { asked: 0, shown: 'RUNNING' };

/** At the beginning of a run; from then on `People` keeps the search attribute up to date. */
export function showRunning(): void {
  upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
}

export function show(state: PeopleState, details: string): void {
  state.headline = details;
  write(state, details);
}

export function showPending(state: PeopleState): void {
  if (state.pending) write(state, describeRequest(state.pending, workflowInfo().workflowId));
}

/** A message that answers nothing is shown too. */
export function showRefusal(state: PeopleState): void {
  if (state.pending) showPending(state);
  else write(state, state.headline ?? '');
}

/** HELD, or what it is without. */
export function showHeld(state: PeopleState, held: string | undefined): void {
  if (held === undefined) delete state.held;
  else state.held = held;
  showState(state, stateWhileAsking(state.pending));
  showRefusal(state);
}

function write({ refusal, held }: PeopleState, details: string): void {
  const ignored = refusal === undefined ? '' : `> The last message was ignored: ${refusal}`;
  setCurrentDetails(fitBytes([held, details, ignored].filter(Boolean).join('\n\n'), detailsBytes));
}

export function showState(state: PeopleState, asking: PeopleState['shown']): void {
  const value = state.held === undefined ? asking : 'HELD';
  if (state.shown === value) return;
  state.shown = value;
  upsertSearchAttributes([{ key: steadyhandState, value }]);
}
