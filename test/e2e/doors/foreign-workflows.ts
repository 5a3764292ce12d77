import { executeChild } from '@temporalio/workflow';

/** A workflow of somebody's own, which starts a device session as if it were a run of ours. */
export async function opener(session: object): Promise<void> {
  await executeChild('deviceSession', { taskQueue: 'steadyhand', args: [session] });
}
