// Hands as processes of their own, with stub devices: what workers, hands and devices find of each other after one of them has ended.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { protocolVersion } from '../../../src/adapters/device-process/protocol.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { processesIn } from '../../../src/adapters/device-process/start-process.js';
import { checkDeviceProcesses } from '../../../src/cli/doctor/devices.js';
import { createFileActionJournal } from '../../../src/adapters/filesystem/action-journal.js';
import { bootNow } from '../../../src/host/boot-clock.js';
import type { Device } from '../../../src/ports/device.js';
import { ended, handOf, openHand, type OpenHand } from '../../support/hands.js';
import { startLedger, type Ledger } from '../../support/ledger.js';
import { until } from '../../support/until.js';

let ledger: Ledger;
let open: OpenHand[] = [];

beforeAll(async () => {
  ledger = await startLedger();
});
afterEach(async () => {
  await Promise.all(open.map((each) => each.close()));
  open = [];
});
afterAll(() => ledger.close());

const settings = { kind: 'stub', secrets: {} } as const;

/** A page with a button "Add" that posts to the ledger, and answers after `answerMs`. */
async function opened(answerMs = 0, folder?: string): Promise<OpenHand> {
  const script = {
    start: 's0',
    screens: {
      s0: {
        title: 'Before',
        controls: [
          { role: 'button', name: 'Add', on: { delayAfterMs: answerMs, post: { url: ledger.url, body: { press: 1 } }, goto: 's1' } },
        ],
      },
      s1: {
        title: 'After',
        controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url, body: { press: 2 } }, goto: 's1' } }],
      },
    },
  };
  const hand = await openHand(settings, { kind: 'stub', capabilities: { script } }, folder === undefined ? {} : { folder });
  open.push(hand);
  return hand;
}

async function pressAdd(device: Pick<Device, 'look'>): Promise<DeviceAction> {
  const [control] = (await device.look()).controls as readonly [Control];
  return { type: 'click', target: { control }, button: 'left', clickCount: 1 };
}

test('HP1, HP3: what a worker has ordered is ended and journalled without it, and the next one is told its outcome', async () => {
  const before = ledger.entries.length;
  const { device, hand, order, attach, journalled } = await opened(400);
  const ordered = hand.carryOut(order({ key: 'run:1:0', actions: [await pressAdd(device)] }));
  await until(() => ledger.entries.length === before + 1, 'the effect');
  await device.detach();
  await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
  const next = await attach();
  expect(await handOf(next).verdictOf('d1', 'run:1:0')).toEqual({ verdict: 'done', outcome: { status: 'done' } });
  expect(await journalled()).toEqual(['intended run:1:0', 'done run:1:0']);
  await expect(handOf(next).carryOut(order({ key: 'run:1:0', actions: [await pressAdd(next)] }))).rejects.toMatchObject({
    name: 'FencedError',
  });
  expect(ledger.entries).toHaveLength(before + 1);
});

test('HP2: an order whose lease is older than half a second by the boot clock is refused, and nothing is written', async () => {
  const { device, hand, order, journalled } = await opened();
  const actions = [await pressAdd(device)];
  await expect(device.process.carryOut(order({ key: 'run:1:0', actions, leaseAskedAt: bootNow() - 600 }))).rejects.toMatchObject({
    name: 'StaleLeaseError',
    isBegun: false,
  });
  expect(await journalled()).toEqual([]);
  expect(await hand.carryOut(order({ key: 'run:1:0', actions }))).toEqual({ status: 'done' });
});

test('HP4: the next worker has the same device at once', async () => {
  const { device, hand, order, attach, place } = await opened();
  await hand.carryOut(order({ key: 'run:1:0', actions: [await pressAdd(device)] }));
  const { pid } = await place();
  await device.detach();
  const took: number[] = [];
  for (let time = 0; time < 5; time++) {
    const started = performance.now();
    const next = await attach();
    took.push(performance.now() - started);
    expect((await next.look()).title).toBe('After');
    await next.detach();
  }
  expect((await place()).pid).toBe(pid);
  console.log(`connected in ${took.map((ms) => ms.toFixed(1)).join(', ')} ms`);
});

test('HP5, HP20: a hand that is killed leaves its device, and another one takes it up; of what was under way the device tells that it had begun it', async () => {
  const before = ledger.entries.length;
  const { device, hand, order, place, journalled } = await opened(2_000);
  const { pid } = await place();
  const ordered = hand.carryOut(order({ key: 'run:1:0', actions: [await pressAdd(device)] }));
  await until(() => ledger.entries.length === before + 1, 'the effect');
  process.kill(pid, 'SIGKILL');
  await expect(ordered).rejects.toMatchObject({ code: 'connection-lost', cause: { code: 'device-gone' } });
  await until(async () => (await device.look()).title === 'After', 'the same device');
  expect((await place()).pid).not.toBe(pid);
  expect(await hand.verdictOf('d1', 'run:1:0')).toEqual({
    verdict: 'done',
    outcome: { status: 'done', witness: 'the device had begun it; what came of it nobody has seen' },
    witness: 'the device had begun it; what came of it nobody has seen',
  });
  expect(await hand.carryOut(order({ key: 'run:2:0', actions: [await pressAdd(device)] }))).toEqual({ status: 'done' });
  expect(await journalled()).toEqual(['intended run:1:0', 'intended run:2:0', 'done run:2:0']);
});

test('HP4: a device that has ended while nobody was attached is gone for the next worker, at once', async () => {
  const { device, attach, attachment } = await opened();
  await device.detach();
  process.kill(Number(attachment['pid']), 'SIGKILL');
  await ended(Number(attachment['pid']));
  await expect(attach()).rejects.toMatchObject({ code: 'device-gone' });
});

test('HP3, HP5: a question that waits when its hand is killed is asked of the next one', async () => {
  const before = ledger.entries.length;
  const { device, hand, order, place, attach } = await opened(3_000);
  const { pid } = await place();
  const ordered = hand.carryOut(order({ key: 'run:1:0', actions: [await pressAdd(device)] }));
  await until(() => ledger.entries.length === before + 1, 'the effect');
  const asked = handOf(await attach()).verdictOf('d1', 'run:1:0');
  process.kill(pid, 'SIGKILL');
  await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
  expect(await asked).toMatchObject({ verdict: 'done', outcome: { witness: expect.stringContaining('had begun it') } });
});

test('HP7: nothing is left of a device that cannot be opened, or whose process was killed while it was written down', async () => {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-unopened-'));
  try {
    const folder = join(home, 'devices', 'd1-1');
    const web = { kind: 'web', chromium: '/nowhere/chromium', chromedriver: '/nowhere/chromedriver', profiles: '', secrets: {} } as const;
    await expect(openHand(web, { kind: 'web' }, { folder })).rejects.toMatchObject({ code: 'browser-start-failed' });
    expect(await processesIn(join(home, 'devices'))).toEqual([]);
    const { driver, context, attachment, place } = await opened(0, folder);
    const { pid } = await place();
    await writeFile(join(folder, 'hand-process.json'), '{"pid": 12');
    await driver.destroy(attachment, context);
    await ended(pid);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('HP5: a hand that is frozen is ended by the next worker', async () => {
  const { device, attach, place } = await opened();
  const { pid } = await place();
  process.kill(pid, 'SIGSTOP');
  await device.detach();
  const next = await attach();
  expect((await next.look()).title).toBe('Before');
  expect((await place()).pid).not.toBe(pid);
  await ended(pid);
});

test('HP7: it ends with its device', async () => {
  const { device, place } = await opened();
  const { pid } = await place();
  await device.close();
  await ended(pid);
});

test('HP7: it ends, and its device with it, when its folder is gone', async () => {
  const { place, folder, attachment } = await opened();
  const { pid } = await place();
  await rm(folder, { recursive: true });
  await ended(pid);
  await ended(Number(attachment['pid']));
});

test('HP7: it is ended where nobody attached to it, also when it was never opened', async () => {
  const { driver, attachment, context, place } = await opened();
  const { pid } = await place();
  await driver.destroy(attachment, context);
  await ended(pid);
  await driver.destroy({}, context);
});

test('HP7: the hands of a folder are found with age and memory, strays too, and doctor names the way out', async () => {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-doctor-'));
  try {
    const { place, folder, device } = await opened(0, join(home, 'devices', 'd1-1'));
    const { pid } = await place();
    const [hand] = await processesIn(join(home, 'devices'));
    expect(hand).toMatchObject({ pid, folder });
    expect(hand?.memory).toBeGreaterThan(5);
    console.log(`the hand of a stub takes ${hand?.memory ?? 0} MB`);
    expect(await checkDeviceProcesses(home)).toMatchObject({
      status: 'warn',
      detail: `1 of closed devices: process ${pid}`,
      advice: expect.stringContaining(folder),
    });
    await device.close();
    await ended(pid);
    expect(await checkDeviceProcesses(home)).toBeUndefined();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});

test('LK33: its socket and its files are the user’s own, and it answers nobody without the key of its folder', async () => {
  const { place, folder } = await opened();
  const { socket: path, key } = await place();
  for (const file of [path, join(folder, 'hand.json'), join(folder, 'hand.log'), join(folder, 'hand-process.json')])
    expect(`${file} ${((await stat(file)).mode & 0o077).toString(8)}`).toBe(`${file} 0`);
  const ask = async (call: string, of?: unknown): Promise<unknown> => {
    const socket = connect(path);
    await once(socket, 'connect');
    socket.write(`${JSON.stringify({ id: 1, call, of })}\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return JSON.parse(chunk.toString());
  };
  const refused = { id: 1, error: { message: 'This device process belongs to another device.' } };
  expect(await ask('look')).toMatchObject(refused);
  expect(await ask('hello', { key: 'x'.repeat(key.length) })).toMatchObject(refused);
  expect(await ask('hello', { key })).toMatchObject({ id: 1, value: { protocol: protocolVersion } });
});

test('LK31: neither hand nor device knows what the worker’s environment holds', async () => {
  process.env['STEADYHAND_SECRET_CANARY'] = 'canary-in-the-environment';
  process.env['OPENAI_API_KEY'] = 'canary-in-the-environment';
  try {
    const { place, attachment } = await opened();
    for (const pid of [(await place()).pid, Number(attachment['pid'])]) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(environment).toContain('PATH=');
      expect(environment).not.toContain('canary');
    }
  } finally {
    delete process.env['STEADYHAND_SECRET_CANARY'];
    delete process.env['OPENAI_API_KEY'];
  }
});

test('a folder whose path is too long for a socket has its socket elsewhere', async () => {
  const folder = join(tmpdir(), 'steadyhand-long-test', 'x'.repeat(120));
  await mkdir(folder, { recursive: true });
  try {
    const { device, place } = await opened(0, folder);
    expect((await device.look()).title).toBe('Before');
    expect((await place()).socket.startsWith(folder)).toBe(false);
  } finally {
    await Promise.all(open.map((each) => each.close()));
    open = [];
    await rm(join(tmpdir(), 'steadyhand-long-test'), { recursive: true });
  }
});

test('HP8: the version before reads what a hand has journalled, and a hand what that has', async () => {
  const { device, hand, order, journal } = await opened();
  await hand.carryOut(order({ key: 'run:1:0', actions: [await pressAdd(device)] }));
  const before = createFileActionJournal({ folder: journal });
  expect(await before.verdictOf('d1', 'run:1:0')).toEqual({ verdict: 'done', outcome: { status: 'done' } });
  await before.intended({ key: 'run:2:0', deviceId: 'd1', epoch: 1, function: 'press' });
  await before.close();
  expect(await hand.verdictOf('d1', 'run:2:0')).toEqual({ verdict: 'unknown' });
});
