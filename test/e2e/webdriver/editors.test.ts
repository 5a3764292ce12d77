// Editors: their text is drawn by the page, in an element or in a document that can be edited. What is typed is read back as it is drawn.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
const live = new AbortController().signal;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => void (await browser.go(`${server.origin}/editors`)));

const listed = async (): Promise<readonly Control[]> =>
  (await browser.device.look()).controls.filter(({ interactive, visible, role }) => interactive && visible && role !== 'scrollarea');
const named = async (name: string): Promise<Control> => {
  const found = (await listed()).filter((control) => control.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0] as Control;
};
const set = async (name: string, text: string, clear = true) =>
  browser.device.perform({ type: 'set-text', target: { control: await named(name) }, text, clear }, live);

test('HE4, HE22: an editor is one text box, where it is drawn, with what is written in it; numbers of lines are no part of that, nor of its name', async () => {
  const found = await listed();
  expect(found.map(({ role, name, value = '' }) => `${role} "${name}" ${value}`)).toEqual([
    'textbox "Script" let a; let b;',
    'textbox "Query" select 1',
    'textbox "Lossy" ',
    'generic "Fold" ',
    'textbox "Tell a story" ',
    'textbox "Dear …" ',
    'textbox "Mail" Hi',
    'textbox "Memo" Draft',
    'textbox "Other mail" Far',
  ]);
  expect(found.map(({ bounds: { width, height } }) => `${width}×${height}`)).toEqual([
    ...['402×62', '402×62', '402×62', '12×12', '302×32', '302×32'],
    ...['300×70', '300×70', '300×70'],
  ]);
  expect(found.flatMap(({ states = [] }) => states)).not.toContain('focused');
});

test.each(['Script', 'Query', 'Tell a story', 'Dear …', 'Mail', 'Memo', 'Other mail'])(
  'HE7, HE9: in the editor %s a text replaces what is there, is added to it and taken away, and is read back; its name stays',
  async (name) => {
    expect((await set(name, 'if (a) b;')).entry).toBeUndefined();
    expect((await named(name)).value).toBe('if (a) b;');
    expect((await set(name, ' or c', false)).entry).toBeUndefined();
    expect((await named(name)).value).toBe('if (a) b; or c');
    expect((await set(name, 'one\ntwo')).entry).toBeUndefined();
    expect((await named(name)).value).toBe('one two');
    expect((await set(name, '')).entry).toBeUndefined();
    expect((await named(name)).value ?? '').toBe('');
  },
);

test('HE7: what an editor that draws its text loses is a failure, typed as a text or by keys', async () => {
  await expect(set('Lossy', 'axb')).rejects.toMatchObject({ code: 'text-differs' });
  await browser.act({ type: 'click', target: { control: await named('Lossy') }, button: 'left', clickCount: 1 });
  expect((await named('Lossy')).states).toContain('focused');
  await expect(browser.act({ type: 'press-keys', keys: 'cxd' })).rejects.toMatchObject({ code: 'text-differs' });
  expect((await named('Lossy')).value).toBe('abcd');
});
