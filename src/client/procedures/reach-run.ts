// How a procedure's run is reached: by its id, which people use, or by a state that a call returned.
import { openProcedures, type CallOptions, type OpenOptions, type Procedures } from './open-procedures.js';
import type { ProcedureCalls, Reply, SealedRun } from './calls.js';
import { freshState } from './durable.js';
import { sealedIn } from './procedure-calls.js';
import type { ClientContext } from '../context.js';
import { ClientError } from '../errors.js';
import { isState } from './state-word.js';
import { procedureType } from '../runs.js';

export interface ReachedRun {
  readonly procedures: Procedures;
  readonly calls: ProcedureCalls;
  readonly workflow_id: string;
  readonly state: string;
}

export function proceduresOf(context: ClientContext, options: Pick<OpenOptions, 'folder'> = {}): Promise<Procedures> {
  return openProcedures(context.config(), { client: () => context.client(), artifacts: context.artifacts(), ...options });
}

export const usualCalls = { by: 'agent', begin: 'durable', answers: 'human' } as const satisfies CallOptions;

/** Throws a `ClientError` when there is no such run, or when what looks like a state was not sealed here. */
export async function reachRun(context: ClientContext, named: string, by: 'agent' | 'human'): Promise<ReachedRun> {
  const reached = await proceduresOf(context, { folder: 'optional' });
  const state = isState(named) ? named : await stateOf(context, reached, named);
  const { kind, workflow } = sealedState(reached, state);
  const procedures = kind === 'handle' ? reached : await proceduresOf(context);
  return { procedures, calls: procedures.calls({ ...usualCalls, by }), workflow_id: workflow, state };
}

/** Throws a `ClientError` for what was not sealed here. */
export function sealedState({ tokens }: Procedures, state: string): SealedRun {
  const sealed = sealedIn(tokens, state);
  if (sealed) return sealed;
  throw new ClientError(
    'refused',
    'The state was not given out here, or was changed on its way: hand it back exactly as it came, or name the run by its id.',
  );
}

/** A sealed state with which to go on. Throws a `ClientError` for a run of another engine. */
export async function stateOf(context: ClientContext, { tokens }: Procedures, id: string): Promise<string> {
  const client = await context.client();
  const { type } = await client.workflow.getHandle(id).describe();
  if (type !== procedureType) throw new ClientError('refused', `'${id}' is not a procedure but a run of '${type}'.`);
  return freshState(client, tokens, id);
}

/** The run that a state leads to; undefined when only the state holds the run. */
export function runIn({ tokens }: Procedures, reply: Reply): string | undefined {
  const sealed = 'state' in reply ? sealedIn(tokens, reply.state) : undefined;
  return sealed?.kind === 'handle' ? sealed.id : undefined;
}
