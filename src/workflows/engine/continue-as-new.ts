// When a run goes on in another part of its chain, and on which version of the workers.
//
// part-1. A run keeps the version that it began on until it continues as new, and does so as soon as it can once its deployment has another version.
// part-2. A child stays where its parent is: they exchange signals, and each side has to understand the other.
// part-3. Whatever comes in counts, whoever sent it and whatever came of it: Temporal counts it too (domain/run/execution-limits.ts).
import { workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow';
import { isNearLimit } from '../../domain/run/execution-limits.js';
import { overfull, unmeasured, type HoldsTooMuchError, type Holding } from '../../domain/run/held.js';

/** In this execution: each has its own modules. */
const heard = { updates: 0, signals: 0 };

/** part-3. Bundled as an interceptor of every workflow (scripts/build.mjs). */
export function interceptors(): WorkflowInterceptors {
  return {
    inbound: [
      {
        handleSignal(input, next) {
          heard.signals += 1;
          return next(input);
        },
        handleUpdate(input, next) {
          heard.updates += 1;
          return next(input);
        },
      },
    ],
  };
}

/** How many messages have come in. */
function messagesHere(): number {
  return heard.updates + heard.signals;
}

/** For long waits: whether the run should continue as new. */
export function isToContinueAsNew(): boolean {
  const { continueAsNewSuggested, historyLength: events } = workflowInfo();
  return continueAsNewSuggested || isNearLimit({ ...heard, events }) || isOnOldVersion();
}

/** The next part begins on another version of the workers. */
export function isOnOldVersion(): boolean {
  const { targetWorkerDeploymentVersionChanged, parent } = workflowInfo();
  return targetWorkerDeploymentVersionChanged && parent === undefined;
}

/** Whether a run has room to go on: all that it carries, whatever its frames, must fit into a payload whenever it continues as new (domain/run/held.ts). */
export interface CarriedLimit {
  /** Measured now. */
  fits(): boolean;
  /** Why the run cannot go on; measured again only when enough has come in, or a message. */
  overfull(): HoldsTooMuchError | undefined;
  /** What has come in. */
  grow(by: unknown): void;
  /** Something has gone: it is measured again. */
  shrink(): void;
}

/** `held`: the run's input, and what it carries. What it was given is measured first. */
export function createCarriedLimit(held: () => unknown, top: () => Holding): CarriedLimit {
  let why: HoldsTooMuchError | undefined;
  /** Characters that came in since it was measured. */
  let since = Infinity;
  let messages = 0;
  function measure(): HoldsTooMuchError | undefined {
    since = 0;
    messages = messagesHere();
    return (why = overfull(held(), top));
  }
  return {
    fits: () => measure() === undefined,
    overfull: () => (since > unmeasured || messages !== messagesHere() ? measure() : why),
    grow: (by) => void (since += JSON.stringify(by).length),
    shrink: () => void (since = Infinity),
  };
}
