// What becomes of a run while the store of artifacts and records is away: it waits, and says so. An interceptor, so that no engine has to know.
//
// away-1. An activity that failed because the store was away is scheduled again, with the same input, until the store is back or the run is cancelled.
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
import { answerWaits, whileShown } from './waits.js';

const firstPauseMs = 2_000;
const longestPauseMs = 30_000;
/** As a port's error, and as Temporal names one that nobody turned into a failure. */
const awayTypes: readonly string[] = ['store-unavailable', 'StoreUnavailableError'];

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
          return whileShown(`It waits until its store is back, and loses nothing meanwhile. ${why}`, () =>
            again(input, Math.min(firstPauseMs * 2 ** (inARow - 1), longestPauseMs)),
          );
        },
      ),
  };

  return { inbound: [inbound], outbound: [outbound] };
}

/** As a new activity: the first one's place in the history is taken. */
async function again({ activityType, args, options }: ActivityInput, pauseMs: number): Promise<unknown> {
  await sleep(pauseMs, { summary: 'the store is away' });
  const activities = proxyActivities<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>(options);
  return activities[activityType]?.(...args);
}

function whyAway(error: unknown): string | undefined {
  if (isCancellation(error) || !(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  return awayTypes.includes(error.cause.type ?? '') ? error.cause.message : undefined;
}
