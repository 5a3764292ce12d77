// What the desktops of macOS and Windows are to this adapter, on a Linux display: a picture, a mouse, a keyboard, and windows as nut-js lists them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInput, type DisplayInput } from '../../src/adapters/desktop/input.js';
import { createPlainWindows } from '../../src/adapters/desktop/desktop-driver.js';
import { createTesseractTextReader } from '../../src/adapters/tesseract/tesseract-text-reader.js';
import type { TextReader } from '../../src/ports/pictures.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';
import { until } from '../support/until.js';

const live = new AbortController().signal;

describeWithDesktop('a desktop known only by its picture', () => {
  let applications: TestApplications;
  let reader: TextReader;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({ Form: ['form'] });
    reader = createTesseractTextReader();
  });
  afterAll(async () => {
    await applications?.dispose();
    await reader?.close();
  });
  beforeEach(async () => {
    desktop = await openTestDesktop({ app: 'Form' }, { reader, accessibility: false });
  });
  afterEach(() => desktop.close());

  const textOf = async (name: string) => {
    const { controls } = await desktop.device.look();
    const control = controls.find((each) => each.name.includes(name));
    if (!control) throw new Error(`No text '${name}' among ${controls.map((each) => each.name).join(', ')}.`);
    return control;
  };

  test('its texts are controls, can be clicked, and lead on', async () => {
    const { device } = desktop;
    const { application, controls, notices } = await device.look();
    expect(application).toMatchObject({ name: 'Form', current: true });
    expect(controls.every(({ source }) => source === 'ocr')).toBe(true);
    expect(notices).toEqual([expect.stringContaining('read from its picture')]);
    await device.perform({ type: 'click', target: { control: await textOf('Next') }, button: 'left', clickCount: 1 }, live);
    // Only the picture tells that the picture has changed.
    expect(await device.settle(5_000)).toBe(true);
    await textOf('Second screen');
  });

  test('a text is typed at the given place; a secret is refused there', async () => {
    const { device } = desktop;
    await device.launchApplication('mousepad');
    const target = { point: { x: 0.5, y: 0.5 }, unit: 'fraction' } as const;
    await device.perform({ type: 'set-text', target, text: 'Hello world', clear: true }, live);
    await device.settle(5_000);
    await textOf('Hello world');
    await expect(device.perform({ type: 'set-text', target, text: '{{secret:DOOR}}', clear: true }, live)).rejects.toMatchObject({
      code: 'secret-refused',
    });
  });
});

describeWithDesktop('windows as nut-js lists them', () => {
  const children: ChildProcess[] = [];
  let folder: string;
  let hands: DisplayInput;
  beforeAll(async () => {
    // No window manager: with frames around windows, nut-js on Linux would report the frames.
    const x = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1000x700x24', '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    children.push(x);
    const [number] = (await once(x.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', DISPLAY: `:${number.toString().trim()}` };
    const programs = ['form', 'canvas'].map((name) => fileURLToPath(new URL(`../support/desktop/${name}.gjs.js`, import.meta.url)));
    children.push(...programs.map((program) => spawn('gjs', [program], { env, stdio: 'ignore' })));
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-plain-'));
    hands = await createInput({ env, folder });
  });
  afterAll(async () => {
    hands?.close();
    for (const child of children.reverse()) {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  test('they have titles and positions, come to the front, and are gone when closed', async () => {
    const windows = createPlainWindows(hands, 'linux');
    const [canvas, form] = await until(async () => {
      const all = await windows.list();
      const found = ['Canvas', 'Start'].map((title) => all.find((window) => window.title === title));
      return found.every((window) => window !== undefined) ? found : undefined;
    }, 'both windows');
    expect(canvas).toMatchObject({ pid: 0, bounds: { width: 500, height: 300 } });
    for (const window of [canvas, form]) {
      await windows.activate(window?.id ?? '');
      await until(async () => (await windows.active()) === window?.id, `${window?.title} in front`);
    }
    await expect(windows.activate('1')).rejects.toThrow('no longer exists');
  });
});
