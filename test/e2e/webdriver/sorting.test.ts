// Entries that are put into another order by holding them.
import { effectOf } from '../../../src/domain/ui/change.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));

test('H8: the entries of a list that hears presses are listed, and what shows a hand to hold it by; one is dropped on the middle of another, and the new order is told', async () => {
  const before = await browser.go(`${server.origin}/sorting`);
  const entries = before.controls.filter(({ interactive }) => interactive);
  expect(entries.map(({ role, name }) => `${role} ${name}`)).toEqual(['generic Soup', 'generic Roast', 'generic Cake', 'img Move Call']);
  const [, roast, cake] = entries;
  if (!roast || !cake) throw new Error('entries are missing');
  await browser.act({ type: 'drag', from: { control: cake }, to: { control: roast }, button: 'left' });
  const after = await browser.device.look();
  expect(after.controls.filter(({ path }) => path.startsWith('ul#list')).map(({ name }) => name)).toEqual(['Soup', 'Cake', 'Roast']);
  expect(effectOf(before, after)).toEqual({ kind: 'changed', what: expect.stringMatching(/^generic "(?:Cake|Roast)" now stands after/) });
});
