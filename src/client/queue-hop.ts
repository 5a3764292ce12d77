// How long a task that is not started at once waits between the services of a Temporal server (FL5). Asked of the server alone: no worker takes part.
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { dateOf } from './server-facts.js';

const { CommandType } = proto.temporal.api.enums.v1;
/** At once, so that calls which a busy machine slows down still ask for more reads than a slow server makes. */
const lanes = 4;
/** In each. A server that reads its queues 20 times a second does so at once after a rest: the last ones tell. */
const [rounds, told] = [50, 15];
const patienceMs = 30_000;

/**
 * ms from when the server has written down a task until it has given it to the poll that waited for it, both by the server's clock: how long the calls
 * themselves take on this machine is no part of it. The median of the last ones: between two reads a task comes at any time. Four workflows,
 * `steadyhandTrial`, each on a queue of its own, completed at the end. Throws what the client throws.
 */
export async function measureQueueHop(client: Client): Promise<number> {
  const hops = await client.withDeadline(Date.now() + patienceMs, () => Promise.all(Array.from({ length: lanes }, () => lane(client))));
  const sorted = hops.flat().toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function lane(client: Client): Promise<readonly number[]> {
  const { workflowService: service, options } = client;
  const trial = `steadyhand-trial-${randomUUID()}`;
  const common = { namespace: options.namespace, identity: trial };
  const poll = () => service.pollWorkflowTaskQueue({ ...common, taskQueue: { name: trial } });

  const handle = await client.workflow.start('steadyhandTrial', { workflowId: trial, taskQueue: trial, workflowRunTimeout: patienceMs });
  let { taskToken } = await poll();
  const hops: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await service.respondWorkflowTaskCompleted({ ...common, taskToken });
    const polled = poll();
    await handle.signal('hop');
    const task = await polled;
    taskToken = task.taskToken;
    hops.push(Math.max(0, dateOf(task.startedTime).getTime() - dateOf(task.scheduledTime).getTime()));
  }
  const done = { commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION, completeWorkflowExecutionCommandAttributes: {} };
  await service.respondWorkflowTaskCompleted({ ...common, taskToken, commands: [done] });
  return hops.slice(-told);
}
