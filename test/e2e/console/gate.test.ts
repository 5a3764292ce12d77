// Who gets into a console, over HTTP as a program or a foreign page would try it.
import { cp } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import type { ConsoleServer } from '../../../src/console/server.js';
import { assignThenFinish, click, memoryDevice, say, type Run } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { sessionHeader, type ListedSession } from '../../../src/domain/report/console.js';
import { admittedTo, consoleToken, openDesk } from '../../support/console.js';
import { until } from '../../support/until.js';

const procedures = fileURLToPath(new URL('../../../examples/procedures', import.meta.url));
const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Delete' }] } } });

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** `fetch` does not let a caller choose the header Host. */
function ask(desk: ConsoleServer, path: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: desk.port, path, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.once('error', reject).end(body);
  });
}

describe('EV20: a console', () => {
  const world = useAgents();
  let desk: ConsoleServer;
  let own: Readonly<Record<string, string>>;
  beforeAll(async () => {
    desk = await openDesk(world.harness);
    own = { ...(await admittedTo(desk)), 'content-type': 'application/json' };
  });
  afterAll(() => desk?.close());

  const started = (name: string): Promise<Run> =>
    world.harness.run({ host: assignThenFinish, app: [click('Delete'), say('FINISH')] }, { request: name, device });

  test('gives its page to anybody, but nothing of a run without a session, which only the token gives', async () => {
    expect((await ask(desk, '/')).text).toContain('<title>steadyhand</title>');
    for (const path of [
      '/api/me',
      '/api/live?topic=inbox',
      '/api/runs/x/cards',
      '/api/maps/x',
      '/api/maps/x/page',
      '/api/runs/x/drawing.svg',
      `/api/runs/x/pictures/${'0'.repeat(64)}`,
    ])
      expect((await ask(desk, path)).status).toBe(401);
    const wrong = await ask(desk, '/api/session', { origin: desk.url, 'content-type': 'application/json' }, '{"token":"wrong"}');
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      401,
      { error: { code: 'token', message: expect.stringContaining('is wrong') } },
    ]);
    for (const shown of [`${own[sessionHeader]}x`, consoleToken, ''])
      expect((await ask(desk, '/api/me', { [sessionHeader]: shown })).status).toBe(401);
    expect(JSON.parse((await ask(desk, '/api/me', own)).text)).toMatchObject({ by: 'ada' });
  });

  test.each(['take-over', 'look', 'act', 'hand-back'])('EV30: %s is for who was admitted, from its own page', async (way) => {
    const { [sessionHeader]: _, ...without } = own;
    expect((await ask(desk, `/api/runs/x/${way}`, without, '{}')).status).toBe(401);
    expect((await ask(desk, `/api/runs/x/${way}`, { ...own, origin: 'https://evil.example' }, '{}')).status).toBe(403);
    const wrong = await ask(desk, `/api/runs/x/${way}`, own, '{"by": "somebody else"}');
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([400, { error: { code: 'invalid-input', message: expect.any(String) } }]);
  });

  test('LK71: a session is no cookie, which every port of the host would get', async () => {
    const admitted = await ask(desk, '/api/session', own, JSON.stringify({ token: consoleToken }));
    expect(admitted.headers['set-cookie']).toBeUndefined();
    const { session } = JSON.parse(admitted.text) as { readonly session: string };
    expect((await ask(desk, '/api/me', { cookie: `steadyhand-${desk.port}=${session}; __Host-steadyhand=${session}` })).status).toBe(401);
    expect((await ask(desk, '/api/me', { [sessionHeader]: session })).status).toBe(200);
  });

  test('LK71: sessions are listed and ended one by one, and what an ended one looks at ends', async () => {
    const admitted = await admittedTo(desk);
    const listed = async (): Promise<readonly ListedSession[]> =>
      JSON.parse((await ask(desk, '/api/sessions', own)).text) as readonly ListedSession[];
    const before = await listed();
    expect(before.filter(({ isOwn }) => isOwn)).toHaveLength(1);
    const other = before.findLast(({ isOwn }) => !isOwn);
    expect(other).toEqual({
      id: expect.any(String),
      by: 'ada',
      browser: expect.any(String),
      openedAt: expect.any(String),
      usedAt: expect.any(String),
      isOwn: false,
    });
    expect(JSON.stringify(before)).not.toContain(admitted[sessionHeader]);
    const { 'content-type': _, ...bare } = own;
    const looking = await fetch(`${desk.url}/api/live?topic=inbox`, { headers: admitted });
    const ended = await fetch(`${desk.url}/api/sessions/${other?.id}`, { method: 'DELETE', headers: bare });
    expect(ended.status).toBe(200);
    await looking.text();
    expect((await ask(desk, '/api/me', admitted)).status).toBe(401);
    expect((await listed()).map(({ id }) => id)).not.toContain(other?.id);
    expect((await fetch(`${desk.url}/api/sessions/${other?.id}`, { method: 'DELETE', headers: bare })).status).toBe(404);
  });

  test('answers under its own name only: a page that makes the browser resolve another name to it is refused', async () => {
    for (const host of ['evil.example', 'localhost:1', `localhost:${desk.port}`, '127.0.0.1'])
      expect((await ask(desk, '/', { host })).status).toBe(403);
    expect((await ask(desk, '/api/me', { ...own, host: 'evil.example' })).status).toBe(403);
  });

  test('foreign pages may not ask, and what changes something names its origin', async () => {
    const body = JSON.stringify({ engine: 'agent', input: { request: 'x' } });
    const { origin: _, ...without } = own;
    for (const headers of [{ ...own, origin: 'https://evil.example' }, { ...own, origin: 'null' }, without])
      expect((await ask(desk, '/api/runs', headers, body)).status).toBe(403);
    expect((await ask(desk, '/api/me', { ...own, origin: 'http://localhost:9' })).status).toBe(403);
    expect((await ask(desk, '/api/me', { ...without, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test.each(['/', '/api/me', '/assets/console.js', '/nowhere', '/%zz'])(
    '%s is kept out of frames and caches, and runs no foreign script',
    async (path) => {
      const { headers } = await ask(desk, path, own);
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'");
      expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  test('what is wrong with a body is told in one sentence; a large one is refused', async () => {
    const post = (path: string, body: string) => ask(desk, path, own, body);
    for (const [path, body, status] of [
      ['/api/runs', '{', 400],
      ['/api/runs', '{"engine":"spaceship"}', 400],
      ['/api/runs', '{"engine":"agent","input":{"request":"x","device":{"kind":"toaster"}}}', 400],
      ['/api/runs/none/confirm', '{"asker":"none","requestId":"c1"}', 400],
      ['/api/runs/none/confirm', '{"asker":"none","requestId":"c1","approved":true}', 404],
      ['/api/runs/none/cancel', '{}', 404],
      ['/api/runs', JSON.stringify({ engine: 'agent', input: { request: 'x'.repeat(3_000_000) } }), 413],
    ] as const) {
      const reply = await post(path, body);
      expect({ path, body: body.slice(0, 80), status: reply.status }).toEqual({ path, body: body.slice(0, 80), status });
      expect(JSON.parse(reply.text)).toEqual({ error: { code: expect.any(String), message: expect.stringMatching(/\S/) } });
      expect(reply.text).not.toMatch(/\n\s+at |node_modules/);
    }
  });

  test('gives out pictures through the run that has them, and no other file', async () => {
    const store = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const hash = (await store.put(Buffer.from('a prompt'), 'text/plain')).slice('sha256:'.length);
    for (const path of [
      `/api/runs/x/pictures/${hash}`,
      '/api/runs/x/pictures/..%2f..%2fhost.json',
      '/api/runs/..%2f..%2fhost.json/pictures/x',
      '/assets/..%2fworker.js',
      '/assets/../worker.js',
    ])
      expect((await ask(desk, path, own)).status).toBe(404);
  });

  test('FL10: a run that a program starts is part of the trace that its request carries; what is no trace is none', async () => {
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', baggage: 'tenant=acme' };
    await cp(procedures, join(world.harness.home, 'procedures'), { recursive: true });
    const memoOf = async (headers: Readonly<Record<string, string>>, start: object): Promise<unknown> => {
      const answer = await ask(desk, '/api/runs', { ...own, ...headers }, JSON.stringify(start));
      const run = world.harness.client.workflow.getHandle((JSON.parse(answer.text) as { readonly id: string }).id);
      const { memo } = await run.describe();
      await run.cancel();
      return memo?.['trace'];
    };
    const flow = { name: 'asks', nodes: [{ id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which?' } }], edges: [] };
    for (const start of [
      { engine: 'flow', input: { flow, device } },
      { engine: 'procedure', workflow: 'release', variables: { version: '1.0' } },
    ]) {
      expect(await memoOf(trace, start)).toEqual(trace);
      expect(await memoOf({ traceparent: 'of nobody' }, start)).toBeUndefined();
    }
  });

  test('who answers behind a proxy is told by its header, at its address only, and stands in the history', async () => {
    const publicUrl = 'https://console.example';
    const proxied = await openDesk(world.harness, { publicUrl, userHeader: 'X-Forwarded-User' });
    try {
      expect(proxied.link).toBe(`${publicUrl}/#token=${consoleToken}`);
      const { port } = proxied;
      const at = proxied;
      const outside = { host: 'console.example', origin: publicUrl, 'content-type': 'application/json' };
      const admitted = await ask(at, '/api/session', outside, JSON.stringify({ token: consoleToken }));
      // Its host is the proxy's alone.
      expect(String(admitted.headers['set-cookie'])).toMatch(/^__Host-steadyhand=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
      expect(JSON.parse(admitted.text)).toEqual({});
      const cookie = String(admitted.headers['set-cookie']).split(';')[0] ?? '';
      expect((await ask(at, '/api/me', { ...outside, cookie })).status).toBe(401);
      const grace = { ...outside, cookie, 'x-forwarded-user': 'grace@example.org' };
      expect(JSON.parse((await ask(at, '/api/me', grace)).text)).toMatchObject({ by: 'grace@example.org' });
      const run = await started('tidy up');
      const { asker, requestId } = await run.asks('confirmation');
      const body = JSON.stringify({ asker, requestId, approved: false, note: 'not this one' });
      expect((await ask(at, `/api/runs/${encodeURIComponent(run.id)}/confirm`, grace, body)).status).toBe(200);
      const again = await ask(at, `/api/runs/${encodeURIComponent(run.id)}/confirm`, grace, body);
      expect([again.status, JSON.parse(again.text)]).toEqual([
        409,
        {
          error: {
            code: 'refused',
            message: expect.stringMatching(/^It was rejected already, by grace@example\.org at \d\d:\d\d:\d\d UTC\.$/),
          },
        },
      ]);
      await run.handle.result();
      // At the loopback address nobody has checked who that is.
      expect((await ask(at, '/api/me', { host: `127.0.0.1:${port}`, cookie })).status).toBe(401);
      const inside = { host: `127.0.0.1:${port}`, [sessionHeader]: cookie.split('=')[1] ?? '', 'x-forwarded-user': 'mallory' };
      expect(JSON.parse((await ask(at, '/api/me', inside)).text)).toMatchObject({ by: 'ada' });
    } finally {
      await proxied.close();
    }
  });

  test('EV24: the server is asked at most once a second for all who look, and not at all when nobody does', async () => {
    let asked = 0;
    const watched = await openDesk(world.harness, {
      around: (steadyhand) => ({ ...steadyhand, waiting: () => ((asked += 1), steadyhand.waiting()) }),
    });
    try {
      const headers = await admittedTo(watched);
      const look = async () => {
        const leave = new AbortController();
        const reply = await fetch(`${watched.url}/api/live?topic=inbox`, { headers, signal: leave.signal });
        const reader = reply.body?.getReader();
        await reader?.read();
        return leave;
      };
      const began = Date.now();
      const viewers = await Promise.all([look(), look(), look()]);
      await until(() => asked >= 4, 'four readings');
      expect(Date.now() - began).toBeGreaterThan(2_800);
      for (const viewer of viewers) viewer.abort();
      const left = asked;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(asked).toBeLessThanOrEqual(left + 1);
    } finally {
      await watched.close();
    }
  });
});
