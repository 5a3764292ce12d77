// Where `up` looks for the Web UI of a server that it did not start itself: 1,000 ports above the server's.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { findWebUi } from '../../../src/client/temporal-server.js';

let ui: Server | undefined;

/** Resolves with the address of the Temporal server that such a Web UI would belong to. */
async function serverBelow(answer: RequestListener): Promise<string> {
  ui = createServer(answer).listen(0, '127.0.0.1');
  await once(ui, 'listening');
  return `127.0.0.1:${(ui.address() as AddressInfo).port - 1_000}`;
}

afterEach(() => void ui?.close().closeAllConnections());

test('a Web UI that answers there is found', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serverBelow(({ url }, reply) => {
    asked.push(url);
    reply.end('{"DefaultNamespace": "default"}');
  });
  expect(await findWebUi(address)).toBe(`http://127.0.0.1:${Number(address.slice(10)) + 1_000}`);
  expect(asked).toEqual(['/api/v1/settings']);
});

test.each<[string, RequestListener]>([
  ['another program', (_, reply) => reply.end('{"name": "shop"}')],
  ['a page', (_, reply) => reply.end('<p>Hello</p>')],
  ['a refusal', (_, reply) => reply.writeHead(404).end('null')],
])('%s there is no Web UI', async (_what, answer) => {
  expect(await findWebUi(await serverBelow(answer))).toBeUndefined();
});

test('nothing there is no Web UI', async () => {
  const address = await serverBelow(() => undefined);
  ui?.close();
  expect(await findWebUi(address)).toBeUndefined();
});

test('an address without a port has none', async () => {
  expect(await findWebUi('nowhere')).toBeUndefined();
});
