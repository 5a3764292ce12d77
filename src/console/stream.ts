// Server-sent events: each message is the whole state of one topic (`data: {"topic": …, "value": …}` or with `"error"`). A page has one stream for all that it shows: browsers
// open few connections to a server.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Look } from './live.js';

/** Proxies close what is silent for long. */
const sayAliveMs = 20_000;
/** A browser asks again after that, when the console was away. */
const againMs = 1_000;

export function stream(request: FastifyRequest, reply: FastifyReply, looks: ReadonlyMap<string, Look>): FastifyReply {
  const headers = reply.getHeaders() as Record<string, string>;
  const { raw } = reply.hijack();
  raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  raw.write(`retry: ${againMs}\n\n`);
  const ends = [...looks].map(([topic, look]) => look((seen) => void raw.write(`data: ${JSON.stringify({ topic, ...seen })}\n\n`)));
  const alive = setInterval(() => void raw.write(': alive\n\n'), sayAliveMs);
  request.raw.once('close', () => {
    clearInterval(alive);
    for (const end of ends) end();
  });
  return reply;
}
