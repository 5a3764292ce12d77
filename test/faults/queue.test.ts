// A queue of a hundred runs before two slots, on a real server (FL4).
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { taskQueue } from '../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, say, startHarness, type Harness, type Run } from '../support/agent-harness.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe('a queue of a hundred before two slots', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({ address: sharedServerAddress(), config: { slots: 2 } });
  });
  afterAll(() => harness?.close());

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });
  const asks = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] };
  const ends = { host: assignThenFinish, app: [say('FINISH')] };

  /** `where`: priority and fairness in the input alone, as the bare Temporal CLI gives them. */
  async function start(count: number, where: object): Promise<readonly Run[]> {
    const runs: Run[] = [];
    for (let n = 0; n < count; n += 1) runs.push(await harness.run(ends, { request: 'look', device, ...where }));
    return runs;
  }

  test('FL4: an urgent run is next, and a tenant with ninety-nine does not starve one with one', async () => {
    const before = await Promise.all([1, 2].map(() => harness.run(asks, { request: 'wait', device })));
    for (const run of before) await run.asks('question');

    const crowd = await start(99, { fairnessKey: 'crowd' });
    const [single] = await start(1, { fairnessKey: 'single' });
    await untilWaiting(harness.client, 100);
    const [urgent] = await start(1, { fairnessKey: 'crowd', priority: 1 });
    await untilWaiting(harness.client, 101);

    for (const run of before) {
      const { requestId, asker } = await run.asks('question');
      await harness.client.workflow.getHandle(asker).signal('answer', { requestId, answers: ['this'] });
    }
    await Promise.all([single, urgent].map((run) => run?.handle.result()));
    const held = await Promise.all(
      [...crowd, single, urgent].map(async (run) => ({ run, at: await heldAt(harness.client, run?.id ?? '') })),
    );
    const order = held.filter(({ at }) => at !== undefined).sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
    const places = order.map(({ run }) => run);
    expect(places.indexOf(urgent)).toBeLessThan(2);
    // Its turn comes after one of the others; the two slots and the tasks that a poll has already taken are allowed for.
    expect(places.indexOf(single)).toBeLessThan(6);
    expect(order.length).toBeLessThan(50);

    const { raw } = await harness.client.workflow.getHandle(`${urgent?.id}/device-1`).describe();
    expect(raw.workflowExecutionInfo?.priority).toMatchObject({ priorityKey: 1, fairnessKey: 'crowd' });
    for (const { handle } of crowd) await handle.terminate('test over').catch(() => undefined);
  });
});

async function untilWaiting(client: Client, count: number): Promise<void> {
  await until(async () => {
    const { stats } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: `${taskQueue}-memory` },
      taskQueueType: 2,
      reportStats: true,
    });
    return Number(stats?.approximateBacklogCount ?? 0) >= count;
  }, `${count} runs in the queue`);
}

/** When the run got its device; undefined: it waits. */
async function heldAt(client: Client, run: string): Promise<number | undefined> {
  const { events } = await client.workflow.getHandle(`${run}/device-1`).fetchHistory();
  const held = events?.find((event) => event.activityTaskStartedEventAttributes);
  return held ? Number(held.eventTime?.seconds ?? 0) * 1_000 + (held.eventTime?.nanos ?? 0) / 1e6 : undefined;
}
