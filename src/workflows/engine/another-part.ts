// When a run goes on in another part of its chain, and on which version of the workers.
//
// part-1. A run keeps the version that it began on until it continues as new, and does so as soon as it can once its deployment has another version.
// part-2. A child stays where its parent is: they exchange signals, and each side has to understand the other.
// part-3. Whatever comes in counts, whoever sent it and whatever came of it: Temporal counts it too (domain/run/execution-limits.ts).
import { workflowInfo, type WorkflowInterceptors } from '@temporalio/workflow';
import { isNearLimit } from '../../domain/run/execution-limits.js';

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
export function messagesHere(): number {
  return heard.updates + heard.signals;
}

/** For long waits: whether the run should continue as new. */
export function isToContinueAsNew(): boolean {
  const { continueAsNewSuggested, historyLength: events } = workflowInfo();
  return continueAsNewSuggested || isNearLimit({ ...heard, events }) || isToMove();
}

/** The next part begins on another version of the workers. */
export function isToMove(): boolean {
  const { targetWorkerDeploymentVersionChanged, parent } = workflowInfo();
  return targetWorkerDeploymentVersionChanged && parent === undefined;
}
