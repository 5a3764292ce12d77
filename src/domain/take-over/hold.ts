// A person has taken over a run (docs/design/evidence.md): a machine beside that of each engine, the same for all of them.
//
//            ┌──────── handBack · timed-out ────────┐
//            ▼                                      │
//   FREE ─takeOver─▶ TAKEN ─parked─▶ HELD ──────────┘
//                      └─ handBack · timed-out ─▶ FREE
//
// hold-1. Whoever takes over first has it; another is told who that is. Nobody else's state is touched by a refusal.
// hold-2. TAKEN: the engine ends what it is at and begins nothing. HELD: nothing of it is under way, and only the person acts.
// hold-3. What was given back waits in `returned` until the engine has taken it, once.
// hold-4. Pure, and JSON: a run carries it over a continue-as-new.
import { assertNever } from '../errors/assert-never.js';

export interface TakeOver {
  readonly hold?: Hold;
  readonly returned?: Returned;
  /** Numbers the holds of a run. */
  readonly count: number;
}

export interface Hold {
  readonly state: 'TAKEN' | 'HELD';
  readonly number: number;
  /** Who has it, as they call themselves. */
  readonly by: string;
  readonly reason: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The same in ms. */
  readonly sinceMs: number;
  /** It is treated as given back without a word then. */
  readonly until: string;
  /** The workflow that takes what the person does; known while HELD. */
  readonly at?: string;
}

/** What the engine is told when it goes on. */
export interface Returned {
  readonly by: string;
  readonly reason: string;
  readonly note: string;
  readonly heldMs: number;
  /** Nobody gave it back: the time was up. */
  readonly timedOut?: true;
}

export type TakeOverEvent =
  | { readonly type: 'takeOver'; readonly by: string; readonly reason: string; readonly holdTimeout: number }
  | { readonly type: 'parked'; readonly at: string }
  | { readonly type: 'handBack'; readonly note: string; readonly by?: string }
  | { readonly type: 'timed-out' }
  | { readonly type: 'taken-up' };

export type TakeOverState = 'FREE' | Hold['state'];

/** The machine at a glance: state → event → next state. A missing cell is refused. */
export const takeOverTable = {
  FREE: { takeOver: 'TAKEN', 'taken-up': 'FREE' },
  TAKEN: { parked: 'HELD', handBack: 'FREE', 'timed-out': 'FREE' },
  HELD: { parked: 'HELD', handBack: 'FREE', 'timed-out': 'FREE' },
} as const satisfies Record<TakeOverState, Partial<Record<TakeOverEvent['type'], TakeOverState>>>;

export const notTakenOver: TakeOver = { count: 0 };

export function takeOverState({ hold }: TakeOver): TakeOverState {
  return hold?.state ?? 'FREE';
}

export type Turned = { readonly takeOver: TakeOver } | { readonly refused: string };

/** The caller's. */
export interface HoldClock {
  /** ms */
  readonly now: number;
  /** ISO 8601, UTC. */
  iso(ms: number): string;
}

export function applyTakeOver(takeOver: TakeOver, event: TakeOverEvent, { now, iso }: HoldClock): Turned {
  if (!(event.type in takeOverTable[takeOverState(takeOver)])) return { refused: refusalOf(takeOver, event) };
  const { hold, returned: _, ...rest } = takeOver;
  switch (event.type) {
    case 'takeOver': {
      const { by, reason, holdTimeout } = event;
      const number = takeOver.count + 1;
      const [since, until] = [iso(now), iso(now + holdTimeout)];
      return { takeOver: { ...takeOver, count: number, hold: { state: 'TAKEN', number, by, reason, since, sinceMs: now, until } } };
    }
    case 'parked':
      return hold ? { takeOver: { ...takeOver, hold: { ...hold, state: 'HELD', at: event.at } } } : { takeOver };
    case 'handBack':
      return hold ? { takeOver: { ...rest, returned: returnedOf(hold, event.note, now) } } : { takeOver };
    case 'timed-out':
      return hold ? { takeOver: { ...rest, returned: { ...returnedOf(hold, '', now), timedOut: true } } } : { takeOver };
    case 'taken-up':
      return { takeOver: rest };
    default:
      return assertNever(event);
  }
}

function returnedOf({ by, reason, sinceMs }: Hold, note: string, now: number): Returned {
  return { by, reason, note, heldMs: Math.max(0, now - sinceMs) };
}

function refusalOf({ hold }: TakeOver, { type }: TakeOverEvent): string {
  if (type === 'takeOver' && hold)
    return `${hold.by} has taken over since ${hold.since} (${hold.reason || 'no reason given'}), until ${hold.until} at the latest: ask for it to be handed back.`;
  return `Nobody has taken over, so nothing can be ${type === 'handBack' ? 'handed back' : 'done by hand'}: take over first.`;
}

/** For the model, in one sentence; what was typed is in none of it. */
export function returnedText({ by, reason, note, timedOut }: Returned): string {
  const why = reason === '' ? '' : ` (${reason})`;
  if (timedOut) return `${by} took over the screen${why} and did not give it back in time. Look at what is there now.`;
  return `${by} took over the screen${why} and has given it back${note === '' ? ', without a note' : `: ${note}`}. Look at what is there now.`;
}
