// Files that a page asks for when something is pressed. What was given is counted by the page's server.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectOf } from '../../../src/domain/ui/change.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import type { Look } from '../../../src/ports/device.js';
import { openPersonsScreen } from '../../support/desktop/persons-screen.js';
import { describeWithDesktop } from '../../support/desktop/test-desktop.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
let uploads: string;
const live = new AbortController().signal;

beforeAll(async () => {
  uploads = await mkdtemp(join(tmpdir(), 'steadyhand-uploads-'));
  for (const name of ['a.png', 'b.png', 'set/c.png', 'set/deep/d.png', 'linked/e.png']) {
    await mkdir(join(uploads, name, '..'), { recursive: true });
    await writeFile(join(uploads, name), name);
  }
  await symlink('/etc/hostname', join(uploads, 'linked', 'out'));
  server = await startPageServer();
  browser = await openTestBrowser({ uploads });
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(uploads, { recursive: true });
});
beforeEach(async () => {
  await browser.go(`${server.origin}/file-asks`);
  server.events.length = 0;
});

const asking = ({ controls }: Pick<Look, 'controls'>): readonly string[] =>
  controls.filter(({ states }) => states?.includes('asks for a file')).map(({ name }) => name);
const named = async (name: string): Promise<Control> => {
  const found = (await browser.device.look()).controls.filter((control) => control.interactive && control.visible && control.name === name);
  expect(found).toHaveLength(1);
  return found[0] as Control;
};
const press = async (name: string): Promise<Look> => {
  await browser.act({ type: 'click', target: { control: await named(name) }, button: 'left', clickCount: 1 });
  return browser.device.look();
};
const give = async (name: string, text: string): Promise<unknown> =>
  browser.act({ type: 'set-text', target: { control: await named(name) }, text, clear: true });
const given = async (): Promise<string> => until(() => server.events[0], 'a file at the page');

test('HE26: a press that asks for a file says so, and its control takes the name of the file, once', async () => {
  const before = await browser.device.look();
  const after = await press('Choose a photo');
  expect(effectOf(before, after)).toEqual({
    kind: 'changed',
    what: 'the focus is on button "Choose a photo"; button "Choose a photo" asks for a file',
  });
  expect(await named('Choose a photo')).toMatchObject({ role: 'button', format: 'path of a file in the upload folder, image/*' });
  await give('Choose a photo', 'a.png');
  expect(await given()).toBe('photo: a.png');
  const given2 = await browser.device.look();
  expect(asking(given2)).toEqual([]);
  expect(effectOf(after, given2)).toEqual({ kind: 'changed', what: 'button "Choose a photo" now has "a.png"' });
  await expect(give('Choose a photo', 'b.png')).rejects.toMatchObject({ code: 'not-supported' });
});

test.each([
  ['an input made at the press, nowhere in the page', 'Import', 'made'],
  ['an input that was in the page for the press only', 'Import once', 'removed'],
  ['an input that asks a while after the press', 'Import later', 'late'],
  ['an input at the end of the page, behind a zone to drop on', 'Drop files here', 'dropped'],
  ['an input behind a field that is read only', 'File name', 'photo'],
  ['an input of a frame', 'Attach at 127.0.0.1', '127.0.0.1'],
  ['an input of a frame of another site', 'Attach at localhost', 'localhost'],
])('HE26: %s takes the file on what was pressed', async (_what, name, field) => {
  const look = await until(async () => {
    const seen = await press(name);
    return asking(seen).length > 0 ? seen : undefined;
  }, `${name} to ask`);
  expect(asking(look)).toEqual([name]);
  await give(name, 'a.png');
  expect(await given()).toBe(`${field}: a.png`);
});

test('HE26: an input in a label is a file input, and is not pressed', async () => {
  expect(await named('Wrapped')).toMatchObject({ role: 'file', visible: true });
  await give('Wrapped', 'a.png');
  expect(await given()).toBe('wrapped: a.png');
});

test('HE26: keys and points press as well', async () => {
  const control = await named('Choose a photo');
  await browser.act({ type: 'press-keys', target: { control }, keys: '{SPACE}' });
  expect(asking(await browser.device.look())).toEqual(['Choose a photo']);
  const { x, y } = (await named('Import')).bounds;
  const click: DeviceAction = { type: 'click', target: { point: { x: x + 5, y: y + 5 }, unit: 'px' }, button: 'left', clickCount: 1 };
  await browser.act(click);
  expect(asking(await browser.device.look())).toEqual(['Import']);
  await browser.act({ type: 'scroll', deltaX: 0, deltaY: 10 });
  await give('Import', 'a.png');
  expect(await given()).toBe('made: a.png');
});

test('HE26: only what the folder of uploads holds, and only as many as the input takes', async () => {
  await press('Choose a photo');
  for (const text of ['../secret.txt', '/etc/hostname', 'none.png', 'set', 'a.png\nb.png', 'linked/out'])
    await expect(give('Choose a photo', text)).rejects.toMatchObject({ code: 'upload-refused' });
  await expect(give('Wrapped', 'a.png\nb.png')).rejects.toMatchObject({ code: 'upload-refused' });
  await expect(give('Choose a photo', '{{secret:KEY}}')).rejects.toMatchObject({ code: 'secret-refused' });
  expect(server.events).toEqual([]);
  await give('Choose a photo', 'a.png');
  expect(await given()).toBe('photo: a.png');
  server.events.length = 0;
  await press('Choose pages');
  await give('Choose pages', 'a.png\nset/c.png');
  expect(await given()).toBe('many: a.png c.png');
});

test('HE26: what asks for a folder takes a folder without links', async () => {
  await press('Choose a folder');
  expect(await named('Choose a folder')).toMatchObject({ format: 'path of a folder in the upload folder' });
  for (const text of ['a.png', 'linked', '..', '.', 'set\nlinked'])
    await expect(give('Choose a folder', text)).rejects.toMatchObject({ code: 'upload-refused' });
  await give('Choose a folder', 'set');
  expect((await given()).split(' ').sort()).toEqual(['folder:', 'set/c.png', 'set/deep/d.png']);
});

test('HE26: an input that has been made anew since takes nothing: it has to be asked again', async () => {
  // Its place is that of the input that asked, and it is another one.
  const seen = await press('Renewed later');
  expect(asking(seen)).toEqual(['Renewed later']);
  const [control, zone] = [await named('Renewed later'), await named('Drop files here')];
  await browser.device.perform({ type: 'hover', target: { control: zone } }, live);
  // A look would find out before.
  await until(async () => (await browser.device.perform({ type: 'read-text' }, live)).text?.includes('renewed'), 'another input');
  const action = { type: 'set-text', target: { control }, text: 'a.png', clear: true } as const;
  await expect(browser.device.perform(action, live)).rejects.toMatchObject({
    code: 'control-gone',
    message: expect.stringContaining('Press "Renewed later" again'),
  });
  expect(asking(await browser.device.look())).toEqual([]);
  expect(server.events).toEqual([]);
});

test('HE26: the press of another control ends it; a file goes nowhere that nobody pressed for', async () => {
  await press('Choose a photo');
  await press('Choose pages');
  expect(asking(await browser.device.look())).toEqual(['Choose pages']);
  await expect(give('Choose a photo', 'a.png')).rejects.toMatchObject({ code: 'not-supported' });
  await press('Plain');
  expect(asking(await browser.device.look())).toEqual([]);
  await expect(give('Choose pages', 'a.png')).rejects.toMatchObject({ code: 'not-supported' });
  expect(server.events).toEqual([]);
});

test.each([
  ['while a text is typed', 'Note', 'not because a control was pressed'],
  ['by the browser’s own picker', 'Open with a picker', "the browser's own picker"],
  ['at a page of another origin', 'Ask outside localhost', 'of another origin'],
])('HE26: what asks %s is told, and takes nothing', async (_when, name, notice) => {
  const control = await named(name);
  if (name === 'Note') await browser.act({ type: 'set-text', target: { control }, text: 'x', clear: true });
  else await browser.act({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
  const look = await browser.device.look();
  expect(look.notices).toEqual([expect.stringContaining(notice)]);
  expect(asking(look)).toEqual([]);
  expect(server.events).toEqual([]);
});

describeWithDesktop('with a window', () => {
  test('HE26: an action opens no dialog of the system; a person at the window, a while later, does', async () => {
    const screen = await openPersonsScreen({ width: 1280, height: 900 });
    const headed = await openTestBrowser({ uploads, spec: { headed: true } });
    const windows = (): number => execFileSync('wmctrl', ['-l']).toString().trim().split('\n').length;
    try {
      await headed.go(`${server.origin}/file-asks`);
      await headed.click('button', 'Choose a photo');
      expect(asking(await headed.device.look())).toEqual(['Choose a photo']);
      expect(windows()).toBe(1);
      await headed.type('button', 'Choose a photo', 'a.png');
      expect(await given()).toBe('photo: a.png');
      const isThere = (): Promise<true> => until(() => windows() === 2 && (true as const), "the system's dialog", 1_500);
      // Until a while has passed the press is heard as the action's.
      await until(async () => screen.press('Enter').then(isThere), "the system's dialog");
    } finally {
      await headed.close();
      await screen.close();
    }
  });
});
