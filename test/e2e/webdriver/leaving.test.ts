// LK77: a page that asks before it is left, by the device. What became of it is judged by its server and by the field.
import type { Leave } from '../../../src/domain/guard/unsaved-page.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { startDraftSite, type DraftSite } from '../../support/draft-site.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const live = new AbortController().signal;
let site: DraftSite;
let browser: TestBrowser;

beforeAll(async () => {
  site = await startDraftSite();
  browser = await openTestBrowser({ origins: [site.origin] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const field = async (name = 'Text'): Promise<string | undefined> => (await browser.control('textbox', name)).value;
const title = async (): Promise<string> => (await browser.device.look()).title;

/** What it leads away from stays. Returns the leaving alone. */
async function staying(action: DeviceAction): Promise<Leave> {
  const { stays } = await browser.device.perform(action, live);
  if (!stays?.leave) throw new Error(`no page stays that can be left: ${JSON.stringify(stays)}`);
  return stays.leave;
}

/** Comes to the page anew, whatever was in the one before. */
async function open(path = '/draft'): Promise<void> {
  for (const url of ['/start', path]) {
    const { stays } = await browser.device.perform({ type: 'navigate', url: `${site.origin}${url}` }, live);
    if (stays?.leave) await browser.act(stays.leave);
  }
  site.opened.length = 0;
  site.saved.length = 0;
}

async function pressing(name: string, role = 'button'): Promise<DeviceAction> {
  return { type: 'click', target: { control: await browser.control(role, name) }, button: 'left', clickCount: 1 };
}

async function entering(name: string, role: string): Promise<DeviceAction> {
  return { type: 'press-keys', target: { control: await browser.control(role, name) }, keys: '{ENTER}' };
}

const ways: readonly (readonly [way: string, action: () => Promise<DeviceAction>, lead: string])[] = [
  ['a link', () => pressing('Elsewhere', 'link'), '/other'],
  ['Enter on a link', () => entering('Elsewhere', 'link'), '/other'],
  ['an address', async () => ({ type: 'navigate', url: `${site.origin}/other` }), '/other'],
  ['its own address', async () => ({ type: 'navigate', url: `${site.origin}/draft` }), '/draft'],
  ['going back', async () => ({ type: 'go-back' }), '/start'],
  ['a script behind a button', () => pressing('Move on'), '/other'],
  ['Enter on such a button', () => entering('Move on', 'button'), '/other'],
  ['a script that goes back', () => pressing('Go back'), '/start'],
];

const titles: Readonly<Record<string, string>> = { '/start': 'Start', '/draft': 'Draft', '/other': 'Other' };

describe.each(ways)('LK77: a page that asks, left by %s', (_way, action, lead) => {
  beforeEach(() => open());

  test('stays if something was typed in it, until it may be left', async () => {
    await browser.type('textbox', 'Text', 'Dear Ann');
    const asked = await action();
    await staying(asked);
    const leave = await staying(asked);
    await browser.device.settle(5_000);
    const pressed = site.saved.length;
    expect([await title(), await field(), site.opened]).toEqual(['Draft', 'Dear Ann', []]);
    await browser.act(leave);
    // A page that is gone back to may come from memory.
    expect([await title(), ...site.opened]).toEqual(lead === '/start' ? ['Start', ...site.opened] : [titles[lead], lead]);
    expect(site.saved).toHaveLength(pressed);
  });

  test('is left if nothing was typed in it', async () => {
    await browser.click('button', 'Count');
    await browser.act(await action());
    expect(await title()).toBe(titles[lead]);
  });
});

test('LK77: one that always asks is left if nothing was typed in it', async () => {
  await open('/draft?always');
  await browser.click('button', 'Count');
  await browser.click('link', 'Elsewhere');
  expect([await title(), site.saved]).toEqual(['Other', ['count']]);
});

test.each(['Save', 'Save for good'])('LK77: what was saved is left (%s)', async (save) => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  await browser.click('button', save);
  await until(async () => (await title()) === 'Saved', 'it is saved');
  await browser.click('link', 'Elsewhere');
  expect([await title(), site.saved]).toEqual(['Other', ['Dear Ann']]);
});

test('LK77: saved after the page has stayed, it is left', async () => {
  await open();
  await browser.type('textbox', 'Note', 'Dear Bob');
  await staying(await pressing('Elsewhere', 'link'));
  await browser.click('button', 'Save');
  await until(async () => (await title()) === 'Saved', 'it is saved');
  await browser.click('link', 'Elsewhere');
  const { title: now, notices } = await browser.device.look();
  expect([now, site.saved, notices]).toEqual(['Other', ['Dear Bob'], []]);
});

test('LK77: what leads away later is told, and what goes there is asked about', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  await browser.device.perform(await pressing('Move on later'), live);
  const url = `${site.origin}/other`;
  await until(
    async () => (await browser.device.look()).notices.some((notice) => notice.endsWith(`not left. It was to lead to ${url}.`)),
    'it is told',
  );
  expect([await field(), site.opened]).toEqual(['Dear Ann', []]);
  await browser.act(await staying({ type: 'navigate', url }));
  expect(await title()).toBe('Other');
});

test.each<readonly [string, () => Promise<DeviceAction>, string]>([
  ['a link', () => pressing('Elsewhere', 'link'), 'same-origin'],
  ['an address', async () => ({ type: 'navigate', url: `${site.origin}/other` }), 'none'],
])('LK77: by %s, the site that is led to hears of it as without the question', async (_way, action, from) => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  await browser.act(await staying(await action()));
  expect([site.opened, site.from.at(-1)]).toEqual([['/other'], from]);
});

test('LK77: a form is not sent, nor can its sending be done apart from the press', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  expect(await browser.device.perform(await pressing('Send'), live)).toEqual({ stays: {} });
  expect([await field(), site.opened]).toEqual(['Dear Ann', []]);
});

test('LK77: the leaving of another page is none of this one', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  const leave = await staying(await pressing('Elsewhere', 'link'));
  await open();
  await browser.type('textbox', 'Text', 'Dear Bob');
  await expect(browser.device.perform(leave, live)).rejects.toMatchObject({ code: 'control-gone' });
  expect([await field(), site.opened]).toEqual(['Dear Bob', []]);
});

test.each(['Move on twice', 'Back twice', 'Move and send'])('LK77: a press that leads away twice leaves nothing (%s)', async (name) => {
  for (let round = 0; round < 5; round++) {
    await open();
    await browser.type('textbox', 'Text', 'Dear Ann');
    await browser.device.perform(await pressing(name), live);
    await browser.device.settle(2_000);
    expect([round, await field(), site.opened]).toEqual([round, 'Dear Ann', []]);
  }
});

test('LK77: a page that comes back as it was left is one with a draft', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  await browser.act(await staying({ type: 'navigate', url: `${site.origin}/other` }));
  await browser.act({ type: 'go-back' });
  expect([await field(), site.opened]).toEqual(['Dear Ann', ['/other']]);
  // Until somebody has touched it again, the browser lets no page ask.
  await browser.click('button', 'Count');
  await staying({ type: 'navigate', url: `${site.origin}/other` });
});

test('LK77: a draft in an editor that writes its own document', async () => {
  await open('/written');
  await until(async () => (await title()) === 'Written', 'it is written');
  await browser.type('textbox', 'Text', 'Dear Ann');
  await browser.act(await staying({ type: 'navigate', url: `${site.origin}/other` }));
  expect(await title()).toBe('Other');
});

test('LK77: whoever is at the wheel leaves at once, by a form, too', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  expect(await browser.device.perform(await pressing('Send'), live, true)).toEqual({});
  await until(async () => (await title()) === 'Other', 'it is sent');
  expect((await browser.device.look()).notices).toEqual([]);
});

test('LK77: nobody is led to an address with a login, nor told of it', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  expect(await browser.device.perform(await pressing('With a login'), live)).toEqual({ stays: {} });
  await browser.device.perform(await pressing('With a login, later'), live);
  const told: string[] = [];
  await until(async () => told.push(...(await browser.device.look()).notices) > 0, 'it is told');
  expect(told.join(' ')).not.toContain('canary');
});

test('LK77: a draft in a frame is asked about as well', async () => {
  await open('/framed');
  await browser.type('textbox', 'Text', 'Dear Ann');
  const leave = await staying(await pressing('Elsewhere', 'link'));
  expect(await field()).toBe('Dear Ann');
  await browser.act(leave);
  expect(await title()).toBe('Other');
});

test('LK77: another dialog after it waits to be answered', async () => {
  await open();
  await browser.type('textbox', 'Text', 'Dear Ann');
  await staying(await pressing('Move on'));
  await browser.click('button', 'Ask');
  expect((await browser.device.look()).notices).toEqual([expect.stringContaining('dialog is open: "Really?"')]);
  await browser.click('button', 'Cancel');
  expect(await title()).toBe('Answered false');
});

test('LK77: another process that takes the browser over knows that something was typed', async () => {
  const own = await openTestBrowser({ origins: [site.origin] });
  try {
    await own.go(`${site.origin}/draft`);
    await own.type('textbox', 'Text', 'Dear Ann');
    await own.device.detach();
    const next = await own.driver.attach(own.attachment, own.context);
    expect(await next.perform({ type: 'navigate', url: `${site.origin}/other` }, live)).toMatchObject({
      stays: { leave: { type: 'navigate' } },
    });
    await next.detach();
  } finally {
    await own.close();
  }
});

test.each([{}, { profile: 'drafts' }])('LK77: the end of a device asks nothing (%j)', async (spec) => {
  const own = await openTestBrowser({ origins: [site.origin], spec });
  await own.go(`${site.origin}/draft`);
  await own.type('textbox', 'Text', 'Dear Ann');
  const began = Date.now();
  await own.close();
  expect(Date.now() - began).toBeLessThan(5_000);
});
