import { createMemoryActionJournal } from '../../support/memory-stores.js';
import { createDeviceSlots } from '../../../src/host/device-slots.js';
import { ConnectionLostError, DeviceGoneError } from '../../../src/ports/device.js';
import type { HandedDevice } from '../../../src/ports/device-process.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';

/** A hand of which nothing is ordered. */
const noHand = { carryOut: () => Promise.reject(new Error('none')), typedKey: () => Promise.reject(new Error('none')) };

describe('A device host', () => {
  test('opens a device and records it', async () => {
    const { host, driver, records } = createMemoryHost();
    const held = await host.take(holdInput(), newHold(), neverAborted);
    expect(await records.list()).toEqual([held.record]);
    expect(held.record).toMatchObject({ state: 'open', deviceId: 'd1', epoch: 1 });
    expect(driver.sessions.size).toBe(1);
  });

  test('D1: a new process gives the same UI session to the hold that comes back', async () => {
    const before = createMemoryHost();
    const { record } = await before.host.take(holdInput(), newHold(), neverAborted);
    const after = before.restart();
    await after.host.attachAll();
    const held = await after.host.take(holdInput(), newHold({ resumes: true }), neverAborted);
    expect(held.record.attachment).toEqual(record.attachment);
    expect(after.driver.sessions.size).toBe(1);
    await after.host.stop();
  });

  test('D1: the generation survives the process, so an observation made before a lost action stays stale', async () => {
    const before = createMemoryHost();
    const held = await before.host.take(holdInput(), newHold(), neverAborted);
    await before.host.saveGeneration(held, 2);
    const after = before.restart();
    await after.host.attachAll();
    expect(after.host.usable('d1', 1).held.generation).toBe(2);
    await after.host.stop();
  });

  test.each([
    ['HP3: what the process of a device says of an action counts', async () => ({ verdict: 'unknown' }) as const, 'unknown'],
    ['HP3: the journal is asked where no such process is left', () => Promise.reject(new DeviceGoneError('it has ended')), 'fenced'],
  ])('%s', async (_, verdictOf, verdict) => {
    const { host } = createMemoryHost();
    const held = await host.take(holdInput(), newHold(), neverAborted);
    held.device = {
      ...(held.device as HandedDevice),
      process: { ...createMemoryActionJournal(), ...noHand, verdictOf },
    };
    expect(await host.verdictOf('d1', 'run:1:0', createMemoryActionJournal())).toEqual({ verdict });
  });

  test('HP3: a process that does not answer proves nothing', async () => {
    const { host } = createMemoryHost();
    const held = await host.take(holdInput(), newHold(), neverAborted);
    const verdictOf = () => Promise.reject(new ConnectionLostError('no answer'));
    held.device = {
      ...(held.device as HandedDevice),
      process: { ...createMemoryActionJournal(), ...noHand, verdictOf },
    };
    await expect(host.verdictOf('d1', 'run:1:0', createMemoryActionJournal())).rejects.toMatchObject({ code: 'connection-lost' });
  });

  test('a hold that comes back never gets another UI session at the same epoch', async () => {
    const before = createMemoryHost();
    const { record } = await before.host.take(holdInput(), newHold(), neverAborted);
    before.driver.kill(String(record.attachment['sessionId']));
    const after = before.restart();
    await after.host.attachAll();
    await expect(after.host.take(holdInput(), newHold({ resumes: true }), neverAborted)).rejects.toMatchObject({ code: 'device-gone' });
    expect(await after.records.list()).toEqual([]);
    await after.host.stop();
  });

  test('a half-opened device is ended at the next start', async () => {
    const before = createMemoryHost();
    const { record } = await before.host.take(holdInput(), newHold(), neverAborted);
    await before.records.save({ ...record, state: 'opening' });
    const after = before.restart();
    await after.host.attachAll();
    expect(await after.records.list()).toEqual([]);
    expect(after.driver.sessions.size).toBe(0);
    await after.host.stop();
  });

  test('a failed opening leaves nothing behind', async () => {
    const { host, records, driver } = createMemoryHost();
    const spec = { kind: 'memory', capabilities: { script: { start: 'nowhere', screens: {} } } } as const;
    await expect(host.take(holdInput({ spec }), newHold(), neverAborted)).rejects.toThrow("no screen 'nowhere'");
    expect(await records.list()).toEqual([]);
    expect(driver.sessions.size).toBe(0);
    expect(host.isOpen('d1')).toBe(false);
  });

  test('a higher epoch replaces the device, a lower one is refused', async () => {
    const { host, driver } = createMemoryHost();
    const first = newHold();
    await host.take(holdInput(), first, neverAborted);
    await host.take(holdInput({ epoch: 2 }), newHold(), neverAborted);
    expect(await first.ended).toBe('superseded');
    expect(driver.sessions.size).toBe(1);
    await expect(host.take(holdInput({ epoch: 1 }), newHold(), neverAborted)).rejects.toMatchObject({ code: 'stale-epoch' });
  });

  test('FL1: what an earlier session of a run left is closed before a later one opens, and not there for a database that was put back', async () => {
    const before = createMemoryHost();
    const [first, second] = [newHold(), newHold()];
    const later = holdInput({ sessionRunId: 'later-run', deviceId: 'd2', epoch: 2 });
    await before.host.take(holdInput(), first, neverAborted);
    await before.host.letGo('d1', first);
    await before.host.take(later, second, neverAborted);
    expect([...(await before.records.list())].map(({ deviceId }) => deviceId)).toEqual(['d2']);
    await before.host.close('d2', { hold: second });
    const after = before.restart();
    await after.host.attachAll();
    await expect(after.host.take(holdInput(), newHold({ resumes: true }), neverAborted)).rejects.toMatchObject({ code: 'device-gone' });
    expect(after.driver.sessions.size).toBe(0);
    await after.host.stop();
  });

  test('FL1: what works on such a device is awaited, and no device of another run or of a later session is closed', async () => {
    const { host, records } = createMemoryHost();
    await host.take(holdInput(), newHold(), neverAborted);
    await host.take(holdInput({ sessionId: 'another/device-1', deviceId: 'other' }), newHold(), neverAborted);
    let end: () => void = () => undefined;
    const order: string[] = [];
    const work = host.exclusive('d1', () => new Promise<void>((resolve) => (end = resolve))).then(() => order.push('worked'));
    const taken = host.take(holdInput({ deviceId: 'd2', epoch: 2 }), newHold(), neverAborted).then(() => order.push('opened'));
    await host.take(holdInput({ sessionId: 'third/device-1', deviceId: 'third' }), newHold(), neverAborted);
    end();
    await Promise.all([work, taken]);
    expect(order).toEqual(['worked', 'opened']);
    await host.take(holdInput({ deviceId: 'd0' }), newHold(), neverAborted);
    expect((await records.list()).map(({ deviceId }) => deviceId).toSorted()).toEqual(['d0', 'd2', 'other', 'third']);
  });

  test("D5: an orphaned hold neither closes nor detaches its successor's device", async () => {
    const { host, driver } = createMemoryHost();
    const [orphan, successor] = [newHold(), newHold({ resumes: true })];
    await host.take(holdInput(), orphan, neverAborted);
    await host.take(holdInput(), successor, neverAborted);
    await host.close('d1', { hold: orphan });
    await host.letGo('d1', orphan);
    expect(driver.sessions.size).toBe(1);
    expect(host.owns('d1', successor)).toBe(true);
    expect(host.usable('d1', 1).device.kind).toBe('memory');
  });

  test.each([
    ['another epoch', 'd1', 2, 'stale-epoch'],
    ['an unknown device', 'd2', 1, 'device-gone'],
  ])('refuses work at %s', async (_what, deviceId, epoch, code) => {
    const { host } = createMemoryHost();
    await host.take(holdInput(), newHold(), neverAborted);
    expect(() => host.usable(deviceId, epoch)).toThrow(expect.objectContaining({ code }));
  });

  test('D7: a draining host refuses new work and notifies its holds', async () => {
    const { host } = createMemoryHost();
    const hold = newHold();
    await host.take(holdInput(), hold, neverAborted);
    host.drain();
    expect(await hold.ended).toBe('draining');
    expect(() => host.usable('d1', 1)).toThrow(expect.objectContaining({ code: 'host-draining' }));
    await expect(host.take(holdInput({ deviceId: 'd2' }), newHold(), neverAborted)).rejects.toMatchObject({ code: 'host-draining' });
  });

  test('D7: releasing waits for running work', async () => {
    const { host } = createMemoryHost();
    const hold = newHold();
    await host.take(holdInput(), hold, neverAborted);
    const order: string[] = [];
    let end: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (end = resolve));
    const work = host.exclusive('d1', async () => {
      await running;
      order.push('work');
    });
    const letGo = host.letGo('d1', hold).then(() => order.push('let go'));
    await new Promise((resolve) => setImmediate(resolve));
    end();
    await Promise.all([work, letGo]);
    expect(order).toEqual(['work', 'let go']);
  });

  test('a driver call that outlives its activity keeps the device busy', async () => {
    const { host } = createMemoryHost();
    let answer: () => void = () => undefined;
    const call = new Promise<void>((resolve) => (answer = resolve));
    await host.exclusive('d1', async (busy) => busy(call));
    let began = false;
    const next = host.exclusive('d1', async () => void (began = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(began).toBe(false);
    answer();
    await next;
    expect(began).toBe(true);
  });

  test.each([
    ['ended', 0],
    ['elsewhere', 0],
    ['here', 1],
    ['not-known', 1],
  ] as const)('D6, D13: what nobody holds and whose session is %s leaves %i devices', async (standing, left) => {
    const before = createMemoryHost();
    await before.host.take(holdInput(), newHold(), neverAborted);
    const after = before.restart();
    after.desk.standing = standing;
    await after.host.attachAll();
    await after.host.reap();
    expect(after.driver.sessions.size).toBe(left);
    expect(await after.records.list()).toHaveLength(left);
    await after.host.stop();
  });

  test('a held device is not reconciled', async () => {
    const { host, desk, driver } = createMemoryHost();
    desk.standing = 'ended';
    await host.take(holdInput(), newHold(), neverAborted);
    await host.reap();
    expect(driver.sessions.size).toBe(1);
  });

  test('closing is idempotent, and spares a newer epoch', async () => {
    const { host, driver } = createMemoryHost();
    const hold = newHold();
    await host.take(holdInput({ epoch: 2 }), hold, neverAborted);
    await host.close('d1', { epoch: 1 });
    expect(driver.sessions.size).toBe(1);
    await host.close('d1', { epoch: 2 });
    await host.close('d1', { epoch: 2 });
    expect(await hold.ended).toBe('closed');
    expect(driver.sessions.size).toBe(0);
  });

  test('D18: a disconnected device is attached once more; if it is gone, its hold ends', async () => {
    const { host, driver } = createMemoryHost();
    const hold = newHold();
    const held = await host.take(holdInput(), hold, neverAborted);
    expect(await host.isGone(held)).toBe(false);
    driver.kill(String(held.record.attachment['sessionId']));
    expect(await host.isGone(held)).toBe(true);
    expect(await hold.ended).toBe('gone');
    expect(host.isOpen('d1')).toBe(false);
  });
});

describe('Slots', () => {
  const reserve = (slots: ReturnType<typeof createDeviceSlots>) => slots.tryReserveSlot({});

  test('there are none until every leftover device has been resumed or released', async () => {
    const before = createMemoryHost();
    await before.host.take(holdInput(), newHold(), neverAborted);
    const { host } = before.restart();
    const slots = createDeviceSlots({ kind: 'memory', slots: 2, source: host });
    expect(reserve(slots)).toBeNull();
    await host.attachAll();
    expect(reserve(slots)).toBeNull();
    await host.take(holdInput(), newHold({ resumes: true }), neverAborted);
    expect(reserve(slots)).not.toBeNull();
    await host.stop();
  });

  test('D8: a device resumed through the hold queue takes a slot', async () => {
    const before = createMemoryHost();
    await before.host.take(holdInput(), newHold(), neverAborted);
    const { host } = before.restart();
    await host.attachAll();
    const slots = createDeviceSlots({ kind: 'memory', slots: 1, source: host });
    await host.take(holdInput(), newHold({ resumes: true }), neverAborted);
    expect(reserve(slots)).toBeNull();
    await host.close('d1', {});
    expect(reserve(slots)).not.toBeNull();
    expect(reserve(slots)).toBeNull();
    await host.stop();
  });

  test('a device opened under a permit counts once', async () => {
    const { host } = createMemoryHost();
    await host.attachAll();
    const slots = createDeviceSlots({ kind: 'memory', slots: 2, source: host });
    expect(reserve(slots)).not.toBeNull();
    await host.take(holdInput(), newHold(), neverAborted);
    expect(reserve(slots)).not.toBeNull();
    expect(reserve(slots)).toBeNull();
    await host.stop();
  });

  test('D22: a waiter gets a slot when one becomes free, but not after it has given up', async () => {
    const { host } = createMemoryHost();
    await host.attachAll();
    const slots = createDeviceSlots({ kind: 'memory', slots: 1, source: host });
    const permit = await slots.reserveSlot({}, neverAborted);
    const impatient = new AbortController();
    const given = slots.reserveSlot({}, impatient.signal);
    const patient = slots.reserveSlot({}, neverAborted);
    impatient.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    slots.releaseSlot({ permit });
    expect(await patient).toEqual({ kind: 'memory' });
    await host.stop();
  });
});
