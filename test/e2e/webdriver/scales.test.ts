// Values on a scale and boxes whose field a page hides or keeps inside an element of its own.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
const live = new AbortController().signal;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => void (await browser.go(`${server.origin}/scales`)));

const listed = async (): Promise<readonly Control[]> =>
  (await browser.device.look()).controls.filter(({ interactive, visible }) => interactive && visible);
const named = async (name: string): Promise<Control> => {
  const found = (await listed()).filter((control) => control.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0] as Control;
};
const set = async (name: string, text: string) =>
  browser.device.perform({ type: 'set-text', target: { control: await named(name) }, text, clear: true }, live);

test('HE4, HE22: a hidden range is listed where its thumb or track is; a field in a shadow root is named by the label of its element, a star by the title of its label', async () => {
  const found = (await listed()).filter(({ path }) => !path.startsWith('audio'));
  expect(found.map(({ role, name, value = '' }) => `${role} "${name}" ${value}`.trim())).toEqual([
    'slider "Brightness" 30',
    'slider "Width" 2',
    'slider "Heat" 20.00',
    'slider "Depth" 50',
    'slider "Stuck" 1',
    'radio "1 star"',
    'radio "2 stars"',
    'checkbox "On paper"',
    'checkbox "Glowing"',
    'button "Send it"',
    'generic "Open the card"',
  ]);
  expect(found.slice(0, 2).map(({ bounds: { width, height } }) => `${width}×${height}`)).toEqual(['20×20', '200×20']);
});

test.each([
  ['Brightness', '55', '55', undefined],
  ['Width', '7', '7', undefined],
  ['Heat', '24', '24.00', undefined],
  ['Heat', '99', '30.00', 'the field kept to its limit'],
  ['Depth', '80', '80.00', undefined],
  ['Depth', '24', '20.00', 'the field rounded it'],
])('HE7: the slider %s set to %s stands at %s', async (name, text, value, how) => {
  const { entry } = await set(name, text);
  expect(entry).toEqual(how === undefined ? undefined : { kind: 'adjusted', how });
  expect((await named(name)).value).toBe(value);
});

test('HE7: a slider that no key moves, or a text that is no number, is a failure', async () => {
  await expect(set('Stuck', '7')).rejects.toMatchObject({
    code: 'action-failed',
    message: expect.stringContaining('stands at 1') as string,
  });
  await expect(set('Heat', 'warm')).rejects.toMatchObject({
    code: 'action-failed',
    message: expect.stringContaining('a number') as string,
  });
  expect((await named('Heat')).value).toBe('20.00');
});

test('HE4: what the browser draws itself to play a film or a song by is listed and pressed', async () => {
  const title = async (): Promise<string> => (await browser.device.look()).title;
  await set('audio time scrubber', '1');
  // The page hears of a place a moment after it was sought.
  const isThere = async (): Promise<boolean> => Math.abs(Number(/^at (.*)/.exec(await title())?.[1] ?? 0) - 1) < 0.1;
  await until(isThere, 'another place in the song', 5_000);
  await browser.act({ type: 'click', target: { control: await named('play') }, button: 'left', clickCount: 1 });
  await until(async () => (await title()) === 'playing' || undefined, 'the song');
  expect((await browser.device.look()).controls.map(({ name }) => name)).not.toContain('No sound here');
});

test('HE1: a box in a shadow root is ticked, a star is chosen', async () => {
  for (const name of ['On paper', 'Glowing', '2 stars']) {
    await browser.act({ type: 'click', target: { control: await named(name) }, button: 'left', clickCount: 1 });
    expect((await named(name)).states).toContain('checked');
  }
});
