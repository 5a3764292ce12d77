// Removes artifacts as the workers are configured, whenever the schedule of `gcWorkflow` starts it.
//
// gc-1. It takes no rules from whoever starts it: what may go is said by the configuration of the worker that does it.
// gc-2. A worker that dies meanwhile is replaced by another one, which begins anew: what is gone is gone, the rest is found again.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';

type Told = Awaited<ReturnType<Activities['collectGarbage']>>;

const { collectGarbage } = proxyActivities<Pick<Activities, 'collectGarbage'>>({
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '10 seconds', maximumInterval: '10 minutes', maximumAttempts: 10 },
  summary: 'artifacts that nobody needs',
});

export async function gc(): Promise<Told> {
  return collectGarbage();
}
