// Two hosts on one server, as two machines would be: killed, frozen, drained and brought back.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  startFaultHarness,
  threePresses,
  type DeviceFile,
  type FaultHarness,
  type FaultHost,
  type FaultOptions,
} from '../support/fault-harness.js';
import { until } from '../support/until.js';
import { activityNamesOf, performsOf, placeEffects } from '../support/performs.js';
import { repeat } from '../support/repeat.js';
import { sharedServerAddress } from '../support/temporal-server.js';

const threeTimes = [{ press: 1 }, { press: 2 }, { press: 3 }];

let harness: FaultHarness;

function onHosts(options: Partial<FaultOptions>): void {
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), hosts: 2, ...options });
  });
  // A process that a failed test left frozen would fail the next tests too.
  afterEach(() => harness?.hosts.forEach(({ worker }) => worker.thaw()));
  afterAll(() => harness?.close());
}

/** Ledger entries since then. */
function ledgerFromNow(): { entries(): readonly unknown[]; times(): readonly number[] } {
  const before = harness.ledger.entries.length;
  return { entries: () => harness.ledger.entries.slice(before), times: () => harness.ledger.times.slice(before) };
}

/** Every effect happened while the run waited for it, at most one per wait. */
async function expectEffectsInTime(handle: WorkflowHandle, times: readonly number[]): Promise<void> {
  const performs = await performsOf(harness.client, `${handle.workflowId}/app-1`);
  const places = placeEffects(performs, times);
  expect(places).not.toContain(-1);
  expect(new Set(places).size).toBe(times.length);
}

const performs = (handle: WorkflowHandle) => performsOf(harness.client, `${handle.workflowId}/app-1`);
// The server gives a frozen host a task for each of its open polls, and notices each only at its timeout:
// a workflow task after 10 s, a decision after its heartbeat of 3 s and a pause of up to 8 s.
const pastOpenPollsMs = 60_000;
jest.setTimeout(2 * pastOpenPollsMs);
const hasPerform = (handle: WorkflowHandle, end: string) =>
  until(async () => (await performs(handle)).some((each) => each.end === end), `a perform that is ${end}`, pastOpenPollsMs);
const noneLeft = () =>
  until(async () => (await harness.devices()).length + (await harness.drivers()).length === 0, 'the end of all devices', 40_000);
const nothingOn = (host: FaultHost) =>
  until(async () => (await host.devices()).length + (await host.drivers()).length === 0, 'the end of what the host left behind', 20_000);

/** Every UI session that a host records from now on. */
function sessionsFromNow(): { end(): Promise<readonly string[]> } {
  const seen = new Set<string>();
  const stop = repeat(async () => {
    for (const device of await harness.devices()) if (device.attachment.pid) seen.add(uiSession(device));
  });
  return { end: async () => (await stop(), [...seen]) };
}

const uiSession = ({ attachment, epoch }: DeviceFile): string => `process ${attachment.pid}, epoch ${epoch}`;

function deviceOf(handle: WorkflowHandle) {
  return until(async () => {
    const [own] = (await harness.devices()).filter(({ ownerWorkflowId }) => ownerWorkflowId === handle.workflowId);
    return own?.attachment.pid ? own : undefined;
  }, 'the device of the run');
}

describe('a host that dies or freezes and comes back', () => {
  onHosts({});

  test('D2: an action queued after its host died runs once, when the host is back', async () => {
    const ledger = ledgerFromNow();
    const second = harness.answerComing(3);
    const handle = await harness.start(threePresses(harness.ledger.url));
    const holder = await harness.holderOf(handle);
    const device = await deviceOf(handle);
    const seen = sessionsFromNow();
    await second;
    await holder.worker.kill('SIGKILL');
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
    const second = harness.answerComing(3);
    const handle = await harness.start(threePresses(harness.ledger.url));
    const holder = await harness.holderOf(handle);
    await second;
    holder.worker.freeze();
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

describe('a host that stays away for long enough', () => {
  // A decision that was with the lost host, and then a workflow task, take up to 15 s to come back: its device must wait longer than that.
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 20_000 } });

  test('D3: an action that its host did not take in time never runs there, even when the host is back', async () => {
    const ledger = ledgerFromNow();
    const first = harness.answerComing(2);
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000 }));
    const lost = await harness.holderOf(handle);
    await first;
    await lost.worker.kill('SIGKILL');
    const begun = await lost.begun();
    await hasPerform(handle, 'silent');
    await until(async () => (await harness.devices()).length === 2, 'the device of the other host', pastOpenPollsMs);
    await lost.startAgain();
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    await nothingOn(lost);
    expect(await lost.begun()).toBe(begun);
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });
});

describe('a host that stays away until another takes over', () => {
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 4_000 } });

  test('D7: drained during an action and gone, the host finishes it before the other begins, and adds nothing afterwards', async () => {
    const ledger = ledgerFromNow();
    const begun = await harness.begun();
    const handle = await harness.start(threePresses(harness.ledger.url, { first: { delayMs: 2_000 } }));
    const drained = await harness.holderOf(handle);
    await until(async () => (await harness.begun()) > begun, 'an action that has begun');
    await drained.worker.kill('SIGTERM');
    const begunThere = await drained.begun();
    expect(ledger.entries()[0]).toEqual({ press: 1 });
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    await drained.startAgain();
    await nothingOn(drained);
    expect(await drained.begun()).toBe(begunThere);
    // What the first device received before it was lost, then the whole order on the other.
    expect(ledger.entries().slice(-3)).toEqual(threeTimes);
    expect(ledger.entries()).toHaveLength(begunThere - begun + 3);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });
});

describe('a session that moves to another host on its own', () => {
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 60_000 } });

  test('D6: when the first of two hosts is killed and comes back, there is one device, and no driver is left behind', async () => {
    const ledger = ledgerFromNow();
    const first = harness.answerComing(2);
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 3_000 }));
    const lost = await harness.holderOf(handle);
    const before = await deviceOf(handle);
    await first;
    await lost.worker.kill('SIGKILL');
    expect(await lost.drivers()).toEqual([before.attachment.pid]);
    const others = harness.hosts.filter((host) => host !== lost);
    const [after] = await until(
      async () => {
        const found = (await Promise.all(others.map((host) => host.devices()))).flat();
        return found.length > 0 && found;
      },
      'the device on the other host',
      45_000,
    );
    // One session, so the same id; another UI session, so a higher epoch.
    expect(after).toMatchObject({ deviceId: before.deviceId });
    expect(after?.epoch).toBeGreaterThan(before.epoch);
    await lost.startAgain();
    await nothingOn(lost);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect(await harness.drivers()).toHaveLength(1);
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  }, 90_000);
});

describe('two hosts of one slot each', () => {
  onHosts({ slots: 1, timings: { reopenAfterMs: 60_000 } });

  test('D6: frozen with a hold that it had not begun, a host opens nothing when it wakes: the session has its device elsewhere', async () => {
    const occupying = await harness.start(threePresses(harness.ledger.url, { guarded: 1 }));
    await until(async () => (await harness.progress(occupying)).request, 'a confirmation');
    const busy = await harness.holderOf(occupying);
    const frozen = harness.hosts.find((host) => host !== busy);
    if (!frozen) throw new Error('there is no second host');
    const ledger = ledgerFromNow();
    frozen.worker.freeze();
    // The server gives the hold to a host that it knows to have a free slot.
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 2_000 }));
    const session = `${handle.workflowId}/device-1`;
    const names = () => activityNamesOf(harness.client, session).catch(() => []);
    await until(async () => (await names()).length === 2, 'the hold that is given to nobody in vain', 40_000);
    await occupying.cancel();
    const opened = await harness.holderOf(handle);
    expect(opened).toBe(busy);
    frozen.worker.thaw();
    const seen = watchOpened(frozen);
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(await seen.end()).toEqual([]);
    expect(ledger.entries()).toEqual(threeTimes);
    expect(await names()).toHaveLength(2);
    await noneLeft();
  }, 90_000);

  /** Drivers that the host opens from now on. */
  function watchOpened(host: FaultHost) {
    const opened = new Set<number>();
    const stop = repeat(async () => (await host.drivers()).forEach((pid) => opened.add(pid)));
    return { end: async () => (await stop(), [...opened]) };
  }
});

describe('one slot', () => {
  onHosts({ hosts: 1, slots: 1 });

  test('D8: with a second session waiting, a host killed and back never has two devices, nor two sessions on one', async () => {
    const ledger = ledgerFromNow();
    const holding = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000, body: { run: 'first' } }));
    await deviceOf(holding);
    const waiting = await harness.start(threePresses(harness.ledger.url, { body: { run: 'second' } }));
    const session = harness.client.workflow.getHandle(`${waiting.workflowId}/device-1`);
    await until(async () => (await session.describe()).status.name === 'RUNNING', 'the session that waits');
    const seen = watch();
    await until(async () => ledger.entries().length > 0, 'an effect');
    await harness.restart('SIGKILL');
    await expect(holding.result()).resolves.toMatchObject({ outcome: 'completed' });
    await expect(waiting.result()).resolves.toMatchObject({ outcome: 'completed' });
    const { most, owners } = await seen.end();
    expect(most).toBe(1);
    expect([...owners.values()].map(({ size }) => size)).toEqual([1, 1]);
    expect(ledger.entries()).toEqual(['first', 'second'].flatMap((run) => threeTimes.map((press) => ({ run, ...press }))));
    await noneLeft();
  });

  /** The most drivers that lived at once, and whose each was. */
  function watch() {
    let most = 0;
    const owners = new Map<number, Set<string>>();
    const stop = repeat(async () => {
      most = Math.max(most, (await harness.drivers()).length);
      for (const { attachment, ownerWorkflowId } of await harness.devices())
        if (attachment.pid) owners.set(attachment.pid, (owners.get(attachment.pid) ?? new Set()).add(ownerWorkflowId));
    });
    return { end: async () => (await stop(), { most, owners }) };
  }
});
