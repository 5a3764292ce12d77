// A native session on a real Appium server with its fake driver: its page source never changes, so effects are read back with Appium's own commands.
import { contextIn } from '../../support/edge.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAppiumDriver, AppiumStartError } from '../../../src/adapters/appium/appium-driver.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { type Attachment, type Device, type OpenContext, DeviceGoneError } from '../../../src/ports/device.js';
import { checkAppium } from '../../../src/cli/doctor/devices.js';
import { serve } from '../../../examples/support/serve.mjs';
import { startAppium, type AppiumServer } from '../../support/appium-server.js';

const app = fileURLToPath(new URL('../../support/fake-app.xml', import.meta.url));
const capabilities = { platformName: 'Fake', 'appium:automationName': 'Fake', 'appium:deviceName': 'Fake', 'appium:app': app };
const live = new AbortController().signal;

describe('a native Appium session', () => {
  let appium: AppiumServer;
  let context: OpenContext;
  let device: Device;
  let attachment: Attachment;
  const driver = () => createAppiumDriver({ url: appium.url });
  beforeAll(async () => {
    appium = await startAppium();
    context = contextIn(await mkdtemp(join(tmpdir(), 'steadyhand-appium-')));
  });
  afterAll(async () => {
    await appium?.close();
    await rm(context.folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    ({ device, attachment } = await driver().open({ kind: 'appium', capabilities }, context));
  });
  afterEach(() => driver().destroy(attachment, context));

  const control = async (name: string): Promise<Control> => {
    const found = (await device.look()).controls.find((each) => each.name === name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  /** Reads an element directly, bypassing the adapter. */
  const ask = async (xpath: string, what: string): Promise<unknown> => {
    const at = `${appium.url}/session/${String(attachment['sessionId'])}`;
    const found = (await (
      await fetch(`${at}/element`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ using: 'xpath', value: xpath }),
      })
    ).json()) as { readonly value: Readonly<Record<string, string>> };
    const reply = (await (await fetch(`${at}/element/${Object.values(found.value)[0]}/${what}`)).json()) as { readonly value: unknown };
    return reply.value;
  };

  test('lists its controls, in px, with what can be done', async () => {
    const { application, controls } = await device.look();
    expect(application).toMatchObject({ name: 'fake-app.xml', running: true, current: true });
    expect(controls.map(({ role, name, enabled }) => `${role} ${name} ${enabled}`)).toEqual([
      'button Next true',
      'textbox Name true',
      'button Off false',
    ]);
    expect(controls[0]?.bounds).toEqual({ x: 10, y: 20, width: 100, height: 30 });
    expect(
      Buffer.from(await device.screenshot())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(await device.settle(5_000)).toBe(true);
  });

  test('enters a text into its field', async () => {
    await device.perform({ type: 'set-text', target: { control: await control('Name') }, text: 'Ada', clear: true }, live);
    expect(await ask('//MockInputField', 'text')).toBe('Ada');
  });

  test('performs a tap, a long press, a drag and a swipe as pointer actions', async () => {
    const target = { control: await control('Next') };
    const at = (x: number, y: number) => ({ point: { x, y }, unit: 'fraction' as const });
    const actions: readonly DeviceAction[] = [
      { type: 'click', target, button: 'left', clickCount: 1 },
      { type: 'click', target, button: 'right', clickCount: 1 },
      { type: 'drag', from: at(0.1, 0.1), to: at(0.5, 0.5), button: 'left' },
      { type: 'scroll', deltaX: 0, deltaY: 200 },
    ];
    for (const action of actions) await expect(device.perform(action, live)).resolves.toEqual({});
  });

  test.each([
    ['select an option', (target: { readonly control: Control }): DeviceAction => ({ type: 'select-option', target, values: ['x'] })],
    [
      'press with a middle button',
      (target: { readonly control: Control }): DeviceAction => ({ type: 'click', target, button: 'middle', clickCount: 1 }),
    ],
    ['press a key that its driver has not', (): DeviceAction => ({ type: 'press-keys', keys: '{F5}' })],
    ['launch an application', (): DeviceAction => ({ type: 'launch-application', name: 'com.example' })],
  ])('refuses what it cannot do: %s', async (_name, action) => {
    const target = { control: await control('Next') };
    await expect(device.perform(action(target), live)).rejects.toMatchObject({ code: 'not-supported' });
  });

  test('reports a control that was never there as gone', async () => {
    const stranger: Control = { ...(await control('Next')), path: 'MockButton#other', name: 'Other' };
    await expect(
      device.perform({ type: 'click', target: { control: stranger }, button: 'left', clickCount: 1 }, live),
    ).rejects.toMatchObject({ code: 'control-gone' });
  });

  test('is attached again by its id, and gone after it was ended', async () => {
    await device.perform({ type: 'set-text', target: { control: await control('Name') }, text: 'kept', clear: true }, live);
    await device.detach();
    device = await driver().attach(JSON.parse(JSON.stringify(attachment)) as Attachment, context);
    expect(await ask('//MockInputField', 'text')).toBe('kept');
    await driver().destroy(attachment, context);
    await expect(device.look()).rejects.toThrow(DeviceGoneError);
    await expect(device.settle(500)).rejects.toThrow(DeviceGoneError);
    await expect(driver().attach(attachment, context)).rejects.toThrow(DeviceGoneError);
  });

  test('HP6: an action that finds its session gone before it has sent anything is known not to have run; of a command that acts nobody knows', async () => {
    const target = { control: await control('Next') };
    await driver().destroy(attachment, context);
    const click = device.perform({ type: 'click', target, button: 'left', clickCount: 1 }, live);
    await expect(click).rejects.toMatchObject({ code: 'device-gone', nothingSent: true });
    await expect(device.perform({ type: 'go-back' }, live)).rejects.toMatchObject({ code: 'device-gone', nothingSent: false });
  });

  test('doctor reports whether a server is running', async () => {
    expect(await checkAppium({ url: appium.url })).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^3\.\d+\.\d+ {2}http/) as string,
    });
    expect(await checkAppium({ url: 'http://127.0.0.1:9' })).toMatchObject({ status: 'fail', detail: 'no server at http://127.0.0.1:9' });
    const other = await serve(() => new Response('hello'));
    const check = await checkAppium({ url: other.url });
    await other.close();
    expect(check).toMatchObject({ status: 'fail', detail: `something else answers at ${other.url}` });
  });

  test('unknown capabilities and a missing server are each explained in one sentence', async () => {
    const open = (url: string, more: object) =>
      createAppiumDriver({ url }).open({ kind: 'appium', capabilities: { ...capabilities, ...more } }, context);
    await expect(open(appium.url, { 'appium:automationName': 'Nobody' })).rejects.toThrow(AppiumStartError);
    await expect(open(appium.url, { 'appium:automationName': 'Nobody' })).rejects.toThrow(/started no session: .*Nobody/);
    await expect(open('http://127.0.0.1:9', {})).rejects.toThrow(/Is the server running/);
    await expect(createAppiumDriver({ url: appium.url }).open({ kind: 'appium' }, context)).rejects.toThrow(/needs capabilities/);
  });
});
