// The console: a page for people who live with runs (docs/console.md). Everything behind it goes through the public client.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify, { type FastifyReply } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Steadyhand } from '../client/steadyhand.js';
import { refusalOfError } from './bodies.js';
import { guardServer, notFound, refuse } from './gate.js';
import { createLive } from './watches.js';
import { createPictures } from './pictures.js';
import { addRoutes } from './routes.js';

export interface ConsoleOptions {
  readonly steadyhand: Steadyhand;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly token: string;
  readonly user: string;
  readonly publicUrl?: string | undefined;
  readonly userHeader?: string | undefined;
  readonly apps: readonly string[];
  /** One line for each failure of its own. */
  readonly log: (text: string) => void;
}

export interface ConsoleServer {
  /** Where people reach it. */
  readonly url: string;
  /** Where it listens. */
  readonly port: number;
  /** Where this machine reaches it. */
  readonly endpoint: string;
  /** With the token in the fragment, which no server is told. */
  readonly link: string;
  close(): Promise<void>;
}

/** Far more than any flow document that a person pastes. */
const largestBody = 2 * 1024 * 1024;

/** Nobody writes a request for so long. */
const slowestRequestMs = 60_000;

/** Addresses that the page itself reads (places.ts). */
const pages = ['/', '/runs', '/runs/:id', '/runs/:id/standing', '/start', '/flows', '/flows/:id', '/hosts'];

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>steadyhand</title>
<link rel="stylesheet" href="/assets/console.css">
<script src="/assets/console.js" defer></script>
</head>
<body></body>
</html>
`;

/** Rejects with the system's error when the port is taken. */
export async function serveConsole(options: ConsoleOptions): Promise<ConsoleServer> {
  const { steadyhand, host, token, publicUrl, log } = options;
  const server = fastify({
    bodyLimit: largestBody,
    requestTimeout: slowestRequestMs,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1_500 },
    // What the router refuses before any hook; its own answer repeats the address.
    frameworkErrors: (_error, _request, reply) => void refuse(reply as unknown as FastifyReply, notFound),
  });
  const port = (): number => (server.server.address() as AddressInfo).port;
  const inside = (): string => `${isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port()}`;
  const gate = guardServer(server, { ...options, inside });
  server.setErrorHandler((error, _request, reply) => {
    const { status, error: told } = refusalOfError(error);
    if (status === 500) log(`The console failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return reply.code(status).send({ error: told });
  });
  const files = { 'console.js': 'text/javascript', 'console.css': 'text/css' } as const;
  for (const [name, type] of Object.entries(files)) {
    const text = built(name.replace('.', '-view.'));
    server.get(`/assets/${name}`, { config: { door: 'anybody' } }, (_request, reply) => reply.type(type).send(text));
  }
  for (const each of pages) server.get(each, { config: { door: 'anybody' } }, (_request, reply) => reply.type('text/html').send(page));
  const pictures = createPictures(() => steadyhand.artifacts);
  addRoutes(server, { ...options, gate, pictures, live: createLive(steadyhand, pictures) });
  await server.listen({ host, port: options.port });
  const endpoint = `http://${inside()}`;
  const url = publicUrl ?? endpoint;
  return { url, endpoint, port: port(), link: `${url}/#token=${token}`, close: () => server.close() };
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Seen from src/console and from dist/console. */
function built(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)), 'utf8');
}
