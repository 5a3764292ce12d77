// HE29: a download that is under way is said to be, without any setting; a short one comes with the look after the press.
import { basename } from 'node:path';
import { listen, type TestServer } from '../../support/http.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let server: TestServer;
let browser: TestBrowser;
let finish: (() => void) | undefined;

beforeAll(async () => {
  server = await listen(async ({ url = '/' }, response) => {
    if (url === '/')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Files</title><a href="/short.bin">Short</a> <a href="/long.bin">Long</a>');
    const headers = { 'content-type': 'application/octet-stream', 'content-disposition': `attachment; filename="${url.slice(1)}"` };
    response.writeHead(200, headers).write('0123456789');
    finish = () => response.end('0123456789');
    if (url === '/short.bin') setTimeout(finish, 1_500);
  });
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => void (await browser.go(`http://127.0.0.1:${server.port}/`)));

const taken = async (): Promise<readonly string[]> => (await browser.device.takeDownloads()).map((path) => basename(path));

test('HE29: a short one is waited for', async () => {
  await browser.click('link', 'Short');
  expect((await browser.device.look()).notices).toEqual([]);
  expect(await taken()).toEqual(['short.bin']);
});

test('a longer one is said to be under way, holds nothing up for long, and comes once it is complete', async () => {
  await browser.click('link', 'Long');
  const said = /^A download is under way: "long\.bin", \d+ bytes so far\./;
  expect((await browser.device.look()).notices).toEqual([expect.stringMatching(said)]);
  expect(await browser.device.settle(5_000)).toBe(true);
  expect(await taken()).toEqual([]);
  finish?.();
  expect(await until(async () => (await taken())[0], 'the file')).toBe('long.bin');
  expect((await browser.device.look()).notices).toEqual([]);
});
