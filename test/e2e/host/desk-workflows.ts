import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';

/** Continues as new that many times, then waits to be terminated. */
export async function continued(times: number): Promise<void> {
  if (times > 0) await continueAsNew<typeof continued>(times - 1);
  await sleep('1 hour');
}

/** A session as far as the desk sees it: it has one hold. */
export async function holding(taskQueue: string): Promise<void> {
  const { leaseDevice } = proxyActivities<{ leaseDevice(): Promise<void> }>({
    taskQueue,
    startToCloseTimeout: '1 hour',
    heartbeatTimeout: '30 seconds',
    retry: { maximumAttempts: 1 },
  });
  await leaseDevice();
}
