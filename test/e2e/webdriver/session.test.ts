// Tabs, dialogs, waiting, downloads, secrets and allowed origins.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const live = new AbortController().signal;
let server: PageServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startPageServer();
  browser = await openTestBrowser({
    origins: [server.origin],
    resolveSecret: (name, origin) => (name === 'SHOP' && origin === server.origin ? 'correct horse' : undefined),
  });
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});

const text = async (): Promise<string> => (await browser.act({ type: 'read-text' })).text ?? '';

describe('dialogs', () => {
  beforeEach(async () => void (await browser.go(`${server.origin}/dialogs`)));
  const shown = async () =>
    (await browser.device.look()).controls.map(({ role, name, value }) => `${role} ${name}${value === undefined ? '' : ` = ${value}`}`);

  test('an alert is a control to be answered, and nothing hangs meanwhile', async () => {
    const before = await browser.device.screenshot();
    await browser.click('button', 'Alert');
    expect(await browser.device.screenshot()).toEqual(before);
    expect(await shown()).toEqual(['alertdialog Take care', 'button OK']);
    expect((await browser.device.look()).notices).toEqual([expect.stringContaining('alert dialog is open: "Take care"')]);
    expect(await browser.device.listApplications()).toHaveLength(1);
    expect(await browser.device.settle(1_000)).toBe(true);
    await expect(browser.device.perform({ type: 'navigate', url: `${server.origin}/help` }, live)).rejects.toThrow(/dialog is open/);
    const ok = await browser.control('button', 'OK');
    await browser.click('button', 'OK');
    expect(await text()).toContain('alerted');
    await expect(
      browser.device.perform({ type: 'click', target: { control: ok }, button: 'left', clickCount: 1 }, live),
    ).rejects.toMatchObject({ code: 'control-gone' });
  });

  test('a confirmation is accepted or dismissed', async () => {
    await browser.click('button', 'Confirm');
    expect(await shown()).toEqual(['alertdialog Really?', 'button OK', 'button Cancel']);
    await browser.click('button', 'Cancel');
    expect(await text()).toContain('confirmed false');
    await browser.click('button', 'Confirm');
    await browser.act({ type: 'press-keys', keys: '{ENTER}' });
    expect(await text()).toContain('confirmed true');
  });

  test('a prompt shows its default and takes text', async () => {
    await browser.click('button', 'Prompt');
    expect(await shown()).toEqual(['alertdialog Your name?', 'textbox Your name? = nobody', 'button OK', 'button Cancel']);
    await browser.type('textbox', 'Your name?', 'Ada');
    expect(await shown()).toContain('textbox Your name? = Ada');
    await browser.click('button', 'OK');
    expect(await text()).toContain('prompted Ada');
    await browser.click('button', 'Prompt');
    await browser.click('button', 'OK');
    expect(await text()).toContain('prompted nobody');
  });

  test('a page with a beforeunload dialog is left, and the dialog is reported', async () => {
    await browser.click('button', 'Guard');
    await browser.click('link', 'Leave');
    const { title, notices } = await browser.device.look();
    expect(title).toBe('Help');
    expect(notices).toEqual([expect.stringContaining('asked for confirmation before it was left')]);
  });
});

test('HE1: a click that a dialog forestalls is not done; one whose press opens it is', async () => {
  await browser.go(`${server.origin}/dialog-first`);
  server.events.length = 0;
  const click = async (name: string, clickCount: 1 | 2) => {
    const target = { control: await browser.control('button', name) };
    return browser.device.perform({ type: 'click', target, button: 'left', clickCount }, live);
  };
  await expect(click('Press', 1)).rejects.toThrow(/dialog is open/);
  await browser.click('button', 'OK');
  expect(server.events).toEqual([]);
  await click('Press', 1);
  await click('Down', 2);
  expect((await browser.device.look()).notices).toEqual([expect.stringContaining('"Down"')]);
  await browser.click('button', 'OK');
  expect(server.events).toEqual(['pressed', 'down']);
});

describe('tabs', () => {
  beforeEach(async () => void (await browser.go(`${server.origin}/tabs`)));
  afterEach(async () => {
    for (const { id, current } of await browser.device.listApplications()) if (!current) await browser.device.closeApplication(id);
  });

  test('a tab opened by a click becomes the current one; when it closes, the previous one does', async () => {
    await browser.click('link', 'Open tab');
    expect((await browser.device.look()).title).toBe('Help');
    const applications = await browser.device.listApplications();
    expect(applications.map(({ name, url, current }) => ({ name, url, current }))).toEqual([
      { name: 'Tabs', url: `${server.origin}/tabs`, current: false },
      { name: 'Help', url: `${server.origin}/help`, current: true },
    ]);
    await browser.act({ type: 'select-application', id: applications[0]?.id ?? '' });
    expect((await browser.device.look()).title).toBe('Tabs');
    await browser.device.closeApplication(applications[1]?.id ?? '');
    expect(await browser.device.listApplications()).toHaveLength(1);
  });

  test('a pop-up is a tab like any other, even one that closes itself', async () => {
    await browser.click('button', 'Open pop-up');
    expect(await browser.names('heading')).toEqual(['Small window']);
    await browser.click('button', 'Close me');
    expect((await browser.device.look()).title).toBe('Tabs');
  });

  test('a tab that opens later on its own is noticed', async () => {
    await browser.click('button', 'Open later');
    await until(async () => (await browser.device.look()).title === 'Help');
  });

  test('only an address is opened in a new tab', async () => {
    await browser.act({ type: 'launch-application', name: `${server.origin}/help` });
    expect((await browser.device.look()).title).toBe('Help');
    await expect(browser.device.launchApplication('Calculator')).rejects.toMatchObject({ code: 'no-such-application' });
    await expect(browser.device.launchApplication(server.other)).rejects.toMatchObject({ code: 'origin-refused' });
  });
});

describe('waiting', () => {
  test('LK51: a pop-up that never finishes loading is looked at as it is, and left', async () => {
    await browser.go(`${server.origin}/tabs`);
    const [first] = (await browser.device.listApplications()).filter(({ current }) => current);
    await browser.device.perform({ type: 'launch-application', name: `${server.origin}/endless-opener` }, live);
    await browser.click('button', 'Open endless');
    await until(async () => (await browser.device.look()).title === 'Endless');
    expect(await browser.names('button')).toEqual(['Half']);
    // The same where the tab itself goes there.
    await browser.device.perform({ type: 'navigate', url: `${server.origin}/endless` }, live);
    expect(await browser.names('button')).toEqual(['Half']);
    await browser.device.perform({ type: 'select-application', id: first?.id ?? '' }, live);
    for (const { id, current } of await browser.device.listApplications()) if (!current) await browser.device.closeApplication(id);
    expect((await browser.device.look()).title).toBe('Tabs');
  });

  test('an address has as long to answer as the action says, beyond 15 s too', async () => {
    await browser.go(`${server.origin}/help`);
    const slow = (ms: number, answerMs: number) =>
      browser.device.perform({ type: 'navigate', url: `${server.origin}/slow?ms=${ms}`, answerMs }, live);
    await expect(slow(60_000, 500)).rejects.toMatchObject({ code: 'timeout' });
    await slow(17_000, 60_000);
    expect(await text()).toBe('late');
  });

  test('a page that never settles is given up in time, and stays usable', async () => {
    await browser.device.perform({ type: 'navigate', url: `${server.origin}/restless` }, live);
    expect(await browser.device.settle(900)).toBe(false);
    expect(await browser.names('button')).toEqual(['Steady']);
  });

  test('requests started by a click are awaited', async () => {
    await browser.go(`${server.origin}/late`);
    await browser.click('button', 'Fetch');
    expect(await browser.names('text')).toEqual(['came late']);
  });

  test('a page that has already settled costs no waiting', async () => {
    await browser.go(`${server.origin}/form`);
    await sleep(450);
    // In less time than settling takes, only a page that had settled before can be done.
    expect(await browser.device.settle(390)).toBe(true);
  });
});

test('a download is delivered once, when it is complete', async () => {
  await browser.go(`${server.origin}/events`);
  await browser.click('link', 'Download report');
  let files: readonly string[] = [];
  await until(async () => (files = await browser.device.takeDownloads()).length > 0);
  expect(files.map((file) => basename(file))).toEqual(['report.csv']);
  expect(await readFile(files[0] ?? '', 'utf8')).toBe('a,b\n1,2\n');
  expect(await browser.device.takeDownloads()).toEqual([]);
});

test('an address that is a download is delivered, and the page stays', async () => {
  await browser.go(`${server.origin}/help`);
  await browser.act({ type: 'navigate', url: `${server.origin}/download` });
  await until(async () => (await browser.device.takeDownloads()).length > 0);
  expect((await browser.device.look()).title).toBe('Help');
});

describe('secrets', () => {
  beforeEach(async () => void (await browser.go(`${server.origin}/form`)));

  test('are typed, and masked from then on, wherever the page repeats them', async () => {
    await browser.type('textbox', 'Name', '{{secret:SHOP}}');
    expect(await browser.control('textbox', 'Name')).toMatchObject({ value: '•••', masked: true });
    await browser.type('textbox', 'Comment', 'plain');
    await browser.click('button', 'Send');
    const look = JSON.stringify(await browser.device.look());
    expect(look).not.toContain('correct horse');
    expect(await browser.device.source()).not.toContain('correct horse');
    expect(await text()).not.toContain('correct horse');
    expect(await readFile(`${browser.folder}/secrets.json`, 'utf8')).not.toContain('horse');
  });

  test('are not quoted by a field that refuses them', async () => {
    await expect(browser.type('date', 'Day', '{{secret:SHOP}}')).rejects.toMatchObject({
      code: 'action-failed',
      message: expect.stringContaining("does not take '{{secret:SHOP}}'"),
    });
  });

  test('an unknown one is refused, and nothing is typed', async () => {
    await expect(browser.type('textbox', 'Name', '{{secret:OTHER}}')).rejects.toMatchObject({ code: 'secret-refused' });
    expect((await browser.control('textbox', 'Name')).value).toBeUndefined();
    await expect(browser.device.perform({ type: 'press-keys', keys: '{{secret:SHOP}}' }, live)).rejects.toMatchObject({
      code: 'secret-refused',
    });
  });
});

describe('the allowed origins', () => {
  beforeEach(async () => {
    await browser.go(`${server.origin}/help`);
    await browser.go(`${server.origin}/outside`);
  });

  test.each([
    ['link', 'Leave'],
    ['link', 'Leave in a tab'],
    ['link', 'Leave by redirect'],
    ['button', 'Leave later'],
  ])('%s "%s" leads back, with a notice, and nothing of that page is shown', async (role, name) => {
    await browser.click(role, name);
    let notices: readonly string[] = [];
    await until(async () => {
      const look = await browser.device.look();
      expect(look.title).toBe('Way out');
      expect(JSON.stringify(look.controls)).not.toContain('Private');
      notices = [...notices, ...look.notices];
      return notices.length > 0;
    });
    expect(notices).toEqual([`origin-refused ${server.other}`]);
    expect(await browser.device.listApplications()).toHaveLength(1);
    expect((await browser.device.look()).notices).toEqual([]);
  });

  test('an address outside is refused before it is requested', async () => {
    const asked = server.requests.length;
    for (const url of [`${server.other}/private`, 'file:///etc/passwd', 'javascript:alert(1)', 'chrome://version']) {
      await expect(browser.device.perform({ type: 'navigate', url }, live)).rejects.toMatchObject({ code: 'origin-refused' });
    }
    expect(server.requests).toHaveLength(asked);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 8_000; !(await condition()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error('It did not happen within 8 s.');
  }
}
