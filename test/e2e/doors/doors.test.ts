// Every server of ours, asked without a token in every way that a parser or a router might read otherwise than the one who watches the door (LK70).
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import fastify from 'fastify';
import { serveCodec } from '../../../src/codec-server/server.js';
import { addRoutes, type RouteParts } from '../../../src/console/routes.js';
import type { ConsoleServer } from '../../../src/console/server.js';
import { serveHttp } from '../../../src/mcp/http.js';
import type { WorkerFacts } from '../../../src/domain/telemetry/health.js';
import { openHealth } from '../../../src/worker/health.js';
import { useAgents } from '../../support/agents.js';
import { admittedTo, openDesk } from '../../support/console.js';
import { freePort } from '../../support/free-port.mjs';
import { count, seeded, walksOfEach } from '../../support/properties.js';

const token = 'a-token-that-only-tests-know';

/** What a server answers to bytes: the status of its first answer, and what follows the headers; undefined: it only hangs up. */
async function raw(port: number, sent: string): Promise<{ readonly status: number; readonly body: string } | undefined> {
  const answer = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write(sent, 'latin1'));
    // What a server keeps open or never answers is over when it has been silent for a while.
    socket.setTimeout(heardEnough, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (part: string) => (heard += part));
    socket.once('error', () => resolve(heard)).once('close', () => resolve(heard));
  });
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4).replace(/^[\da-f]+\r\n([^]*)\r\n0\r\n\r\n$/, '$1');
  return status === undefined ? undefined : { status: Number(status), body };
}

const heardEnough = 3_000;

const once = (text: string): string => [...text].map((each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** Other ways to write a path, each of which some parser takes for the same. */
const writings: Readonly<Record<string, (path: string, letter: number) => string>> = {
  'as it is': (path) => path,
  'one letter encoded': (path, letter) => path.slice(0, 1 + letter) + once(path.slice(1 + letter, 2 + letter)) + path.slice(2 + letter),
  'encoded whole': (path) => `/${once(path.slice(1))}`,
  'encoded twice': (path) => `/${once(path.slice(1)).replaceAll('%', '%25')}`,
  'slashes encoded': (path) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  'absolute form': (path) => `http://127.0.0.1${path}`,
  'absolute form of another host': (path) => `http://evil.example${path}`,
  'two slashes': (path) => `/${path}`,
  'two slashes within': (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  'dot segment': (path) => `/.${path}`,
  'up and down again': (path) => `/runs/..${path}`,
  'up, encoded': (path) => `/assets/%2e%2e${path}`,
  'matrix parameter': (path) => `/..;${path}`,
  'a parameter within': (path) => path.replace(/\/(?=[^/]*$)/, ';a=b/'),
  backslashes: (path) => path.replaceAll('/', '\\'),
  'a backslash first': (path) => `/\\${path.slice(1)}`,
  'other case': (path) => path.toUpperCase(),
  'dot at the end': (path) => `${path}.`,
  'slash at the end': (path) => `${path}/`,
  'NUL at the end': (path) => `${path}%00`,
  'NUL itself': (path) => `${path}\0`,
  'a query that looks open': (path) => `${path}?/assets/console.js`,
  'a fragment': (path) => `${path}#/assets/console.js`,
  'a ticket of nobody': (path) => `${path}?ticket=${'a'.repeat(43)}`,
  long: (path) => `${path}/${'a'.repeat(5_000)}`,
  'as large as headers may not be': (path) => `${path}?${'a'.repeat(100_000)}`,
  'overlong letters': (path) => path.replace('a', '%c1%a1'),
  'a wide letter': (path) => path.replace('a', '%ef%bd%81'),
  'a broken escape': (path) => `${path}%zz`,
};

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'CONNECT',
  'get',
  'GE T',
  'M-SEARCH',
];

const framings: Readonly<Record<string, string>> = {
  none: '\r\n',
  'a body': 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  'a body in chunks': 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'both lengths': 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'odd chunks': 'transfer-encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'an upgrade':
    'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: aaaaaaaaaaaaaaaaaaaaaa==\r\nsec-websocket-version: 13\r\n\r\n',
  'another method in a header': 'x-http-method-override: GET\r\n\r\n',
  'another address in a header':
    'x-original-url: /assets/console.js\r\nx-rewrite-url: /assets/console.js\r\nx-forwarded-prefix: /assets\r\n\r\n',
  'a folded header': 'x-a: b\r\n c\r\n\r\n',
  'two hosts': 'host: evil.example\r\n\r\n',
};

interface Door {
  readonly port: number;
  readonly routes: readonly string[];
  /** What anybody gets, whatever they write. */
  readonly open: ReadonlySet<string>;
}

async function refusesAll({ port, routes, open }: Door): Promise<void> {
  const origin = fc.constantFrom('', `origin: http://127.0.0.1:${port}\r\n`);
  const request = fc.record({
    route: fc.constantFrom(...routes),
    writing: fc.constantFrom(...Object.keys(writings)),
    letter: fc.nat(6),
    method: fc.constantFrom(...methods),
    version: fc.constantFrom('1.1', '1.1', '1.0'),
    framing: fc.constantFrom(...Object.keys(framings)),
    origin,
  });
  const property = fc.asyncProperty(request, async ({ route, writing, letter, method, version, framing, origin: named }) => {
    const target = writings[writing]?.(route, letter) ?? route;
    const rest = `${target} HTTP/${version}\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n${named}${framings[framing] ?? ''}`;
    const answer = await raw(port, `${method} ${rest}`);
    count(String(answer?.status));
    if (answer === undefined || refusals.has(answer.status)) return;
    // What HEAD would have shown, GET shows.
    const body = method === 'HEAD' ? (await raw(port, `GET ${rest}`))?.body : answer.body;
    if (body === undefined || !open.has(body))
      expect({ target: target.slice(0, 200), method, framing, ...answer }).toBe('refused, or what is open to anybody');
  });
  await fc.assert(property, { ...seeded, numRuns: 60 * walksOfEach });
}

/** What a door says, and what Node says by itself of a request that is none. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 408, 413, 414, 415, 417, 426, 431]);

describe('LK70: without a token', () => {
  const world = useAgents();
  const closing: (() => Promise<void>)[] = [];
  let desk: ConsoleServer;
  beforeAll(async () => {
    desk = await openDesk(world.harness);
    closing.push(() => desk.close());
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** As the console itself registers them, so that a route of tomorrow is asked, too. */
  function routesOfConsole(): readonly string[] {
    const found: string[] = [];
    const server = fastify();
    server.addHook('onRoute', ({ url }) => void found.push(url));
    const never = (): never => {
      throw new Error('Nothing is asked here.');
    };
    addRoutes(server, { gate: {}, steadyhand: { flows: {} }, live: {}, pictures: {}, apps: [], log: never } as unknown as RouteParts);
    return [...new Set(found)].map((url) => url.replace(':id', 'agent-1').replace(':hash', '0'.repeat(64)));
  }

  test('a console gives its page, its two files and no more, however the address is written', async () => {
    const pages = ['/', '/assets/console.js', '/assets/console.css'];
    const open = new Set<string>();
    for (const path of pages)
      open.add(await (await fetch(`${desk.url}${path}`)).text().then((text) => Buffer.from(text).toString('latin1')));
    const routes = routesOfConsole();
    expect(routes).toEqual(expect.arrayContaining(['/api/me', '/api/sessions', '/api/runs/agent-1/confirm', '/api/flows/agent-1/heals']));
    await refusesAll({ port: desk.port, routes: [...routes, ...pages, '/runs', '/nowhere'], open });
  });

  test('the same addresses open with a session, as they are written in the page: the question was asked', async () => {
    const headers = await admittedTo(desk);
    expect((await fetch(`${desk.url}/api/me`, { headers })).status).toBe(200);
    expect((await fetch(`${desk.url}/%61pi/me`, { headers })).status).toBe(200);
    expect((await fetch(`${desk.url}/%61pi/me`)).status).toBe(401);
  });

  test('MCP over HTTP', async () => {
    const create = Object.assign(
      () => {
        throw new Error('Nobody gets that far.');
      },
      { watch: () => () => undefined },
    );
    const server = await serveHttp(create as unknown as Parameters<typeof serveHttp>[0], { port: 0, token });
    closing.push(() => server.close());
    await refusesAll({ port: Number(new URL(server.url).port), routes: ['/mcp', '/', '/health'], open: new Set() });
  });

  test('the codec server', async () => {
    const never = async (): Promise<never> => {
      throw new Error('Nobody gets that far.');
    };
    const server = await serveCodec({
      ...{ codec: { encode: never, decode: never }, namespace: 'default', host: '127.0.0.1', port: 0 },
      ...{ token, uiToken: 'another-one-for-the-web-ui', origins: () => [] },
    });
    closing.push(() => server.close());
    await refusesAll({ port: server.port, routes: ['/decode', '/encode', '/ui/guess/decode', `/ui/${token}/decode`], open: new Set() });
  });

  test('health tells its words, and no other', async () => {
    const port = await freePort();
    const facts = (): WorkerFacts => ({ states: [], drainingMs: undefined });
    const health = await openHealth({ address: `127.0.0.1:${port}`, facts, checks: {} });
    closing.push(() => health.close());
    const told = await Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()));
    await refusesAll({ port, routes: ['/healthz', '/readyz', '/metrics', '/'], open: new Set(told) });
  });
});
