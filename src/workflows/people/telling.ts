// Tells those outside that a person is asked, while the workflow waits for the answer.
//
// telling-1. Whom to tell is decided once a question, by the worker that draws its id, and stands in the history: where nobody is configured there is no command of this.
// telling-2. Who was told, or refuses it, is not told again, whatever is restarted; what had not got through is carried over a continue-as-new.
// telling-3. Once the question is answered or withdrawn, nobody is told of it any more.
import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { askingOf } from '../../domain/human/notice.js';
import type { PendingRequest } from '../../domain/human/requests.js';
import type { PeopleState } from './people-state.js';

export interface Telling {
  /** telling-3. Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/** Someone who was asked weeks ago need not learn it today. */
const options: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '3 days',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  // One that is being sent may still arrive: it is known when it has ended.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

export function startTelling(state: PeopleState, request: PendingRequest): Telling {
  const scope = new CancellationScope();
  const under = (state.untold ?? []).map((target) => scope.run(() => tell(state, request, target)).catch(unlessBug));
  return {
    async stop() {
      scope.cancel();
      await Promise.all(under);
    },
  };
}

async function tell(state: PeopleState, request: PendingRequest, target: number): Promise<void> {
  const { workflowId: asker, root } = workflowInfo();
  const asking = askingOf(request, { run: root?.workflowId ?? asker, asker });
  const summary = fitBytes(`tell [${target}] that somebody is asked`, summaryBytes);
  const { tellAsked } = proxyActivities<Pick<Activities, 'tellAsked'>>({ ...options, summary });
  const isOver = await tellAsked({ target, asking }).then(() => true, isFinal);
  if (isOver) state.untold = (state.untold ?? []).filter((each) => each !== target);
}

/** An attempt that failed while it was given up, by a continue-as-new or an answer, would have been made again. */
function isFinal(error: unknown): boolean {
  return !isCancellation(error) && !(error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED');
}

function unlessBug(error: unknown): void {
  if (!isCancellation(error)) throw error;
}
