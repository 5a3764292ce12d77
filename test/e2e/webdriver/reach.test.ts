// What a pointer can reach: effects are counted by the pages' server, outside the browser. A click that the page's server has not seen never counts as done.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import type { TestBrowser } from '../../support/webdriver.js';

const live = new AbortController().signal;
let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => {
  await browser.go(`${server.origin}/reach`);
  server.events.length = 0;
});

const eventsSoon = async (): Promise<readonly string[]> => until(() => server.events.length > 0 && [...server.events], 'an event');
const click = (control: Control) => browser.device.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, live);

test.each([
  ['below the edge of a list that scrolls', 'Honduras'],
  ['in a list that scrolls inside another', 'Deep'],
  ['under the scroll bar of what scrolls', 'Under the bar'],
  ['under the scroll bar of what scrolls and is shown smaller', 'Under a small bar'],
  ['under the scroll bar of a frame', 'Under the bar of a frame'],
  ['in a padded frame that is shown smaller', 'Padded'],
  ['under something that leaves a corner of it free', 'Peeping'],
  ['where scrolling to the middle puts it under a fixed header', 'Below the header'],
  ['in a frame of another site, in a list that scrolls', 'Framed'],
])('HE1, HE4: a control %s is shown as visible and clicked, nothing else', async (_where, name) => {
  const control = await browser.control('button', name);
  expect(control.visible).toBe(true);
  await click(control);
  expect(await eventsSoon()).toEqual([name]);
});

test('HE1: a control that only a script could scroll into view is clicked all the same', async () => {
  await click(await browser.control('button', 'Third'));
  expect(await eventsSoon()).toEqual(['Third']);
});

test.each([
  ['clipped for good', 'Clipped away'],
  ['cut out of the picture', 'Cut out'],
  ['that takes no pointer', 'Untouchable'],
])('HE1, HE4: a control %s is not shown as visible; a click on it fails and sends nothing', async (_why, name) => {
  const { controls } = await browser.device.look();
  const control = controls.find((candidate) => candidate.name === name);
  expect(control?.visible).toBe(false);
  await expect(click(control as Control)).rejects.toMatchObject({ code: 'out-of-reach', message: expect.stringContaining(name) });
  await browser.click('button', 'Albania');
  expect(await eventsSoon()).toEqual(['Albania']);
});

test('HE1: the wheel at a control turns over it', async () => {
  const control = await browser.control('button', 'Honduras');
  await browser.act({ type: 'scroll', target: { control }, deltaX: 0, deltaY: -20 });
  expect(new Set(await eventsSoon())).toEqual(new Set(['wheel menu']));
});

test('LK10: a text or an option for something that is no field or list is refused, and does not click it', async () => {
  for (const name of ['Albania', 'Brazil']) {
    const target = { control: await browser.control('button', name) };
    for (const action of [
      { type: 'set-text', target, text: 'yes', clear: true },
      { type: 'select-option', target, values: ['yes'] },
    ] as const)
      await expect(browser.device.perform(action, live)).rejects.toMatchObject({ code: 'not-supported' });
  }
  await browser.click('button', 'Chad');
  expect(await eventsSoon()).toEqual(['Chad']);
});
