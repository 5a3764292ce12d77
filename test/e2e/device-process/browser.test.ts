// Hands with a real browser: what a page keeps when the worker, its hand or its driver has ended.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Device } from '../../../src/ports/device.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { ended, handOf, openHand, type OpenHand } from '../../support/hands.js';
import { browserPrograms } from '../../support/webdriver.js';
import { until } from '../../support/until.js';

let server: Server;
let url: string;
let posts: string[];
let hand: OpenHand;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === 'POST') posts.push(request.url ?? '');
    const answer = (): void =>
      void response.setHeader('content-type', 'text/html').end(`<title>Shop</title>
        <input aria-label="Code" type="text"><input aria-label="Slow" oninput="navigator.sendBeacon('/typed'); const until = Date.now() + 40; while (Date.now() < until);"><p id="count">0</p>
        <button onclick="fetch('/slow', {method: 'POST'}); document.getElementById('count').textContent++">Order</button>`);
    if (request.url === '/slow') setTimeout(answer, 500);
    else answer();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(async () => {
  posts = [];
  const secret = { origins: [new URL(url).origin], apps: [], value: 'first-secret-value', lockNetwork: false };
  hand = await openHand({ kind: 'web', ...browserPrograms(), profiles: '', secrets: { CODE: secret } }, { kind: 'web', url });
});
afterEach(() => hand.close());
afterAll(() => void server.close());

async function named(device: Pick<Device, 'look'>, name: string): Promise<Control> {
  const found = (await device.look()).controls.find((each) => each.name === name);
  if (!found) throw new Error(`No control "${name}".`);
  return found;
}

const click = (control: Control) => ({ type: 'click', target: { control }, button: 'left', clickCount: 1 }) as const;

test('HP4: the next worker knows the controls of the one before, and the secrets that were typed; its own configuration counts', async () => {
  const { device, order, attach } = hand;
  const field = await named(device, 'Code');
  const type = { type: 'set-text', target: { control: field }, text: '{{secret:CODE}}', clear: true } as const;
  expect(await hand.hand.carryOut(order({ key: 'run:1:0', actions: [type] }))).toEqual({ status: 'done' });
  await device.detach();
  const next = await attach({
    kind: 'web',
    ...browserPrograms(),
    profiles: '',
    secrets: {
      CODE: { origins: [new URL(url).origin], apps: [], value: 'first-secret-value', lockNetwork: false },
      NEWER: { origins: [new URL(url).origin], apps: [], value: 'second-secret-value', lockNetwork: false },
    },
  });
  expect((await named(next, 'Code')).value).toBe('•••');
  const newer = { ...type, target: { control: field }, text: '{{secret:NEWER}}' } as const;
  expect(await handOf(next).carryOut(order({ key: 'run:2:0', actions: [newer] }))).toEqual({ status: 'done' });
  expect(await next.conceal?.(['It is second-secret-value.'])).toEqual(['It is •••.']);
});

test('HP6: a driver that is killed leaves the page; another one takes it over, with its controls, and what is pressed is pressed once', async () => {
  const { device, order, attachment } = hand;
  const button = await named(device, 'Order');
  const [driver] = attachment['processes'] as readonly { readonly pid: number }[];
  process.kill(driver?.pid ?? 0, 'SIGKILL');
  await ended(driver?.pid ?? 0);
  expect((await device.look()).title).toBe('Shop');
  expect(await hand.hand.carryOut(order({ key: 'run:1:0', actions: [click(button)] }))).toEqual({ status: 'done' });
  await until(() => posts.length > 0, 'the order');
  expect((await named(device, '1')).name).toBe('1');
  expect(posts).toEqual(['/slow']);
});

test.each([
  ['a click', async () => click(await named(hand.device, 'Order'))],
  ['keys in a field', async () => ({ type: 'press-keys', keys: 'a', target: { control: await named(hand.device, 'Code') } }) as const],
  ['a text', async () => ({ type: 'set-text', text: 'a', clear: true, target: { control: await named(hand.device, 'Code') } }) as const],
])('HP6: %s that finds its driver dead is known not to have been sent', async (_, made) => {
  const { device, order, attachment } = hand;
  const action = await made();
  const [driver] = attachment['processes'] as readonly { readonly pid: number }[];
  process.kill(driver?.pid ?? 0, 'SIGKILL');
  await ended(driver?.pid ?? 0);
  const refused = { status: 'failed', code: 'device-gone' };
  expect(await hand.hand.carryOut(order({ key: 'run:1:0', actions: [action] }))).toMatchObject(refused);
  expect((await named(device, 'Code')).value ?? '').toBe('');
  expect(posts).toEqual([]);
  expect(await hand.hand.carryOut(order({ key: 'run:2:0', actions: [action] }))).toEqual({ status: 'done' });
});

test('HP6: keys whose driver dies in the middle of them are not taken for some that were not sent', async () => {
  const { device, order, attachment } = hand;
  expect(await hand.hand.carryOut(order({ key: 'run:0:0', actions: [click(await named(device, 'Slow'))] }))).toEqual({ status: 'done' });
  const keys = { type: 'press-keys', keys: 'x'.repeat(60) } as const;
  const ordered = hand.hand.carryOut(order({ key: 'run:1:0', actions: [keys] }));
  await until(() => posts.includes('/typed'), 'the first letter');
  process.kill((attachment['processes'] as readonly { readonly pid: number }[])[0]?.pid ?? 0, 'SIGKILL');
  await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
  // Whether its driver had told of what left before that is chance; it says nothing of the rest.
  expect(await hand.hand.verdictOf('d1', 'run:1:0')).toMatchObject({ verdict: 'unknown' });
});

test('HP5, HP6: hand and driver are killed together: a new hand has the same page', async () => {
  const { device, attachment, place, folder } = hand;
  await hand.hand.carryOut(hand.order({ key: 'run:1:0', actions: [click(await named(device, 'Order'))] }));
  const [driver, browser] = attachment['processes'] as readonly { readonly pid: number }[];
  for (const pid of [(await place()).pid, driver?.pid ?? 0]) process.kill(pid, 'SIGKILL');
  await ended(driver?.pid ?? 0);
  expect((await named(device, '1')).name).toBe('1');
  const moved = JSON.parse(await readFile(join(folder, 'moved.json'), 'utf8')) as { processes: { pid: number }[] };
  expect(moved.processes[1]).toMatchObject({ pid: browser?.pid });
  await hand.close();
  await Promise.all([...moved.processes, { pid: browser?.pid ?? 0 }].map(({ pid }) => ended(pid)));
});

test('HP6: a browser that has ended is gone, whatever lives of it', async () => {
  const { device, attachment } = hand;
  const [, browser] = attachment['processes'] as readonly { readonly pid: number }[];
  process.kill(browser?.pid ?? 0, 'SIGKILL');
  await ended(browser?.pid ?? 0);
  await expect(device.look()).rejects.toMatchObject({ code: 'device-gone' });
});
