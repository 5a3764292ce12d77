import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import { createPayloadCodec } from '../../../src/adapters/encryption/payload-codec.js';
import { openPayloadKeys } from '../../../src/adapters/encryption/payload-keys.js';
import { ensureKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';
import { startCodecServer } from '../../../src/cli/commands/codec-server.js';
import { userIn, type CodecServer, serveCodec } from '../../../src/codec-server/server.js';
import { loadConfig } from '../../../src/config/config.js';
import { createContextDouble } from '../cli/context-double.js';

const [token, uiToken, ui] = ['token-of-the-command-line', 'token-of-the-web-ui', 'http://127.0.0.1:8233'];
let folder: string;
let codec: PayloadCodec;
let server: CodecServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-codec-'));
  codec = await codecOf('keys.json');
  server = await serveCodec({ codec, namespace: 'default', host: '127.0.0.1', port: 0, token, uiToken, origins: () => [ui] });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function codecOf(name: string): Promise<PayloadCodec> {
  const path = join(folder, name);
  await ensureKeyRing(path);
  const keys = await openPayloadKeys({ from: 'file', path });
  if (!keys) throw new Error('no keys');
  return createPayloadCodec(keys, { encrypts: true });
}

const bearer = { authorization: `Bearer ${token}` };
const json = (payloads: readonly Payload[]): string =>
  JSON.stringify({
    payloads: payloads.map(({ metadata, data }) => ({
      metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
      data: Buffer.from(data ?? []).toString('base64'),
    })),
  });
const plain = [{ task: 'order the blue kettle' }, undefined, new Uint8Array([0, 255])].map(
  (value) => defaultPayloadConverter.toPayload(value) as Payload,
);

interface Asked {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
}

async function ask({ path = '/decode', headers = bearer, body = json(plain), method = 'POST' }: Asked = {}) {
  const reply = await fetch(`${server.endpoint}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' ? { body } : {}),
  });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
}

describe('LK60: the codec server', () => {
  test('encodes and decodes as the protocol says, wherever it is mounted', async () => {
    const encoded = await ask({ path: '/encode', headers: { ...bearer, 'x-namespace': 'default' } });
    expect(encoded.status).toBe(200);
    expect(encoded.text).not.toContain(Buffer.from('kettle').toString('base64').slice(0, 6));
    const decoded = await ask({ body: encoded.text });
    expect(JSON.parse(decoded.text)).toEqual({ payloads: (JSON.parse(json(plain)) as { payloads: object[] }).payloads.map(withoutEmpty) });
    const throughUi = await ask({ path: `/ui/${uiToken}/decode`, headers: { origin: ui }, body: encoded.text });
    expect([throughUi.status, throughUi.text]).toEqual([200, decoded.text]);
  });

  test('passes on what nobody has encrypted', async () => {
    const { status, text } = await ask();
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { payloads: (JSON.parse(json(plain)) as { payloads: object[] }).payloads.map(withoutEmpty) },
    ]);
  });

  test.each([
    ['no token', { headers: {} }, 401, 'The token is missing or wrong: send it as `Authorization: Bearer …` (TEMPORAL_CODEC_AUTH).'],
    ['a wrong token', { headers: { authorization: 'Bearer other' } }, 401, 'The token is missing or wrong: send it as'],
    ['the token of the Web UI as a header', { headers: { authorization: `Bearer ${uiToken}` } }, 401, 'The token is missing or wrong'],
    ['a wrong address', { path: '/ui/other/decode', headers: {} }, 401, 'The address is wrong: give the Web UI the one'],
    [
      'another namespace',
      { headers: { ...bearer, 'x-namespace': 'other' } },
      403,
      'decodes for the namespace \'default\', not for "other".',
    ],
    ['another path', { path: '/keys' }, 404, 'There is no such thing here: POST to …/encode or …/decode.'],
    ['a path that is no text', { path: '/%zz' }, 404, 'There is no such thing here: POST to …/encode or …/decode.'],
    [
      'an address without end',
      { path: `/ui/${'a'.repeat(600)}/decode` },
      404,
      'There is no such thing here: POST to …/encode or …/decode.',
    ],
    ['no JSON', { body: '{' }, 400, 'The body must be JSON, sent as application/json.'],
    ['another shape', { body: '{"payloads":[{"data":7}]}' }, 400, 'The body is not what the protocol says: expected {"payloads"'],
    ['another method', { method: 'GET' }, 404, 'There is no such thing here'],
  ])('%s: one sentence', async (_what, asked, status, sentence) => {
    const reply = await ask(asked);
    expect([reply.status, reply.text.trim().split('\n').length]).toEqual([status, 1]);
    expect(reply.text).toContain(sentence);
    expect(reply.text).not.toMatch(/%zz|aaa/);
    expect([reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual(['text/plain; charset=utf-8', 'no-store']);
  });

  test('what another key has sealed: one sentence that names the key', async () => {
    const foreign = await (await codecOf('other.json')).encode(plain);
    const { status, text } = await ask({ body: json(foreign) });
    expect([status, text]).toEqual([
      400,
      expect.stringMatching(/encrypted with the key "[a-z0-9]{26}", which is not among those in .*keys\.json/),
    ]);
  });

  test('pages of other origins are refused, and told nothing; those of the Web UI are let in', async () => {
    for (const origin of ['https://evil.example', 'http://127.0.0.1:9999', 'null']) {
      for (const method of ['POST', 'OPTIONS']) {
        const { status, headers } = await ask({ headers: { ...bearer, origin }, method });
        expect([origin, method, status, headers.get('access-control-allow-origin')]).toEqual([origin, method, 403, null]);
      }
    }
    const before = await ask({
      path: `/ui/${uiToken}/decode`,
      method: 'OPTIONS',
      headers: { origin: ui, 'access-control-request-method': 'POST' },
    });
    expect([before.status, before.headers.get('access-control-allow-origin'), before.headers.get('access-control-allow-headers')]).toEqual([
      204,
      ui,
      'content-type, x-namespace, authorization, authorization-extras',
    ]);
    const { status, headers } = await ask({ headers: { ...bearer, origin: ui } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, ui]);
  });

  test('a body without end is not read to its end', async () => {
    const sent = await ask({ body: 'x'.repeat(65 * 1024 * 1024) }).catch((error: unknown) => error);
    if (!(sent instanceof Error)) expect(sent).toMatchObject({ status: 413 });
    expect((await ask()).status).toBe(200);
  });
});

test('LK60: where encryption was never set up, the codec server says what it needs the keys for', async () => {
  const config = loadConfig({ STEADYHAND_HOME: join(folder, 'nothing') }, folder);
  const { context } = createContextDouble({ config: () => config });
  await expect(startCodecServer(context, { port: 0, origins: () => [] })).rejects.toMatchObject({
    code: 'encryption-no-key',
    message: expect.stringMatching(
      /^The codec server encrypts and decrypts for others, and there is no key in .*payloads\.json: make one with/,
    ),
  });
});

function withoutEmpty(payload: object): object {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== ''));
}

const ends = (from: string, to: string) => {
  const end = (text: string) => ({ address: text.slice(0, text.lastIndexOf(':')), port: Number(text.slice(text.lastIndexOf(':') + 1)) });
  return { from: end(from), to: end(to) };
};

describe('LK72: whose program asks is read from the table of connections', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D10 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:1D10 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1D10 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0 20 4 30 10 -1
   3: 0A00A8C0:C351 0100007F:1D10 01 00000000:00000000 00:00000000 00000000  1002        0 4 1 0 20 4 30 10 -1
   4: 0200007F:C352 0100007F:1D10 06 00000000:00000000 03:00001765 00000000     0        0 0 3 0
   5: 0100007F:C352 0100007F:1D10 01 00000000:00000000 00:00000000 00000000  1003        0 5 1 0 20 4 30 10 -1
   6: 0100007F:C353 0100007F:1D10 06 00000000:00000000 03:00001765 00000000     0        0 0 3 0
   7: 0100007F:C354 0200007F:1D10 01 00000000:00000000 00:00000000 00000000  1004        0 6 1 0 20 4 30 10 -1
   8: 0100007F:C355 0100007F:1D10 01 00000000:00000000 00:00000000 00000000  1005        0 7 1 0 20 4 30 10 -1
   9: 0100007F:C355 0100007F:1D10 01 00000000:00000000 00:00000000 00000000  1006        0 8 1 0 20 4 30 10 -1
  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000001000000:C360 00000000000000000000000001000000:1D10 01 00000000:00000000 00:00000000 00000000  1007        0 9 1 0 20 4 30 10 -1
   1: 0000000000000000FFFF00000100007F:C361 0000000000000000FFFF00000100007F:1D10 01 00000000:00000000 00:00000000 00000000  1008        0 9 1 0 20 4 30 10 -1`;

  test.each([
    ['its own', '127.0.0.1:50000', '127.0.0.1:7440', 1001],
    ['from another address of this machine', '192.168.0.10:50001', '127.0.0.1:7440', 1002],
    ['beside an ended connection of another address with the same port', '127.0.0.1:50002', '127.0.0.1:7440', 1003],
    ['one of another address with the same port', '127.0.0.2:50000', '127.0.0.1:7440', undefined],
    ['ended', '127.0.0.1:50003', '127.0.0.1:7440', undefined],
    ['to another address', '127.0.0.1:50004', '127.0.0.1:7440', undefined],
    ['told twice', '127.0.0.1:50005', '127.0.0.1:7440', undefined],
    ['unknown', '127.0.0.1:1', '127.0.0.1:7440', undefined],
    ['of IPv6', '::1:50016', '::1:7440', 1007],
    ['of IPv4 in an end of IPv6', '127.0.0.1:50017', '::ffff:127.0.0.1:7440', 1008],
    ['of another machine', 'fe80::1:50016', '::1:7440', undefined],
    ['no address', 'nothing:1', '127.0.0.1:7440', undefined],
  ])('%s', (_what, from, to, user) => {
    expect(userIn(table, ends(from, to))).toBe(user);
  });
});
