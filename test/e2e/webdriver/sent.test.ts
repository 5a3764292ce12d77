// W1–W3: what pages send, as the browser tells of it and as the server saw it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { nothingSent, type Sent } from '../../../src/domain/wire/sent-log.js';
import type { SentRequest } from '../../../src/domain/wire/sent-request.js';
import { bodyOf, listen } from '../../support/http.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const shop = `<!doctype html><title>Shop</title>
<form action="/orders?from=page" method="post"><input name="amount" value="25"><input name="card" value="4111"><button>Order</button></form>
<button onclick="fetch('/api/cart', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{&quot;item&quot;:{&quot;id&quot;:7},&quot;count&quot;:2}' })">Put</button>
<button onclick="navigator.sendBeacon('/api/done', 'x')">Beacon</button>
<button onclick="worker.postMessage(0)">Work</button>
<button onclick="fetch('/items/3/delete')">Get rid</button>
<button onclick="fetch('/slow', { method: 'POST' })">Wait</button>
<button onclick="fetch('/broken', { method: 'POST' }).catch(() => 0)">Break</button>
<button onclick="fetch('/api/metrics', { method: 'POST' })">Measure</button>
<button onclick="setTimeout(() => fetch('/late/orders', { method: 'POST' }), 1500)">Later</button>
<button onclick="setTimeout(() => fetch('/much/later/orders', { method: 'POST' }), 10_000)">Much later</button>
<button onclick="fetch('/refused', { method: 'POST' })">Refuse</button>
<button onclick="fetch('/list')">Look</button>
<script>const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => fetch("' + location.origin + '/api/work", { method: "POST" })'])))</script>`;
const polling = `<!doctype html><title>Polls</title><button>Nothing</button><button onclick="fetch('/poll', { method: 'POST' })">Ask</button>
<script>const poll = () => fetch('/poll', { method: 'POST' }); poll(); setInterval(poll, 100)</script>`;
const framing = (other: string): string =>
  `<!doctype html><title>Frames</title><iframe src="${other}/pay" width="300" height="100"></iframe>`;
const paying = `<!doctype html><title>Pay</title><script>setTimeout(() => fetch('/charges', { method: 'POST' }), 1500)</script>`;

let browser: TestBrowser;
let origin: string;
let other: string;
let close: () => Promise<void>;
let answerSlow: (() => void) | undefined;
let seen: string[] = [];

beforeAll(async () => {
  const server = await listen(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const pages: Readonly<Record<string, string>> = { '/': shop, '/polls': polling, '/frames': framing(other), '/pay': paying };
    if (request.method === 'GET' && pages[path] !== undefined)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pages[path]);
    await bodyOf(request);
    seen.push(`${request.method} ${path}`);
    if (path === '/orders') response.writeHead(303, { location: '/' }).end();
    else if (path === '/broken') request.socket.destroy();
    else if (path === '/slow') answerSlow = () => void response.writeHead(200).end();
    else response.writeHead(path === '/refused' ? 409 : 201).end();
  });
  close = () => server.close();
  [origin, other] = [`http://127.0.0.1:${server.port}`, `http://localhost:${server.port}`];
  browser = await openTestBrowser({ origins: [origin] });
});
afterAll(async () => {
  await browser.close();
  await close();
});

const take = async (): Promise<Sent> => (await browser.device.takeSent?.()) ?? nothingSent;
const after = async (button: string): Promise<Sent> => {
  await browser.click('button', button);
  await browser.device.settle(5_000);
  return take();
};

describe('on a page of its own origin', () => {
  beforeEach(async () => {
    await browser.go(`${origin}/`);
    await take();
    seen = [];
  });

  test.each([
    ['Order', { method: 'POST', path: '/orders', fields: ['amount', 'card'], via: 'form', answer: { status: 303 } }],
    ['Put', { method: 'PUT', path: '/api/cart', fields: ['item', 'item.id', 'count'], via: 'fetch', answer: { status: 201 } }],
    ['Beacon', { method: 'POST', path: '/api/done', via: 'beacon' }],
    ['Work', { method: 'POST', path: '/api/work', via: 'fetch', answer: { status: 201 } }],
    ['Get rid', { method: 'GET', path: '/items/3/delete', answer: { status: 201 } }],
    ['Break', { method: 'POST', path: '/broken', answer: { failed: 'net::ERR_EMPTY_RESPONSE' } }],
    ['Refuse', { method: 'POST', path: '/refused', answer: { status: 409 } }],
  ])('W1, W3: %s: its request, its fields and its answer are told, and no value', async (button, request) => {
    const { ofAction, late } = await after(button);
    expect(ofAction).toMatchObject([{ origin, ...request }]);
    expect(late).toEqual([]);
    expect(JSON.stringify(ofAction)).not.toMatch(/4111|from=page/);
    expect(new Set(seen)).toContain(`${request.method} ${request.path}`);
  });

  test.each(['Look', 'Measure'])('W2: %s: what reads, and what a page tells of itself, is nothing that was sent', async (button) => {
    expect(await after(button)).toEqual(nothingSent);
    expect(seen).toHaveLength(1);
  });

  test('W1: what has no answer yet is told so, and its answer with a later look', async () => {
    expect(await after('Wait')).toMatchObject({ ofAction: [{ path: '/slow', answer: undefined }], late: [] });
    answerSlow?.();
    let late: Sent['late'] = [];
    await until(async () => (late = (await take()).late).length > 0, 'its answer');
    expect(late).toMatchObject([{ path: '/slow', answer: { status: 200 } }]);
  });

  test('W1: each is told as it leaves, before it is answered', async () => {
    const heard: (readonly [string, unknown])[] = [];
    browser.device.watchSent?.((_id, { path, answer }) => heard.push([path, answer]));
    await after('Wait');
    expect(heard).toEqual([['/slow', undefined]]);
    answerSlow?.();
    await until(async () => heard.length > 1, 'its answer');
    expect(heard[1]).toEqual(['/slow', { status: 200 }]);
    await take();
  });

  test('W2: what comes after the look is late', async () => {
    expect(await after('Later')).toEqual(nothingSent);
    let late: Sent['late'] = [];
    await until(async () => (late = (await take()).late).length > 0, 'what comes late');
    expect(late).toMatchObject([{ method: 'POST', path: '/late/orders' }]);
  });
});

test('W2: what a page sends again and again by itself is not what an action sent, but the same from another place of its scripts is', async () => {
  await browser.go(`${origin}/polls`);
  seen = [];
  const polls = (more: number) => {
    const had = seen.length;
    return until(async () => seen.length > had + more, 'polls');
  };
  await polls(4);
  // They came of the page that was opened, and then twice by themselves.
  await take();
  await polls(4);
  await take();
  await polls(4);
  expect(await take()).toEqual(nothingSent);
  expect(await after('Nothing')).toEqual(nothingSent);
  expect((await after('Ask')).ofAction).toMatchObject([{ method: 'POST', path: '/poll' }]);
});

test('W1: of what a page of another origin sends, only the origin is told', async () => {
  await browser.go(`${origin}/frames`);
  const told: SentRequest[] = [];
  await until(async () => {
    const { ofAction, late } = await take();
    told.push(...ofAction, ...late);
    return told.some((request) => request.origin === other);
  }, 'what the frame sends');
  expect(told.filter((request) => request.origin === other)).toMatchObject([{ method: 'POST', path: '', fields: [] }]);
  expect(seen).toContain('POST /charges');
});

test('W6: what a page sends after its browser was taken up, and before anything was done there, is stopped where it is risky', async () => {
  const own = await openTestBrowser({ origins: [origin] });
  try {
    await own.go(`${origin}/`);
    await own.click('button', 'Much later');
    await own.device.detach();
    const next = await own.driver.attach(own.attachment, own.context);
    const told: SentRequest[] = [];
    await until(async () => told.push(...((await next.takeSent?.())?.late ?? [])) > 0, 'what comes late');
    expect(told).toMatchObject([{ path: '/much/later/orders', answer: { stopped: expect.any(String) } }]);
    expect(seen).not.toContain('POST /much/later/orders');
    await next.detach();
  } finally {
    await own.close();
  }
});
