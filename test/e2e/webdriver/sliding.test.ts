// A page on which something slides in, and lists that it draws itself.
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));

test('HE4: H6: what slides in is looked at once it is where it will be, and what slid out is not listed as there', async () => {
  await browser.go(`${server.origin}/sliding`);
  const next = await browser.control('button', 'Next');
  await browser.act({ type: 'click', target: { control: next }, button: 'left', clickCount: 1 });
  expect(await browser.device.settle(5_000)).toBe(true);
  const { controls } = await browser.device.look();
  const [red, blue] = ['Book red', 'Book blue'].map((called) => controls.find(({ name }) => name === called));
  expect(red?.bounds.x).toBe(next.bounds.x + 10);
  expect(blue?.beyond ?? blue?.visible).not.toBe(true);
});

test('HE22: a list that is named by what is chosen in it is called by what stands beside it, another one by its own name', async () => {
  const { controls } = await browser.go(`${server.origin}/sliding`);
  const lists = controls.filter(({ role, visible }) => role === 'combobox' && visible);
  expect(lists.map(({ name, guessed = false }) => [name, guessed])).toEqual([
    ['Country', true],
    ['Where to Rome', false],
  ]);
});
