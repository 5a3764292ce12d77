// What the device sees and does on ordinary pages.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Control } from '../../../src/domain/ui/control.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const live = new AbortController().signal;
let server: PageServer;
let browser: TestBrowser;

beforeAll(async () => {
  server = await startPageServer();
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});

const text = async (): Promise<string> => (await browser.act({ type: 'read-text' })).text ?? '';

describe('a form', () => {
  beforeEach(async () => void (await browser.go(`${server.origin}/form`)));

  test('is seen with roles, names, values, states and options, in reading order, without duplicate texts', async () => {
    const { controls } = await browser.device.look();
    expect(controls.slice(0, 13).map(lineOf)).toEqual([
      'heading "Order form"',
      'text "Please fill in"',
      'link "the form" *',
      'text "completely."',
      'textbox "Name" * required',
      'textbox "E-mail" *',
      'password "Password" * = •••',
      'textbox "Comment" *',
      'combobox "Size" * = Small',
      'listbox "Extras" *',
      'date "Day" *',
      'checkbox "Newsletter" * unchecked',
      'file "Attachment" *',
    ]);
    expect(controls.find(({ name }) => name === 'Message')).toMatchObject({ role: 'textbox', value: 'Hello', interactive: true });
    expect(controls.find(({ name }) => name === 'Not yet')).toMatchObject({ role: 'button', enabled: false });
    expect(controls.find(({ name }) => name === 'Count me')).toMatchObject({ role: 'generic', interactive: true });
    expect(controls.find(({ name }) => name === 'Size')).toMatchObject({ options: ['Small', 'Large'] });
    expect(controls.filter(({ name }) => name.includes('E-mail'))).toHaveLength(1);
  });

  test('is filled in and submitted', async () => {
    await browser.type('textbox', 'Name', 'Ada {Lovelace} + ^');
    await browser.type('textbox', 'E-mail', 'ada@example.org');
    await browser.type('textbox', 'Comment', 'first line\nsecond line 🙂');
    await browser.type('date', 'Day', '2026-02-28');
    await browser.act({ type: 'select-option', target: { control: await browser.control('combobox', 'Size') }, values: ['Large'] });
    await browser.act({
      type: 'select-option',
      target: { control: await browser.control('listbox', 'Extras') },
      values: ['Milk', 'sugar'],
    });
    await browser.click('checkbox', 'Newsletter');
    expect(await browser.control('checkbox', 'Newsletter')).toMatchObject({ states: expect.arrayContaining(['checked']) });
    await browser.click('button', 'Send');
    const sent = new URLSearchParams(/Sent (\S+)/.exec(await text())?.[1]);
    expect(sent.get('name')).toBe('Ada {Lovelace} + ^');
    expect(sent.get('mail')).toBe('ada@example.org');
    expect(sent.get('comment')).toBe('first line\nsecond line 🙂');
    expect(sent.get('day')).toBe('2026-02-28');
    expect(sent.getAll('extras')).toEqual(['Milk', 'Sugar']);
    expect(sent.get('news')).toBe('on');
    expect(await text()).toContain('changed to l');
  });

  test('options can also be selected by value, and in a list drawn by the page', async () => {
    await browser.act({ type: 'select-option', target: { control: await browser.control('combobox', 'Size') }, values: ['l'] });
    expect(await browser.control('combobox', 'Size')).toMatchObject({ value: 'Large' });
    await browser.act({ type: 'select-option', target: { control: await browser.control('combobox', 'Colour') }, values: ['Blue'] });
    expect(await text()).toContain('Blue chosen');
  });

  test('an invalid date, a disabled field and a target that takes no text are refused with a reason', async () => {
    const set = async (role: string, name: string, value: string) =>
      browser.device.perform({ type: 'set-text', target: { control: await browser.control(role, name) }, text: value, clear: true }, live);
    await expect(set('date', 'Day', 'tomorrow')).rejects.toThrow(/YYYY-MM-DD/);
    await expect(set('link', 'the form', 'x')).rejects.toMatchObject({ code: 'not-supported' });
  });

  test('rich text is replaced and appended to like any other', async () => {
    await browser.type('textbox', 'Message', 'Good morning');
    expect(await browser.control('textbox', 'Message')).toMatchObject({ value: 'Good morning' });
    await browser.type('textbox', 'Message', ', Ada', false);
    expect(await browser.control('textbox', 'Message')).toMatchObject({ value: 'Good morning, Ada' });
    await browser.type('textbox', 'Message', '');
    expect((await browser.control('textbox', 'Message')).value ?? '').toBe('');
  });

  test('a password stays masked even when the page reveals it', async () => {
    await browser.type('password', 'Password', 'open sesame');
    await browser.click('button', 'Show password');
    expect(await browser.control('textbox', 'Password')).toMatchObject({ value: '•••', masked: true });
    expect(JSON.stringify(await browser.device.look())).not.toContain('sesame');
    expect(await browser.device.source()).not.toContain('hunter2');
  });

  test('keys are pressed with their modifiers, on the control or on the focused element', async () => {
    await browser.act({ type: 'press-keys', target: { control: await browser.control('textbox', 'Keys') }, keys: 'a+b^{END}{DOWN 2}' });
    await browser.act({ type: 'press-keys', keys: 'x{ENTER}' });
    const log = /a .* Enter/.exec(await text())?.[0];
    expect(log?.replace(/(shift\+)?Shift |(ctrl\+)?Control /g, '')).toBe('a shift+B ctrl+End ArrowDown ArrowDown x Enter');
    await expect(browser.device.perform({ type: 'press-keys', keys: '{NOSUCH}' }, live)).rejects.toThrow(/not a key/);
  });

  test('clicks are repeated as often as asked, at the given point', async () => {
    await browser.click('generic', 'Count me');
    const { bounds } = await browser.control('generic', 'Count me');
    const point = { x: bounds.x + 10, y: bounds.y + 5 };
    await browser.act({ type: 'click', target: { point, unit: 'px' }, button: 'left', clickCount: 1 });
    expect(await text()).toContain('Counted 2');
    await browser.act({ type: 'click', target: { control: await browser.control('generic', 'Twice') }, button: 'left', clickCount: 2 });
    expect(await text()).toContain('doubled');
    const outside = browser.device.perform(
      { type: 'click', target: { point: { x: 5000, y: 5 }, unit: 'px' }, button: 'left', clickCount: 1 },
      live,
    );
    await expect(outside).rejects.toThrow(/outside the page/);
  });

  test('a file is chosen only from the upload folder', async () => {
    const uploads = join(browser.folder, 'uploads');
    await mkdir(uploads, { recursive: true });
    await writeFile(join(uploads, 'cv.txt'), 'cv');
    await writeFile(join(browser.folder, 'private.txt'), 'private');
    await symlink(join(browser.folder, 'private.txt'), join(uploads, 'link.txt'));
    const own = await openTestBrowser({ uploads, spec: { url: `${server.origin}/form` } });
    try {
      await own.type('file', 'Attachment', 'cv.txt');
      expect((await own.act({ type: 'read-text' })).text).toContain('picked cv.txt');
      for (const path of ['../private.txt', join(browser.folder, 'private.txt'), 'link.txt', 'missing.txt']) {
        await expect(own.type('file', 'Attachment', path)).rejects.toMatchObject({ code: 'upload-refused' });
      }
    } finally {
      await own.close();
    }
    await expect(browser.type('file', 'Attachment', 'cv.txt')).rejects.toMatchObject({ code: 'upload-refused' });
  });
});

test('controls in shadow roots are seen and acted on', async () => {
  await browser.go(`${server.origin}/shadow`);
  expect(await browser.names('heading')).toEqual(['Tea pot']);
  await browser.type('spinbutton', 'Amount', '3').catch(() => browser.type('textbox', 'Amount', '3'));
  await browser.click('button', 'Buy');
  expect(await browser.names('text')).toEqual(['Bought 3']);
  expect((await browser.control('button', 'Buy')).path).toContain('::');
});

test('a control in a frame that never comes to rest is not aimed at for ever', async () => {
  await browser.go(`${server.origin}/drifting`);
  await expect(browser.click('button', 'Say')).rejects.toMatchObject({
    code: 'action-failed',
    message: expect.stringContaining('keeps moving'),
  });
});

test('controls in frames of the same and of another origin are seen and acted on', async () => {
  await browser.go(`${server.origin}/frames`);
  const { controls } = await browser.device.look();
  const says = controls.filter(({ name }) => name === 'Say');
  expect(says).toHaveLength(3);
  expect(controls.map(({ name }) => name)).toEqual([
    'Above',
    ...Array.from({ length: 3 }, () => ['Inner field', 'Say']).flat(),
    'Below',
    'page',
  ]);
  expect(new Set(says.map(({ path }) => path)).size).toBe(3);
  for (const [index, word] of ['same', 'other', 'far'].entries()) {
    const fields = (await browser.device.look()).controls.filter(({ name }) => name === 'Inner field');
    await browser.act({ type: 'set-text', target: { control: fields[index] as Control }, text: word, clear: true });
    const buttons = (await browser.device.look()).controls.filter(({ name }) => name === 'Say');
    await browser.act({ type: 'click', target: { control: buttons[index] as Control }, button: 'left', clickCount: 1 });
  }
  expect(await browser.names('text')).toEqual(['Inner said same', 'Inner said other', 'Inner said far']);
});

test('a control in a frame has its box in px of the screenshot', async () => {
  await browser.go(`${server.origin}/frames`);
  const [, other] = (await browser.device.look()).controls.filter(({ name }) => name === 'Say');
  const { x, y, width, height } = (other as Control).bounds;
  await browser.act({
    type: 'click',
    target: { point: { x: x + width / 2, y: y + height / 2 }, unit: 'px' },
    button: 'left',
    clickCount: 1,
  });
  expect(await browser.names('text')).toEqual(['Inner said']);
});

test('a control that is covered, collapsed or out of reach is not visible; one that scrolling reaches is', async () => {
  await browser.go(`${server.origin}/covered`);
  const visible = async (name: string) => (await browser.device.look()).controls.find((control) => control.name === name)?.visible;
  expect(await visible('Underneath')).toBe(true);
  expect(await visible('Folded away')).toBe(false);
  expect(await visible('Invisible')).toBe(false);
  expect(await visible('Not there')).toBeUndefined();
  expect(await visible('Skip')).toBe(false);
  expect(await visible('Inside scroller')).toBe(true);
  expect(await visible('Far below')).toBe(true);
  const underneath = await browser.control('button', 'Underneath');
  await browser.click('button', 'Cover all');
  expect(await visible('Underneath')).toBe(false);
  expect(await browser.names('text')).toEqual(['We use cookies.']);
  expect(await browser.names('dialog')).toEqual(['Cookies']);
  const click = browser.device.perform({ type: 'click', target: { control: underneath }, button: 'left', clickCount: 1 }, live);
  await expect(click).rejects.toMatchObject({ code: 'control-covered', message: expect.stringContaining('dialog "Cookies"') });
  await browser.click('button', 'Accept');
  expect(await visible('Underneath')).toBe(true);
});

test('a control is scrolled into view before it is clicked', async () => {
  await browser.go(`${server.origin}/covered`);
  for (const [name, said] of [
    ['Far below', 'far clicked'],
    ['Inside scroller', 'inside clicked'],
  ] as const) {
    await browser.click('button', name);
    expect(await text()).toContain(said);
  }
});

test('the wheel scrolls the page, or the element under it', async () => {
  await browser.go(`${server.origin}/covered`);
  const before = await browser.control('button', 'Far below');
  await browser.act({ type: 'scroll', deltaX: 0, deltaY: 400 });
  expect((await browser.control('button', 'Far below')).bounds.y).toBeLessThan(before.bounds.y - 300);
});

test('a drag ends where it should', async () => {
  await browser.go(`${server.origin}/drag`);
  await browser.act({
    type: 'drag',
    from: { point: { x: 150, y: 150 }, unit: 'px' },
    to: { point: { x: 550, y: 150 }, unit: 'px' },
    button: 'left',
  });
  expect(await text()).toContain('dropped box');
});

test('a control is identified by its element: one that was renamed is refused, one with a changed count or drawn again as it was is not', async () => {
  await browser.go(`${server.origin}/moving`);
  const click = (control: Control) => browser.device.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, live);
  const resend = await browser.control('button', 'Resend in 30 s');
  const draft = await browser.control('button', 'Delete draft');
  await browser.click('button', 'Count down');
  await click(resend);
  expect(await text()).toContain('resent');
  await browser.click('button', 'Rename');
  await expect(click(draft)).rejects.toMatchObject({ code: 'control-gone', message: expect.stringContaining('Delete account') });
  const account = await browser.control('button', 'Delete account');
  await browser.click('button', 'Replace');
  await click(account);
});

function lineOf({ role, name, interactive, value, states }: Control): string {
  return `${role} "${name}"${interactive ? ' *' : ''}${value === undefined ? '' : ` = ${value}`}${states ? ` ${states.join(' ')}` : ''}`;
}

test("a link to another program is labelled so and not followed: the browser's prompt would capture every key", async () => {
  await browser.go(`${server.origin}/programs`);
  const { controls } = await browser.device.look();
  const external = controls.filter(({ states }) => states?.includes('external'));
  expect(external.map(({ name }) => name)).toEqual(['Mail us', 'Chat']);
  for (const control of external)
    await expect(browser.device.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, live)).rejects.toMatchObject(
      { code: 'not-supported', message: `"${control.name}" starts another program, outside the browser.` },
    );
  await browser.click('link', 'Do it');
  await browser.type('textbox', 'Note', 'hello');
  expect(await browser.control('textbox', 'Note')).toMatchObject({ value: 'hello' });
});
