// The register of a run, with several possible callers (docs/design/procedure.md §4): a workflow keeps it, or it is opened from a sealed state for each call.
//
// register-1. Only a call with the newest revision moves the run: of two that race, the second is stale, and gets the current position.
// register-2. An accepted call is remembered by its name, for the last hundred or as many as fit: when repeated it gets its first answer, even if the run has moved on.
// register-3. A refused call is counted and forgotten: it may be accepted later.
// register-4. A change that time makes (a checkpoint that answers itself) is a revision of its own.
import type { Action, ProcedureState } from './state.js';
import type { HistoryEntry } from './history.js';
import type { Procedure } from './procedure.js';
import { completed, type Refusal, type RefusalCode } from './refusal.js';
import { passTime, step } from './step.js';
import { told, type CallAnswer, type Viewer } from './view.js';

export interface Register {
  readonly state: ProcedureState;
  /** From 0: how often the run moved. */
  readonly revision: number;
  readonly refusals: number;
  /** The last accepted calls, oldest first. */
  readonly answered: readonly Answered[];
}

interface Answered {
  readonly name: string;
  readonly reply: Registered;
  /** Length of the reply as JSON, computed once. */
  readonly characters: number;
}

/** The answer to a call, with the revision that the next one must name. */
export interface Registered extends CallAnswer<RefusalCode | 'STALE_STATE'> {
  readonly revision: number;
}

export interface Called {
  readonly action: Action;
  /** Idempotency key: the same whenever the caller repeats the call. Absent: the call is not remembered. */
  readonly name?: string;
  /** The revision that the caller knows; absent: the newest (a person at the command line, who sees it). */
  readonly revision?: number;
}

export interface Taken {
  readonly register: Register;
  readonly entries: readonly HistoryEntry[];
}

/** Number of answers, and their total length as JSON. */
const remembered = { answers: 100, characters: 400_000 } as const;

export function openRegister(state: ProcedureState): Register {
  return { state, revision: 0, refusals: 0, answered: [] };
}

export function answerCall(
  procedure: Procedure,
  register: Register,
  { action, name, revision }: Called,
  now: number,
): Taken & { readonly reply: Registered } {
  const first = name === undefined ? undefined : register.answered.find((each) => each.name === name);
  if (first) return { register, entries: [], reply: first.reply };
  const live = advance(procedure, register, now);
  const viewer = { by: action.by === 'agent' ? 'agent' : 'human', now } as const;
  const refuse = (why: Refusal<RefusalCode | 'STALE_STATE'>, entries: readonly HistoryEntry[] = []) => {
    const counted = { ...live.register, refusals: live.register.refusals + 1 };
    return { register: counted, entries: [...live.entries, ...entries], reply: replied(procedure, counted, viewer, why) };
  };
  if (revision !== undefined && revision !== live.register.revision) return refuse(stale(revision, live.register.revision));
  const { state, entries, refused } = step(procedure, live.register.state, action, now);
  if (refused) return refuse(refused, entries);
  const moved = { ...live.register, state, revision: live.register.revision + 1 };
  const reply = replied(procedure, moved, viewer);
  const answered =
    name === undefined ? moved.answered : remember([...moved.answered, { name, reply, characters: JSON.stringify(reply).length }]);
  return { register: { ...moved, answered }, entries: [...live.entries, ...entries], reply };
}

/** The newest answer is always kept. */
function remember(answered: readonly Answered[]): readonly Answered[] {
  const last = answered.slice(-remembered.answers);
  let room = remembered.characters;
  const from = last.findLastIndex((each, index) => (room -= each.characters) < 0 && index < last.length - 1);
  return last.slice(from + 1);
}

/** register-4. */
export function advance(procedure: Procedure, register: Register, now: number): Taken {
  const { state, entries } = passTime(procedure, register.state, now);
  return entries.length === 0 ? { register, entries } : { register: { ...register, state, revision: register.revision + 1 }, entries };
}

export function readRegister(procedure: Procedure, register: Register, viewer: Viewer): Registered {
  return replied(procedure, advance(procedure, register, viewer.now).register, viewer);
}

/** The answer to a call that may have been made before the run ended. */
export function recall(procedure: Procedure, register: Register, name: string, viewer: Viewer): Registered {
  const first = register.answered.find((each) => each.name === name);
  return first?.reply ?? replied(procedure, register, viewer, completed(register.state));
}

function replied(
  procedure: Procedure,
  { state, revision }: Register,
  viewer: Viewer,
  refused?: Refusal<RefusalCode | 'STALE_STATE'>,
): Registered {
  return { ...told(procedure, state, viewer, refused), revision };
}

function stale(known: number, newest: number): Refusal<'STALE_STATE'> {
  return {
    code: 'STALE_STATE',
    message: `The state is of revision ${known} of the run, which is now at ${newest}: go on with the state in this answer.`,
    expected: [String(newest)],
  };
}
