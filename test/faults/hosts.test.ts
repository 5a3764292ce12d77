// Two hosts on one server, as two machines would be: killed, frozen, drained, and brought back.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { describe, expect, test } from '@jest/globals';
import { threePresses } from '../support/fault-harness.js';
import { activityNamesOf } from '../support/performs.js';
import {
  deviceOf,
  expectEffectsInTime,
  harness,
  hasPerform,
  ledgerFromNow,
  noneLeft,
  onHosts,
  pastOpenPollsMs,
  performs,
  sessionsFromNow,
  threeTimes,
  uiSession,
} from '../support/two-hosts.js';
import { until } from '../support/until.js';

describe('a host that dies or freezes and comes back', () => {
  // A worker that starts slowly on a busy machine still finds its device waited for.
  onHosts({ timings: { hostSilenceMs: 20_000, reopenAfterMs: 20_000 } });

  test('D2: an action queued after its host died runs once, when the host is back', async () => {
    const ledger = ledgerFromNow();
    const second = harness.answerHeld(3);
    const handle = await harness.start(threePresses(harness.ledger.url));
    const holder = await harness.holderOf(handle);
    const device = await deviceOf(handle);
    const seen = sessionsFromNow();
    const release = await second;
    await holder.worker.kill('SIGKILL');
    release();
    await hasPerform(handle, 'open');
    expect(ledger.entries()).toEqual([{ press: 1 }]);
    await holder.startAgain();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    expect(await seen.end()).toEqual([uiSession({ ...device, epoch: 1 })]);
    await noneLeft();
  });

  test('D4: frozen for 8 s during an action: the run waits for the journal, and nothing happens after it continues', async () => {
    const ledger = ledgerFromNow();
    const begun = await harness.begun();
    // The effect happens long after the missed heartbeat: the driver is not frozen.
    const handle = await harness.start(threePresses(harness.ledger.url, { first: { delayMs: 5_000 } }));
    const holder = await harness.holderOf(handle);
    await until(async () => (await harness.begun()) > begun, 'an action that has begun');
    holder.worker.freeze();
    await sleep(8_000);
    await hasPerform(handle, 'timed-out');
    holder.worker.thaw();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed' });
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });

  test('D4: frozen for 8 s before an action: what was given up meanwhile is never sent', async () => {
    const ledger = ledgerFromNow();
    const second = harness.answerHeld(3);
    const handle = await harness.start(threePresses(harness.ledger.url));
    const holder = await harness.holderOf(handle);
    const release = await second;
    holder.worker.freeze();
    release();
    await sleep(8_000);
    await hasPerform(handle, 'timed-out');
    expect(ledger.entries()).toEqual([{ press: 1 }]);
    holder.worker.thaw();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });

  test('D5: a hold that wakes as an orphan, twice, leaves the device to its successor', async () => {
    const ledger = ledgerFromNow();
    const handle = await harness.start(threePresses(harness.ledger.url, { guarded: 2 }));
    const { requestId } = await until(async () => (await harness.progress(handle)).request, 'a confirmation');
    const holder = await harness.holderOf(handle);
    const device = await deviceOf(handle);
    for (let times = 1; times <= 2; times += 1) {
      const before = await holds(handle);
      holder.worker.freeze();
      // The second hold was handed to the frozen host and timed out there; it wakes as an orphan too.
      await until(async () => (await holds(handle)) >= before + times, 'another hold', pastOpenPollsMs);
      holder.worker.thaw();
      await until(async () => (await holdOf(handle))?.attempted === true, 'a hold that runs');
      await until(async () => (await deviceOf(handle)).attachment.pid === device.attachment.pid, 'the device');
    }
    await handle.signal('confirm', { requestId, approved: true });
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    // Another UI session would have started again with the first press, after asking about the second once more.
    expect(ledger.entries()).toEqual(threeTimes);
    await noneLeft();
  });

  const holds = async (handle: WorkflowHandle): Promise<number> =>
    (await activityNamesOf(harness.client, `${handle.workflowId}/device-1`)).length;

  async function holdOf(handle: WorkflowHandle): Promise<{ readonly attempted: boolean } | undefined> {
    const { raw } = await harness.client.workflow.getHandle(`${handle.workflowId}/device-1`).describe();
    const [hold] = raw.pendingActivities ?? [];
    const started = 2;
    return hold && { attempted: hold.state === started };
  }

  test('D7: shut down during an action, the host finishes it, and has the device again afterwards', async () => {
    const ledger = ledgerFromNow();
    const begun = await harness.begun();
    const handle = await harness.start(threePresses(harness.ledger.url, { first: { delayMs: 3_000 } }));
    const holder = await harness.holderOf(handle);
    const device = await deviceOf(handle);
    const seen = sessionsFromNow();
    await until(async () => (await harness.begun()) > begun, 'an action that has begun');
    await holder.worker.kill('SIGTERM');
    expect(ledger.entries()[0]).toEqual({ press: 1 });
    expect(await holder.drivers()).toEqual([device.attachment.pid]);
    await holder.startAgain();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect((await performs(handle))[0]).toMatchObject({ end: 'completed' });
    expect(await seen.end()).toEqual([uiSession({ ...device, epoch: 1 })]);
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });

  test('D7: shut down just before an action, the host refuses it or never takes it; it runs once, later', async () => {
    const ledger = ledgerFromNow();
    const first = harness.answerComing(2);
    const handle = await harness.start(threePresses(harness.ledger.url));
    const holder = await harness.holderOf(handle);
    const device = await deviceOf(handle);
    const seen = sessionsFromNow();
    await first;
    await holder.worker.kill('SIGTERM');
    await holder.startAgain();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    // On the same device that it had been decided for.
    expect(await seen.end()).toEqual([uiSession({ ...device, epoch: 1 })]);
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });

  test("D12: when another workflow has taken the owner's id, the device is closed", async () => {
    const ledger = ledgerFromNow();
    const handle = await harness.start(threePresses(harness.ledger.url, { delayMs: 60_000 }));
    await deviceOf(handle);
    await handle.terminate('its id is wanted');
    const stranger = await harness.client.workflow.start('stranger', { workflowId: handle.workflowId, taskQueue: 'nobody', args: [] });
    try {
      const since = Date.now();
      await noneLeft();
      expect(Date.now() - since).toBeLessThan(25_000);
      expect((await stranger.describe()).status.name).toBe('RUNNING');
      const session = harness.client.workflow.getHandle(`${handle.workflowId}/device-1`);
      await until(async () => (await session.describe()).status.name === 'COMPLETED', 'the end of the session');
    } finally {
      await stranger.terminate('done');
    }
    expect(ledger.entries()).toEqual([]);
  });

  test('D13: when its session is terminated, the device is closed, and the owner opens another for its next action', async () => {
    const ledger = ledgerFromNow();
    const handle = await harness.start(threePresses(harness.ledger.url, { guarded: 1 }));
    const { requestId } = await until(async () => (await harness.progress(handle)).request, 'a confirmation');
    await harness.client.workflow.getHandle(`${handle.workflowId}/device-1`).terminate('by an operator');
    await noneLeft();
    expect((await harness.progress(handle)).request?.requestId).toBe(requestId);
    const approving = approveUntilEnd(handle);
    await until(async () => (await harness.devices()).length === 1, 'the device that the owner opens for its next action');
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    await approving;
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });

  /** An approval is for one screen of one device: another device may ask again. */
  async function approveUntilEnd(handle: WorkflowHandle): Promise<void> {
    const given = new Set<string>();
    while ((await handle.describe()).status.name === 'RUNNING') {
      const request = (await harness.progress(handle).catch(() => undefined))?.request;
      if (request && !given.has(request.requestId)) {
        given.add(request.requestId);
        await handle.signal('confirm', { requestId: request.requestId, approved: true }).catch(() => undefined);
      }
      await sleep(100);
    }
  }
});
