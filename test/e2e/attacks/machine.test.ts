// What runs on the machine beside the browser is out of reach for its pages (LK30).
import { expect, test } from '@jest/globals';
import { answeredOf, attack, listening, names, type Heard } from '../../support/attacked-ports.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let site: Heard;
let temporal: Heard;
let other: Heard;
let browser: TestBrowser;

beforeAll(async () => {
  [site, temporal, other] = await Promise.all([listening(attack), listening(), listening()]);
  browser = await openTestBrowser({ refusedPorts: [temporal.port] });
});
afterAll(async () => {
  await browser.close();
  for (const { server } of [site, temporal, other]) server.close();
});

test('LK30: no page reaches the ports that are refused, by whatever name or way; others it does', async () => {
  expect(await answeredOf(browser, site, temporal.port, '/api/v1/namespaces/default/workflows/run/signal/confirm')).toBe('');
  expect(temporal.hits).toEqual([]);
  expect(await answeredOf(browser, site, other.port, '/')).toContain('127.0.0.1,localhost');
  expect(other.hits.length).toBeGreaterThan(names.length);
});

test('LK30: no page reaches the driver, and whoever else does must know its path', async () => {
  const { port, path, sessionId } = browser.attachment as { readonly port: number; readonly path: string; readonly sessionId: string };
  expect(await answeredOf(browser, site, port, `${path}/session`)).toBe('');
  const ask = (at: string) => fetch(`http://127.0.0.1:${port}${at}/session/${sessionId}/url`).then(({ status }) => status);
  expect(await ask('')).toBe(400);
  expect(await ask(path)).toBe(200);
});
