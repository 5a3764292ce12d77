// A browser survives the process that opened it and is found again; destroying it leaves nothing.
import { contextIn } from '../../support/edge.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWebDriverDriver } from '../../../src/adapters/webdriver/webdriver-driver.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../../../src/adapters/process-kit/process-marks.js';
import { DeviceGoneError, type Attachment } from '../../../src/ports/device.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { browserPrograms, openTestBrowser } from '../../support/webdriver.js';

const live = new AbortController().signal;
let server: PageServer;
let folder: string;

beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-life-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const contextOf = (origins: readonly string[] = []) => contextIn(folder, { deviceId: 'life', origins });

/** A separate process that opens a browser, prints how to attach, and waits. */
async function openInChild(): Promise<{ readonly attachment: Attachment; readonly kill: () => Promise<void> }> {
  const built = new URL('../../../dist/adapters/webdriver/webdriver-driver.js', import.meta.url).href;
  const code = `
    const { createWebDriverDriver } = await import(${JSON.stringify(built)});
    const { createSecrets } = await import(${JSON.stringify(new URL('../../../dist/adapters/masking-kit/secrets.js', import.meta.url).href)});
    const driver = createWebDriverDriver(${JSON.stringify({ ...browserPrograms(), profiles: '' })});
    const context = { deviceId: 'life', folder: ${JSON.stringify(folder)}, origins: [], signal: new AbortController().signal, secrets: createSecrets('', {}) };
    const { device, attachment } = await driver.open({ kind: 'web', url: ${JSON.stringify(`${server.origin}/form`)} }, context);
    const { controls } = await device.look();
    const name = controls.find((control) => control.name === 'Name');
    await device.perform({ type: 'set-text', target: { control: name }, text: 'typed before', clear: true }, context.signal);
    process.stdout.write(JSON.stringify(attachment) + '\\n');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
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
}

test('a browser whose opener was killed is attached again on the same page, in milliseconds', async () => {
  const { attachment, kill } = await openInChild();
  const driver = createWebDriverDriver({ ...browserPrograms(), profiles: '' });
  try {
    await kill();
    const device = await driver.attach(attachment, contextOf());
    const { title, controls } = await device.look();
    expect(title).toBe('Form');
    expect(controls.find(({ name }) => name === 'Name')).toMatchObject({ value: 'typed before' });
    const show = controls.find(({ name }) => name === 'Count me');
    if (show) await device.perform({ type: 'click', target: { control: show }, button: 'left', clickCount: 1 }, live);
    expect((await device.perform({ type: 'read-text' }, live)).text).toContain('Counted 1');
  } finally {
    await kill();
    await driver.destroy(attachment, contextOf());
  }
});

test('destroying leaves no process and no file, even from a process that never attached', async () => {
  const { attachment, kill } = await openInChild();
  await kill();
  const marks = attachment['processes'] as readonly ProcessMark[];
  expect(marks).toHaveLength(2);
  for (const mark of marks) expect(await isRunning(mark)).toBe(true);
  await createWebDriverDriver({ ...browserPrograms(), profiles: '' }).destroy(attachment, contextOf());
  for (const mark of marks) expect(await isRunning(mark)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
  expect(existsSync(String(attachment['temp']))).toBe(false);
});

test('a browser whose opener was killed before it recorded how to attach is found and ended', async () => {
  const { attachment, kill } = await openInChild();
  await kill();
  const driver = createWebDriverDriver({ ...browserPrograms(), profiles: '' });
  await expect(driver.attach({}, contextOf())).rejects.toThrow(DeviceGoneError);
  await driver.destroy({}, contextOf());
  for (const mark of attachment['processes'] as readonly ProcessMark[]) expect(await isRunning(mark)).toBe(false);
  expect(await readdir(folder)).toEqual([]);
  await driver.destroy({}, contextOf());
});

test.each([
  ['HP6: when the driver is killed, the session is gone, and another driver takes the browser over', 0],
  ['when the browser is killed, the session is gone', 1],
])('%s', async (_name, index) => {
  const browser = await openTestBrowser({ spec: { url: `${server.origin}/form` } });
  try {
    const mark = (browser.attachment['processes'] as readonly ProcessMark[])[index];
    process.kill(mark?.pid ?? 0, 'SIGKILL');
    await expect(browser.device.look()).rejects.toThrow(DeviceGoneError);
    await expect(browser.device.screenshot()).rejects.toThrow(DeviceGoneError);
    await expect(browser.device.settle(500)).rejects.toThrow(DeviceGoneError);
    const attaching = browser.driver.attach(browser.attachment, browser.context);
    if (index === 1) await expect(attaching).rejects.toThrow(DeviceGoneError);
    else expect((await (await attaching).look()).application.url).toBe(`${server.origin}/form`);
  } finally {
    await browser.close();
  }
});

test('when the tab crashes, the session is gone', async () => {
  const browser = await openTestBrowser({ spec: { url: `${server.origin}/form` } });
  try {
    const { port, path, sessionId } = browser.attachment;
    await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/url`, {
      method: 'POST',
      body: JSON.stringify({ url: 'chrome://crash' }),
    });
    await expect(browser.device.look()).rejects.toThrow(DeviceGoneError);
    await expect(browser.device.perform({ type: 'read-text' }, live)).rejects.toThrow(DeviceGoneError);
    await expect(browser.device.settle(500)).rejects.toThrow(DeviceGoneError);
  } finally {
    await browser.close();
  }
});

test('a process id that another process has taken is not killed', async () => {
  const mark = await markOf(process.pid);
  await killAll([{ pid: process.pid, started: `${mark?.started}0` }]);
  expect(await isRunning(mark as ProcessMark)).toBe(true);
});

test('a persistent profile keeps its cookies, and its name is never a path', async () => {
  const profiles = join(folder, 'profiles');
  for (const seen of ['', 'visited=yes']) {
    const browser = await openTestBrowser({ profiles, spec: { profile: 'work', url: `${server.origin}/cookie` } });
    try {
      expect((await browser.act({ type: 'read-text' })).text?.trim()).toBe(`Cookies: ${seen}`.trim());
    } finally {
      await browser.close();
    }
  }
  await expect(openTestBrowser({ profiles, spec: { profile: '../work' } })).rejects.toMatchObject({ code: 'browser-start-failed' });
});

test('a failure to start says why and what to do', async () => {
  const { chromedriver, chromium } = browserPrograms();
  await expect(openTestBrowser({ chromedriver: '/no/such/chromedriver' })).rejects.toThrow(/no\/such\/chromedriver did not start.*doctor/s);
  await expect(openTestBrowser({ chromedriver, chromium: `${chromium}-not-there` })).rejects.toMatchObject({
    code: 'browser-start-failed',
  });
});

/** A driver that finds its port taken, as often as told, before it becomes the real one. */
async function unluckyDriver(times: number): Promise<string> {
  const { chromedriver } = browserPrograms();
  const program = join(folder, 'chromedriver');
  const starts = join(folder, 'starts');
  await writeFile(
    program,
    `#!/bin/sh
echo start >> '${starts}'
[ "$(wc -l < '${starts}')" -gt ${times} ] && exec '${chromedriver}' "$@"
echo 'IPv4 port not available. Exiting...'
exit 1
`,
    { mode: 0o755 },
  );
  return program;
}

test('a driver whose port is taken is started again on another one, a few times', async () => {
  const browser = await openTestBrowser({ chromedriver: await unluckyDriver(2), spec: { url: `${server.origin}/help` } });
  try {
    expect((await browser.device.look()).title).toBe('Help');
    expect(browser.attachment['processes']).toHaveLength(2);
  } finally {
    await browser.close();
  }
  await rm(join(folder, 'starts'));
  await expect(openTestBrowser({ chromedriver: await unluckyDriver(99) })).rejects.toThrow(/did not start: it ended with code 1/);
});

test('a first page that does not answer is reported, and the device stays usable', async () => {
  const closed = await startPageServer();
  await closed.close();
  const browser = await openTestBrowser({ spec: { url: closed.origin } });
  try {
    const { notices } = await browser.device.look();
    expect(notices).toEqual([expect.stringContaining('could not be opened'), expect.stringContaining('nothing answers there')]);
    expect((await browser.go(`${server.origin}/help`)).title).toBe('Help');
  } finally {
    await browser.close();
  }
});
