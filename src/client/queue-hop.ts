// How long a task that is not started at once waits between the services of a Temporal server. Asked of the server alone: no worker takes part.
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { dateOf } from './server-facts.js';

const { CommandType } = proto.temporal.api.enums.v1;
/** A server that reads its queues 20 times a second does so at once after a rest: the last ones tell. */
const [rounds, told] = [60, 15];
const patienceMs = 20_000;
/** A server takes no poll near its deadline. */
const enoughMs = 8_000;

/** Medians, in ms. */
export interface QueueHop {
  /** From when the server has written down a task until it has given it to the poll that waited for it, both by the server's clock. */
  readonly wait: number;
  /** A call that writes as well and waits in no queue, as seen from here. */
  readonly call: number;
}

/** A workflow of its own, `steadyhandTrial`, on a queue of its own, completed at the end. Throws what the client throws. */
export async function measureQueueHop(client: Client): Promise<QueueHop> {
  return client.withDeadline(Date.now() + patienceMs, () => measure(client));
}

async function measure(client: Client): Promise<QueueHop> {
  const { workflowService: service, options } = client;
  const trial = `steadyhand-trial-${randomUUID()}`;
  const common = { namespace: options.namespace, identity: trial };
  const poll = () => service.pollWorkflowTaskQueue({ ...common, taskQueue: { name: trial } });

  const handle = await client.workflow.start('steadyhandTrial', { workflowId: trial, taskQueue: trial, workflowRunTimeout: patienceMs });
  let { taskToken } = await poll();
  const hops: QueueHop[] = [];
  const signalled = async (): Promise<number> => {
    const since = performance.now();
    await handle.signal('hop');
    return performance.now() - since;
  };
  const enough = performance.now() + enoughMs;
  for (let round = 0; round < rounds && performance.now() < enough; round += 1) {
    await service.respondWorkflowTaskCompleted({ ...common, taskToken });
    // Neither may fail while nobody waits for it.
    const [task, call] = await Promise.all([poll(), signalled()]);
    taskToken = task.taskToken;
    hops.push({ wait: Math.max(0, dateOf(task.startedTime).getTime() - dateOf(task.scheduledTime).getTime()), call });
  }
  const done = { commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION, completeWorkflowExecutionCommandAttributes: {} };
  await service.respondWorkflowTaskCompleted({ ...common, taskToken, commands: [done] });
  const last = hops.slice(-told);
  return { wait: median(last.map(({ wait }) => wait)), call: median(last.map(({ call }) => call)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * Dynamic configuration of a Temporal development server, in reads per second. By default its history service reads each queue at most 20 times
 * per second and shard, and a development server has one shard: every task that is not started eagerly would wait about 40 ms. This module imports
 * nothing: the servers of tests and benches use it from dist/.
 */
export const queueReaders = {
  'history.transferProcessorMaxPollRPS': 1_000,
  'history.timerProcessorMaxPollRPS': 1_000,
  'history.visibilityProcessorMaxPollRPS': 1_000,
} as const satisfies Readonly<Record<string, number>>;

/**
 * The first lets fairness keys count; what a server does without it was not tried. The second puts the tasks of a queue into one place: order
 * holds within a partition, of which there are four by default, and a poll asks any of them. What is in the others is read.
 */
export const fairness = {
  'matching.enableFairness': true,
  'matching.numTaskqueueWritePartitions': 1,
} as const satisfies Readonly<Record<string, boolean | number>>;
