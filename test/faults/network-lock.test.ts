// LK22: a page that has a secret sends it elsewhere, by every way there is; a server counts what arrives.
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LockSetting } from '../../src/domain/guard/network-lock.js';
import { channels, startLeakingPages, type LeakingPages } from '../support/leaking-pages.js';
import { sampled } from '../support/sampled.js';
import { until } from '../support/until.js';
import { openTestBrowser, type TestBrowser } from '../support/webdriver.js';

const secret = 'Kanarie-7';
/** How each secret is configured, by its name. */
const settings: Readonly<Record<string, LockSetting | undefined>> = {
  LOCKED: true,
  FREE: false,
  UNSAID: undefined,
  NAMED: ['http://named'],
};

let pages: LeakingPages;
let browser: TestBrowser;

async function open(): Promise<TestBrowser> {
  return openTestBrowser({
    resolveSecret: (name, origin) => (name in settings && origin === pages.shop ? secret : undefined),
    secretSettings: (name) => {
      const lockNetwork = name === 'NAMED' ? [pages.thief] : settings[name];
      return { origins: [pages.shop], ...(lockNetwork !== undefined && { lockNetwork }) };
    },
  });
}

beforeAll(async () => {
  pages = await startLeakingPages(secret);
  browser = await open();
});
beforeEach(() => {
  pages.stolen.length = 0;
  pages.told.length = 0;
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const ready = (): Promise<unknown> => until(() => pages.told.includes('ready'), 'the page');

async function visit(by: string): Promise<void> {
  await browser.go(`${pages.shop}/?by=${encodeURIComponent(by)}`);
  await ready();
}

async function typeSecret(name: keyof typeof settings): Promise<void> {
  await browser.type('textbox', 'Code', `{{secret:${name}}}`);
}

/** Windows that the page has opened. */
async function closeOthersThan(first: string | undefined): Promise<void> {
  for (const { id } of await browser.device.listApplications()) if (id !== first) await browser.device.closeApplication(id);
}

const refusal =
  /^Requests were refused while a secret stands on the page: .+\. What may be reached is set by secrets\.LOCKED\.lockNetwork\.$/;

describe.each(sampled(channels, 8))('by $name', ({ name, leaves = false, opens = false, silent = false }) => {
  afterEach(async () => {
    const [first] = await browser.device.listApplications();
    await closeOthersThan(first?.id);
    // The document goes, and with it its lock.
    await browser.go('about:blank');
  });

  test('LK22: a secret without a lock arrives', async () => {
    await visit(name);
    await typeSecret('FREE');
    await until(() => pages.stolen.some((what) => decodeURIComponent(what).includes(secret)), 'the secret');
  });

  test('LK22: a locked one does not, and a look tells', async () => {
    await visit(name);
    await typeSecret('LOCKED');
    if (!leaves) await until(() => pages.told.includes('tried'), 'the attempt');
    const notice =
      silent || (await until(async () => (await browser.device.look()).notices.find((text) => refusal.test(text)), 'the notice'));
    expect(notice).toBeTruthy();
    expect(pages.stolen).toEqual([]);
    if (!opens) await expect(browser.control('textbox', 'Code')).resolves.toMatchObject({ value: '•••' });
  });
});

describe('what is honest goes on', () => {
  afterEach(() => browser.go('about:blank'));

  test('LK22: a login with a locked secret, and the page after it with what other servers have for it', async () => {
    await visit('');
    await typeSecret('LOCKED');
    await browser.click('button', 'Sign in');
    expect(pages.told).toContain(`signed in: code=${secret}`);
    await until(async () => (await browser.device.look()).controls.some(({ name }) => name === 'With all its parts'), 'the script');
  });

  test('LK22: origins that the setting names', async () => {
    await visit('fetch');
    await typeSecret('NAMED');
    await until(() => pages.stolen.length > 0, 'the request');
  });

  test('LK22: without a setting, a page that is its own is not locked', async () => {
    await visit('fetch');
    await typeSecret('UNSAID');
    await until(() => pages.stolen.length > 0, 'the request');
  });

  test('LK22: a navigation that the run asks for, and the way back', async () => {
    await browser.go(`${pages.thief}/cdn`);
    await visit('fetch');
    await typeSecret('LOCKED');
    await browser.act({ type: 'go-back' });
    await expect(browser.device.look()).resolves.toMatchObject({ title: 'Other' });
    await visit('fetch');
    await typeSecret('LOCKED');
    await expect(browser.go(`${pages.thief}/cdn`)).resolves.toMatchObject({ title: 'Other' });
  });

  test('LK22: another tab, while the first stays locked', async () => {
    await visit('fetch');
    await typeSecret('LOCKED');
    const [first] = await browser.device.listApplications();
    await browser.device.launchApplication(`${pages.thief}/cdn`);
    await until(async () => (await browser.device.look()).controls.some(({ name }) => name === 'With all its parts'), 'the script');
    await closeOthersThan(first?.id);
    pages.told.length = 0;
    await browser.click('button', 'Again');
    await until(() => pages.told.includes('tried'), 'the attempt');
    expect(pages.stolen).toEqual([]);
  });
});

describe('LK22: without a setting, a frame in a page of another origin', () => {
  afterEach(() => browser.go('about:blank'));

  test('neither it nor the page around it sends the secret anywhere; once it is sent to its own server, the page goes on', async () => {
    await browser.go(`${pages.around}?by=fetch`);
    await ready();
    await typeSecret('UNSAID');
    await until(() => pages.told.includes('tried'), 'the attempt');
    const said = async (): Promise<string> => {
      await browser.click('button', 'Send');
      return (await browser.device.perform({ type: 'read-text' }, new AbortController().signal)).text ?? '';
    };
    await expect(said()).resolves.toMatch(/refused/);
    expect(pages.stolen).toEqual([]);
    await browser.click('button', 'Sign in');
    expect(pages.told).toContain(`signed in: code=${secret}`);
    await expect(said()).resolves.toMatch(/sent/);
  });
});

test('LK22: the next worker puts the lock back, before it does anything else', async () => {
  const own = await open();
  try {
    await own.go(`${pages.shop}/?by=fetch`);
    await ready();
    await own.type('textbox', 'Code', '{{secret:LOCKED}}');
    await own.device.detach();
    const next = await own.driver.attach(own.attachment, own.context);
    const { controls, notices } = await next.look();
    expect(notices.join()).toContain('is limited again');
    const again = controls.find(({ name }) => name === 'Again');
    if (!again) throw new Error('no button');
    pages.told.length = 0;
    await next.perform({ type: 'click', target: { control: again }, button: 'left', clickCount: 1 }, new AbortController().signal);
    await until(() => pages.told.includes('tried'), 'the attempt');
    expect(pages.stolen).toEqual([]);
    await next.detach();
  } finally {
    await own.close();
  }
});

test('LK22: without a secret there is no second connection, and nothing is written', async () => {
  const own = await open();
  try {
    await own.go(`${pages.shop}/?by=fetch`);
    await own.type('textbox', 'Code', 'hello');
    expect(await readdir(own.folder)).not.toContain('network-locks.json');
  } finally {
    await own.close();
  }
});
