// How every engine runs: an effect that its machine asks for is performed, and the resulting event moves the machine, until it has ended.
//
//   ┌─▶ keep ─▶ another part of the chain? ─▶ next ─▶ perform ─▶ transition ─┐
//   └──────────────────────────────── moveTo ◀──────────────────────────────┘
//
// drive-1. One effect at a time. Handlers may move the machine while it is performed: its state is read again before the transition.
// drive-2. An effect's active time excludes what it waited for (`Clock.wait`): a person, a free device, a child that counts its own.
// drive-3. It continues as new between effects only: when the server suggests it, no reply is waiting to be taken, all handlers have finished and what is carried fits;
//          and never before this part has done something: a long input alone may make the server suggest it.
// drive-4. An event that the machine refuses is a bug. A plain Error fails the workflow task only, so that a corrected worker resumes the run.
// drive-5. A run that fails gives its device back; one that continues as new, or meets a bug, keeps it.
// drive-6. A cancelled run stops in a non-cancellable scope.
// drive-7. While a person has the wheel no effect begins (EV30); what may be broken off is.
// drive-8. What a transition adds to the tally is measured, unless a child has measured it already.
import { allHandlersFinished, CancellationScope, condition, isCancellation, TemporalFailure } from '@temporalio/workflow';
import type { Returned } from '../../domain/wheel/hold.js';
import type { Tally } from '../../domain/telemetry/metrics.js';
import type { People } from '../people/people.js';
import { isToContinueAsNew } from './another-part.js';
import { engineHere, measureUse } from './measures.js';
import { tellWork } from './spans.js';

interface Tagged {
  readonly type: string;
}

/** `Event`: as an effect yields it, before its active time is known. */
export interface Engine<State, Effect extends Tagged, Event extends Tagged> {
  readonly people: Pick<People, 'replied' | 'show'>;
  readonly clock: Clock;
  state(): State;
  /** Undefined: the machine has ended. */
  next(state: State): Effect | undefined;
  /** Undefined: there is no event, and the machine is asked again; so it is when the run has to continue as new before a person has answered. */
  perform(effect: Effect): Promise<Event | undefined>;
  /** Undefined: refused. */
  transition(state: State, event: Event & Timed, effect: Effect): State | undefined;
  moveTo(after: State, event: Event & Timed, effect: Effect): void;
  /** For people, while nothing is asked. */
  headline(): string;
  continueAsNew(): Promise<never>;
  /** Stores what has accumulated, once there is enough. */
  keep?(): Promise<void>;
  /** EV30. Absent: nobody can take the wheel. */
  readonly wheel?: DrivenWheel;
  /** The machine is told that a person had the screen. */
  handBack?(returned: Returned): void;
  /** Whether what is carried fits into a payload. */
  fits?(): boolean;
  /** drive-8. Absent: it is measured elsewhere. */
  tally?(state: State): Tally;
}

export interface DrivenWheel {
  readonly held: boolean;
  /** Waits while somebody has the wheel; undefined: nobody has or had it. `full`: the run has to continue as new first, if it fits. */
  gate(fits: () => boolean): Promise<Returned | 'full' | undefined> | undefined;
  /** An effect that does nothing to the screen is broken off as soon as somebody takes the wheel: undefined. */
  during<T>(effect: string, work: () => Promise<T | undefined>): Promise<T | undefined>;
  readonly isFull: boolean;
}

export interface Timed {
  /** ms, by the workflow's clock. */
  readonly activeMs: number;
}

/** An event before its active time is known. */
export type Untimed<E> = E extends unknown ? Omit<E, 'activeMs'> : never;

/** Until the machine has ended. The SDK notes where each promise was made: what is nearly always nothing is not waited for. */
export async function drive<State, Effect extends Tagged, Event extends Tagged>(engine: Engine<State, Effect, Event>): Promise<void> {
  for (let turns = 0; engine.next(engine.state()) !== undefined; turns += 1) {
    if (engine.keep) await engine.keep();
    const fits = (): boolean => engine.fits?.() ?? true;
    if (turns > 0 && isDue(engine) && fits()) {
      await condition(allHandlersFinished);
      await engine.continueAsNew();
    }
    const gate = engine.wheel?.gate(fits);
    const returned = gate && (await gate);
    if (returned === undefined) {
      const effect = engine.next(engine.state());
      const start = Date.now();
      if (effect !== undefined) settle(engine, { effect, start, came: await begin(engine, effect) });
    } else if (returned !== 'full') engine.handBack?.(returned);
  }
}

/** A reply is taken first, unless somebody has the wheel: then it waits with everything else. */
function isDue<State, Effect extends Tagged, Event extends Tagged>({ people, wheel }: Engine<State, Effect, Event>): boolean {
  return wheel?.held ? wheel.isFull || isToContinueAsNew() : isToContinueAsNew() && !people.replied;
}

/** One effect and its event; false: none was due. */
export async function turn<State, Effect extends Tagged, Event extends Tagged>(engine: Engine<State, Effect, Event>): Promise<boolean> {
  const effect = engine.next(engine.state());
  if (effect === undefined) return false;
  const start = Date.now();
  settle(engine, { effect, start, came: await begin(engine, effect) });
  return true;
}

function begin<State, Effect extends Tagged, Event extends Tagged>(
  { people, headline, clock, wheel, perform }: Engine<State, Effect, Event>,
  effect: Effect,
): Promise<Event | undefined> {
  people.show(headline());
  clock.begin();
  return wheel ? wheel.during(effect.type, () => perform(effect)) : perform(effect);
}

/** `start`: ms, by the workflow's clock. */
interface Performed<Effect, Event> {
  readonly effect: Effect;
  readonly start: number;
  readonly came: Event | undefined;
}

function settle<State, Effect extends Tagged, Event extends Tagged>(
  engine: Engine<State, Effect, Event>,
  { effect, start, came }: Performed<Effect, Event>,
): void {
  if (came === undefined) return;
  const event = { ...came, activeMs: engine.clock.activeMs };
  const before = engine.state();
  const after = engine.transition(before, event, effect);
  if (after === undefined) throw new TypeError(`'${event.type}' is refused while '${effect.type}' is due`);
  if (engine.tally && !ofChildren.has(event.type)) {
    const tallies = { before: engine.tally(before), after: engine.tally(after) };
    measureUse(tallies.before, tallies.after);
    if (engineHere() !== 'explorer') tellWork({ effect, event, start, end: Date.now(), ...tallies });
  }
  engine.moveTo(after, event, effect);
}

/** Events that bring what a child has used. */
const ofChildren: ReadonlySet<string> = new Set(['subtask-ended', 'child-ended']);

/** drive-5. `release`: gives back the device, if there is one. */
export async function releasing<T>(release: () => Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TemporalFailure) await release();
    throw error;
  }
}

/** drive-6. `stop` rethrows what it is given, or ends the run in another way. */
export async function stopping(stop: (cancelled: unknown) => Promise<void>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCancellation(error)) throw error;
    await CancellationScope.nonCancellable(() => stop(error));
  }
}

/** drive-2. */
export interface Clock {
  wait<T>(work: () => Promise<T>): Promise<T>;
  /** Of another effect. */
  begin(): void;
  /** ms, of the current effect. */
  readonly waitedMs: number;
  readonly activeMs: number;
}

export function createClock(): Clock {
  let begunAt = Date.now();
  let waitedMs = 0;
  return {
    async wait(work) {
      const started = Date.now();
      try {
        return await work();
      } finally {
        waitedMs += Date.now() - started;
      }
    },
    begin() {
      begunAt = Date.now();
      waitedMs = 0;
    },
    get waitedMs() {
      return waitedMs;
    },
    get activeMs() {
      return Date.now() - begunAt - waitedMs;
    },
  };
}
