// HE28: a page that does not answer is said to, and can be left; a dialog while a page loads is one like any other.
import { listen, type TestServer } from '../../support/http.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let server: TestServer;
let origin: string;
let browser: TestBrowser;
/** Ends the work of the page. */
let endWork: () => void = () => undefined;

beforeAll(async () => {
  server = await listen(async ({ url = '/' }, response) => {
    if (url === '/work') await new Promise<void>((resolve) => (endWork = resolve));
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url] ?? '<title>Other</title>');
  });
  origin = `http://127.0.0.1:${server.port}`;
  browser = await openTestBrowser({ origins: [origin] });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => void (await browser.go(`${origin}/`)));

const pages: Readonly<Record<string, string>> = {
  '/': `<title>Start</title><button onclick="setTimeout(() => { for (;;); })">Hang</button> <button onclick="for (;;);">Hang at once</button>
    <button onclick="setTimeout(() => { const work = new XMLHttpRequest(); work.open('GET', '/work', false); work.send(); document.title = 'Worked'; })">Work</button>
    <a href="/asking">Asking</a> <button onclick="print(); document.title = 'Printed'">Print</button>`,
  '/asking': '<title>Asking</title><script>document.title = confirm("Go on?") ? "Gone on" : "Stopped";</script><p>after</p>',
};
const hangs = /^The page does not answer/;

test.each(['Hang', 'Hang at once'])('%s: the page is said to give no answer, and is left by its own address', async (name) => {
  await browser.click('button', name).catch(() => undefined);
  expect(await browser.device.settle(5_000)).toBe(false);
  const { title, controls, notices } = await browser.device.look();
  expect([title, controls, notices]).toEqual(['Start', [], [expect.stringMatching(hangs)]]);
  await browser.device.screenshot();
  await expect(browser.act({ type: 'press-keys', keys: '{TAB}' })).rejects.toMatchObject({ code: 'timeout' });
  const { notices: then } = await browser.go(`${origin}/`);
  expect(then).toEqual([]);
  expect(await browser.names('button')).toContain(name);
});

test('HE28: a page that is left by a step back while it hangs', async () => {
  await browser.go(`${origin}/other`);
  await browser.go(`${origin}/`);
  await browser.click('button', 'Hang');
  expect((await browser.device.look()).notices).toEqual([expect.stringMatching(hangs)]);
  await browser.act({ type: 'go-back' });
  expect((await browser.device.look()).title).toBe('Other');
});

test('a page that works is looked at again when it answers, and nothing of it was stopped', async () => {
  await browser.click('button', 'Work');
  const notices = (await browser.device.look()).notices;
  endWork();
  const after = await until(async () => {
    const look = await browser.device.look();
    return look.title === 'Worked' ? look : undefined;
  }, 'the end of its work');
  expect([notices, after.title, after.notices]).toEqual([[expect.stringMatching(hangs)], 'Worked', []]);
});

test('a dialog while a page loads is seen at once, and answered', async () => {
  await browser.click('link', 'Asking');
  const { notices } = await browser.device.look();
  expect(notices).toEqual(['A confirm dialog is open: "Go on?". The page is blocked until the dialog is answered.']);
  await browser.click('button', 'OK');
  expect((await browser.device.look()).title).toBe('Gone on');
});

test('a page that prints goes on', async () => {
  await browser.click('button', 'Print');
  expect((await browser.device.look()).title).toBe('Printed');
});
