// A run that a person takes over, as its workflow keeps it (the machine is domain/take-over/hold.ts).
//
// runhold-1. It is the run's, whichever of its frames works.
// runhold-2. Parked: at its engine's gate (drive-7), or at once while it waits for a person or for nothing at all. From then on it takes what the person does,
//     and continues as new when that has grown long.
// runhold-3. All state is carried. A limit that passes while no worker runs has passed.
// runhold-4. The UI session that the engine saw last stays what it saw last: it is told of another one after the hold.
import { CancellationScope, condition, isCancellation, workflowInfo } from '@temporalio/workflow';
import {
  applyTakeOver,
  notTakenOver,
  type Hold,
  type Returned,
  type TakeOver,
  type HoldClock,
  type TakeOverEvent,
} from '../../domain/take-over/hold.js';
import type { DeviceState } from '../device/device-owner.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';
import type { HoldGate } from '../engine/drive.js';
import type { HoldStatus } from '../messages.js';
import type { TakeOverSight } from '../people/people.js';
import { show, type PeopleState } from '../people/people-state.js';

/** Part of what a workflow carries. */
export interface HoldCarried {
  readonly people: PeopleState;
  readonly device: DeviceState;
  takeOver?: TakeOver;
  /** Of the device process that the person saw last. */
  typedKey?: string;
  /** runhold-4 */
  seenBefore?: string;
}

export interface RunHold extends HoldGate {
  readonly hold: Hold | undefined;
  readonly takeOver: TakeOverSight;
  /** Its engine has stopped: what the person does is taken. */
  readonly isParked: boolean;
  view(): HoldStatus | undefined;
  /** Or returns why not. */
  apply(event: TakeOverEvent): string | undefined;
  /** runhold-2, unless its engine is at something. */
  parkIfIdle(): void;
  /** The person has done something in this part of the chain. */
  served(): void;
}

export interface HoldOptions {
  /** Further effects that may be broken off. */
  readonly breaks?: readonly string[];
  /** Nothing is under way, although no person is asked: the session waits for a request. */
  readonly isIdle?: () => boolean;
}

/** Effects that only read, think or wait. */
const breakable: ReadonlySet<string> = new Set(['decide', 'evaluate', 'wait', 'review', 'think', 'choose', 'look', 'settle', 'pause']);

export function createRunHold(carried: HoldCarried, { isIdle, breaks }: HoldOptions): RunHold {
  const me = workflowInfo().workflowId;
  let hasServed = false;
  let breaking: CancellationScope | undefined;
  const takeOverNow = (): TakeOver => carried.takeOver ?? notTakenOver;
  const full = (): boolean => takeOverNow().hold !== undefined && hasServed && isToContinueAsNew();

  function apply(event: TakeOverEvent): string | undefined {
    const before = takeOverNow().hold;
    const turned = applyTakeOver(takeOverNow(), event, holdClock());
    if ('refused' in turned) return turned.refused;
    carried.takeOver = turned.takeOver;
    const { hold } = turned.takeOver;
    if (!before && hold) keepSeen(carried);
    if (before && !hold) restoreSeen(carried);
    if (before || hold) {
      carried.people.holdText = hold && holdText(hold, me);
      show(carried.people);
    }
    if (hold?.state === 'TAKEN') breaking?.cancel();
    return undefined;
  }

  function park(): void {
    if (takeOverNow().hold?.state === 'TAKEN') apply({ type: 'parked', at: me });
  }

  async function pass(fits: () => boolean): Promise<Returned | 'full' | undefined> {
    if (takeOverNow().hold) {
      park();
      await condition(() => takeOverNow().hold === undefined || (full() && fits()));
      if (takeOverNow().hold) return 'full';
    }
    const { returned } = takeOverNow();
    if (returned) apply({ type: 'taken-up' });
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
      return takeOverNow().hold;
    },
    get isHeld() {
      return takeOverNow().hold !== undefined;
    },
    get isParked() {
      return takeOverNow().hold?.state === 'HELD';
    },
    get isFull() {
      return full();
    },
    takeOver: sightOf(takeOverNow, full),
    view: () => holdStatus(takeOverNow(), carried.typedKey),
    apply,
    served: () => void (hasServed = true),
    parkIfIdle() {
      const { pending, reply } = carried.people;
      if ((pending && !reply) || isIdle?.()) park();
    },
    gate: (fits) => (takeOverNow().hold || takeOverNow().returned ? pass(fits) : undefined),
    during: (effect, work) => (breakable.has(effect) || breaks?.includes(effect) ? breakably(work) : work()),
  };
}

function sightOf(takeOverNow: () => TakeOver, full: () => boolean): TakeOverSight {
  return {
    held: () => takeOverNow().hold !== undefined,
    full,
    settle: (pending) => pending.kind === 'question' && pending.needsHands === true && takeOverNow().returned !== undefined,
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

/** runhold-4 */
function keepSeen(carried: HoldCarried): void {
  if (carried.device.seen !== undefined) carried.seenBefore = carried.device.seen;
}

function restoreSeen(carried: HoldCarried): void {
  if (carried.seenBefore !== undefined) carried.device.seen = carried.seenBefore;
  delete carried.seenBefore;
}

export function unlessCancelled(error: unknown): void {
  if (isCancellation(error)) throw error;
}

export function holdClock(): HoldClock {
  return { now: Date.now(), iso: (ms) => new Date(ms).toISOString() };
}

/** For queries. */
export function holdStatus({ hold }: TakeOver, key: string | undefined): HoldStatus | undefined {
  if (!hold) return undefined;
  const { by, reason, since, until, state, at } = hold;
  return { by, reason, since, until, parked: state === 'HELD', at, key };
}

/** For the details of a run: Markdown. `run`: the workflow that takes `handBack`. */
function holdText({ by, reason, since, until, state }: Hold, run: string): string {
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
