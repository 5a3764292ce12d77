// What a run carries from one execution of its chain to the next, sealed (activities/run-seals.ts): a second argument of its workflow, which any starter could write.
//
// carry-1. Nothing is done before the seal is checked. Handlers are set at once, so that no message is lost meanwhile; what they change is lost with a run that is refused.
// carry-2. What is sealed is what is passed on: messages that come while a worker seals are sealed once more.
// carry-3. A cron schedule and a retry start again with the input of the last execution, state and all: they begin anew.
// carry-4. Where such a state breaks the code that reads it, it is checked first: a forged one fails the run, and only one of ours is a bug.
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  makeContinueAsNewFunc,
  proxyActivities,
  TemporalFailure,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Activities } from '../../activities/index.js';
import { isOnOldVersion } from './continue-as-new.js';
import { refused } from './activity-calls.js';

export interface Sealed<Carried> {
  readonly carried: Carried;
  readonly seal: string;
  /** Run id of the execution that made it. */
  readonly by: string;
}

const options: ActivityOptions = {
  startToCloseTimeout: '10 seconds',
  scheduleToCloseTimeout: '1 minute',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
};

/** `work` waits for `checked` before it does anything. */
export async function carrying<Carried, Result>(
  given: unknown,
  fresh: () => Carried,
  work: (carried: Carried, checked: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const sealed = sealedIn<Carried>(given);
  if (!sealed) return work(fresh(), () => Promise.resolve());
  const hash = hashOf(JSON.stringify(sealed.carried));
  let isChecked = false;
  const check = async (): Promise<void> => {
    const { checkCarried } = proxyActivities<Activities>({ ...options, summary: 'check what was carried over' });
    const { seal, by } = sealed;
    await checkCarried({ seal, by, hash, first: workflowInfo().firstExecutionRunId }).catch(refused);
    isChecked = true;
  };
  try {
    return await work(sealed.carried, check);
  } catch (error) {
    if (!isChecked && !(error instanceof TemporalFailure)) await check();
    throw error;
  }
}

/** Undefined: the run begins. */
function sealedIn<Carried>(given: unknown): Sealed<Carried> | undefined {
  if (given === undefined) return undefined;
  const { continuedFromExecutionRunId, cronSchedule, attempt } = workflowInfo();
  if (!isSealed(given)) throw notSealed();
  if (given.by === continuedFromExecutionRunId) return given as Sealed<Carried>; // checked by its seal
  if (cronSchedule !== undefined || attempt > 1) return undefined;
  throw notSealed();
}

function isSealed(given: unknown): given is Sealed<object> {
  if (typeof given !== 'object' || given === null || !('carried' in given) || !('seal' in given) || !('by' in given)) return false;
  return typeof given.carried === 'object' && given.carried !== null && typeof given.seal === 'string' && typeof given.by === 'string';
}

function notSealed(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    'A second argument is what a run of this workflow carries over to its next execution, and nobody else can write it: start it with its input alone.',
    'forged-state',
  );
}

/** Temporal's continue-as-new, on the version that new runs begin on. */
export async function continueCarrying(input: unknown, carried: object): Promise<never> {
  const { firstExecutionRunId: first, runId: by } = workflowInfo();
  const { sealCarried } = proxyActivities<Activities>({ ...options, summary: 'seal what is carried over' });
  for (;;) {
    const text = JSON.stringify(carried);
    const seal = await sealCarried({ hash: hashOf(text), first });
    await condition(allHandlersFinished);
    if (JSON.stringify(carried) !== text) continue;
    const moving = isOnOldVersion() ? { initialVersioningBehavior: 'AUTO_UPGRADE' as const } : {};
    return makeContinueAsNewFunc<(...args: unknown[]) => Promise<unknown>>(moving)(input, { carried, seal, by });
  }
}

function hashOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
