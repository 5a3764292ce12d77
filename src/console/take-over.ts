// The wheel of a run, for the console's page.
//
// runhold-1. Who acts is who the console knows (gate-3), never what the page says.
// runhold-2. Texts come sealed and stay so: one in clear is refused here, and is quoted to nobody.
// runhold-3. Browsers and proxies repeat a request whose connection broke: what has the same id is done once.
// runhold-4. People who look share one picture: a look under way is everybody's, and one that is young enough serves again.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ClientError } from '../client/errors.js';
import type { Run } from '../client/run.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { parseAct, type PersonLook } from '../domain/take-over/person-act.js';
import { actBody, handBackBody, lookBody, takeOverBody } from './bodies.js';
import type { Gate } from './gate.js';
import { keepNewest, type Pictures } from './pictures.js';
import type { Live } from './watches.js';

interface WheelParts {
  readonly steadyhand: Steadyhand;
  readonly live: Live;
  readonly pictures: Pictures;
  readonly gate: Gate;
}

type Asked = FastifyRequest<{ Params: { readonly id: string } }>;

export function addTakeOver(server: FastifyInstance, { steadyhand, live, pictures, gate }: WheelParts): void {
  const wheels = createWheels(steadyhand);
  const shown = <L extends PersonLook | undefined>(id: string, look: L): L => {
    if (look) pictures.seen(id, look.picture);
    return look;
  };
  server.post('/api/runs/:id/take-over', async (request: Asked) => {
    const { id } = request.params;
    const { reason } = takeOverBody.parse(request.body);
    try {
      const { parked } = await wheels.run(id).takeOver({ by: gate.userOf(request), reason });
      return { parked };
    } finally {
      live.changed(id, id);
    }
  });
  server.post('/api/runs/:id/look', async (request: Asked) => {
    const { id } = request.params;
    return shown(id, await wheels.look(id, lookBody.parse(request.body).maxAgeMs));
  });
  server.post('/api/runs/:id/act', async (request: Asked) => {
    const { id } = request.params;
    const by = gate.userOf(request);
    const { id: actId, action } = actBody.parse(request.body);
    const parsed = parseAct({ by, action });
    if ('malformed' in parsed) throw new ClientError('refused', parsed.malformed);
    const acted = await wheels.run(id).act(parsed.action, { by, id: actId });
    wheels.acted(id, shown(id, acted.look));
    return acted;
  });
  server.post('/api/runs/:id/hand-back', async (request: Asked) => {
    const { id } = request.params;
    const { note } = handBackBody.parse(request.body);
    try {
      return { reply: await wheels.run(id).handBack({ by: gate.userOf(request), note }) };
    } finally {
      live.changed(id, id);
    }
  });
}

interface Wheels {
  /** The same each time: it knows where the run has stopped. */
  run(id: string): Run;
  look(id: string, maxAgeMs: number): Promise<PersonLook>;
  /** What is known to be older than that is shown to nobody. */
  acted(id: string, look: PersonLook | undefined): void;
}

interface Looking {
  readonly beganAt: number;
  readonly seen: Promise<PersonLook>;
  isComing: boolean;
}

/** Runs that are remembered. */
const mostRuns = 200;

function createWheels(steadyhand: Steadyhand): Wheels {
  const wheels = new Map<string, { readonly run: Run; look?: Looking | undefined }>();
  const wheelOf = (id: string) => keepNewest(wheels, id, wheels.get(id) ?? { run: steadyhand.run(id) }, mostRuns);
  return {
    run: (id) => wheelOf(id).run,
    look(id, maxAgeMs) {
      const wheel = wheelOf(id);
      const before = wheel.look;
      if (before && (before.isComing || Date.now() - before.beganAt < maxAgeMs)) return before.seen;
      const looking: Looking = { beganAt: Date.now(), seen: wheel.run.look(), isComing: true };
      wheel.look = looking;
      looking.seen
        .catch(() => {
          // The next one asks anew.
          if (wheel.look === looking) wheel.look = undefined;
        })
        .finally(() => (looking.isComing = false));
      return looking.seen;
    },
    acted(id, look) {
      wheelOf(id).look = look && { beganAt: Date.now(), seen: Promise.resolve(look), isComing: false };
    },
  };
}
