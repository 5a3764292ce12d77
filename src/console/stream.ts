// What a page looks at, as it changes: a line of JSON for each state of one topic (`{"topic": …, "value": …}` or with `"error"`), empty ones while nothing does. A page has one
// stream for all that it shows: browsers open few connections to a server.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Look } from './live.js';
import type { Session } from './sessions.js';

/** Proxies close what is silent for long. */
const sayAliveMs = 20_000;

/** Ends with the session. */
export function stream(request: FastifyRequest, reply: FastifyReply, session: Session, looks: ReadonlyMap<string, Look>): FastifyReply {
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
