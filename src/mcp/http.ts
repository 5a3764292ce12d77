// The MCP server over streamable HTTP, on the loopback interface only.
//
// http-1. A request must name this server (Host), must not come from a page of another origin, and must carry the token.
// http-2. No sessions: each request gets its own server, so clients that go away leave nothing behind. One that listens for changes holds a stream open.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeMcpRequestHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, InMemoryServerEventBus, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isSameSecret } from '../adapters/node-crypto/same-secret.js';
import type { CreateServer } from './server.js';

export interface HttpOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly token: string;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

const path = '/mcp';
/** Large enough for flow documents, which come in a request. */
const largestBody = 4 * 1024 * 1024;
/** As the SDK says it: JSON-RPC has no code of its own for it. */
const tooLarge = -32_000;

/** To send one; an answer may take longer. */
const slowestRequestMs = 60_000;

/** Rejects with the system's error when the port is taken. */
export async function serveHttp(create: CreateServer, { port, token }: HttpOptions): Promise<HttpServer> {
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(({ era }) => create({ era, follows: false }), { bus, maxRequestBodySize: largestBody });
  const handle = toNodeHandler(handler);
  const unwatch = create.watch({ isWatched: () => bus.listenerCount > 0, changed: () => handler.notify.toolsChanged() });
  const http = createServer(
    { requestTimeout: slowestRequestMs, connectionsCheckingInterval: slowestRequestMs / 10 },
    (request, response) => {
      answer(handle, { request, response, token, port: (http.address() as AddressInfo).port }).catch(() =>
        end(response, 500, 'Internal error.'),
      );
    },
  );
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`,
    async close() {
      unwatch();
      await handler.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly token: string;
  readonly port: number;
}

async function answer(handle: NodeMcpRequestHandler, asked: Asked): Promise<void> {
  const { request, response } = asked;
  const refused = refusalOf(asked);
  if (refused) {
    end(response, ...refused);
    return;
  }
  const body = await bodyOf(request);
  if ('refused' in body) {
    endCall(response, body.refused);
    return;
  }
  // The cast: a request that a server was given has a method and an address, which its type does not say.
  await handle(request as Parameters<NodeMcpRequestHandler>[0], response, body.value);
}

/** http-1. */
function refusalOf({ request, token, port }: Asked): readonly [status: number, text: string] | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin, authorization = '' } = request.headers;
  if (!own.includes(host)) return [403, `This server is not '${host}'.`];
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) return [403, `Pages of ${origin} may not ask this server.`];
  if (!isSameSecret(authorization.replace(/^bearer /i, 'Bearer '), `Bearer ${token}`))
    return [401, 'The token is missing or wrong: send it as `Authorization: Bearer …`.'];
  const target = request.url ?? '';
  if (!target.startsWith('/')) return [400, `The request target must be a path: the server is at ${path}.`];
  // Not parsed: `//` and others are no address.
  if (target.split('?', 1)[0] !== path) return [404, `The server is at ${path}.`];
  return request.method === 'POST' ? undefined : [405, 'Only POST: there are no sessions here.'];
}

interface Refusal {
  readonly status: number;
  /** Of JSON-RPC. */
  readonly code: number;
  readonly message: string;
}

/** One that is too large is read to its end: a client that still writes when the connection closes never sees why. */
async function bodyOf(request: IncomingMessage): Promise<{ readonly value: unknown } | { readonly refused: Refusal }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (size > largestBody) {
    const message = `The body has ${size} bytes; at most ${largestBody}: say where the rest can be found.`;
    return { refused: { status: 413, code: tooLarge, message } };
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { refused: { status: 400, code: ProtocolErrorCode.ParseError, message: 'The body is not JSON: send one message of JSON-RPC.' } };
  }
}

/** As JSON-RPC: which call it was is not known. */
function endCall(response: ServerResponse, { status, code, message }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
}

function end(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const asking = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...asking }).end(`${text}\n`);
}
