// A proxy between the worker and the model's server, as HTTP_PROXY, HTTPS_PROXY and NO_PROXY name it.
import { once } from 'node:events';
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createOpenAiModel } from '../../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { ModelError } from '../../../src/ports/model.js';
import { freePort } from '../../support/free-port.mjs';
import { says, startModelServer, type ModelServer } from '../../support/model-server.js';

const blue = { colour: 'blue', note: null };
const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };

interface Passed {
  readonly asked: string;
  readonly headers: IncomingHttpHeaders;
}

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
const before = new Map(variables.map((name) => [name, process.env[name]]));
const passed: Passed[] = [];
let server: ModelServer;

/** Sends everything on to the model server, whatever its address, and opens no tunnel. */
const proxy = createServer((request, response) => {
  passed.push({ asked: `${request.method} ${request.url}`, headers: request.headers });
  const { pathname } = new URL(request.url ?? '');
  const onward = ask(new URL(pathname, server.url), { method: 'POST', headers: request.headers }, (answer) => answer.pipe(response));
  request.pipe(onward);
}).on('connect', ({ url, headers }, socket) => {
  passed.push({ asked: `CONNECT ${url}`, headers });
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
});
let place = '';

beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  place = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  passed.length = 0;
  for (const name of variables) delete process.env[name];
  server = await startModelServer(says(blue));
});
afterEach(async () => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  await server.close();
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
});

async function answerOf(baseUrl: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  Object.assign(process.env, env);
  const artifacts = createMemoryArtifactStore();
  const model = createOpenAiModel({
    ...{ apiKey: 'sk-very-secret', baseUrl, artifacts, images: createSharpImages() },
    modelFor: () => 'test-model',
    takesImages: () => false,
  });
  const messages = [{ role: 'user', text: 'Which colour is the sky?' }] as const;
  return model.complete({ role: 'app', messages, schema, signal: new AbortController().signal }).then(
    ({ value }) => value,
    (error: ModelError) => [error.code, error.options.retryable, error.message],
  );
}

test('a server without TLS is asked through the proxy, with the name and password of its address', async () => {
  expect(await answerOf('http://model.test/v1', { HTTP_PROXY: `http://me:pass@${place}` })).toEqual(blue);
  const authorization = `Basic ${Buffer.from('me:pass').toString('base64')}`;
  expect(passed).toMatchObject([
    { asked: 'POST http://model.test/v1/chat/completions', headers: { 'proxy-authorization': authorization } },
  ]);
  expect(server.requests).toHaveLength(1);
});

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])(
  'with %s a server with TLS is asked through a tunnel, and the key only inside it',
  async (name) => {
    expect(await answerOf('https://model.test/v1', { [name]: `http://${place}` })).toEqual([
      'model-unavailable',
      true,
      expect.stringMatching(
        /^The model server at https:\/\/model\.test\/v1 cannot be reached \(.*403.*; HTTP_PROXY or HTTPS_PROXY is set\)/,
      ),
    ]);
    expect(passed.map(({ asked }) => asked)).toEqual(['CONNECT model.test:443']);
    expect(JSON.stringify(passed)).not.toContain('sk-very-secret');
  },
);

test.each(['model.test', '.test', 'other.test,model.test', '*'])('NO_PROXY=%s keeps a server from the proxy', async (names) => {
  const answer = await answerOf('http://model.test/v1', { HTTP_PROXY: `http://${place}`, NO_PROXY: names });
  expect(answer).toMatchObject(['model-unavailable', true, expect.stringContaining('cannot be reached') as unknown]);
  expect(passed).toEqual([]);
});

test('a server on this machine is asked without the proxy', async () => {
  expect(await answerOf(server.url, { HTTP_PROXY: `http://${place}` })).toEqual(blue);
  expect(passed).toEqual([]);
});

test('a proxy that is set without a scheme is asked, as by other programs', async () => {
  expect(await answerOf('http://model.test/v1', { HTTP_PROXY: place })).toEqual(blue);
  expect(passed).toHaveLength(1);
});

test.each(['127.1.2.3', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', 'localhost.', 'a.localhost'])('%s is this machine', async (host) => {
  await answerOf(`http://${host}:${new URL(server.url).port}/v1`, { HTTP_PROXY: place });
  expect(passed).toEqual([]);
});

test.each([
  ['that is not there', async () => `http://127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
  ['that is none', async () => Promise.resolve('ftp://proxy.test'), 'Invalid URL'],
])('a proxy %s is named as what is in the way', async (_, address, why) => {
  const [code, , message] = (await answerOf('http://model.test/v1', { HTTP_PROXY: await address() })) as readonly string[];
  expect(code).toBe('model-unavailable');
  expect(message).toContain(`(${why}`);
  expect(message).toContain('HTTP_PROXY or HTTPS_PROXY is set');
});
