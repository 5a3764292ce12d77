// FL21: a page's tool that is under way when whoever called it dies: it is never called twice.
import type { Device } from '../../../src/ports/device.js';
import { ended, handOf, openHand, type OpenHand } from '../../support/hands.js';
import { bodyOf, listen, type TestServer } from '../../support/http.js';
import { until } from '../../support/until.js';
import { browserPrograms } from '../../support/webdriver.js';

const page = `<!doctype html><title>Shop</title><h1>Shop</h1><script>
  const order = async ({ what }) => 'ordered ' + (await (await fetch('/order', { method: 'POST', body: what })).text());
  document.modelContext.registerTool({ name: 'order', description: 'Orders', execute: order });
</script>`;

let server: TestServer;
let orders: string[];
let answer: (() => void) | undefined;
let hand: OpenHand;

beforeAll(async () => {
  server = await listen(async (request, response) => {
    if (request.url !== '/order') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const what = await bodyOf(request);
    orders.push(what);
    answer = () => response.end(what);
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  orders = [];
  answer = undefined;
  const settings = { kind: 'web', ...browserPrograms(), profiles: '', secrets: {}, webmcp: true } as const;
  hand = await openHand(settings, { kind: 'web', url: `http://127.0.0.1:${server.port}/` });
});
afterEach(() => hand.close());

async function orderMilk(device: Device) {
  const tool = (await device.look()).tools?.find(({ name }) => name === 'order');
  if (!tool) throw new Error('The page offers no tool to order.');
  const { id, name, origin } = tool;
  return { type: 'call-tool', tool: { id, name, origin }, input: '{"what":"milk"}' } as const;
}

test('FL21, HP1: a worker that is gone while a tool is under way: its hand ends the call, and the next worker is told its answer', async () => {
  const { device, order, attach, journalled } = hand;
  const ordered = hand.hand.carryOut(order({ key: 'run:1:0', actions: [await orderMilk(device)] })).catch(() => undefined);
  await until(() => answer !== undefined, 'the call');
  await device.detach();
  await ordered;
  answer?.();
  const next = await attach();
  const verdict = await until(async () => {
    const told = await handOf(next).verdictOf('d1', 'run:1:0');
    return told.verdict === 'done' && told;
  }, 'the end of the call');
  expect(verdict).toMatchObject({ outcome: { status: 'done', text: 'ordered milk' } });
  expect(orders).toEqual(['milk']);
  expect(await journalled()).toEqual(['intended run:1:0', 'done run:1:0']);
});

test('FL21, HP5: a hand that is killed while a tool is under way: nobody knows its outcome, and nobody calls it again', async () => {
  const { device, order, attachment, place, journalled } = hand;
  const action = await orderMilk(device);
  const ordered = hand.hand.carryOut(order({ key: 'run:1:0', actions: [action] }));
  ordered.catch(() => undefined);
  await until(() => answer !== undefined, 'the call');
  const { pid } = await place();
  process.kill(pid, 'SIGKILL');
  await ended(pid);
  await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
  answer?.();
  expect((await device.look()).title).toBe('Shop');
  expect(await hand.hand.verdictOf('d1', 'run:1:0')).toMatchObject({ verdict: 'unknown' });
  expect(orders).toEqual(['milk']);
  expect(await journalled()).toEqual(['intended run:1:0']);
  expect((attachment['processes'] as readonly unknown[]).length).toBeGreaterThan(1);
});

test('FL21: a tool that does not answer in time: its outcome is unknown, and the page can be used', async () => {
  const { device, order } = hand;
  const action = await orderMilk(device);
  const late = order({ key: 'run:1:0', actions: [action] });
  await expect(hand.hand.carryOut({ ...late, deadline: late.askedAt + 1_500 })).rejects.toMatchObject({ code: 'connection-lost' });
  expect(await hand.hand.verdictOf('d1', 'run:1:0')).toMatchObject({ verdict: 'unknown' });
  expect((await device.look()).title).toBe('Shop');
  expect(orders).toEqual(['milk']);
});
