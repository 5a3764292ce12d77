// W6, W7, W10: what an action was to send and nobody approved does not reach the server; approved, it reaches it once.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { processesIn } from '../../../src/adapters/device-process/start-process.js';
import { assignThenFinish, click, say, startHarness, type Answer, type Harness, type Run } from '../../support/agent-harness.js';
import { explore } from '../../support/explorers.js';
import { bodyOf, listen } from '../../support/http.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const scripts = `
  const send = (path, body, method = 'POST') => fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  let tokens = 0;
  const order = () => send('/orders', { name: document.querySelector('#n').value, total: '25.00', _csrf: String(tokens += 1), basket: 'b-4711' });
  const labour = () => new Worker(window.URL.createObjectURL(new Blob(['fetch("' + location.origin + '/transfers", { method: "POST" })'])));
  const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => fetch("' + location.origin + '/orders", { method: "POST" })'])));`;
/** None of these words says that it orders, deletes or pays, but for "Pay now". */
const shop = `<!doctype html><title>Shop</title><h1>Your basket: 25.00</h1><label>Name <input id="n" value="Ann"></label>
<button onclick="order()">Next</button>
<form action="/orders" method="post"><input type="hidden" name="total" value="25.00"><button>Onward</button></form>
<button onclick="send('/payments', { amount: 25 })">Pay now</button>
<button onclick="send('/payments', { amount: 25 }).then(() => send('/account', {}, 'DELETE'))">Pay now!</button>
<button onclick="send('/orders', { total: Math.random() })">Roll</button>
<button onclick="send('/settings/theme', { dark: true }).then(order)">Both</button>
<button onclick="send('/api/metrics', {}); order()">Told</button>
<button onclick="worker.postMessage(0)">Work</button>
<button onclick="window.open('/window')">Window</button>
<button onclick="window.open('').fetch(location.origin + '/transfers', { method: 'POST' })">Blank</button>
<button onclick="labour()">Labour</button>
<button onclick="fetch('/mark').then(() => { window.open('/window', '_blank', 'noopener'); setTimeout(() => (new Image().src = '/later'), 1000); })">Held</button>
<button onclick="setTimeout(order, 6000)">Later</button>
<button onclick="send('/search', { q: 'tea' }); send('/api/metrics', {}); navigator.sendBeacon('/collect', 'x')">Look around</button>
<script>${scripts}</script>`;
const opened = `<!doctype html><title>Window</title><p>Opened</p><script>fetch('/transfers', { method: 'POST', body: 'amount=25' })</script>`;

let harness: Harness;
let url: string;
let close: () => Promise<void>;
let arrived: string[] = [];

beforeAll(async () => {
  const server = await listen(async (request, response) => {
    const body = await bodyOf(request);
    if (request.method !== 'GET') arrived.push(`${request.method} ${request.url} ${body}`);
    if (request.url === '/mark') await marked();
    isLater ||= request.url === '/later';
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/window' ? opened : shop);
  });
  close = () => server.close();
  url = `http://127.0.0.1:${server.port}`;
  harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1 } });
});
afterAll(async () => {
  await harness?.close();
  await close?.();
});
beforeEach(() => void (arrived = []));

/** Before the page is told that it has sent its mark. */
let marked = async (): Promise<void> => undefined;
/** A picture: nobody is asked about it. */
let isLater = false;
/** The process that has the one device. */
const freezeHand = async (): Promise<number> => {
  const [hand] = await processesIn(join(harness.home, 'devices'));
  if (!hand) throw new Error('there is no device process');
  process.kill(hand.pid, 'SIGSTOP');
  return hand.pid;
};

const running = (...app: readonly Answer[]): Promise<Run> =>
  harness.run(
    { host: assignThenFinish, app: [...app, say('FINISH', { Result: 'over' })] },
    { request: 'buy', device: { kind: 'web', url } },
  );
const answered = new Set<string>();
const answer = async (run: Pick<Run, 'asks'> & { readonly handle: Pick<Run['handle'], 'signal'> }, approved: boolean): Promise<string> => {
  let asked = await run.asks('confirmation');
  // An answered request may still be shown.
  await until(async () => !answered.has((asked = await run.asks('confirmation')).requestId), 'another question');
  answered.add(asked.requestId);
  const text = JSON.stringify(asked);
  await run.handle.signal('confirm', { requestId: asked.requestId, approved });
  return text;
};
const arrivedAt = (path: string): readonly string[] => arrived.filter((each) => each.includes(` ${path} `));

const pressing = (target: string, by = harness) =>
  by.flow(() => ({ name: 'pressing', nodes: [{ id: 'press', name: 'press', node_type: { type: 'Click', target } }], edges: [] }), {
    device: { kind: 'web', url },
  });

describe('what a press was to send', () => {
  test.each(['Next', 'Onward', 'Work'])(
    'W6, W10: %s: it is asked about before it leaves, and leaves once when it is approved',
    async (name) => {
      const run = await running(click(name));
      const asked = await run.asks('confirmation');
      expect(arrivedAt('/orders')).toEqual([]);
      expect(asked).toMatchObject({ reason: expect.stringContaining(`POST ${url}/orders`) });
      await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
      expect((await run.handle.result()).outcome).toBe('completed');
      expect(arrivedAt('/orders')).toHaveLength(1);
    },
  );

  test('W6: the question tells what the page shows of it, and the rest by its length', async () => {
    const run = await running(click('Next'));
    const text = await answer(run, false);
    expect(text).toContain('total 25.00; name Ann; _csrf, 1 character; basket, 6 characters');
    expect(text).toContain('pays or orders something');
    expect(JSON.stringify(await run.handle.result())).toContain('Not sent, because it was not approved');
    expect(arrived).toEqual([]);
  });

  test('W6: what was approved by the words of its control is not asked about again', async () => {
    const run = await running(click('Pay now'));
    await answer(run, true);
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(arrivedAt('/payments')).toHaveLength(1);
  });

  test('W6: what it sends besides is stopped and asked about; it is not done again, since something has left', async () => {
    const run = await running(click('Pay now!'));
    await answer(run, true);
    expect(await answer(run, true)).toContain(`DELETE ${url}/account`);
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(arrived.map((each) => each.split(' ').slice(0, 2).join(' '))).toEqual(['POST /payments']);
  });

  test('W7: under a pass another body is stopped', async () => {
    const run = await running(click('Roll'));
    await answer(run, true);
    await answer(run, false);
    await run.handle.result();
    expect(arrivedAt('/orders')).toEqual([]);
  });

  test('W6: where something else of it has left, the model is told that it may send the rest, and can, once', async () => {
    const run = await running(click('Both'), click('Next'));
    await answer(run, true);
    await run.handle.result();
    expect(arrivedAt('/settings/theme')).toHaveLength(1);
    expect(arrivedAt('/orders')).toHaveLength(1);
  });

  test.each(['Window', 'Blank', 'Labour'])('W10: %s: what a window or a worker sends as it begins is asked about', async (name) => {
    const run = await running(click(name));
    expect(await answer(run, false)).toContain(`POST ${url}/transfers`);
    await run.handle.result();
    expect(arrived).toEqual([]);
  });

  test('W10: a window that opens while nobody answers the browser waits, and sends nothing', async () => {
    const run = await running(click('Held'));
    const hand = new Promise<number>((resolve) => void (marked = async () => resolve(await freezeHand())));
    try {
      await until(() => isLater, 'a second of the page');
      expect(arrived).toEqual([]);
    } finally {
      process.kill(await hand, 'SIGCONT');
    }
    expect(await answer(run, false)).toContain(`POST ${url}/transfers`);
    await run.handle.result();
    expect(arrived).toEqual([]);
  });

  test('W6: what comes late is stopped as well, and told', async () => {
    const run = await running(
      click('Later'),
      say('CONTINUE'),
      { Function: 'wait', Args: { seconds: 8 }, Status: 'CONTINUE' },
      say('CONTINUE'),
    );
    await run.handle.result();
    expect(arrived).toEqual([]);
    const told = harness.asked(run).map(({ text }) => text);
    expect(told.join('\n')).toContain('tried to send POST /orders, which was stopped before it left');
  });

  test('W6: what only looks, and what a page tells of itself, is not asked about', async () => {
    const run = await running(click('Look around'));
    expect((await run.handle.result()).outcome).toBe('completed');
    await until(() => arrived.length >= 3, 'all three');
  });
});

describe('what a flow’s act was to send', () => {
  test.each(['Next', 'Onward'])('W6: %s: it is asked about, and leaves once when it is approved', async (name) => {
    const run = await pressing(name);
    expect(await answer(run, true)).toContain(`POST ${url}/orders`);
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(arrivedAt('/orders')).toHaveLength(1);
  });

  test('W6: rejected, it does not leave, and the flow says so', async () => {
    const run = await pressing('Next');
    await answer(run, false);
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('did not approve it; what it was to send was stopped before it left: POST') },
    });
    expect(arrived).toEqual([]);
  });

  test('W6: where something else of it has left, the flow ends as stopped', async () => {
    const run = await pressing('Both');
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`This has left: POST ${url}/settings/theme`) },
    });
    expect(arrivedAt('/orders')).toEqual([]);
  });
});

describe('a run that continues as new', () => {
  let server: DevServer;
  let restless: Harness;
  beforeAll(async () => {
    server = await startDevServer({ suggestContinueAsNewAt: 12 });
    restless = await startHarness({ address: server.address, config: { kinds: ['web'], slots: 1 } });
  });
  afterAll(async () => {
    await restless?.close();
    await server?.stop();
  });

  test('W6: during the question does not press again before the answer', async () => {
    const run = await pressing('Told', restless);
    expect(await answer(run, true)).toContain(`POST ${url}/orders`);
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect([arrivedAt('/orders').length, arrivedAt('/api/metrics').length]).toEqual([1, 2]);
  });
});

test('W6: an explorer sends nothing that is risky, and goes on', async () => {
  const exploring = await explore(harness.client, { device: { kind: 'web', url }, budget: { max_steps: 25 } });
  const { steps } = await exploring.result();
  expect(steps).toBeGreaterThan(10);
  expect(arrived.filter((each) => !/ \/(?:search|api|collect|settings)/.test(each))).toEqual([]);
});
