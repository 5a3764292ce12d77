// Who gets in.
//
// gate-1. A request names this console (Host) as its link does, and does not come from a page of another origin; what changes something names its origin.
// gate-2. What is asked is the route that the router has found, never the text of the address. A route is for who has a session; one that is for anybody, or for a ticket, says so
//     where it is declared (`door`). What is no route is refused.
// gate-3. The token is exchanged for a session and kept by no page. A page sends its session in a header, since a cookie belongs to every port of a host. Only at the public address
//     with TLS, whose host is a proxy's own, it is a cookie, which no script reads.
// gate-4. The name of a person is taken from a header only where the configuration names it, and then only from the public address: there a proxy writes it.
// gate-5. Only a map stands in a frame, and only in one of this console. There it is of no origin: it can ask nobody and reach nothing of the page around it, even if
//     something of a foreign page ran in it, which its own policy forbids (page-1 of single-file-page.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../adapters/node-crypto/same-secret.js';
import { sessionHeader } from '../domain/report/console.js';
import { createSessions, type Session, type Sessions } from './sessions.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** gate-2. */
    readonly door?: 'anybody' | 'ticket';
  }
}

export interface GateOptions {
  readonly token: string;
  /** `https://console.example`: where a proxy serves it. */
  readonly publicUrl?: string | undefined;
  readonly userHeader?: string | undefined;
  /** Who answers, where no proxy tells. */
  readonly user: string;
  /** `127.0.0.1:7430`; known once it listens. */
  readonly inside: () => string;
}

export interface Gate {
  /** The body of the answer to who shows the token. */
  admit(request: FastifyRequest, reply: FastifyReply, token: string): object;
  /** Who asks. */
  userOf(request: FastifyRequest): string;
  /** Of a request that was let in. */
  sessionOf(request: FastifyRequest): Session;
  readonly sessions: Sessions;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src blob:',
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const alwaysSent = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** gate-5. What may run in it says the page itself, by hashes: a policy here comes on top of that. */
export const mapHeaders = {
  'content-security-policy': "sandbox allow-scripts; connect-src 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const;

const cookie = '__Host-steadyhand';
const longestName = 80;
const longestBrowser = 160;

export function guardServer(server: FastifyInstance, options: GateOptions): Gate {
  const { token, publicUrl, userHeader, user } = options;
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl);
  const sessions = createSessions();
  const admitted = new WeakMap<FastifyRequest, Session>();
  const isOutside = ({ headers }: FastifyRequest): boolean => outside !== undefined && headers.host === outside.host;
  const usesCookie = (request: FastifyRequest): boolean => isOutside(request) && outside?.protocol === 'https:';

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(alwaysSent);
    const refused = refusalOf(request);
    return refused ? refuse(reply, refused) : undefined;
  });

  function refusalOf(request: FastifyRequest): Refusal | undefined {
    const { host: asked = '', origin, 'sec-fetch-site': site } = request.headers;
    const inside = options.inside();
    if (asked !== inside && !isOutside(request)) return forbidden(`This console is not '${asked}': open the address that it printed.`);
    const own = isOutside(request) ? outside?.origin : `http://${inside}`;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (origin === undefined ? changes : origin !== own)
      return forbidden(`Pages of ${origin ?? 'an unnamed origin'} may not ask this console.`);
    if (request.is404) return notFound;
    const { door } = request.routeOptions.config;
    if (door === 'anybody') return undefined;
    if (typeof site === 'string' && site !== 'same-origin' && site !== 'none')
      return forbidden('Pages of another site may not ask this console.');
    const session = door === 'ticket' ? ticketOf(request) : sessions.find(shownBy(request));
    if (!session) return { status: 401, code: 'token', message: 'Open the link that the console printed, or paste its token.' };
    if (userHeader !== undefined && isOutside(request) && nameIn(request, userHeader) === undefined)
      return { status: 401, code: 'user', message: `The proxy names nobody in ${userHeader}: log in there.` };
    admitted.set(request, session);
    return undefined;
  }

  function ticketOf({ method, url }: FastifyRequest): Session | undefined {
    return method === 'GET' ? sessions.useTicket(url) : undefined;
  }

  /** gate-3. */
  function shownBy(request: FastifyRequest): string {
    const { [sessionHeader]: header } = request.headers;
    if (typeof header === 'string') return header;
    const entry = usesCookie(request) ? request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${cookie}=`)) : undefined;
    return entry?.slice(cookie.length + 1) ?? '';
  }

  function userOf(request: FastifyRequest): string {
    const named = userHeader !== undefined && isOutside(request) ? nameIn(request, userHeader) : undefined;
    return named ?? user;
  }

  return {
    sessions,
    userOf,
    admit(request, reply, given) {
      if (!isSameSecret(given, token)) return refuse(reply, wrongToken);
      const browser = (request.headers['user-agent'] ?? '').slice(0, longestBrowser);
      const session = sessions.open({ by: userOf(request), browser });
      if (!usesCookie(request)) return { session };
      void reply.header('set-cookie', `${cookie}=${session}; Path=/; HttpOnly; SameSite=Strict; Secure`);
      return {};
    },
    sessionOf(request) {
      const session = admitted.get(request);
      if (!session) throw new Error('Only what needs a session has one.');
      return session;
    },
  };
}

interface Refusal {
  readonly status: 401 | 403 | 404;
  readonly code: string;
  readonly message: string;
}

export const notFound: Refusal = { status: 404, code: 'not-found', message: 'There is no such thing here.' };

const wrongToken: Refusal = {
  status: 401,
  code: 'token',
  message: 'The token is wrong: open the link that the console printed last.',
};

function forbidden(message: string): Refusal {
  return { status: 403, code: 'forbidden', message };
}

export function refuse(reply: FastifyReply, { status, code, message }: Refusal): FastifyReply {
  return reply.headers(alwaysSent).code(status).send({ error: { code, message } });
}

function nameIn({ headers }: FastifyRequest, header: string): string | undefined {
  const value = headers[header.toLowerCase()];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestName) : undefined;
}
