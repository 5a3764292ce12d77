// What a page can do: what the public client can, and nothing else.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StartOptions } from '../client/inputs.js';
import type { Steadyhand } from '../client/steadyhand.js';
import type { AgentInput, ExplorerStart, FlowStart } from '../domain/run/program-input.js';
import type { ListedSession, Me } from '../domain/report/console.js';
import { carriedTrace } from '../domain/telemetry/trace-context.js';
import { answerBody, confirmBody, flowStartBody, furtherBody, healsBody, sessionBody, startBody } from './bodies.js';
import { type Gate, mapHeaders, notFound, refuse } from './gate.js';
import type { Live, Look } from './watches.js';
import { keepNewest, type Pictures, typeOf } from './pictures.js';
import { addTakeOver } from './take-over.js';
import { ClientError } from '../client/errors.js';
import type { Run } from '../client/run.js';
import type { Session } from './sessions.js';
import { shortestMs } from './run-reading.js';

export interface RouteParts {
  readonly steadyhand: Steadyhand;
  readonly live: Live;
  readonly pictures: Pictures;
  readonly gate: Gate;
  /** Names of the configured applications. */
  readonly apps: readonly string[];
}

const mostTopics = 4;

type Asked = FastifyRequest<{
  Params: { readonly id: string; readonly hash: string };
  Querystring: Readonly<Record<string, string | undefined>>;
}>;

export function addRoutes(server: FastifyInstance, parts: RouteParts): void {
  addLooking(server, parts);
  addDrawings(server, parts);
  addDoing(server, parts);
  addFlows(server, parts);
  addTakeOver(server, parts);
}

function addLooking(server: FastifyInstance, { steadyhand, live, pictures, gate, apps }: RouteParts): void {
  server.get('/api/me', async (request): Promise<Me> => {
    const procedures = await steadyhand.procedures().catch(() => undefined);
    const known = [...(procedures?.loaded ?? [])].map(([id, { document }]) => ({ id, title: titleOf(document) ?? id }));
    return { by: gate.userOf(request), apps, procedures: known };
  });
  server.get('/api/live', (request: FastifyRequest<{ Querystring: { readonly topic?: string | readonly string[] } }>, reply) => {
    const names = [request.query.topic ?? []].flat().slice(0, mostTopics);
    const looks = names.map((name) => [name, live.topic(name)] as const);
    const unknown = looks.find(([, look]) => !look);
    if (unknown || names.length === 0) return notHere(reply);
    return stream(request, reply, gate.sessionOf(request), new Map(looks as (readonly [string, Look])[]));
  });
  server.get('/api/runs/:id/cards', async (request: Asked, reply) => {
    const reading = live.reading(request.params.id);
    const from = Number(request.query['from'] ?? 0);
    return reading?.cards(Number.isInteger(from) && from > 0 ? from : 0) ?? notHere(reply);
  });
  server.get('/api/runs/:id/settled', async (request: Asked) => {
    const { asker = '', requestId = '' } = request.query;
    const lost = await lostTo(steadyhand.run(asker), asker, requestId);
    return { text: lost?.message ?? 'It is not asked any more.' };
  });
  server.get('/api/runs/:id/pictures/:hash', async (request: Asked, reply) => {
    const { id, hash } = request.params;
    const bytes = await pictures.read(id, hash);
    if (!bytes) return notHere(reply);
    return reply.type(typeOf(bytes)).header('content-disposition', 'inline').send(Buffer.from(bytes));
  });
}

function addDrawings(server: FastifyInstance, { steadyhand, gate }: RouteParts): void {
  server.get('/api/runs/:id/drawing.svg', async (request: Asked, reply) =>
    reply.type('image/svg+xml').send(await steadyhand.run(request.params.id).drawing()),
  );
  const maps = createMaps(steadyhand);
  server.get('/api/maps/:id', async (request: Asked) => {
    const { id } = request.params;
    await maps.draw(id);
    return { page: gate.sessions.ticketed(gate.sessionOf(request), `/api/maps/${encodeURIComponent(id)}/page`) };
  });
  server.get('/api/maps/:id/page', { config: { door: 'ticket' } }, async (request: Asked, reply) => {
    const page = await maps.page(request.params.id);
    return reply.headers(mapHeaders).type('text/html').send(page);
  });
}

function addDoing(server: FastifyInstance, { steadyhand, live, gate }: RouteParts): void {
  server.post('/api/session', { config: { door: 'anybody' } }, async (request, reply) =>
    gate.admit(request, reply, sessionBody.parse(request.body).token),
  );
  server.get('/api/sessions', async (request): Promise<readonly ListedSession[]> => {
    const { id: own } = gate.sessionOf(request);
    return gate.sessions.list().map((session) => ({ ...session, isOwn: session.id === own }));
  });
  server.delete('/api/sessions/:id', async (request: Asked, reply) => (gate.sessions.end(request.params.id) ? {} : notHere(reply)));
  server.post('/api/runs', async (request) => {
    const { id } = await started(steadyhand, startBody.parse(request.body), carriedTrace(request.headers));
    live.changed(id);
    return { id };
  });
  server.post('/api/runs/:id/answer', async (request: Asked) => {
    const { asker, requestId, answer } = answerBody.parse(request.body);
    const { id } = request.params;
    return decided({ id, asker, requestId }, () => steadyhand.run(asker).answer({ requestId }, answer, { by: gate.userOf(request) }));
  });
  server.post('/api/runs/:id/confirm', async (request: Asked) => {
    const { asker, requestId, approved, note, remember } = confirmBody.parse(request.body);
    const { id } = request.params;
    return decided({ id, asker, requestId }, () =>
      steadyhand.run(asker).confirm({ requestId }, approved, {
        by: gate.userOf(request),
        note,
        remember: remember ? { for: remember.for, until: remember.until } : undefined,
      }),
    );
  });
  server.post('/api/runs/:id/request', async (request: Asked) => {
    const { text } = furtherBody.parse(request.body);
    const reply = await steadyhand.run(request.params.id).request(text);
    live.changed(request.params.id);
    return { reply };
  });
  server.post('/api/runs/:id/cancel', async (request: Asked) => {
    await steadyhand.run(request.params.id).cancel();
    live.changed(request.params.id);
    return {};
  });

  /** Whoever was slower is told who was faster. */
  async function decided(
    { id, asker, requestId }: { readonly id: string; readonly asker: string; readonly requestId: string },
    send: () => Promise<{ readonly reply: string }>,
  ): Promise<{ readonly reply: string }> {
    try {
      const { reply } = await send();
      return { reply };
    } catch (error) {
      throw (await lostTo(steadyhand.run(asker), asker, requestId)) ?? error;
    } finally {
      live.changed(id, asker);
    }
  }
}

async function started(
  steadyhand: Steadyhand,
  start: ReturnType<typeof startBody.parse>,
  options: StartOptions,
): Promise<{ readonly id: string }> {
  switch (start.engine) {
    case 'agent':
      return steadyhand.startAgent(start.input as AgentInput, options);
    case 'flow':
      return steadyhand.startFlow(start.input as unknown as FlowStart, options);
    case 'explorer':
      return steadyhand.explore(start.input as ExplorerStart, options);
    case 'procedure':
      return steadyhand.startProcedure({
        workflow: start.workflow,
        variables: start.variables,
        ...options,
      });
  }
}

function titleOf(document: object): string | undefined {
  const title: unknown = Reflect.get(document, 'title');
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function notHere(reply: FastifyReply): FastifyReply {
  return refuse(reply, notFound);
}

// Two people decide at once: one wins, and the other learns who that was.

/** Undefined: nobody else has decided, so that it was refused for another reason. */
async function lostTo(run: Pick<Run, 'settled'>, asker: string, requestId: string): Promise<ClientError | undefined> {
  const settled = await run.settled(asker, requestId).catch(() => undefined);
  if (!settled) return undefined;
  const { approved, by = 'somebody else', at } = settled;
  const what = approved === undefined ? 'answered' : approved ? 'approved' : 'rejected';
  return new ClientError('refused', `It was ${what} already, by ${by} at ${at.slice(11, 19)} UTC.`);
}

// Maps as pages: drawn when somebody asks for it, and once for all who ask at the same time. A worker reads each from its database.

interface Maps {
  /** Draws it as it is now, unless that was done less than a second ago. */
  draw(app: string): Promise<void>;
  /** As drawn last. */
  page(app: string): Promise<string>;
}

/** Applications whose map is kept: one has megabytes of pictures. */
const mostKept = 8;

interface Drawn {
  readonly at: number;
  readonly page: Promise<string>;
}

function createMaps({ mapPage }: Pick<Steadyhand, 'mapPage'>): Maps {
  const kept = new Map<string, Drawn>();

  function drawn(app: string): Drawn {
    const now = { at: Date.now(), page: mapPage(app) };
    now.page.catch(() => {
      if (kept.get(app) === now) kept.delete(app);
    });
    return keepNewest(kept, app, now, mostKept);
  }

  return {
    async draw(app) {
      const last = kept.get(app);
      const { page } = last && Date.now() - last.at < shortestMs ? last : drawn(app);
      await page;
    },
    page: (app) => (kept.get(app) ?? drawn(app)).page,
  };
}

// What a page looks at, as it changes: a line of JSON for each state of one topic (`{"topic": …, "value": …}` or with `"error"`), empty ones while nothing does. A page has one
// stream for all that it shows: browsers open few connections to a server.

/** Proxies close what is silent for long. */
const sayAliveMs = 20_000;

/** Ends with the session. */
function stream(request: FastifyRequest, reply: FastifyReply, session: Session, looks: ReadonlyMap<string, Look>): FastifyReply {
  const headers = reply.getHeaders() as Record<string, string>;
  const { raw } = reply.hijack();
  raw.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' });
  const say = (line: string): void => {
    if (!session.isOpen()) raw.end();
    else if (!raw.writableEnded) raw.write(`${line}\n`);
  };
  say('');
  const ends = [...looks].map(([topic, look]) => look((seen) => say(JSON.stringify({ topic, ...seen }))));
  const alive = setInterval(() => say(''), sayAliveMs);
  const end = (): void => void raw.end();
  session.ended.addEventListener('abort', end);
  request.raw.once('close', () => {
    clearInterval(alive);
    session.ended.removeEventListener('abort', end);
    for (const leave of ends) leave();
  });
  return reply;
}

// What a page can do with the flows of the library.
//
// flows-1. Who decides about a heal is who the console knows (gate-3), never what the page says. Who was slower is told who was faster.

interface FlowParts {
  readonly steadyhand: Steadyhand;
  readonly live: Live;
  readonly gate: Gate;
}

type FlowAsked = FastifyRequest<{ Params: { readonly id: string } }>;

function addFlows(server: FastifyInstance, { steadyhand: { flows }, live, gate }: FlowParts): void {
  server.post('/api/flows/:id/start', async (request: FlowAsked) => {
    const { variables, url } = flowStartBody.parse(request.body);
    const run = await flows.start(
      request.params.id,
      { variables, device: url === undefined ? undefined : { url } },
      carriedTrace(request.headers),
    );
    live.changed(run.id);
    return { id: run.id };
  });
  server.post('/api/flows/:id/heals', async (request: FlowAsked) => {
    const { decision, heals } = healsBody.parse(request.body);
    const { id } = request.params;
    const by = gate.userOf(request);
    try {
      if (decision === 'accept') return { version: (await flows.accept(id, heals, { by })).version };
      await flows.reject(id, heals, { by });
      return {};
    } finally {
      live.flowChanged(id);
    }
  });
}
