// The baseline: what anybody would write first. Two activities a step, on the same two kinds of queues.
import { proxyActivities } from '@temporalio/workflow';

export async function bareLoop({ steps, performQueue, pays }) {
  const { decide } = proxyActivities({ startToCloseTimeout: '3 minutes', heartbeatTimeout: '10 seconds' });
  const { perform } = proxyActivities({
    taskQueue: performQueue,
    startToCloseTimeout: '40 seconds',
    heartbeatTimeout: '30 seconds',
    retry: { maximumAttempts: 1 },
  });
  for (let step = 1; step <= steps; step++) await perform(await decide({ step, pays }));
}
