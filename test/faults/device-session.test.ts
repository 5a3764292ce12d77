import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { hostAgent } from '../../src/workflows/index.js';
import { answerSignal, requestUpdate } from '../../src/workflows/messages.js';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../support/agent-harness.js';
import { until } from '../support/until.js';
import { activityNamesOf, performsOf } from '../support/performs.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../support/temporal-server.js';

describe('a device session', () => {
  let harness: FaultHarness;
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), slots: 1 });
  });
  afterAll(() => harness?.close());

  const noDevices = () => until(async () => (await harness.devices()).length === 0, 'closing the device');

  test('D11: when its owner is terminated, the device is closed within 25 seconds', async () => {
    const handle = await harness.start(threePresses(harness.ledger.url, { guarded: 1 }));
    // The hold has announced the device to its owner and watches that owner from now on.
    await until(async () => (await harness.progress(handle)).request, 'a confirmation');
    await handle.terminate('gone');
    const since = Date.now();
    await noDevices();
    expect(Date.now() - since).toBeLessThan(25_000 + 5_000);
    await until(
      async () => (await harness.client.workflow.getHandle(`${handle.workflowId}/device-1`).describe()).status.name !== 'RUNNING',
      'the end of the session',
    );
  });

  test('D14: cancelled during an action, the action ends, then the device closes, then the run', async () => {
    const before = harness.ledger.entries.length;
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 2_000 }));
    await until(async () => harness.ledger.entries.length > before, 'an effect');
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    // The run closed it at its end, not a later clean-up.
    expect({ devices: await harness.devices(), drivers: await harness.drivers() }).toEqual({ devices: [], drivers: [] });
    expect((await handle.describe()).status.name).toBe('CANCELLED');
    // It observed the screen after its action: the device was still there.
    expect(await performsOf(harness.client, handle.workflowId)).toEqual([expect.objectContaining({ end: 'completed' })]);
    expect(harness.ledger.entries.length - before).toBe(1);
  });

  test('D15: cancelled while it waits for a slot, the session is gone and the slot goes to the next', async () => {
    const holder = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 3_000 }));
    await until(async () => (await harness.devices()).length === 1, 'a device');
    const waiting = await harness.start(threePresses(harness.ledger.url));
    const session = harness.client.workflow.getHandle(`${waiting.workflowId}/device-1`);
    await until(async () => (await session.describe()).status.name === 'RUNNING', 'the session that waits');
    await waiting.cancel();
    await expect(waiting.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    await until(async () => (await session.describe()).status.name !== 'RUNNING', 'the end of the waiting session');
    // Because of the cancellation: no host has checked on it, since none had a slot for it.
    expect((await session.describe()).status.name).toBe('CANCELLED');
    expect(await harness.devices()).toHaveLength(1);
    await expect(holder.result()).resolves.toMatchObject({ outcome: 'completed' });
    await noDevices();
  });

  test('D10, A76: reset to an earlier decision, the run continues, with one device and without a wrong "already done"', async () => {
    const before = harness.ledger.entries.length;
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000 }));
    await until(async () => harness.ledger.entries.length >= before + 2, 'two effects');
    await resetToTask(handle.workflowId, 'perform');
    const result = await harness.client.workflow.getHandle<typeof hostAgent>(handle.workflowId).result();
    // The screen decides, not the model's memory: three presses, no duplicates.
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ result: 'Added 3' }] });
    // What had been decided on the initial screen was refused on the current one.
    const [repeated] = await performsOf(harness.client, handle.workflowId);
    expect(repeated).toMatchObject({ end: 'failed' });
    expect(await activityNamesOf(harness.client, `${handle.workflowId}/device-1`)).toEqual(['leaseDevice']);
    await noDevices();
  });

  test('D10: reset to before its session, the run has one device again, and the previous one is closed', async () => {
    const before = harness.ledger.entries.length;
    const { workflowId } = await harness.start(threePresses(harness.ledger.url, { guarded: 2 }));
    const handle = harness.client.workflow.getHandle<typeof hostAgent>(workflowId);
    const asked = async () => (await harness.progress(handle)).request;
    const first = await until(asked, 'a confirmation');
    const [abandoned] = await harness.drivers();
    await resetToTask(workflowId);
    const again = await until(async () => {
      const request = await asked();
      return request && request.requestedAt !== first.requestedAt && request;
    }, 'a confirmation on a device of the run as it is after the reset');
    const drivers = await harness.drivers();
    expect(drivers).toHaveLength(1);
    expect(drivers).not.toContain(abandoned);
    await handle.signal('confirm', { requestId: again.requestId, approved: true });
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    // The first press once on each device, the others on the second only.
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 1 }, { press: 2 }, { press: 3 }]);
    await noDevices();
  });

  /** As if the workflow task had not been completed that scheduled the first of these activities; without one, its first task. */
  async function resetToTask(workflowId: string, activity?: string): Promise<void> {
    const { events } = await harness.client.workflow.getHandle(workflowId).fetchHistory();
    const scheduled = (events ?? []).find(({ activityTaskScheduledEventAttributes: of }) => of?.activityType?.name === activity);
    const event =
      activity === undefined
        ? events?.find(({ workflowTaskCompletedEventAttributes: done }) => done)?.eventId
        : scheduled?.activityTaskScheduledEventAttributes?.workflowTaskCompletedEventId;
    if (!event) throw new Error('the history is too short');
    await harness.client.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId },
      reason: 'tried again',
      workflowTaskFinishEventId: event,
      requestId: `reset-${Date.now()}`,
    });
  }
});

describe('a run that continues as new', () => {
  let server: DevServer;
  let harness: Harness;
  let ledger: Ledger;
  beforeAll(async () => {
    server = await startDevServer({ suggestContinueAsNewAt: 40 });
    ledger = await startLedger();
    harness = await startHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await ledger?.close();
    await server?.stop();
  });

  test('D9: after ten parts and more it keeps its device, its memory and its counts, and nothing runs twice', async () => {
    const screen = (title: string, goto: string) => ({
      title,
      controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url }, goto } }],
    });
    const device = memoryDevice({
      start: 'main',
      // Each press shows: what is done in vain is not done a fourth time.
      screens: { main: screen('Main', 'other'), other: screen('Other', 'main') },
    });
    const presses = 36;
    const run = await harness.run(
      { host: assignThenFinish, app: [...Array.from({ length: presses }, () => click('Add')), say('FINISH')] },
      { request: 'many', device, settings: { maxStep: 100 } },
    );
    await until(async () => harness.openDevices() > 0, 'a device');
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', steps: presses + 1, unknownOutcomes: 0 });
    expect(ledger.entries).toHaveLength(presses);
    const chain = await chainOf(run.id);
    console.log(`continued as new ${chain.length - 1} times`);
    expect(chain.length - 1).toBeGreaterThanOrEqual(10);
    expect(await activityNamesOf(harness.client, `${run.id}/device-1`)).toEqual(['leaseDevice']);
  });

  test('D9: so does its owner: after each request it is another run of the chain, with the same device', async () => {
    const device = memoryDevice({
      start: 'main',
      screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url } } }] } },
    });
    const before = ledger.entries.length;
    const requests = 14;
    const [assign, finish] = assignThenFinish;
    if (!assign || !finish) throw new Error('the host has no answers');
    const round = [assign, finish];
    const run = await harness.run(
      {
        host: Array.from({ length: requests }, () => round).flat(),
        app: [say('PENDING', { Questions: ['May I?'] }), ...Array.from({ length: requests }, () => [click('Add'), say('FINISH')]).flat()],
      },
      { request: 'the first', device, settings: { maxStep: 200 } },
    );
    // While it asks, nothing ends: all requests arrive before the first one is completed.
    const { requestId, asker } = await run.asks('question');
    for (let n = 2; n <= requests; n += 1) await run.handle.executeUpdate(requestUpdate, { args: [{ text: `number ${n} (${run.id})` }] });
    await harness.client.workflow.getHandle(asker).signal(answerSignal, { requestId, answers: ['yes'] });
    const sessions = () => chainOf(`${run.id}/device-1`);
    const ended = async () => (await run.handle.describe()).status.name !== 'RUNNING';
    await until(async () => (await ended()) || (await sessions()).length > 1, 'the end of the run');
    expect(await sessions()).toHaveLength(1);
    await expect(run.handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries.slice(before)).toHaveLength(requests);
    const chain = await chainOf(run.id);
    console.log(`the owner continued as new ${chain.length - 1} times`);
    expect(chain.length - 1).toBeGreaterThanOrEqual(10);
    expect(await activityNamesOf(harness.client, `${run.id}/device-1`)).toEqual(['leaseDevice']);
  });

  async function chainOf(workflowId: string): Promise<readonly string[]> {
    const runs: string[] = [];
    for await (const execution of harness.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) runs.push(execution.runId);
    return runs;
  }
});
