// Decrypts for people who look at runs with the Temporal CLI or the Web UI, by Temporal's protocol for remote codecs (docs/encryption.md).
//
// codec-server-1. Each request carries the token, or comes to the address that only the Web UI is told (`/ui/<token>/…`) from a program of our own user, as the system tells it (peer-1).
//     Where it cannot be told, that address answers nobody. Which of the two it is, the route says.
// codec-server-2. Pages of other origins than the Web UI's are refused, and told nothing.
// codec-server-3. Only the last part of the path says what is asked: `/encode` or `/decode`.
import type { AddressInfo, Socket } from 'node:net';
import type { PayloadCodec } from '@temporalio/common';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSameSecret } from '../adapters/node-crypto/same-secret.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';

export interface CodecServerOptions {
  readonly codec: PayloadCodec;
  readonly namespace: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly token: string;
  /** In the address for the Web UI. */
  readonly uiToken: string;
  /** Of Web UIs; asked at each request. */
  readonly origins: () => readonly string[];
  /** Where people reach it, when a proxy stands before it. */
  readonly publicUrl?: string | undefined;
}

export interface CodecServer {
  /** For the Temporal CLI, beside the token. */
  readonly endpoint: string;
  /** For a Web UI without login, which sends no token. Undefined: who asks cannot be told here. */
  readonly uiEndpoint: string | undefined;
  readonly port: number;
  close(): Promise<void>;
}

/** Nobody writes a request for so long. */
const slowestRequestMs = 120_000;
/** More than the largest history that the Web UI asks for at once. */
const largestBody = 64 * 1024 * 1024;

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));
const bodySchema = z.object({
  payloads: z
    .array(z.object({ metadata: z.record(z.string(), base64).optional(), data: base64.optional() }))
    .max(100_000)
    .default([]),
});

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' } as const;

type Refusal = readonly [status: number, text: string];

const notFound: Refusal = [404, 'There is no such thing here: POST to …/encode or …/decode.'];

/** Rejects with the system's error when the port is taken. */
export async function serveCodec(options: CodecServerOptions): Promise<CodecServer> {
  const { codec, host, port, uiToken, publicUrl } = options;
  const server = fastify({
    bodyLimit: largestBody,
    requestTimeout: slowestRequestMs,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    // Paths that the router refuses before any hook; its own answer repeats them.
    frameworkErrors: (_error, _request, reply) => void refuse((reply as unknown as FastifyReply).headers(always), notFound),
  });
  const address = (): AddressInfo => server.server.address() as AddressInfo;

  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    void reply.headers(always);
    if (origin !== undefined) {
      if (!options.origins().includes(origin))
        return refuse(reply, [403, `Pages of ${origin} may not ask this codec server: name its origin with --origin.`]);
      void reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    }
    if (request.method === 'OPTIONS') return permit(request, reply);
    if (request.is404) return refuse(reply, notFound);
    const refused = await refusalOf(request as Asked, options);
    return refused ? refuse(reply, refused) : undefined;
  });
  server.setErrorHandler((error, _request, reply) => refuse(reply, refusalOfError(error)));
  server.setNotFoundHandler((_request, reply) => refuse(reply, notFound));
  for (const what of ['encode', 'decode'] as const) {
    const answer = async (request: FastifyRequest): Promise<unknown> => ({
      payloads: (await codec[what](bodySchema.parse(request.body).payloads)).map(toJson),
    });
    server.post(`/${what}`, answer);
    server.post(`/ui/:token/${what}`, answer);
  }
  await server.listen({ host, port });
  const endpoint = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${address().port}`;
  const uiEndpoint = tellsPeers(publicUrl) ? `${endpoint}/ui/${uiToken}` : undefined;
  return { endpoint, uiEndpoint, port: address().port, close: () => server.close() };
}

type Asked = FastifyRequest<{ Params: { readonly token?: string } }>;

/** codec-server-1. */
async function refusalOf(
  { headers, params, socket }: Asked,
  { token, uiToken, namespace, publicUrl }: CodecServerOptions,
): Promise<Refusal | undefined> {
  const asked = headers['x-namespace'];
  if (typeof asked === 'string' && asked !== '' && asked !== namespace)
    return [403, `This codec server decodes for the namespace '${namespace}', not for ${JSON.stringify(asked.slice(0, 80))}.`];
  if (params.token === undefined)
    return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
      ? undefined
      : [401, 'The token is missing or wrong: send it as `Authorization: Bearer …` (TEMPORAL_CODEC_AUTH).'];
  if (!isSameSecret(params.token, uiToken)) return [401, 'The address is wrong: give the Web UI the one that the codec server printed.'];
  return tellsPeers(publicUrl) && (await userOfPeer(socket)) === process.getuid?.()
    ? undefined
    : [403, 'Only programs of the user who started this codec server may use this address; others send its token.'];
}

/** Behind a proxy the peer is the proxy. */
function tellsPeers(publicUrl: string | undefined): boolean {
  return publicUrl === undefined && process.platform === 'linux';
}

/** What a browser asks before the request itself. */
function permit({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (headers.origin === undefined) return refuse(reply, [403, 'Only pages ask that.']);
  return reply
    .headers({
      'access-control-allow-methods': 'POST',
      // Beside the access token of a login the Web UI sends the identity token, in a header of its own.
      'access-control-allow-headers': 'content-type, x-namespace, authorization, authorization-extras',
      'access-control-max-age': '600',
      ...(headers['access-control-request-private-network'] !== undefined && { 'access-control-allow-private-network': 'true' }),
    })
    .code(204)
    .send();
}

function refusalOfError(error: unknown): Refusal {
  if (error instanceof SteadyhandError) return [400, error.message];
  if (error instanceof z.ZodError)
    return [400, 'The body is not what the protocol says: expected {"payloads": [{"metadata": {…}, "data": "base64"}]}.'];
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return [413, `The body is larger than ${largestBody} bytes.`];
  return status < 500 ? [status, 'The body must be JSON, sent as application/json.'] : [500, 'The codec server failed.'];
}

function refuse(reply: FastifyReply, [status, text]: Refusal): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`);
}

/** Payloads as protobuf's JSON writes them. */
function toJson({ metadata, data }: Awaited<ReturnType<PayloadCodec['encode']>>[number]): unknown {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([key, value]) => [key, text(value)])),
    data: data?.length ? text(data) : undefined,
  };
}

// ── Whose program is at the other end of a connection within this machine ───────
//
// Linux tells it in /proc/net/tcp, where each end of a connection stands with its user.
//
// peer-1. The peer's end is the one whose own address and port are those that the connection comes from, and which is connected to ours: all four, and established. Of a connection that
//     has ended the user is told as root, and another loopback address may have the same port.
// peer-2. What is not told, or told twice, is nobody's.

interface End {
  readonly address: string;
  readonly port: number;
}

/** Undefined: it cannot be told, because the peer is on another machine or the system does not say. */
async function userOfPeer({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<number | undefined> {
  if (process.platform !== 'linux' || remoteAddress === undefined || localAddress === undefined) return undefined;
  if (remotePort === undefined || localPort === undefined) return undefined;
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')));
  return userIn(tables.join('\n'), { from: { address: remoteAddress, port: remotePort }, to: { address: localAddress, port: localPort } });
}

const established = '01';

/** Of the end at `from` that is connected to `to`. */
export function userIn(tables: string, { from, to }: { readonly from: End; readonly to: End }): number | undefined {
  const [own, other] = [inTable(from), inTable(to)];
  if (own === undefined || other === undefined) return undefined;
  const found = tables.split('\n').flatMap((line) => {
    const [, local, remote, state, , , , user] = line.trim().split(/\s+/);
    return state === established && local !== undefined && own.has(local) && remote !== undefined && other.has(remote)
      ? [Number(user)]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** As the tables write it: addresses in hexadecimal words of the machine's byte order, `0100007F:1F90`; one of IPv4 may stand among those of IPv6. Undefined: another one of IPv6 than loopback. */
function inTable({ address, port }: End): ReadonlySet<string> | undefined {
  const inWords = (bytes: readonly number[]): string =>
    [0, 4, 8, 12]
      .map((at) => bytes.slice(at, at + 4))
      .map((word) =>
        Buffer.from(endianness() === 'LE' ? word.toReversed() : word)
          .toString('hex')
          .toUpperCase(),
      )
      .join('');
  const at = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  if (address === '::1') return new Set([inWords([...zeros(15), 1]) + at]);
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  if (bytes.length !== 4) return undefined;
  return new Set([inWords(bytes) + at, inWords([...zeros(10), 0xff, 0xff, ...bytes]) + at]);
}

function zeros(count: number): readonly number[] {
  return Array.from({ length: count }, () => 0);
}
