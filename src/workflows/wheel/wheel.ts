// A person's wheel over a run, as its workflow keeps it (the machine is domain/wheel/hold.ts).
//
// wheel-1. It is the run's, whichever of its frames works.
// wheel-2. Parked: at its engine's gate (drive-7), or at once while it waits for a person or for nothing at all. From then on it takes what the person does,
//     and continues as new when that has grown long.
// wheel-3. All state is carried. A limit that passes while no worker runs has passed.
// wheel-4. The UI session that the engine saw last stays what it saw last: it is told of another one after the hold.
import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import { turnWheel, freeWheel, type Hold, type Returned, type Wheel, type WheelClock, type WheelEvent } from '../../domain/wheel/hold.js';
import type { DeviceState } from '../device/device-owner.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import type { DrivenWheel } from '../engine/drive.js';
import type { HeldView } from '../messages.js';
import type { Hands } from '../people/people.js';
import { show, type PeopleState } from '../people/people-state.js';

/** Part of what a workflow carries. */
export interface WheelCarried {
  readonly people: PeopleState;
  readonly device: DeviceState;
  wheel?: Wheel;
  /** Of the hand that the person saw last. */
  typedKey?: string;
  /** wheel-4 */
  seenBefore?: string;
}

export interface RunWheel extends DrivenWheel {
  readonly hold: Hold | undefined;
  readonly hands: Hands;
  /** Its engine has stopped: what the person does is taken. */
  readonly isParked: boolean;
  view(): HeldView | undefined;
  /** Turns the machine, or returns why not. */
  turn(event: WheelEvent): string | undefined;
  /** wheel-2, unless its engine is at something. */
  parkIfIdle(): void;
  /** The person has done something in this part of the chain. */
  served(): void;
}

export interface WheelOptions {
  /** Further effects that may be broken off. */
  readonly breaks?: readonly string[];
  /** Nothing is under way, although no person is asked: the session waits for a request. */
  readonly isIdle?: () => boolean;
}

/** Effects that only read, think or wait. */
const breakable: ReadonlySet<string> = new Set(['decide', 'evaluate', 'wait', 'review', 'think', 'choose', 'look', 'settle', 'pause']);

export function createWheel(carried: WheelCarried, { isIdle, breaks }: WheelOptions): RunWheel {
  const me = workflowInfo().workflowId;
  let hasServed = false;
  let breaking: CancellationScope | undefined;
  const wheelNow = (): Wheel => carried.wheel ?? freeWheel;
  const full = (): boolean => wheelNow().hold !== undefined && hasServed && isToContinueAsNew();

  function turn(event: WheelEvent): string | undefined {
    const before = wheelNow().hold;
    const turned = turnWheel(wheelNow(), event, wheelClock());
    if ('refused' in turned) return turned.refused;
    carried.wheel = turned.wheel;
    const { hold } = turned.wheel;
    if (!before && hold) keepSeen(carried);
    if (before && !hold) restoreSeen(carried);
    if (before || hold) {
      carried.people.held = hold && heldText(hold, me);
      show(carried.people);
    }
    if (hold?.state === 'TAKEN') breaking?.cancel();
    return undefined;
  }

  function park(): void {
    if (wheelNow().hold?.state === 'TAKEN') turn({ type: 'parked', at: me });
  }

  async function pass(fits: () => boolean): Promise<Returned | 'full' | undefined> {
    if (wheelNow().hold) {
      park();
      await condition(() => wheelNow().hold === undefined || (full() && fits()));
      if (wheelNow().hold) return 'full';
    }
    const { returned } = wheelNow();
    if (returned) turn({ type: 'taken-up' });
    return returned;
  }

  async function breakably<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
    const scope = (breaking = new CancellationScope());
    try {
      const came = await scope.run(work);
      return isBroken(scope) && isFailure(came) ? undefined : came;
    } catch (error) {
      if (isBroken(scope) && isCancellation(error)) return undefined;
      throw error;
    } finally {
      breaking = undefined;
    }
  }

  return {
    get hold() {
      return wheelNow().hold;
    },
    get held() {
      return wheelNow().hold !== undefined;
    },
    get isParked() {
      return wheelNow().hold?.state === 'HELD';
    },
    get isFull() {
      return full();
    },
    hands: handsOf(wheelNow, full),
    view: () => heldView(wheelNow(), carried.typedKey),
    turn,
    served: () => void (hasServed = true),
    parkIfIdle() {
      const { pending, reply } = carried.people;
      if ((pending && !reply) || isIdle?.()) park();
    },
    gate: (fits) => (wheelNow().hold || wheelNow().returned ? pass(fits) : undefined),
    during: (effect, work) => (breakable.has(effect) || breaks?.includes(effect) ? breakably(work) : work()),
  };
}

function handsOf(wheelNow: () => Wheel, full: () => boolean): Hands {
  return {
    held: () => wheelNow().hold !== undefined,
    full,
    settle: (pending) => pending.kind === 'question' && pending.needsHands === true && wheelNow().returned !== undefined,
  };
}

/** By a takeover, not because the run is cancelled. */
function isBroken(scope: CancellationScope): boolean {
  return scope.consideredCancelled && !CancellationScope.current().consideredCancelled;
}

/** An effect that reports its own cancellation as a failure. */
function isFailure(came: unknown): boolean {
  return (
    typeof came === 'object' &&
    came !== null &&
    'type' in came &&
    (came.type === 'failed' || came.type === 'unanswered' || came.type === 'reviewed')
  );
}

/** wheel-4 */
function keepSeen(carried: WheelCarried): void {
  if (carried.device.seen !== undefined) carried.seenBefore = carried.device.seen;
}

function restoreSeen(carried: WheelCarried): void {
  if (carried.seenBefore !== undefined) carried.device.seen = carried.seenBefore;
  delete carried.seenBefore;
}

export function unlessCancelled(error: unknown): void {
  if (isCancellation(error)) throw error;
}

export function wheelClock(): WheelClock {
  return { now: Date.now(), iso: (ms) => new Date(ms).toISOString() };
}

/** For queries. */
export function heldView({ hold }: Wheel, key: string | undefined): HeldView | undefined {
  if (!hold) return undefined;
  const { by, reason, since, until, state, at } = hold;
  return { by, reason, since, until, parked: state === 'HELD', at, key };
}

/** For the details of a run: Markdown. `run`: the workflow that takes `handBack`. */
function heldText({ by, reason, since, until, state }: Hold, run: string): string {
  const why = reason === '' ? '' : `: ${reason}`;
  const stopped = state === 'HELD' ? '' : ' It stops after what it is at.';
  return [
    `**HELD** by ${by} since ${since}, until ${until} at the latest${why}.${stopped}`,
    '',
    'Hand it back with',
    '',
    '```',
    `temporal workflow update execute --workflow-id '${run}' --name handBack --input '{"note":"…"}'`,
    '```',
    '',
    `or, in the project's folder, \`npx steadyhand hand-back ${run}\`.`,
  ].join('\n');
}
