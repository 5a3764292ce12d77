// Runs that are not stored anywhere: the caller carries their state, sealed (docs/design/procedure.md §4).
//
// stateless-1. Each accepted call returns a new token; a refused one returns the token it was given. Reads change nothing.
// stateless-2. An old token is a valid branch of its run: nothing here knows that there is a newer one. Use the durable carrier where going back must
//     not be possible.
// stateless-3. What happened goes to the artifact store, each part naming the one before it: a token holds the name of the last one, which is a hash
//     of all of them.
import type { Json } from '../../domain/run/json.js';
import type { Action } from '../../domain/procedure/action.js';
import type { HistoryPart } from '../../domain/procedure/history.js';
import type { ProcedureState } from '../../domain/procedure/state.js';
import { start, step } from '../../domain/procedure/step.js';
import { told } from '../../domain/procedure/told.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { engineSteps } from '../../domain/procedure/engine-step.js';
import { refused, type ProcedureCalls, type Reply, type Stated } from './calls.js';
import { createOpening, type Loaded, type OpeningOptions, type Sealed } from './opening.js';

export interface StatelessOptions extends OpeningOptions<Loaded> {
  readonly artifacts: Pick<ArtifactStore, 'putJson'>;
  /** Who makes the calls: an agent cannot answer for a person. */
  readonly by: 'agent' | 'human';
  /** ms since 1970. */
  readonly now: () => number;
}

/** What a token holds. */
export interface Carried extends Sealed {
  readonly kind: 'state';
  readonly state: ProcedureState;
  /** How many calls were accepted, and where what happened is kept. */
  readonly calls: number;
  readonly last: ArtifactRef;
}

type Asked = Action extends infer A ? (A extends unknown ? Omit<A, 'by'> : never) : never;

export function createStatelessCalls({ loaded, tokens, artifacts, by, now }: StatelessOptions): ProcedureCalls {
  const { find, open, reads } = createOpening({ loaded, tokens });

  async function sealed(carried: Omit<Carried, 'last'>, part: HistoryPart): Promise<string> {
    const last = await artifacts.putJson(part);
    return tokens.seal({ ...carried, last } as unknown as Json);
  }

  function read(asked: Stated): Promise<Reply> {
    const run = open<Carried>('state', asked);
    return Promise.resolve('error' in run ? run : { ...told(run.procedure, run.sealed.state, { by, now: now() }), state: asked.state });
  }

  async function act(asked: Stated, action: Asked): Promise<Reply> {
    const run = open<Carried>('state', asked);
    if ('error' in run) return run;
    const { procedure, sealed: carried } = run;
    const viewer = { by, now: now() };
    const { state, entries, refused } = step(procedure, carried.state, { ...action, by } as Action, viewer.now);
    if (refused) return { ...told(procedure, carried.state, viewer, refused), state: asked.state };
    const token = await sealed({ ...carried, state, calls: carried.calls + 1 }, { previous: carried.last, entries });
    return { ...told(procedure, state, viewer), state: token };
  }

  return {
    ...reads,
    async start_workflow({ workflow_id: id, initial_variables: variables = {} }) {
      const found = find(id);
      if ('error' in found) return found;
      const { procedure, digest } = found;
      const [own] = engineSteps(procedure);
      if (own !== undefined)
        return refused(
          'STEP_RUN_BY_ENGINE',
          `The engine itself does step '${own}' of '${id}', which only a durable run has: start it with the durable carrier.`,
        );
      const viewer = { by, now: now() };
      const started = start(procedure, { variables, by, answers: 'agent' }, viewer.now);
      if (!('state' in started)) return { success: false, message: started.refused.message, error: started.refused };
      const { state, entries } = started;
      const token = await sealed({ kind: 'state', version: 1, workflow: id, digest, state, calls: 0 }, { entries });
      return { ...told(procedure, state, viewer), state: token };
    },
    get_position: read,
    get_available_actions: read,
    complete_step: ({ workflow_id, state, ...asked }) => act({ workflow_id, state }, { call: 'complete_step', ...asked }),
    skip_step: ({ workflow_id, state, ...asked }) => act({ workflow_id, state }, { call: 'skip_step', ...asked }),
    respond_to_checkpoint: ({ workflow_id, state, ...asked }) => act({ workflow_id, state }, { call: 'respond_to_checkpoint', ...asked }),
    report_variables: ({ workflow_id, state, ...asked }) => act({ workflow_id, state }, { call: 'report_variables', ...asked }),
    abort_workflow: ({ workflow_id, state, ...asked }) => act({ workflow_id, state }, { call: 'abort_workflow', ...asked }),
  };
}
