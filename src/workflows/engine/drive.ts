// How every run runs: an effect that the machine of its top frame asks for is performed, and the resulting event moves that machine, until the last has ended.
//
//   ┌─▶ keep ─▶ another part of the chain? ─▶ next ─▶ perform ─▶ transition ─┐
//   └──────────────────────────────── moveTo ◀──────────────────────────────┘
//
// drive-1. One effect at a time, of the top frame. Handlers may move its machine while it is performed: the state is read again before the transition.
// drive-2. An effect's active time excludes what it waited for (`Clock.wait`): a person, a free device.
// drive-3. It continues as new between any two effects: when the server suggests it, no reply is waiting to be taken, all handlers have finished and what is
//          carried fits; and never before this part has done something: a long input alone may make the server suggest it.
// drive-4. An event that the machine refuses is a bug. A plain Error fails the workflow task only, so that a corrected worker resumes the run.
// drive-5. A run that fails gives its device back; one that continues as new, or meets a bug, keeps it.
// drive-6. A cancelled run stops in a non-cancellable scope.
// drive-7. While a person has taken over no effect begins; what may be broken off is.
// drive-8. What a transition adds to the tally is measured, unless the frame above has measured it already.
// drive-9. Where what is carried no longer fits into a payload, the machine that works is told, or fails: it never begins an effect that it could not go on from.
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  TemporalFailure,
} from '@temporalio/workflow';
import type { Returned } from '../../domain/take-over/hold.js';
import { engineOfType, type Tally } from '../../domain/telemetry/metrics.js';
import type { People } from '../people/people.js';
import type { Holding, HoldsTooMuchError } from '../../domain/run/held.js';
import { isToContinueAsNew, type CarriedLimit } from './continue-as-new.js';
import { measureUse } from './measures.js';
import { tellWork } from './trace.js';

interface Tagged {
  readonly type: string;
}

/** What a machine asks for in place of an event: another frame, which works until it has ended. */
export interface Begins<Frame> {
  readonly type: 'begins';
  readonly frame: Frame;
}

/** What every machine has, whatever its states and events. */
interface Part {
  /** In records and spans: the run itself, or a part of it. */
  readonly name: string;
  /** Of the workflow that it is, or would be by itself. */
  readonly type: string;
  /** For people, while nothing is asked. */
  headline(): string;
  /** What fills what is carried. */
  holding(): Holding;
  /** Stores what has accumulated, once there is enough. */
  keep?(): Promise<void>;
  /** The machine is told that a person had the screen. */
  handBack?(returned: Returned): void;
}

/** A machine with what performs its effects. `Event`: as an effect yields it, before its active time is known. `Frame`, `End`: what it begins above itself, and what comes of that. */
export interface Engine<State, Effect extends Tagged, Event extends Tagged, Frame = never, End = never> extends Part {
  readonly clock: Clock;
  state(): State;
  /** Undefined: the machine has ended. */
  next(state: State): Effect | undefined;
  /** Undefined: there is no event, and the machine is asked again; so it is when the run has to continue as new before a person has answered. */
  perform(effect: Effect): Promise<Event | Begins<Frame> | undefined>;
  /** Undefined: refused. */
  transition(state: State, event: Event & Timed, effect: Effect): State | undefined;
  moveTo(after: State, event: Event & Timed, effect: Effect): void;
  /** drive-8. Absent: it is measured elsewhere. */
  tally?(state: State): Tally;
  /** What the frame that it began has come to. */
  ended?(end: End): Event;
  /** drive-9. Undefined: it goes on. Absent: the machine is not told, and fails. */
  overfull?(why: HoldsTooMuchError): Event | undefined;
}

/** An engine, whatever its states, effects and events. */
export interface Machine<Frame = never, End = never> extends Part {
  readonly hasEnded: boolean;
  /** One effect and its event, or the frame that it begins. False: none was due. */
  runEffect(of: Shared): Promise<boolean | Begins<Frame>>;
  take(end: End): void;
}

/** What the frames of a run have in common. */
export interface Shared {
  readonly people: Pick<People, 'replied' | 'show'>;
  /** Absent: nobody can take over. */
  readonly takeOver?: HoldGate;
  readonly room: CarriedLimit;
  headline(): string;
}

export interface Driven extends Shared {
  readonly top: Pick<Machine, 'hasEnded' | 'keep' | 'handBack'>;
  runEffect(): Promise<void>;
  /** The top frame has ended. False: it was the last. */
  leave(): Promise<boolean>;
  continueAsNew(): Promise<never>;
}

export interface HoldGate {
  readonly isHeld: boolean;
  /** Waits while somebody has taken over; undefined: nobody has or had it. `full`: the run has to continue as new first, if it fits. */
  gate(fits: () => boolean): Promise<Returned | 'full' | undefined> | undefined;
  /** An effect that does nothing to the screen is broken off as soon as somebody takes over: undefined. */
  during<T>(effect: string, work: () => Promise<T | undefined>): Promise<T | undefined>;
  readonly isFull: boolean;
}

export interface Timed {
  /** ms, by the workflow's clock. */
  readonly activeMs: number;
}

/** An event before its active time is known. */
export type Untimed<E> = E extends unknown ? Omit<E, 'activeMs'> : never;

/** Until the last machine has ended. The SDK notes where each promise was made: what is nearly always nothing is not waited for. */
export async function drive(run: Driven): Promise<void> {
  const { fits } = run.room;
  for (let turns = 0; ; turns += 1) {
    const { top } = run;
    if (top.hasEnded) {
      if (await run.leave()) continue;
      return;
    }
    if (top.keep) await top.keep();
    if (turns > 0 && isDue(run) && fits()) {
      await condition(allHandlersFinished);
      await run.continueAsNew();
    }
    const gate = run.takeOver?.gate(fits);
    const returned = gate && (await gate);
    if (returned === undefined) await run.runEffect();
    else if (returned !== 'full') top.handBack?.(returned);
  }
}

/** A run whose only machine this is. */
export function alone(machine: Machine, run: Pick<Driven, 'people' | 'takeOver' | 'room' | 'continueAsNew'> & Partial<Driven>): Driven {
  const driven = { headline: () => machine.headline(), ...run, top: machine, leave: () => Promise.resolve(false) };
  return { ...driven, runEffect: async () => void (await machine.runEffect(driven)) };
}

/** A reply is taken first, unless somebody has taken over: then it waits with everything else. */
function isDue({ people, takeOver }: Shared): boolean {
  return takeOver?.isHeld ? takeOver.isFull || isToContinueAsNew() : isToContinueAsNew() && !people.replied;
}

export function machineOf<State, Effect extends Tagged, Event extends Tagged, Frame = never, End = never>(
  engine: Engine<State, Effect, Event, Frame, End>,
): Machine<Frame, End> {
  const due = (): Effect | undefined => engine.next(engine.state());
  return {
    ...engine,
    get hasEnded() {
      return due() === undefined;
    },
    async runEffect({ people, headline, takeOver, room }) {
      const effect = due();
      if (effect === undefined) return false;
      const start = Date.now();
      people.show(headline());
      engine.clock.begin();
      const overfull = tooMuch(engine, room);
      const perform = () => (overfull ? Promise.resolve(overfull) : engine.perform(effect));
      const yielded = await (takeOver ? takeOver.during(effect.type, perform) : perform());
      if (isBeginning(yielded)) return yielded;
      if (yielded === undefined) return true;
      settle(engine, { effect, start, yielded });
      room.grow(yielded);
      return true;
    },
    take(end) {
      const effect = due();
      const yielded = engine.ended?.(end);
      if (effect === undefined || yielded === undefined) throw new TypeError(`'${engine.name}' has begun no frame`);
      engine.clock.begin();
      settle(engine, { effect, start: Date.now(), yielded });
    },
  };
}

/** drive-9 */
function tooMuch<State, Effect extends Tagged, Event extends Tagged, Frame, End>(
  engine: Engine<State, Effect, Event, Frame, End>,
  room: CarriedLimit,
): Event | undefined {
  const why = room.overfull();
  if (!why) return undefined;
  if (engine.overfull) return engine.overfull(why);
  throw ApplicationFailure.create({ message: why.message, type: why.code, nonRetryable: true });
}

function isBeginning<Event extends Tagged, Frame>(yielded: Event | Begins<Frame> | undefined): yielded is Begins<Frame> {
  return yielded?.type === 'begins';
}

/** `start`: ms, by the workflow's clock. */
interface Performed<Effect, Event> {
  readonly effect: Effect;
  readonly start: number;
  readonly yielded: Event;
}

function settle<State, Effect extends Tagged, Event extends Tagged, Frame, End>(
  engine: Engine<State, Effect, Event, Frame, End>,
  { effect, start, yielded }: Performed<Effect, Event>,
): void {
  const event = { ...yielded, activeMs: engine.clock.activeMs };
  const before = engine.state();
  const after = engine.transition(before, event, effect);
  if (after === undefined) throw new TypeError(`'${event.type}' is refused while '${effect.type}' is due`);
  if (engine.tally && !fromAbove.has(event.type)) {
    const of = engineOfType(engine.type);
    const tallies = { before: engine.tally(before), after: engine.tally(after) };
    measureUse(of, tallies.before, tallies.after);
    if (of !== 'explorer') tellWork(engine.name, { effect, event, start, end: Date.now(), ...tallies });
  }
  engine.moveTo(after, event, effect);
}

/** Events that bring what the frame above has used. */
const fromAbove: ReadonlySet<string> = new Set(['subtask-ended', 'child-ended']);

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
