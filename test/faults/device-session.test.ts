import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, until, type Harness } from '../support/agent-harness.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../support/temporal-server.js';

describe('a device session', () => {
  let harness: FaultHarness;
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), slots: 1 });
  });
  afterAll(() => harness?.close());

  const noDevices = () => until(async () => (await harness.devices()).length === 0, 'closing the device', 30_000);

  test('D11: when its owner is terminated, the device is closed within 25 seconds', async () => {
    const handle = await harness.start(threePresses(harness.ledger.url, { delayMs: 60_000 }));
    await until(async () => (await harness.devices()).length === 1, 'a device');
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
    await noDevices();
    expect(harness.ledger.entries.length - before).toBe(1);
    expect((await handle.describe()).status.name).toBe('CANCELLED');
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
    expect(await harness.devices()).toHaveLength(1);
    await expect(holder.result()).resolves.toMatchObject({ outcome: 'completed' });
    await noDevices();
  });

  test('D10, A76: reset to an earlier decision, the run goes on, with one device and without a wrong "already done"', async () => {
    const before = harness.ledger.entries.length;
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000 }));
    const child = harness.client.workflow.getHandle(`${handle.workflowId}/app-1`);
    await until(async () => harness.ledger.entries.length >= before + 2, 'two effects');
    const history = await child.fetchHistory();
    const decided = (history.events ?? []).filter((event) => event.workflowTaskCompletedEventAttributes);
    const event = decided[2]?.eventId;
    if (!event) throw new Error('the history is too short');
    await harness.client.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId: child.workflowId },
      reason: 'tried again',
      workflowTaskFinishEventId: event,
      requestId: `reset-${Date.now()}`,
    });
    const result = await handle.result();
    // The screen decides, not the memory: three presses, none of them twice.
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ result: 'Added 3' }] });
    await noDevices();
  });
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

  test('D9: ten times and more, it keeps its device, its memory and its count, and nothing runs twice', async () => {
    const device = memoryDevice({
      start: 'main',
      screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url } } }] } },
    });
    const presses = 36;
    const run = await harness.run(
      { host: assignThenFinish, app: [...Array.from({ length: presses }, () => click('Add')), say('FINISH')] },
      { request: 'many', device, settings: { maxStep: 100 } },
    );
    await until(async () => harness.openDevices() > 0, 'a device');
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', steps: presses + 3, unknownOutcomes: 0 });
    expect(ledger.entries).toHaveLength(presses);
    const chain = await chainOf(`${run.id}/app-1`);
    console.log(`continued as new ${chain.length - 1} times`);
    expect(chain.length - 1).toBeGreaterThanOrEqual(10);
    const opened = await harness.client.workflow.getHandle(`${run.id}/device-1`).fetchHistory();
    expect(
      (opened.events ?? []).filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'holdDevice'),
    ).toHaveLength(1);
  });

  async function chainOf(workflowId: string): Promise<readonly string[]> {
    const runs: string[] = [];
    for await (const execution of harness.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) runs.push(execution.runId);
    return runs;
  }
});
