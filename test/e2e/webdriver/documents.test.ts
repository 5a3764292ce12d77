// HE27: what is no page is said for what it is, and a PDF can be read.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { listen, type TestServer } from '../../support/http.js';
import { pdfOf } from '../../support/pdf.mjs';
import { createAuthority, hasOpenssl } from '../../support/tls-server.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const pdf = pdfOf('Total 68.90 Euro');
let server: TestServer;
let origin: string;
let browser: TestBrowser;
let asked: string[] = [];

beforeAll(async () => {
  server = await listen(async ({ url = '/', method = '', headers: { cookie = '' } }, response) => {
    asked.push(`${method} ${url} ${cookie}`.trim());
    const [status, type, body] = answers[url] ?? [404, 'text/html', ''];
    const more = url === '/' ? { 'set-cookie': 'who=ada' } : url === '/door' ? { 'www-authenticate': 'Basic realm="x"' } : {};
    response.writeHead(status, { 'content-type': type, ...more }).end(body);
  });
  origin = `http://127.0.0.1:${server.port}`;
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  await browser.go(`${origin}/`);
  await browser.device.takeDownloads();
  asked = [];
});

const answers: Readonly<Record<string, readonly [status: number, type: string, body: string]>> = {
  '/': [
    200,
    'text/html',
    '<title>Start</title><a href="/nothing">Silence</a> <a href="/door">Door</a> <form action="/sent.pdf" method="post"><button>Send</button></form>',
  ],
  '/bill.pdf': [200, 'application/pdf', pdf],
  '/sent.pdf': [200, 'application/pdf', pdf],
  '/broken.pdf': [200, 'application/pdf', 'no PDF'],
  '/list.txt': [200, 'text/plain', 'Lamps 20'],
  '/list.json': [200, 'application/json', '{"total":53}'],
  '/list.xml': [200, 'text/xml', '<bill><total>7</total></bill>'],
  '/bill.svg': [200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/nothing': [204, 'text/html', ''],
  '/oops': [404, 'text/html', '<h1>Oops</h1>'],
  '/door': [401, 'text/html', ''],
};

/** What the next look tells after it was opened, whether or not that failed. */
async function noticesAt(url: string): Promise<readonly string[]> {
  const look = await browser.go(url).catch(async () => {
    await browser.device.settle(5_000);
    return browser.device.look();
  });
  return look.notices;
}

test.each([
  ['/list.txt', 'is plain text (text/plain)'],
  ['/list.json', 'is JSON (application/json)'],
  ['/list.xml', 'is XML (text/xml)'],
  ['/bill.svg', 'is a picture (image/svg+xml)'],
])('%s %s', async (path, words) => {
  expect(await noticesAt(`${origin}${path}`)).toEqual([`What ${origin} shows ${words}, no page.`]);
});

test('HE27: a page that says no is told by its status, however often it is looked at; the next page is not', async () => {
  const said = [`${origin} answered with status 404 (not found).`];
  expect(await noticesAt(`${origin}/oops`)).toEqual(said);
  expect((await browser.device.look()).notices).toEqual(said);
  expect(await noticesAt(`${origin}/`)).toEqual([]);
  await browser.act({ type: 'go-back' });
  expect((await browser.device.look()).notices).toEqual(said);
});

test('an answer without content is told once, and the page stays', async () => {
  await browser.click('link', 'Silence');
  const { title, notices } = await browser.device.look();
  expect([title, notices]).toEqual(['Start', [`${origin} answered with status 204, without content: the page before it stays.`]]);
  expect((await browser.device.look()).notices).toEqual([]);
});

const errorOf = (of: string, why: string): readonly string[] => [`The browser shows an error of its own, no page of ${of}: ${why}.`];

test('a log-in of the browser, and a name without an address, are told in place of the page', async () => {
  await browser.click('link', 'Door');
  expect((await browser.device.look()).notices).toEqual(errorOf(origin, 'status 401 (a login is asked for)'));
  const unknown = 'http://nowhere.invalid';
  expect(await noticesAt(`${unknown}/a?b`)).toEqual(errorOf(unknown, 'no address is known for that name (ERR_NAME_NOT_RESOLVED)'));
});

(hasOpenssl ? test : test.skip)('so is a certificate that nobody trusts', async () => {
  const { certificate, key } = createAuthority(browser.folder).issue('other', 3);
  const other = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }).listen(0);
  await once(other, 'listening');
  const at = `https://localhost:${(other.address() as AddressInfo).port}`;
  const why = 'its certificate or encryption is not trusted (ERR_CERT_AUTHORITY_INVALID)';
  expect(await noticesAt(`${at}/`)).toEqual(errorOf(at, why));
  other.close();
});

test('a PDF is read line by line, and comes as a download that was asked for with the cookies of its page, once', async () => {
  const { controls } = await browser.go(`${origin}/bill.pdf`);
  expect(controls.filter(({ role }) => role === 'text').map(({ name }) => name)).toEqual(['Total 68.90 Euro']);
  expect(await browser.act({ type: 'read-text' })).toEqual({ text: 'Total 68.90 Euro' });
  await browser.device.look();
  const [file = '', ...others] = await browser.device.takeDownloads();
  expect([basename(file), others]).toEqual(['bill.pdf', []]);
  expect(await readFile(file, 'latin1')).toBe(pdf);
  const requests = asked.filter((request) => request.includes('bill.pdf'));
  expect(requests).toEqual(requests.map(() => 'GET /bill.pdf who=ada'));
  expect(requests.length).toBeLessThanOrEqual(2);
});

test('a PDF that a form was sent for is read, and not sent for again', async () => {
  await browser.click('button', 'Send');
  const { controls } = await browser.device.look();
  expect(controls.map(({ name }) => name)).toContain('Total 68.90 Euro');
  expect(await browser.device.takeDownloads()).toEqual([]);
  expect(asked.filter((request) => request.includes('sent.pdf'))).toEqual(['POST /sent.pdf who=ada']);
});

test('what only says that it is a PDF is told, and nothing is kept of it', async () => {
  expect(await noticesAt(`${origin}/broken.pdf`)).toEqual([`What ${origin} shows is a PDF (application/pdf), no page.`]);
  expect(await browser.device.takeDownloads()).toEqual([]);
});
