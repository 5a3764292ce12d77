// Runs that nobody keeps: their state travels with whoever makes the calls, sealed (spec/procedure.md §4).
//
// L1. Each accepted call gives a new token; a refused one gives back the token it got. Reads change nothing.
// L2. An old token is a valid branch of its run: nothing here knows that there is a newer one. Who must not go back uses the durable carrier.
// L3. What happened goes to the artifact store, each part naming the one before it: a token holds the name of the last one, which is a hash of all of them.
import type { ArtifactStore } from '../ports/artifact-store.js';
import { TokenError, type Tokens } from '../ports/tokens.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { Json } from '../domain/flow/variables.js';
import type { Action } from '../domain/procedure/action.js';
import { describeProcedure, findProcedure, listProcedures } from '../domain/procedure/catalogue.js';
import type { HistoryPart } from '../domain/procedure/history.js';
import type { Procedure } from '../domain/procedure/procedure.js';
import type { ProcedureState } from '../domain/procedure/state.js';
import { start, step } from '../domain/procedure/step.js';
import { told } from '../domain/procedure/told.js';
import { refused, type ProcedureCalls, type Refused, type Reply, type Stated } from './calls.js';

/** A definition as it was loaded, and the SHA-256 of its canonical JSON. */
export interface Loaded {
  readonly procedure: Procedure;
  readonly digest: string;
}

export interface StatelessOptions {
  readonly loaded: ReadonlyMap<string, Loaded>;
  readonly tokens: Tokens;
  readonly artifacts: Pick<ArtifactStore, 'putJson'>;
  /** Who makes the calls: an agent cannot answer for a person. */
  readonly by: 'agent' | 'human';
  /** ms since 1970. */
  readonly now: () => number;
}

/** What is sealed. */
interface Carried {
  readonly version: 1;
  readonly digest: string;
  readonly state: ProcedureState;
  /** How many calls were accepted, and where what happened is kept. */
  readonly calls: number;
  readonly last: ArtifactRef;
}

interface Run extends Loaded {
  readonly carried: Carried;
}

export function createStatelessCalls({ loaded, tokens, artifacts, by, now }: StatelessOptions): ProcedureCalls {
  const catalogue = new Map([...loaded].map(([id, { procedure }]) => [id, procedure]));

  async function sealed(carried: Omit<Carried, 'last'>, part: HistoryPart): Promise<string> {
    const last = await artifacts.putJson(part);
    return tokens.seal({ ...carried, last } as unknown as Json);
  }

  function opened({ workflow_id: id, state }: Stated): Run | Refused {
    let carried: Carried;
    try {
      carried = tokens.open(state) as unknown as Carried;
    } catch (error) {
      if (error instanceof TokenError) return refused(error.code, error.message);
      throw error;
    }
    const found = loaded.get(id);
    if (!found) return notFound(id);
    if (carried.state.workflow !== id)
      return refused('WORKFLOW_MISMATCH', `The state is of a run of '${carried.state.workflow}', not of '${id}'.`, [
        carried.state.workflow,
      ]);
    if (carried.digest !== found.digest)
      return refused(
        'DEFINITION_MISMATCH',
        `The run began with another version of '${id}' (${carried.digest}) than the one that is loaded (${found.digest}): put that one back, or start again.`,
        [carried.digest],
      );
    return { ...found, carried };
  }

  function notFound(id: string): Refused {
    const found = findProcedure(catalogue, id);
    return 'code' in found ? { success: false, message: found.message, error: found } : refused('WORKFLOW_NOT_FOUND', id);
  }

  async function read(asked: Stated): Promise<Reply> {
    const run = opened(asked);
    if (!('carried' in run)) return run;
    return { ...told(run.procedure, run.carried.state, { by, now: now() }), state: asked.state };
  }

  type Asked = Action extends infer A ? (A extends unknown ? Omit<A, 'by'> : never) : never;
  async function act(asked: Stated, action: Asked): Promise<Reply> {
    const run = opened(asked);
    if (!('carried' in run)) return run;
    const { procedure, carried } = run;
    const at = now();
    const { state, entries, refused: refusal } = step(procedure, carried.state, { ...action, by } as Action, at);
    if (refusal) return { ...told(procedure, carried.state, { by, now: at }, refusal), state: asked.state };
    const token = await sealed({ ...carried, state, calls: carried.calls + 1 }, { previous: carried.last, entries });
    return { ...told(procedure, state, { by, now: at }), state: token };
  }

  return {
    list_workflows: async () => listProcedures(catalogue),
    async describe_workflow({ workflow_id: id }) {
      const found = loaded.get(id);
      return found ? describeProcedure(found.procedure) : notFound(id);
    },
    async start_workflow({ workflow_id: id, initial_variables: variables = {} }) {
      const found = loaded.get(id);
      if (!found) return notFound(id);
      const at = now();
      const started = start(found.procedure, { variables, by, answers: 'agent' }, at);
      if (!('state' in started)) return { success: false, message: started.refused.message, error: started.refused };
      const { state, entries } = started;
      const token = await sealed({ version: 1, digest: found.digest, state, calls: 0 }, { entries });
      return { ...told(found.procedure, state, { by, now: at }), state: token };
    },
    get_position: read,
    get_available_actions: read,
    complete_step: ({ step_id, summary, outputs, ...asked }) =>
      act(asked, { call: 'complete_step', step_id, summary, ...(outputs === undefined ? {} : { outputs }) }),
    skip_step: ({ step_id, reason, ...asked }) => act(asked, { call: 'skip_step', step_id, ...(reason === undefined ? {} : { reason }) }),
    respond_to_checkpoint: ({ checkpoint_id, option_id, ...asked }) =>
      act(asked, { call: 'respond_to_checkpoint', checkpoint_id, option_id }),
    report_variables: ({ outputs, ...asked }) => act(asked, { call: 'report_variables', outputs }),
    abort_workflow: ({ reason, ...asked }) => act(asked, { call: 'abort_workflow', ...(reason === undefined ? {} : { reason }) }),
  };
}
