// What becomes of a run while the store of artifacts and records is away, or the disk of a host is full: it waits, and says so. An interceptor, so that no engine has to know.
//
// away-1. An activity that failed because of it is scheduled again, with the same input, until the store is back, or there is space, or the run is cancelled.
// away-2. Never one that is sent once (docs/at-most-once.md): what became of it, its own engine finds out.
// away-3. Nothing is added to the history of a run whose store answers.
// away-4. Not the database of screens, which has an error of its own: for how long an explorer waits for it is the explorer's.
import {
  ActivityFailure,
  ApplicationFailure,
  type ActivityInput,
  isCancellation,
  type Next,
  proxyActivities,
  sleep,
  type WorkflowExecuteInput,
  type WorkflowInboundCallsInterceptor,
  type WorkflowInterceptors,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import type { Refusal } from '../../domain/device/perform-endings.js';
import { diskFull } from '../../domain/errors/disk-full.js';
import { answerWaits, whileShown } from './waits.js';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
const storeAway = 'It waits until its store is back, and loses nothing meanwhile.';
const diskAway = 'It waits until its host can write to its disk again, and loses nothing meanwhile.';
/** By an activity's failure: as a port's error, and as Temporal names one that nobody turned into a failure. */
const reasons: ReadonlyMap<string | undefined | null, string> = new Map([
  ['store-unavailable', storeAway],
  ['StoreUnavailableError', storeAway],
  [diskFull, diskAway],
  ['journal-unavailable' satisfies Refusal, diskAway],
]);

export function interceptors(): WorkflowInterceptors {
  let inARow = 0;

  const inbound: WorkflowInboundCallsInterceptor = {
    async execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>) {
      answerWaits();
      return next(input);
    },
  };

  const outbound: WorkflowOutboundCallsInterceptor = {
    scheduleActivity: (input: ActivityInput, next: Next<WorkflowOutboundCallsInterceptor, 'scheduleActivity'>) =>
      next(input).then(
        (result) => {
          inARow = 0;
          return result;
        },
        (error: unknown) => {
          const why = whyAway(error);
          // away-2.
          if (why === undefined || input.options.retry?.maximumAttempts === 1) throw error;
          inARow += 1;
          return whileShown(why, () => again(input, pauseMs(inARow)));
        },
      ),
  };

  return { inbound: [inbound], outbound: [outbound] };
}

/** As a new activity: the first one's place in the history is taken. */
async function again({ activityType, args, options }: ActivityInput, afterMs: number): Promise<unknown> {
  await sleep(afterMs, { summary: 'the store is away, or the disk of its host full' });
  const activities = proxyActivities<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>(options);
  return activities[activityType]?.(...args);
}

function whyAway(error: unknown): string | undefined {
  if (isCancellation(error) || !(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  const reason = reasons.get(error.cause.type);
  return reason === undefined ? undefined : `${reason} ${error.cause.message}`;
}

/** The same for what is sent once and certainly was not: it is sent again afterwards. `inARow`: from 1. */
export async function waitForDisk(why: string, inARow: number, leftMs = Infinity): Promise<void> {
  await whileShown(`${diskAway} ${why}`, () => sleep(Math.min(pauseMs(inARow), leftMs), { summary: 'the disk of its host is full' }));
}

function pauseMs(inARow: number): number {
  return Math.min(firstPauseMs * 2 ** (inARow - 1), longestPauseMs);
}
