// Desktops outlive the process that opened them, and end completely.
import { contextIn } from '../../support/edge.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDesktopDriver } from '../../../src/adapters/desktop/desktop-driver.js';
import { isRunning, type ProcessMark } from '../../../src/adapters/process-kit/process-marks.js';
import { type Attachment, type OpenContext, DeviceGoneError } from '../../../src/ports/device.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  runningOn,
  testScreen,
  type TestApplications,
} from '../../support/desktop/test-desktop.js';
import { until } from '../../support/until.js';

const live = new AbortController().signal;

describeWithDesktop('the lifetime of a desktop', () => {
  let applications: TestApplications;
  let folder: string;
  const contextOf = (): OpenContext => contextIn(folder);
  const driver = createDesktopDriver(testScreen);
  beforeAll(async () => {
    applications = await offerApplications({
      Form: ['form'],
      Script: ['launcher.sh', 'zenity', '--info'],
    });
  });
  afterAll(() => applications.dispose());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-desktop-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('E57: X6: what a script starts goes by the name of its entry, which the device was opened for', async () => {
    const { device, attachment } = await driver.open({ kind: 'desktop', app: 'script.desktop' }, contextOf());
    try {
      expect((await device.look()).application.name).toBe('Script');
      expect(device.application).toBe('Script');
      await device.detach();
      const again = await driver.attach(attachment, contextOf());
      expect(again.application).toBe('Script');
      await again.detach();
    } finally {
      await driver.destroy(attachment, contextOf());
    }
  });

  /** A desktop with a name typed into its form, opened by another process, as a worker would. */
  const openInChild = async (): Promise<{ readonly attachment: Attachment; kill(): Promise<void> }> => {
    const module = new URL('../../../dist/adapters/desktop/desktop-driver.js', import.meta.url).href;
    const code = `
      import { createDesktopDriver } from ${JSON.stringify(module)};
      import { createSecrets } from ${JSON.stringify(new URL('../../../dist/adapters/masking-kit/secrets.js', import.meta.url).href)};
      const context = { deviceId: 'test', folder: ${JSON.stringify(folder)}, origins: [], signal: new AbortController().signal, secrets: createSecrets('', {}) };
      const { device, attachment } = await createDesktopDriver(${JSON.stringify(testScreen)}).open({ kind: 'desktop', app: 'Form' }, context);
      await device.settle(5000);
      const name = (await device.look()).controls.find(({ role, name }) => role === 'textbox' && name === 'Name');
      await device.perform({ type: 'set-text', target: { control: name }, text: 'typed before', clear: true }, context.signal);
      process.stdout.write(JSON.stringify(attachment) + '\\n');
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env },
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    });
    let output = '';
    for await (const part of child.stdout) {
      output += String(part);
      if (output.includes('\n')) break;
    }
    return {
      attachment: JSON.parse(output) as Attachment,
      kill: async () => {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    };
  };

  test('a desktop whose opener was killed is attached again unchanged', async () => {
    const { attachment, kill } = await openInChild();
    await kill();
    const device = await driver.attach(attachment, contextOf());
    try {
      const { controls } = await device.look();
      expect(controls.find(({ role }) => role === 'textbox')).toMatchObject({ value: 'typed before' });
      const next = controls.find(({ name }) => name === 'Next');
      if (!next) throw new Error('no button');
      await device.perform({ type: 'click', target: { control: next }, button: 'left', clickCount: 1 }, live);
      await device.settle(5_000);
      expect((await device.look()).title).toBe('Second');
    } finally {
      await device.detach();
      await driver.destroy(attachment, contextOf());
    }
  });

  test.each([
    ['with what the host wrote down', (attachment: Attachment) => attachment],
    ['although its opener died before anything was written down', () => ({})],
  ])('ends completely, %s: no process, no file', async (_name, known) => {
    const { attachment, kill } = await openInChild();
    await kill();
    const temp = String(attachment['temp']);
    expect((await runningOn(temp)).length).toBeGreaterThanOrEqual(5);
    await driver.destroy(known(attachment), contextOf());
    expect(await runningOn(temp)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    expect(existsSync(temp)).toBe(false);
    await driver.destroy(known(attachment), contextOf());
  });

  test.each([
    ['its X server', 0],
    ['its session bus', 1],
  ])('is gone when %s is killed, and every call says so', async (_name, index) => {
    const desktop = await openTestDesktop({ app: 'Form' });
    try {
      const mark = (desktop.attachment['processes'] as readonly ProcessMark[])[index];
      process.kill(mark?.pid ?? 0, 'SIGKILL');
      await expect(desktop.device.look()).rejects.toThrow(DeviceGoneError);
      await expect(desktop.device.screenshot()).rejects.toThrow(DeviceGoneError);
      await expect(desktop.device.settle(500)).rejects.toThrow(DeviceGoneError);
      await expect(desktop.driver.attach(desktop.attachment, desktop.context)).rejects.toThrow(DeviceGoneError);
      expect(mark && (await isRunning(mark))).toBe(false);
    } finally {
      await desktop.close();
    }
  });

  test('one that fails to open on a display that was there before leaves no process behind', async () => {
    const desktop = await openTestDesktop({ app: 'Form' });
    const before = { ...process.env };
    try {
      Object.assign(process.env, desktop.attachment['environment']);
      const present = createDesktopDriver({ ...testScreen, virtual: false });
      const known = await handsOfThisProcess();
      await expect(present.open({ kind: 'desktop', app: 'Nobody' }, contextOf())).rejects.toMatchObject({ code: 'no-such-application' });
      await until(async () => (await handsOfThisProcess()).every((pid) => known.includes(pid)), 'the end of its hands');
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
      await desktop.close();
    }
  });

  test('two at once are isolated from each other', async () => {
    const [one, other] = await Promise.all([openTestDesktop({ app: 'Form' }), openTestDesktop({ app: 'galculator' })]);
    try {
      const names = async ({ device }: typeof one) =>
        (await device.listApplications()).filter(({ running }) => running).map(({ name }) => name);
      expect([await names(one), await names(other)]).toEqual([['Form'], ['Galculator']]);
      expect(one.attachment['environment']).not.toMatchObject({
        DISPLAY: (other.attachment['environment'] as Readonly<Record<string, string>>)['DISPLAY'],
      });
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  test('its programs receive no unneeded environment from the worker', async () => {
    process.env['OPENAI_API_KEY'] = 'sk-not-for-programs';
    const desktop = await openTestDesktop({ app: 'Form' });
    try {
      expect(JSON.stringify(desktop.attachment)).not.toContain('sk-not');
      for (const environment of await runningOn(String(desktop.attachment['temp']))) expect(environment).not.toContain('sk-not');
    } finally {
      delete process.env['OPENAI_API_KEY'];
      await desktop.close();
    }
  });
});

/** Its children that hold a mouse and a keyboard. */
async function handsOfThisProcess(): Promise<readonly string[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const [command, status] = await Promise.all(
          ['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
        );
        return command?.includes('input-process') && status?.includes(`PPid:\t${process.pid}\n`) ? [pid] : [];
      }),
  );
  return all.flat();
}
