import { leaseDevice, type Cancellation, type HoldContext } from '../../../src/activities/device/lease-device.js';
import { createMemoryHost, holdInput, neverAborted, newHold, type MemoryHost } from '../../support/memory-host.js';
import { until } from '../../support/until.js';

/** A running hold, and the controls that end it. */
function start({ host, desk }: MemoryHost, { input = holdInput(), queue = 'steadyhand-memory' } = {}) {
  const cancelled = new AbortController();
  let why: Cancellation = 'released';
  const heartbeats: unknown[] = [];
  const context: HoldContext = {
    taskToken: new Uint8Array([9]),
    taskQueue: queue,
    heartbeat: (details) => heartbeats.push(details),
    beatMs: 2_000,
    cancelled: cancelled.signal,
    cancellation: () => why,
    log: () => undefined,
  };
  const ended = leaseDevice(input, context, { host, desk }).then(
    () => 'returned',
    (error: { code: string }) => error.code,
  );
  return {
    ended,
    heartbeats,
    cancel(reason: Cancellation) {
      why = reason;
      cancelled.abort();
    },
  };
}

async function ready({ desk }: MemoryHost, count = 1): Promise<void> {
  await until(() => desk.announced.length === count, 'deviceReady');
}

describe('A hold', () => {
  test('opens the device, announces it to the owner, and heartbeats with its host', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    expect(on.desk.announced).toEqual([
      { sessionRunId: 'session-run', deviceId: 'd1', hostId: 'HOST', epoch: 1, taskQueue: 'steadyhand-HOST-perform' },
    ]);
    expect(hold.heartbeats[0]).toEqual({ hostId: 'HOST', epoch: 1 });
    hold.cancel('released');
    expect(await hold.ended).toBe('released');
  });

  test('D14: released, closes the device and deletes its record', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    hold.cancel('released');
    await hold.ended;
    expect(on.driver.sessions.size).toBe(0);
    expect(await on.records.list()).toEqual([]);
  });

  test('returns when its owner has closed the device', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    await on.host.close('d1', { epoch: 1 });
    expect(await hold.ended).toBe('returned');
  });

  test.each([
    ['ended', 0],
    ['here', 1],
    ['elsewhere', 1],
    ['not-known', 1],
  ] as const)('D13, D17: orphaned while its session is %s, it leaves %i UI sessions', async (standing, left) => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    on.desk.standing = standing;
    hold.cancel('orphaned');
    expect(await hold.ended).toBe('orphaned');
    expect(on.driver.sessions.size).toBe(left);
  });

  test("D5: orphaned and ended, it still does not close its successor's device", async () => {
    const on = createMemoryHost();
    const orphan = start(on);
    await ready(on);
    const successor = start(on, { queue: on.host.holdQueue });
    await ready(on, 2);
    expect(await orphan.ended).toBe('superseded');
    expect(on.driver.sessions.size).toBe(1);
    expect(on.host.usable('d1', 1).held.hold).toBeDefined();
    successor.cancel('released');
    await successor.ended;
  });

  test('D5, D6: begun too late, it neither opens a device nor takes one from its successor', async () => {
    const on = createMemoryHost();
    on.desk.hold = 'gone';
    expect(await start(on).ended).toBe('lease-lost');
    expect(on.driver.sessions.size).toBe(0);
    on.desk.hold = 'stands';
    const successor = start(on);
    await ready(on);
    on.desk.hold = 'gone';
    expect(await start(on, { queue: on.host.holdQueue }).ended).toBe('lease-lost');
    expect(on.host.usable('d1', 1).held.hold).toBeDefined();
    successor.cancel('released');
    expect(await successor.ended).toBe('released');
    expect(on.desk.announced).toHaveLength(1);
  });

  test('D17: takes its device while Temporal cannot say whether the hold stands', async () => {
    const on = createMemoryHost();
    on.desk.hold = 'not-known';
    const hold = start(on);
    await ready(on);
    hold.cancel('released');
    await hold.ended;
  });

  test('D7: on shutdown detaches and fails with host-draining; the device waits for the next hold', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    hold.cancel('draining');
    expect(await hold.ended).toBe('host-draining');
    expect(on.driver.sessions.size).toBe(1);
    expect(await on.records.list()).toHaveLength(1);
    expect(() => on.host.usable('d1', 1)).toThrow(expect.objectContaining({ code: 'lease-lost' }));
    const next = start(on, { queue: on.host.holdQueue });
    await ready(on, 2);
    expect(on.host.usable('d1', 1).device.kind).toBe('memory');
    next.cancel('released');
    await next.ended;
  });

  test('D7: a draining host ends its holds itself', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    on.host.drain();
    expect(await hold.ended).toBe('host-draining');
  });

  test('D11, D12: opens nothing for an owner that is gone, and closes what was left', async () => {
    const on = createMemoryHost();
    await on.host.take(holdInput(), newHold(), neverAborted);
    on.desk.owner = 'gone';
    expect(await start(on).ended).toBe('owner-gone');
    expect(on.driver.sessions.size).toBe(0);
  });

  test('D17: keeps the device while Temporal cannot say whether the owner lives', async () => {
    const on = createMemoryHost();
    on.desk.owner = 'not-known';
    const hold = start(on);
    await ready(on);
    expect(on.driver.sessions.size).toBe(1);
    hold.cancel('released');
    await hold.ended;
  });

  test('announces the device again when the owner could not be reached', async () => {
    const on = createMemoryHost();
    const announce = on.desk.announce;
    let refusals = 1;
    on.desk.announce = async (...of) => {
      if (refusals-- > 0) throw new Error('unavailable');
      return announce(...of);
    };
    const hold = start(on);
    await ready(on);
    hold.cancel('released');
    await hold.ended;
  });

  test('ends when the owner ended before the device could be announced', async () => {
    const on = createMemoryHost();
    on.desk.announce = async () => false;
    expect(await start(on).ended).toBe('owner-gone');
    expect(on.driver.sessions.size).toBe(0);
  });

  test('D18: ends with device-gone when the UI session no longer exists', async () => {
    const on = createMemoryHost();
    const hold = start(on);
    await ready(on);
    const { held } = on.host.usable('d1', 1);
    on.driver.kill(String(held.record.attachment['sessionId']));
    await on.host.exclusive('d1', () => on.host.isGone(held));
    expect(await hold.ended).toBe('device-gone');
    expect(await on.records.list()).toEqual([]);
  });

  test('that returns to a host without its device fails with device-gone and opens nothing', async () => {
    const on = createMemoryHost();
    expect(await start(on, { queue: on.host.holdQueue }).ended).toBe('device-gone');
    expect(on.driver.sessions.size).toBe(0);
  });

  test('says why a device could not be opened', async () => {
    const on = createMemoryHost();
    const input = holdInput({ spec: { kind: 'memory', capabilities: { script: { start: 'nowhere', screens: {} } } } });
    expect(await start(on, { input }).ended).toBe('device-open-failed');
  });
});
