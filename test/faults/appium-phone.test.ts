// A phone application behind a real Appium server passes the suite that every device passes.
import { contextIn } from '../support/edge.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppiumDriver } from '../../src/adapters/appium/appium-driver.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import type { Attachment, Device, OpenContext } from '../../src/ports/device.js';
import { describeDeviceConformance } from '../conformance/device-conformance.js';
import { phoneCapabilities, startAppium, type AppiumServer } from '../support/appium-server.js';

const live = new AbortController().signal;

describeDeviceConformance('appium, an application', async () => {
  const appium = await startAppium();
  return {
    driver: createAppiumDriver({ url: appium.url }),
    spec: { kind: 'appium', capabilities: phoneCapabilities('form') },
    restart: { type: 'navigate', url: 'form://start' },
    kill: async ({ url, sessionId }) => void (await fetch(`${String(url)}/session/${String(sessionId)}`, { method: 'DELETE' })),
    dispose: () => appium.close(),
  };
});

describe('the applications and keys of a phone', () => {
  let appium: AppiumServer;
  let context: OpenContext;
  let device: Device;
  let attachment: Attachment;
  const driver = () => createAppiumDriver({ url: appium.url });
  beforeAll(async () => {
    appium = await startAppium();
    context = contextIn(await mkdtemp(join(tmpdir(), 'steadyhand-phone-')));
  });
  afterAll(async () => {
    await appium?.close();
    await rm(context.folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    ({ device, attachment } = await driver().open({ kind: 'appium', capabilities: phoneCapabilities('form') }, context));
  });
  afterEach(() => driver().destroy(attachment, context));

  const inFront = async (): Promise<string> => (await device.look()).application.id;
  const press = (keys: string) => device.perform({ type: 'press-keys', keys }, live);

  test('HE7: what a phone keeps is done, and what it loses is a failure, as a text and by keys', async () => {
    await device.perform(
      { type: 'launch-application', name: String(phoneCapabilities('lossy')['appium:app']).replace('.json', '.apk') },
      live,
    );
    const at = async (name: string): Promise<{ readonly control: Control }> => {
      const control = (await device.look()).controls.find((each) => each.name === name && each.role === 'textbox');
      if (!control) throw new Error(`no ${name}`);
      return { control };
    };
    const set = async (name: string, text: string, clear: boolean) =>
      device.perform({ type: 'set-text', target: await at(name), text, clear }, live);
    const type = async (name: string, keys: string) => device.perform({ type: 'press-keys', target: await at(name), keys }, live);
    expect(await set('Kept', '日本', true)).toEqual({});
    expect(await set('Kept', '語', false)).toEqual({});
    expect(await type('Kept', 'ab')).toEqual({});
    await expect(set('Lossy', '日本語', true)).rejects.toMatchObject({ code: 'text-differs' });
    await expect(type('Lossy', '本a')).rejects.toMatchObject({ code: 'text-differs' });
  });

  test('an application is installed from its file, opened, brought to the front again and ended', async () => {
    expect(device.application).toBe('org.example.form');
    await device.perform(
      { type: 'launch-application', name: String(phoneCapabilities('shop')['appium:app']).replace('.json', '.apk') },
      live,
    );
    expect(await inFront()).toBe('org.example.shop');
    expect(await device.listApplications()).toEqual([
      expect.objectContaining({ id: 'org.example.shop', running: true, current: true }),
      expect.objectContaining({ id: 'org.example.form', running: true, current: false }),
    ]);
    await device.selectApplication('org.example.form');
    expect(await inFront()).toBe('org.example.form');
    await device.closeApplication('org.example.form');
    expect(await inFront()).toBe('com.android.launcher');
    expect((await device.listApplications()).find(({ id }) => id === 'org.example.form')).toMatchObject({ running: false });
  });

  test('a control that replaces another is a different one; a list without the wanted option is closed again', async () => {
    const { controls } = await device.look();
    const of = (name: string) => {
      const found = controls.find((control) => control.name === name);
      if (!found) throw new Error(`no ${name}`);
      return { control: found };
    };
    await expect(device.perform({ type: 'select-option', target: of('Size'), values: ['Huge'] }, live)).rejects.toThrow(
      /no option 'Huge', only: Small, Large/,
    );
    expect((await device.look()).controls).toEqual(controls);
    const tap: DeviceAction = { type: 'click', target: of('Next'), button: 'left', clickCount: 1 };
    await device.perform(tap, live);
    expect((await device.look()).controls.find(({ role }) => role === 'button')).toMatchObject({
      name: 'Done',
      path: of('Next').control.path,
    });
    await expect(device.perform(tap, live)).rejects.toMatchObject({ code: 'control-gone' });
  });

  test('its own keys are pressed; a sequence with an unsupported key is refused before anything is pressed', async () => {
    await press('{GOHOME}');
    expect(await inFront()).toBe('com.android.launcher');
    await device.launchApplication('org.example.form');
    const name = async () => (await device.look()).controls.find(({ role }) => role === 'textbox');
    const field = await name();
    if (!field) throw new Error('no field');
    await device.perform({ type: 'press-keys', target: { control: field }, keys: 'Adam{BACKSPACE}{VOLUMEUP}' }, live);
    expect(await name()).toMatchObject({ value: 'Ada' });
    await expect(press('x{F5}')).rejects.toMatchObject({ code: 'not-supported' });
    await expect(press('^a')).rejects.toMatchObject({ code: 'not-supported' });
    expect(await name()).toMatchObject({ value: 'Ada' });
    await press('{GOBACK}');
    expect(await inFront()).toBe('com.android.launcher');
  });

  test("a system with a mouse gets a right click, the wheel, and commands under that system's names", async () => {
    const mac = { ...phoneCapabilities('form'), platformName: 'mac', 'appium:bundleId': 'org.example.form' };
    const { device: desktop, attachment: session } = await driver().open({ kind: 'appium', capabilities: mac }, context);
    const target = { point: { x: 200, y: 345 }, unit: 'px' } as const;
    await desktop.perform({ type: 'click', target, button: 'right', clickCount: 1 }, live);
    await desktop.perform({ type: 'scroll', target, deltaX: 0, deltaY: 100 }, live);
    await desktop.launchApplication('org.example.form');
    await driver().destroy(session, context);
    const asked = appium.log();
    expect(asked).toMatch(/"pointerType":"mouse".*"type":"pointerDown","button":2/);
    expect(asked).toContain('"macos: scroll","args":[{"x":200,"y":345,"deltaX":0,"deltaY":-100}]');
    expect(asked).toContain('"macos: launchApp"');
  });

  test('a session whose application cannot be started says so in one sentence', async () => {
    await expect(
      driver().open(
        { kind: 'appium', capabilities: { ...phoneCapabilities('form'), 'appium:app': undefined, 'appium:appPackage': 'org.nobody' } },
        context,
      ),
    ).rejects.toThrow(/started no session: .*'org.nobody' isn't installed/);
  });
});

describe('HE2: a touch', () => {
  let appium: AppiumServer;
  let context: OpenContext;
  let device: Device;
  let attachment: Attachment;
  const driver = () => createAppiumDriver({ url: appium.url });
  beforeAll(async () => {
    appium = await startAppium();
    context = contextIn(await mkdtemp(join(tmpdir(), 'steadyhand-phone-')));
  });
  afterAll(async () => {
    await appium?.close();
    await rm(context.folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    ({ device, attachment } = await driver().open({ kind: 'appium', capabilities: phoneCapabilities('reach') }, context));
  });
  afterEach(() => driver().destroy(attachment, context));

  const named = async (name: string): Promise<Control> => {
    const found = (await device.look()).controls.find((control) => control.name === name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const tap = async (name: string): Promise<void> =>
    void (await device.perform({ type: 'click', target: { control: await named(name) }, button: 'left', clickCount: 1 }, live));
  const counted = async (): Promise<readonly string[]> =>
    (await device.look()).controls.filter(({ name }) => /: [1-9]/.test(name)).map(({ name }) => name);

  test.each([
    [
      'is not sent to what a button drawn later covers',
      'Pay',
      { code: 'control-covered', message: expect.stringContaining('button "Accept"') as string },
    ],
    ['is not sent to what its list does not show', 'Old order', { code: 'out-of-reach' }],
  ])('%s', async (_what, name, error) => {
    expect(await named(name)).toMatchObject({ visible: false });
    await expect(tap(name)).rejects.toMatchObject(error);
    expect(await counted()).toEqual([]);
  });

  test('goes beside what covers the middle, and to the part that a list shows', async () => {
    await tap('Help');
    await tap('Order');
    expect(await counted()).toEqual(['Helped: 1', 'Ordered: 1']);
    await tap('Agree');
    expect(await counted()).toEqual(['Helped: 1', 'Ordered: 1', 'Accepted: 1']);
  });
});
