import { describe, expect, test } from '@jest/globals';
import { confirmUpdate } from '../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say } from '../support/agent-harness.js';
import { sampled } from '../support/sampled.js';
import { until } from '../support/until.js';
import { useAgents } from '../support/agents.js';
import { replayedAndCached } from '../support/caching.js';

describe.each(sampled(replayedAndCached))('waiting for people (%s)', (_name, { env }) => {
  const world = useAgents(env);

  const device = () =>
    memoryDevice({
      start: 'main',
      screens: {
        main: {
          title: 'Main',
          controls: [
            { role: 'button', name: 'Delete', on: { post: { url: world.ledger.url } } },
            { role: 'button', name: 'Add' },
          ],
        },
      },
    });

  test('after releaseDeviceAfter the device is released; on the answer another is opened, the model is told, and the approved action runs once', async () => {
    const before = world.ledger.entries.length;
    const run = await world.harness.run(
      { host: assignThenFinish, app: [click('Delete'), say('FINISH')] },
      { request: 'wait long', device: device(), settings: { releaseDeviceAfter: 500 } },
    );
    const approval = await run.asks();
    await until(async () => world.harness.openDevices() === 0, 'giving the device back');
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: true });
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(world.ledger.entries.length - before).toBe(1);
    expect(
      world.harness
        .asked(run)
        .map(({ text }) => text)
        .join('\n'),
    ).toContain('opened again');
    await until(async () => world.harness.openDevices() === 0, 'closing the device');
  });

  test('an approval that times out counts as a rejection, a question gets the standard answer', async () => {
    const before = world.ledger.entries.length;
    const run = await world.harness.run(
      { host: [say('FAIL')], app: [say('PENDING', { Questions: ['Which?'] }), click('Delete')] },
      { request: 'nobody there', device: device(), settings: { pendingTimeout: 300, confirmTimeout: 300 } },
    );
    const result = await run.handle.result();
    expect(result.previousSubtasks).toMatchObject([{ status: 'FINISH', userConfirm: 'No' }]);
    expect(result.blackboard.questions[0]?.answer).toContain('best judgement');
    expect(world.ledger.entries.length).toBe(before);
  });

  test('A44: confirmations of two sessions are independent', async () => {
    const brain = { host: assignThenFinish, app: [click('Delete'), say('FINISH')] };
    const [first, second] = await Promise.all([
      world.harness.run(brain, { request: 'one', device: device() }),
      world.harness.run(brain, { request: 'two', device: device() }),
    ]);
    const [one, two] = await Promise.all([first.asks(), second.asks()]);
    expect([one.requestId, two.requestId]).toEqual(Array(2).fill(expect.stringMatching(/^app-1\.c1-/)));
    expect(one.requestId).not.toBe(two.requestId);
    const before = world.ledger.entries.length;
    await world.harness.client.workflow
      .getHandle(one.asker)
      .executeUpdate(confirmUpdate, { args: [{ requestId: one.requestId, approved: true }] });
    await first.handle.result();
    expect(world.ledger.entries.length - before).toBe(1);
    expect((await second.progress()).request?.requestId).toBe(two.requestId);
    await second.handle.signal('confirm', { requestId: two.requestId, approved: false });
    await second.handle.result();
    expect(world.ledger.entries.length - before).toBe(1);
  });

  test('a terminated session costs the run its device only: the owner opens another and the model is told', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), click('Add'), say('FINISH')] },
      { request: 'session gone', device: device() },
    );
    const question = await run.asks();
    await world.harness.client.workflow.getHandle(`${run.id}/device-1`).terminate('gone');
    await until(async () => world.harness.openDevices() === 0, 'closing the device');
    await run.handle.signal('answer', { requestId: question.requestId, answers: ['this'] });
    await expect(run.handle.result()).resolves.toMatchObject({ outcome: 'completed' });
  });

  test('a kept-open session releases its device while idle, and takes further requests until it is cancelled', async () => {
    const id = world.harness.expect({ host: [...assignThenFinish, ...assignThenFinish], app: [say('FINISH')] });
    const handle = await world.harness.client.workflow.start('hostAgent', {
      taskQueue: 'steadyhand',
      workflowId: id,
      args: [{ keepOpen: true, device: device() }],
    });
    await handle.signal('request', { text: `first ${id}` });
    const archived = (count: number) =>
      until(async () => (await handle.query<readonly unknown[]>('subtasks')).length === count, `subtask ${count}`);
    await archived(1);
    await until(async () => world.harness.openDevices() === 0, 'giving the device back');
    await handle.signal('request', { text: `second ${id}` });
    await archived(2);
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    await until(async () => world.harness.openDevices() === 0, 'closing the device');
  });

  test('A69: every step leaves a record, including one whose reply was unusable', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [click('Add'), click('Nowhere'), say('FINISH')] },
      { request: 'recorded', device: device() },
    );
    const { steps } = await run.handle.result();
    const records = await world.harness.records(run);
    const decided = records.filter(({ type }) => type === 'decided');
    expect(decided).toHaveLength(steps);
    expect(new Set(records.map(({ seq }) => seq)).size).toBe(records.length);
    expect(records.some(({ type }) => type === 'performed')).toBe(true);
  });
});
