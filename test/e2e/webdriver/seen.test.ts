// What is listed, under which name, and what is told of it. Effects are counted by the page's server.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
let controls: readonly Control[];

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => {
  await browser.go(`${server.origin}/seen`);
  server.events.length = 0;
  ({ controls } = await browser.device.look());
});

const named = (name: string): Control => {
  const found = controls.filter((control) => control.interactive && control.name === name);
  expect(found.map(({ role }) => role)).toHaveLength(1);
  return found[0] as Control;
};
const click = async (name: string): Promise<string> => {
  server.events.length = 0;
  const target = { control: named(name) };
  await browser.device.perform({ type: 'click', target, button: 'left', clickCount: 1 }, new AbortController().signal);
  return until(() => server.events[0], `what a click on ${name} did`);
};

test('HE20: what is pressed inside something that is pressed is a control of its own, under it; the outer one has its own words and is hit beside them', async () => {
  const items = controls.filter(({ role }) => role === 'menuitem');
  expect(items.map(({ name, level = 0 }) => `${level} ${name}`)).toEqual(['0 Europe', '1 Honduras', '1 Hong Kong', '0 Asia']);
  expect(items.every(({ visible }) => visible)).toBe(true);
  for (const name of ['Europe', 'Honduras', 'Hong Kong', 'Asia']) expect(await click(name)).toBe(name);
  expect(named('Mail of Ada').level).toBeUndefined();
  expect(named('Reply').level).toBe(1);
  expect(await click('Mail of Ada')).toBe('card');
  expect(await click('Reply')).toBe('reply');
  expect(await click('trash')).toBe('bin');
});

test('HE4: the wheel turns over what scrolls, with or without a label, whatever it reads', async () => {
  await browser.go(`${server.origin}/scrolling`);
  const areas = async (): Promise<readonly Control[]> =>
    (await browser.device.look()).controls.filter(({ role, interactive }) => role === 'scrollarea' && interactive);
  const found = await areas();
  expect(found.map(({ name }) => name)).toEqual(['', '', '', 'frame']);
  for (const control of found) await browser.act({ type: 'scroll', target: { control }, deltaX: 0, deltaY: 1_000 });
  const scrolled = async (): Promise<true | undefined> => (await areas()).every(({ value }) => value?.startsWith('100 %')) || undefined;
  await until(scrolled, 'every area at its end');
});

test('HE21: what hears presses, points or can be dragged is listed, shapes of a drawing included; what hears them for others is not', async () => {
  for (const [name, does] of [
    ['+', 'plus'],
    ['red #ff0000 circle', 'dot'],
    ['The box', 'box'],
    ['4', 'day 4'],
  ] as const)
    expect(await click(name)).toBe(does);
  expect(named('Pointed at')).toMatchObject({ role: 'generic', visible: true });
  expect(named('Dragged about')).toMatchObject({ role: 'generic', visible: true });
  expect(['Asmara', 'Banjul'].map((name) => named(name).role)).toEqual(['generic', 'generic']);
  const paths = controls.filter(({ interactive, role }) => interactive && role === 'generic').map(({ path }) => path);
  expect(paths).not.toContain('body');
  expect(paths).not.toContain('table#days');
  expect(paths).not.toContain('ul#sorted');
  expect(paths.filter((path) => path.includes('/svg[2]'))).toEqual([]);
});

test.each([
  ['a field beside its words in a row', 'Passport number', true],
  ['a field behind its words', 'Nickname', true],
  ['a box before its words', 'Take me along', true],
  ['an icon by its class', 'floppy disk', true],
  ['a drawing by its title', 'Print', false],
  ['a swatch by its colour', 'green #008000', true],
  ['a placeholder', 'Where to', false],
])('HE22: %s has a name, and a guess is told as one', (_what, name, isGuessed) => {
  expect(named(name).guessed ?? false).toBe(isGuessed);
});

test('HE23: a field tells what it takes, and what is wrong with what is in it', () => {
  expect(named('Time').format).toBe('HH:MM, 09:00 to 18:00');
  expect(named('Code')).toMatchObject({ format: 'at most 3 characters, pattern [A-Z]{3}', states: ['required'] });
  expect(named('Age')).toMatchObject({ format: '1 to 120', error: 'Too old' });
  expect(named('Story').format).toBe('several lines, at most 90 characters');
  expect(named('Free').format).toBeUndefined();
});

test('HE4, HE6: what scrolls is listed with how far it is, and what it hides with the side that it is on', async () => {
  const area = (): Control | undefined => controls.find(({ role, name }) => role === 'scrollarea' && name === 'Countries');
  expect(area()).toMatchObject({ interactive: true, value: '0 %, 0 px above, 60 px below' });
  const sides = (): readonly (string | undefined)[] => ['Albania', 'Chad', 'Egypt'].map((name) => named(name).beyond);
  expect(sides()).toEqual([undefined, undefined, 'below']);
  await browser.act({ type: 'scroll', target: { control: area() as Control }, deltaX: 0, deltaY: 60 });
  ({ controls } = await browser.device.look());
  expect(area()).toMatchObject({ value: '100 %, 60 px above, 0 px below' });
  expect(sides()).toEqual(['above', undefined, undefined]);
  const target = { control: area() as Control };
  const signal = new AbortController().signal;
  await expect(browser.device.perform({ type: 'click', target, button: 'left', clickCount: 1 }, signal)).rejects.toMatchObject({
    code: 'not-supported',
  });
});

test('HE21: what hears presses around a dialog, and the dialog itself, are no targets: the dialog is seen with what it says', async () => {
  await browser.go(`${server.origin}/backdrop`);
  const { controls: seen } = await browser.device.look();
  expect(seen.filter(({ visible }) => visible).map(({ role, name }) => `${role} ${name}`)).toEqual([
    'dialog Delete the order?',
    'heading Delete the order?',
    'text This cannot be undone.',
    'button Cancel',
    'button Yes',
  ]);
});

test('HE30: drawings of shapes and pictures without words are told, so that a picture goes along; signs and ornaments are not', async () => {
  const look = await browser.go(`${server.origin}/shapes`);
  const pictures = look.controls.filter(({ role }) => role === 'img');
  expect(pictures.map(({ name, bounds: { width, height } }) => [name, width, height])).toEqual([
    ['', 200, 150],
    ['', 120, 40],
  ]);
});

test('HE22: a swatch is called by the colour that it looks like', async () => {
  const look = await browser.go(`${server.origin}/shapes`);
  const swatches = look.controls.filter(({ guessed }) => guessed);
  expect(swatches).toHaveLength(11);
  expect(swatches.map(({ name }) => name.split(' ')[0])).toEqual(swatches.map(({ testId }) => testId));
});
