// A page that fills one field from another one.
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));

const select = async (name: string, value: string): Promise<void> =>
  void (await browser.act({ type: 'select-option', target: { control: await browser.control('combobox', name) }, values: [value] }));

test('HE1: what is disabled for a moment is waited for, and what stays disabled is not pressed', async () => {
  await browser.go(`${server.origin}/filling`);
  const order = await browser.control('button', 'Order');
  const model = await browser.control('combobox', 'Model');
  await select('Make', 'Fiat');
  await browser.act({ type: 'select-option', target: { control: model }, values: ['Panda'] });
  expect(await browser.control('combobox', 'Model')).toMatchObject({ value: 'Panda' });
  await select('Make', 'Choose');
  await select('Make', 'Fiat');
  await browser.act({ type: 'click', target: { control: order }, button: 'left', clickCount: 1 });
  expect(await browser.names('status')).toContain('ordered');
  const once = await browser.control('button', 'Once');
  await browser.act({ type: 'click', target: { control: once }, button: 'left', clickCount: 1 });
  await expect(browser.act({ type: 'click', target: { control: once }, button: 'left', clickCount: 1 })).rejects.toThrow('is disabled');
});
