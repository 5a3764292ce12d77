// The baselines: what one would write first. Two activities per step, on the same two kinds of queues; or one, when nothing has to be decided.
import { condition, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';

export async function bareLoop({ steps, performQueue, pays }) {
  const { decide } = proxyActivities({ startToCloseTimeout: '3 minutes', heartbeatTimeout: '10 seconds' });
  const { perform } = performing(performQueue);
  for (let step = 1; step <= steps; step++) await perform(await decide({ step, pays }));
}

export async function bareNodes({ steps, performQueue, pays }) {
  const { perform } = performing(performQueue);
  for (let step = 1; step <= steps; step++) await perform({ step, pays, function: 'click', text: 'Next' });
}

/** Accepts updates, and does nothing. */
export async function bareUpdates() {
  let count = 0;
  setHandler(defineUpdate('touch'), () => (count += 1));
  await condition(() => false);
}

function performing(taskQueue) {
  return proxyActivities({ taskQueue, startToCloseTimeout: '40 seconds', heartbeatTimeout: '30 seconds', retry: { maximumAttempts: 1 } });
}
