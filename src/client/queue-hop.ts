// How long a task that is not started at once waits between the services of a Temporal server (FL5). Asked of the server alone: no worker takes part.
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';

const { CommandType } = proto.temporal.api.enums.v1;
/** A server that reads its queues 20 times a second does so at once after a rest: the last ones tell. */
const [rounds, told] = [60, 15];
const patienceMs = 30_000;

/**
 * ms from when the server has taken a signal until a poll that waited for it has the workflow's task; the lower quartile of the last of sixty in a row,
 * since a busy machine adds. (One on which a call takes longer than the reads are apart hides the wait, here as in a run.) One workflow,
 * `steadyhandTrial`, on a queue of its own, completed at the end. Throws what the client throws.
 */
export async function measureQueueHop(client: Client): Promise<number> {
  const { workflowService: service, options } = client;
  const trial = `steadyhand-trial-${randomUUID()}`;
  const common = { namespace: options.namespace, identity: trial };
  const poll = () => service.pollWorkflowTaskQueue({ ...common, taskQueue: { name: trial } });

  return client.withDeadline(Date.now() + patienceMs, async () => {
    const handle = await client.workflow.start('steadyhandTrial', { workflowId: trial, taskQueue: trial, workflowRunTimeout: patienceMs });
    let { taskToken } = await poll();
    const hops: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await service.respondWorkflowTaskCompleted({ ...common, taskToken });
      const polled = poll().then((task) => ({ task, at: performance.now() }));
      await handle.signal('hop');
      const signalled = performance.now();
      const { task, at } = await polled;
      taskToken = task.taskToken;
      hops.push(Math.max(0, at - signalled));
    }
    const done = { commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION, completeWorkflowExecutionCommandAttributes: {} };
    await service.respondWorkflowTaskCompleted({ ...common, taskToken, commands: [done] });
    return hops.slice(-told).toSorted((a, b) => a - b)[Math.floor(told / 4)] ?? 0;
  });
}
