// Controls that the page replaces by a copy, and what only looks like one.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => browser.go(`${server.origin}/made-anew`));

const said = async (): Promise<readonly string[]> =>
  [...((await browser.act({ type: 'read-text' })).text ?? '').matchAll(/said (.*?)(?= said|\n|$)/g)].map(([, what = '']) => what.trim());
const click = async (control: Control): Promise<unknown> =>
  browser.device
    .perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, AbortSignal.timeout(20_000))
    .catch((error: unknown) => error);

/** What a click on the control does that was seen before the page changed. */
async function clickAfter(
  change: string,
  role: string,
  name: string,
  nth = 0,
): Promise<{ readonly came: unknown; readonly did: readonly string[] }> {
  const control = (await browser.device.look()).controls.filter((each) => each.role === role && each.name === name)[nth];
  if (!control) throw new Error(`no ${role} "${name}"`);
  await browser.click('button', change);
  return { came: await click(control), did: await said() };
}

test.each([
  ['a row', 'button', 'Follow', 'follow Bob', 1],
  ['a card', 'button', 'Open', 'open Card 1', 0],
  ['a link', 'link', 'Details', 'link', 0],
  ['what sends a form', 'button', 'Send', 'sent', 0],
  ['a box', 'checkbox', 'Gift', 'gift', 0],
])('H7: %s that was drawn again as it was is found again', async (_what, role, name, does, nth) => {
  expect(await clickAfter('Draw again', role, name, nth)).toEqual({ came: {}, did: [does] });
});

test('H7: what is drawn again all the time, or whenever the pointer moves over it, is pressed', async () => {
  await browser.go(`${server.origin}/made-anew?restless`);
  for (const name of ['Always new', 'New at each move']) expect(await click(await browser.control('button', name))).toEqual({});
  expect(await said()).toEqual(['always', 'moved']);
});

test.each([
  ['in the row of somebody else', 'Without Ada', 'button', 'Follow'],
  ['in a card that differs by a digit', 'Other cards', 'button', 'Open'],
  ['that leads elsewhere', 'Other link', 'link', 'Details'],
  ['that sends its form elsewhere', 'Other action', 'button', 'Send'],
  ['that carries something else', 'Other kind', 'button', 'Send'],
  ['that is ticked by now', 'Tick the gift', 'checkbox', 'Gift'],
  ['on a page that is about something else', 'Other order', 'button', 'Delete'],
  ['that its markup says does something else', 'Other deed', 'button', 'Delete'],
  ['in a frame that was loaded again', 'Frame again', 'button', 'Inside'],
  ['that was there before, as its twin', 'First twin goes', 'button', 'Twin'],
])('H7: one %s is another: nothing is pressed', async (_what, change, role, name) => {
  expect(await clickAfter(change, role, name)).toEqual({ came: expect.objectContaining({ code: 'control-gone' }), did: [] });
});

test('H7: what is dragged may have been made anew since it was seen', async () => {
  const ends = await Promise.all(['Details', 'Send'].map(async (name) => browser.control(name === 'Send' ? 'button' : 'link', name)));
  await browser.click('button', 'Draw again');
  const [from, to] = ends.map((control) => ({ control })) as [{ control: Control }, { control: Control }];
  await browser.act({ type: 'drag', from, to, button: 'left' });
});
