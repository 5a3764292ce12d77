// Hands with real desktops: what display, application and mouse keep when the worker, its hand or the process with mouse and keyboard has ended.
import { contextIn } from '../support/edge.js';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDesktopDriver } from '../../src/adapters/desktop/desktop-driver.js';
import type { DisplayEnvironment } from '../../src/adapters/desktop/requirements.js';
import { markOf } from '../../src/adapters/process-kit/process-marks.js';
import { openXServer } from '../../src/adapters/desktop/x-server.js';
import { processesIn } from '../../src/adapters/device-process/start-process.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import type { Device } from '../../src/ports/device.js';
import { describeWithDesktop, offerApplications, runningOn, testScreen, type TestApplications } from '../support/desktop/test-desktop.js';
import { ended, handOf, openHand, type OpenHand } from '../support/hands.js';
import { until } from '../support/until.js';

const key = 'run:1:0';
/** https://www.x.org/releases/current/doc/xproto/x11protocol.html#requests:QueryKeymap */
const queryKeymap = 44;
const settings = { kind: 'desktop', ...testScreen, secrets: {} } as const;
const dyingHand = fileURLToPath(new URL('../support/desktop/dying-hand.mjs', import.meta.url));

describeWithDesktop('the hand of a desktop', () => {
  let root: string;
  let file: string;
  let applications: TestApplications;
  let hand: OpenHand;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'steadyhand-presses-'));
    file = join(root, 'presses');
    applications = await offerApplications({ Counter: ['counter', file, '150'], Form: ['form'] });
  });
  beforeEach(() => rm(file, { force: true }));
  afterEach(() => hand.close());
  afterAll(async () => {
    await applications.dispose();
    await rm(root, { recursive: true, force: true });
  });

  const opened = async (app: string, options: Parameters<typeof openHand>[2] = {}): Promise<OpenHand> =>
    (hand = await openHand(settings, { kind: 'desktop', app }, options));
  const presses = async (): Promise<number> => (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
  const pidIn = async (name: string): Promise<number> =>
    (JSON.parse(await readFile(join(hand.folder, name), 'utf8')) as { readonly pid: number }).pid;
  const mouse = () => pidIn('mouse-and-keyboard.json');
  const temp = (): string => String(hand.attachment['temp']);
  const killed = async (pid: number): Promise<void> => {
    process.kill(pid, 'SIGKILL');
    await ended(pid);
  };

  test('HP31, HP1, HP4: what a worker has ordered is carried out without it; the next one is told, and has the same desktop', async () => {
    const { device, order, attach, place, journalled } = await opened('Counter');
    const { pid } = await place();
    const button = await named(device, 'Add');
    const pressing = await mouse();
    // Still under way when the worker is gone, however slow this machine is.
    process.kill(pressing, 'SIGSTOP');
    const ordered = hand.hand.carryOut(order({ key, actions: [click(button)] }));
    await until(() => existsSync(join(hand.journal, 'd1.jsonl')), 'the order');
    await device.detach();
    await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
    process.kill(pressing, 'SIGCONT');
    const next = await attach();
    expect(await handOf(next).verdictOf('d1', key)).toEqual({ verdict: 'done', outcome: { status: 'done' } });
    expect(await next.settle(5_000)).toBe(true);
    expect((await named(next, 'Added 1')).role).toBe('heading');
    expect({ presses: await presses(), hand: (await place()).pid }).toEqual({ presses: 1, hand: pid });
    expect(await journalled()).toEqual([`intended ${key}`, `done ${key}`, `settled ${key}`]);
  });

  test('HP5: a hand that is killed leaves display and application; another one has them as they were', async () => {
    const { device, order, place } = await opened('Counter');
    const button = await named(device, 'Add');
    expect(await hand.hand.carryOut(order({ key, actions: [click(button)] }))).toEqual({ status: 'done' });
    const [former, { pid }] = [await mouse(), await place()];
    await killed(pid);
    await ended(former);
    expect((await named(device, 'Added 1')).role).toBe('heading');
    expect((await place()).pid).not.toBe(pid);
    expect(await handOf(device).carryOut(order({ key: 'run:2:0', actions: [click(button)] }))).toEqual({ status: 'done' });
    await until(async () => (await presses()) === 2, 'the second press');
  });

  test.each([
    [
      'before anything was sent: that is known',
      'after intended',
      { status: 'failed', code: 'device-gone', message: 'It was not sent: nothing of it had gone to its display.' },
      0,
    ],
    [
      'after all was sent: that is known',
      'before done',
      { status: 'done', witness: 'its display had taken all of it; what came of it nobody has seen' },
      1,
    ],
  ])('HP20: a hand that is killed %s', async (_, point, outcome, count) => {
    const { device, order } = await opened('Counter', { program: dyingHand });
    const action = click(await named(device, 'Add'));
    await writeFile(join(hand.folder, 'die'), point);
    await expect(hand.hand.carryOut(order({ key, actions: [action] }))).rejects.toMatchObject({ code: 'connection-lost' });
    await rm(join(hand.folder, 'die'));
    expect(await handOf(device).verdictOf('d1', key)).toMatchObject({ verdict: 'done', outcome });
    expect(await handOf(device).verdictOf('d1', key)).toMatchObject({ verdict: 'done', outcome });
    expect(await presses()).toBe(count);
    // The next action's notes are not taken for those of the one before.
    expect(await handOf(device).carryOut(order({ key: 'run:2:0', actions: [action, action] }))).toEqual({ status: 'done' });
    expect(await handOf(device).verdictOf('d1', key)).toEqual({ verdict: 'unknown' });
    await until(async () => (await presses()) === count + 2, 'the later presses');
  });

  test('HP5, HP20: whoever takes a desktop over ends the process with mouse and keyboard that served the hand before', async () => {
    const { device, order, place, journalled } = await opened('Counter');
    const action = click(await named(device, 'Add'));
    const [former, { pid }] = [await mouse(), await place()];
    process.kill(former, 'SIGSTOP');
    const ordered = hand.hand.carryOut(order({ key, actions: [action] }));
    await until(async () => (await journalled()).length > 0, 'the order');
    process.kill(pid, 'SIGKILL');
    await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
    expect(await handOf(device).verdictOf('d1', key)).toMatchObject({ verdict: 'done', outcome: { code: 'device-gone' } });
    expect(await markOf(former)).toBeUndefined();
    expect(await handOf(device).carryOut(order({ key: 'run:2:0', actions: [action] }))).toEqual({ status: 'done' });
    await until(async () => (await presses()) > 0, 'the press');
    expect(await presses()).toBe(1);
  });

  test('HP20: the notes tell of the very action that was announced, and of no other', async () => {
    const { device, folder } = await opened('Form');
    await device.detach();
    await killed((await hand.place()).pid);
    // As its hand has it.
    const own = await createDesktopDriver(testScreen).attach(hand.attachment, contextIn(hand.folder));
    const told = async (of: string) => ({ ran: await own.heard?.(of), never: await own.neverSent?.(of) });
    const [ran, never] = ['its display had taken all of it; what came of it nobody has seen', 'nothing of it had gone to its display'];
    try {
      const field = await named(own, 'Name', 'textbox');
      const next = await named(own, 'Next');
      const announce = async (of: string, action: DeviceAction): Promise<DeviceAction> => {
        await own.expect?.(of, action);
        return action;
      };
      const enter: DeviceAction = { type: 'press-keys', keys: '{TAB}' };
      const wheel: DeviceAction = { type: 'scroll', target: { control: field }, deltaX: 0, deltaY: 100 };
      for (const [index, action] of [click(field), enter, wheel].entries()) {
        await announce(`run:${index}:0`, action);
        expect(await told(`run:${index}:0`)).toEqual({ ran: undefined, never });
        await own.perform(action, hand.context.signal);
        expect(await told(`run:${index}:0`)).toEqual({ ran, never: undefined });
        expect(await told('run:9:0')).toEqual({ ran: undefined, never: undefined });
      }
      // Announced and never performed: what comes instead is not taken for it.
      await announce('run:3:0', click(next));
      await own.perform(click(field), hand.context.signal);
      expect(await told('run:3:0')).toEqual({ ran: undefined, never: undefined });
      // One that takes several calls, or what no note tells of.
      for (const action of [
        { type: 'press-keys', keys: 'ab' },
        { type: 'press-keys', keys: 'a', target: { control: field } },
        { type: 'set-text', text: 'a', clear: true, target: { control: field } },
      ] as const) {
        await own.perform(await announce('run:4:0', action), hand.context.signal);
        expect(await told('run:4:0')).toEqual({ ran: undefined, never: undefined });
      }
      await writeFile(join(folder, 'mouse-and-keyboard-notes.json'), '{"step":"ended","action":"run:5:0"');
      expect(await told('run:5:0')).toEqual({ ran: undefined, never: undefined });
    } finally {
      await own.detach();
    }
  });

  test.each([
    ['has ended before', async (pid: number) => killed(pid)],
    [
      'is killed before it has begun',
      async (pid: number) => {
        process.kill(pid, 'SIGSTOP');
        setTimeout(() => process.kill(pid, 'SIGKILL'), 1_500);
      },
    ],
  ])('HP6: an action whose process with mouse and keyboard %s is carried out by another one, once', async (_, disturb) => {
    const { device, order } = await opened('Counter');
    const action = click(await named(device, 'Add'));
    const former = await mouse();
    await disturb(former);
    expect(await hand.hand.carryOut(order({ key, actions: [action] }))).toEqual({ status: 'done' });
    await until(async () => (await presses()) > 0, 'the press');
    await device.settle(5_000);
    expect(await presses()).toBe(1);
    expect(await mouse()).not.toBe(former);
    await device.screenshot();
  });

  test('HP6: keys whose process is killed in the middle of them are unknown, and no key stays pressed', async () => {
    const { device, order } = await opened('Form');
    const field = await named(device, 'Name', 'textbox');
    const keys = { type: 'press-keys', keys: 'x'.repeat(3_000), target: { control: field } } as const;
    const ordered = hand.hand.carryOut(order({ key, actions: [keys] }));
    const input = await mouse();
    const server = await openXServer(hand.attachment['environment'] as DisplayEnvironment);
    /** Keys that the display takes for pressed. */
    const isPressed = async () =>
      (await server.ask({ opcode: queryKeymap, body: Buffer.alloc(0) }))?.subarray(8, 40).some((bits) => bits > 0);
    await until(
      async () => {
        process.kill(input, 'SIGSTOP');
        if (await isPressed()) return true;
        process.kill(input, 'SIGCONT');
        return false;
      },
      'a key that is down',
      10_000,
    );
    process.kill(input, 'SIGKILL');
    await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
    expect(await hand.hand.verdictOf('d1', key)).toEqual({ verdict: 'unknown' });
    expect(await isPressed()).toBe(false);
    server.close();
    expect(await device.settle(5_000)).toBe(true);
    const { value = '' } = await named(device, 'Name', 'textbox');
    expect(value.length).toBeLessThan(3_000);
    expect(await handOf(device).carryOut(order({ key: 'run:2:0', actions: [{ type: 'press-keys', keys: 'y' }] }))).toEqual({
      status: 'done',
    });
    expect((await named(device, 'Name', 'textbox')).value).toBe(`${value}y`);
  });

  test('HP4: the next worker’s configuration counts, and secrets that were typed stay hidden', async () => {
    const { device, order, attach } = await opened('Form');
    const next = await attach({
      ...settings,
      secrets: { CODE: { origins: [], apps: ['Form'], value: 'first-secret-value', lockNetwork: false } },
    });
    const text = {
      type: 'set-text',
      text: '{{secret:CODE}}',
      clear: true,
      target: { control: await named(device, 'Name', 'textbox') },
    } as const;
    expect(await handOf(next).carryOut(order({ key, actions: [text] }))).toEqual({ status: 'done' });
    await killed((await hand.place()).pid);
    expect((await named(next, 'Name', 'textbox')).value).toBe('•••');
  });

  test('HP7, LK31: it takes little memory, knows nothing of the worker’s environment, and nothing is left after it', async () => {
    process.env['OPENAI_API_KEY'] = 'canary-in-the-environment';
    try {
      const folder = join(root, 'devices', 'd1-1');
      const { device, place, driver, attachment, context } = await opened('Counter', { folder });
      await device.look();
      await device.screenshot();
      const [{ pid }, input] = [await place(), await mouse()];
      for (const each of [pid, input]) expect(await readFile(`/proc/${each}/environ`, 'utf8')).not.toContain('canary');
      expect((await runningOn(temp())).join()).not.toContain('canary');
      const [told] = await processesIn(join(root, 'devices'));
      console.log(`the hand of a desktop takes ${told?.memory ?? 0} MB`);
      await device.close();
      await Promise.all([ended(pid), ended(input)]);
      expect(await runningOn(temp())).toEqual([]);
      expect(existsSync(temp())).toBe(false);
      await driver.destroy(attachment, context);
    } finally {
      delete process.env['OPENAI_API_KEY'];
    }
  });

  test.each([
    ['its hand was killed', async () => killed((await hand.place()).pid), () => hand.driver.destroy(hand.attachment, hand.context)],
    ['its worker died before it had written down what was opened', async () => undefined, () => hand.driver.destroy({}, hand.context)],
    ['its folder is gone', () => rm(hand.folder, { recursive: true }), async () => undefined],
  ])('HP7: no display and no process is left where %s', async (_, disturb, destroy) => {
    const { place } = await opened('Counter');
    const [{ pid }, input] = [await place(), await mouse()];
    expect((await runningOn(temp())).length).toBeGreaterThanOrEqual(4);
    await disturb();
    await destroy();
    await Promise.all([ended(pid), ended(input)]);
    await until(async () => (await runningOn(temp())).length === 0 && !existsSync(temp()), 'the end of the display');
  });
});

function click(control: Control): DeviceAction {
  return { type: 'click', target: { control }, button: 'left', clickCount: 1 };
}

async function named(device: Pick<Device, 'look'>, name: string, role?: string): Promise<Control> {
  const found = (await device.look()).controls.find((each) => each.name === name && (role === undefined || each.role === role));
  if (!found) throw new Error(`No control "${name}".`);
  return found;
}
