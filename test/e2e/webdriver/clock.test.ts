// A page on which something changes all the time.
import { effectOf } from '../../../src/domain/ui/change.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));

test('HE3, HE33: what a clock shows is no effect of what was done, and a count that every press raises is one each time', async () => {
  await browser.go(`${server.origin}/clock`);
  const restless = () =>
    until(async () => {
      const look = await browser.device.look();
      const text = look.controls.find((control) => control.restless);
      return text && { look, shows: text.name };
    }, 'a text that changes by itself');
  const press = async (name: string): Promise<unknown> => {
    const before = await restless();
    await browser.click('button', name);
    const after = await until(async () => {
      const now = await restless();
      return now.shows !== before.shows && now.look;
    }, 'another time');
    return effectOf(before.look, after);
  };
  for (const count of [1, 2, 3])
    expect(await press('Buy')).toEqual({ kind: 'changed', what: expect.stringContaining(`now reads "Bought: ${count}"`) });
  expect(await press('Nothing')).toEqual({ kind: 'changed', what: 'the focus is on button "Nothing"' });
  const time = /^text "It is 10:00:\d\d" now reads "It is 10:00:\d\d"$/;
  expect(await press('Nothing')).toEqual({ kind: 'nothing-visible', but: expect.stringMatching(time) });
});
