// LK73: what an author fills into an address is one part of it, whatever it is.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readByHttp } from '../../../src/adapters/effect-checks/effect-reader.js';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('{"orders": 1}');
});
let origin = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});

const read = (path: string, values: Readonly<Record<string, string>>) =>
  readByHttp({ url: `${origin}${path}` }, values, new AbortController().signal);

test.each([
  ['/customers/{{customer}}/orders', { customer: '..' }],
  ['/customers/{{customer}}/orders', { customer: '.' }],
  ['/customers/{{customer}}', { customer: '..' }],
  ['/customers/{{customer}}', { customer: '.' }],
  ['/customers/{{customer}}?k=1', { customer: '.' }],
  ['/customers/{{one}}{{other}}/orders', { one: '.', other: '.' }],
  ['/customers/.{{customer}}/orders', { customer: '.' }],
  ['/customers/%2e{{customer}}/orders', { customer: '.' }],
])('LK73: %s with %j is not asked', async (path, values) => {
  asked.length = 0;
  await expect(read(path, values)).rejects.toThrow(/^what is filled into .* would lead elsewhere/);
  expect(asked).toEqual([]);
});

test.each([
  ['/customers/{{customer}}/orders', { customer: '../admin' }, '/customers/..%2Fadmin/orders'],
  ['/customers/{{customer}}/orders', { customer: '%2e%2e' }, '/customers/%252e%252e/orders'],
  ['/customers/{{customer}}/orders', { customer: '..\\x?y#z' }, '/customers/..%5Cx%3Fy%23z/orders'],
  ['/customers/{{customer}}/orders', { customer: 'a.b' }, '/customers/a.b/orders'],
  ['/orders?of={{customer}}', { customer: '..' }, '/orders?of=..'],
])('%s with %j is', async (path, values, told) => {
  asked.length = 0;
  expect(await read(path, values)).toEqual({ orders: 1 });
  expect(asked).toEqual([told]);
});
