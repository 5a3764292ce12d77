// Who gets in.
//
// gate-1. A request names this console (Host), and does not come from a page of another origin; what changes something names its origin.
// gate-2. Everything but the page itself and its two files needs the cookie, which is given for the token and cannot be read by scripts.
// gate-3. The name of a person is taken from a header only where the configuration names it, and then only from the public address: there a proxy writes it.
// gate-4. Only a map stands in a frame, and only in one of this console. There it is of no origin: it can ask nobody and reach nothing of the page around it, even if
//     something of a foreign page ran in it, which its own policy forbids (page-1 of single-file-page.ts).
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface GateOptions {
  readonly token: string;
  /** `https://console.example`: where a proxy serves it. */
  readonly publicUrl?: string | undefined;
  readonly userHeader?: string | undefined;
  /** Who answers, where no proxy tells. */
  readonly user: string;
  /** Known once it listens. */
  readonly port: () => number;
}

export interface Gate {
  /** Sets the cookie; false: the token is wrong. */
  admit(reply: FastifyReply, token: string): boolean;
  /** Who asks. */
  userOf(request: FastifyRequest): string;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
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

/** gate-4. What may run in it says the page itself, by hashes: a policy here comes on top of that. */
export const mapHeaders = {
  'content-security-policy': "sandbox allow-scripts; connect-src 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
} as const;

const monthS = 30 * 24 * 60 * 60;
const longestName = 80;

export function guardServer(server: FastifyInstance, options: GateOptions): Gate {
  const { token, publicUrl, userHeader, user, port } = options;
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl);
  const cookie = (): string => (outside?.protocol === 'https:' ? '__Host-steadyhand' : `steadyhand-${port()}`);
  const pass = createHmac('sha256', token).update('the console of steadyhand').digest('base64url');
  const isOutside = ({ headers }: FastifyRequest): boolean => outside !== undefined && headers.host === outside.host;

  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(alwaysSent);
    const refused = refusalOf(request);
    if (refused) return reply.code(refused.status).send({ error: { code: refused.code, message: refused.message } });
    return undefined;
  });

  function refusalOf(request: FastifyRequest): Refusal | undefined {
    const { host = '', origin, 'sec-fetch-site': site } = request.headers;
    const names = [...['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port()}`), ...(outside ? [outside.host] : [])];
    if (!names.includes(host)) return forbidden(`This console is not '${host}': open the address that it printed.`);
    const own = isOutside(request) ? outside?.origin : `http://${host}`;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (origin === undefined ? changes : origin !== own)
      return forbidden(`Pages of ${origin ?? 'an unnamed origin'} may not ask this console.`);
    if (!needsPass(request)) return undefined;
    if (typeof site === 'string' && site !== 'same-origin' && site !== 'none')
      return forbidden('Pages of another site may not ask this console.');
    if (!isSame(cookieOf(request, cookie()), pass))
      return { status: 401, code: 'token', message: 'Open the link that the console printed, or paste its token.' };
    if (userHeader !== undefined && isOutside(request) && nameIn(request, userHeader) === undefined)
      return { status: 401, code: 'user', message: `The proxy names nobody in ${userHeader}: log in there.` };
    return undefined;
  }

  return {
    admit(reply, given) {
      if (!isSame(given, token)) return false;
      const secure = outside?.protocol === 'https:' ? '; Secure' : '';
      void reply.header('set-cookie', `${cookie()}=${pass}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${monthS}${secure}`);
      return true;
    },
    userOf(request) {
      const named = userHeader !== undefined && isOutside(request) ? nameIn(request, userHeader) : undefined;
      return named ?? user;
    },
  };
}

interface Refusal {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

function forbidden(message: string): Refusal {
  return { status: 403, code: 'forbidden', message };
}

/** gate-2. */
function needsPass({ url, method }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !(url === '/api/session' && method === 'POST');
}

function nameIn({ headers }: FastifyRequest, header: string): string | undefined {
  const value = headers[header.toLowerCase()];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestName) : undefined;
}

function cookieOf({ headers }: FastifyRequest, name: string): string {
  const entry = (headers.cookie ?? '').split(/; */).find((each) => each.startsWith(`${name}=`));
  return entry?.slice(name.length + 1) ?? '';
}

/** In constant time. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
