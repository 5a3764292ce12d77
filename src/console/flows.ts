// What a page can do with the flows of the library.
//
// flows-1. Who decides about a heal is who the console knows (gate-3), never what the page says. Who was slower is told who was faster.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Steadyhand } from '../client/steadyhand.js';
import { carriedTrace } from '../domain/telemetry/trace-context.js';
import { flowStartBody, healsBody } from './bodies.js';
import type { Gate } from './gate.js';
import type { Live } from './live.js';

interface FlowParts {
  readonly steadyhand: Steadyhand;
  readonly live: Live;
  readonly gate: Gate;
}

type Asked = FastifyRequest<{ Params: { readonly id: string } }>;

export function addFlows(server: FastifyInstance, { steadyhand: { flows }, live, gate }: FlowParts): void {
  server.post('/api/flows/:id/start', async (request: Asked) => {
    const { variables, url } = flowStartBody.parse(request.body);
    const run = await flows.start(
      request.params.id,
      { variables, device: url === undefined ? undefined : { url } },
      carriedTrace(request.headers),
    );
    live.changed(run.id);
    return { id: run.id };
  });
  server.post('/api/flows/:id/heals', async (request: Asked) => {
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
