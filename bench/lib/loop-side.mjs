// The baseline's Workers: the same number of activities, on the same kinds of Workers and the same server. The costs of safety can be switched on: the
// lease call, the two fsyncs.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { connect } from './agent-side.mjs';

const taskQueue = 'bench-loop';
const performQueue = 'bench-loop-perform';
/** As long as the lines that the journal writes for a click. */
const intended = `${JSON.stringify({ t: 'intended', at: new Date().toISOString(), key: 'k'.repeat(48), deviceId: 'd'.repeat(36), epoch: 1, function: 'click_input' })}\n`;
const done = `${JSON.stringify({ t: 'done', at: new Date().toISOString(), key: 'k'.repeat(48), outcome: { status: 'done' } })}\n`;
let numbered = 0;

export async function startLoopSide({ address, folder, slots = 2, onStep = () => undefined }) {
  const connection = await NativeConnection.connect({ address });
  const client = await connect(address);
  const journals = new Map();

  async function journalOf(runId) {
    const journal = journals.get(runId) ?? open(join(folder, `${runId}.jsonl`), 'a');
    journals.set(runId, journal);
    return journal;
  }

  async function write(runId, line) {
    const file = await journalOf(runId);
    await file.appendFile(line);
    await file.datasync();
  }

  const activities = {
    decide: async ({ step, pays }) => ({ step, pays, function: 'click_input', label: '1' }),
    async perform({ pays }) {
      const { taskToken, workflowExecution } = Context.current().info;
      if (pays.includes('lease')) await client.activity.heartbeat(taskToken);
      if (pays.includes('fsync')) {
        await write(workflowExecution.runId, intended);
        await write(workflowExecution.runId, done);
      }
      onStep();
      return { status: 'done' };
    },
  };
  const { decide, perform } = activities;
  const workflowsPath = fileURLToPath(new URL('./loop-workflow.mjs', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const workers = [
    await Worker.create({ connection, taskQueue, workflowBundle, activities: { decide }, stickyQueueScheduleToStartTimeout: '2s' }),
    await Worker.create({
      connection,
      taskQueue: performQueue,
      activities: { perform },
      maxConcurrentActivityTaskExecutions: 2 * slots + 8,
    }),
  ];
  const ended = Promise.all(workers.map((worker) => worker.run()));
  return {
    async stop() {
      for (const worker of workers) worker.shutdown();
      await ended;
      for (const journal of journals.values()) await (await journal).close();
      await connection.close();
      await client.connection.close();
    },
  };
}

/** `pays`: any of `lease`, `fsync`. `workflow`: two activities per step, or one (`bareNodes`). Milliseconds from start to result. */
export async function runLoop(client, steps, pays, workflow = 'bareLoop') {
  const started = performance.now();
  await client.workflow.execute(workflow, {
    taskQueue,
    workflowId: `bench-loop-${process.pid}-${++numbered}`,
    args: [{ steps, performQueue, pays }],
  });
  return performance.now() - started;
}

/** A run that takes the update `touch` until it is terminated. */
export function beginUpdates(client) {
  return client.workflow.start('bareUpdates', { taskQueue, workflowId: `bench-updates-${process.pid}-${++numbered}` });
}
