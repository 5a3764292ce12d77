import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { bodyOf, listen, type TestServer } from '../support/http.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const page = `<!doctype html><title>Shop</title><h1>Shop</h1><script>
  const order = async ({ what }) => {
    const answer = await (await fetch('/order', { method: 'POST', body: what })).text();
    document.title = 'Ordered';
    return answer;
  };
  document.modelContext.registerTool({ name: 'order', description: 'Orders', execute: order });
</script>`;

let site: TestServer;
let harness: FaultHarness;
let orders: string[];
let answer: (() => void) | undefined;

beforeAll(async () => {
  site = await listen(async (request, response) => {
    if (request.url !== '/order') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    orders.push(await bodyOf(request));
    answer = () => response.end('thanks');
  });
  harness = await startFaultHarness({
    address: sharedServerAddress(),
    kind: 'web',
    slots: 1,
    config: { browser: { webmcp: true }, guard: { pageTools: [{ origin: `http://127.0.0.1:${site.port}`, tools: ['order'] }] } },
    app: ({ title }) =>
      title === 'Ordered' || orders.length > 0
        ? { Function: '', Status: 'FINISH', Result: title, Comment: title }
        : { Function: 'call_page_tool', Args: { tool: 'T1', input: '{"what":"milk"}' }, Status: 'CONTINUE', Comment: title },
  });
});
afterAll(async () => {
  await harness?.close();
  await site?.close();
});
beforeEach(() => {
  orders = [];
  answer = undefined;
});

const start = () => harness.start({ kind: 'web', url: `http://127.0.0.1:${site.port}/` }, {}, 'order milk');

test('FL21, D1, HP1: a worker killed while a page’s tool is under way: the call is ended without it, known, and made once', async () => {
  const handle = await start();
  await until(() => answer !== undefined, 'the call');
  await harness.restart('SIGKILL');
  answer?.();
  expect(await handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  expect(orders).toEqual(['milk']);
});

test('FL21, D1: killed with hand and browser: the outcome is unknown, is said so, and the call is not made again', async () => {
  const handle = await start();
  await until(() => answer !== undefined, 'the call');
  await harness.restartWithHands();
  answer?.();
  expect(await handle.result()).toMatchObject({ unknownOutcomes: 1 });
  expect(orders).toEqual(['milk']);
});
