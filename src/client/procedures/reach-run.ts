// How commands reach a procedure's run: by its id, as a person has it, or by a state that a call gave out.
import { openProcedures, type CallOptions, type Procedures } from './open-procedures.js';
import type { ProcedureCalls, Reply } from './calls.js';
import { freshState, type Handle } from './durable.js';
import type { Carried } from './stateless.js';
import { sealedIn } from './either.js';
import type { Variables } from '../../domain/flow/variables.js';
import type { CliContext } from '../../cli/context.js';
import { CommandError } from '../../cli/errors.js';
import { procedureType } from '../runs.js';
import { readTexts } from '../../cli/variable-options.js';

export interface ReachedRun {
  readonly procedures: Procedures;
  readonly calls: ProcedureCalls;
  readonly workflow_id: string;
  readonly state: string;
}

export function proceduresOf(context: CliContext): Promise<Procedures> {
  return openProcedures(context.config(), { client: () => context.client(), artifacts: context.artifacts() });
}

export const usualCalls = { by: 'agent', begin: 'durable', answers: 'human' } as const satisfies CallOptions;

/** Throws a `CommandError` where there is no such run, or where what looks like a state is none of ours. */
export async function reachRun(context: CliContext, named: string, by: 'agent' | 'human'): Promise<ReachedRun> {
  const procedures = await proceduresOf(context);
  const state = isState(named) ? named : await stateOf(context, procedures, named);
  return { procedures, calls: procedures.calls({ ...usualCalls, by }), workflow_id: sealedState(procedures, state).workflow, state };
}

/** Throws a `CommandError` for what was not sealed here. */
export function sealedState({ tokens }: Procedures, state: string): Handle | Carried {
  const sealed = sealedIn(tokens, state);
  if (sealed) return sealed;
  throw new CommandError(
    'refused',
    'The state was not given out here, or was changed on its way: hand it back exactly as it came, or name the run by its id.',
  );
}

/** As they are declared: what is declared as a text is one. */
export function variablesFor({ loaded }: Procedures, workflow: string, texts: Readonly<Record<string, string>>): Variables {
  const known = loaded.get(workflow)?.procedure.variables.known;
  return readTexts(texts, (name) => known?.get(name) === 'string');
}

/** Sealed for whoever goes on with the run. Throws a `CommandError` for a run of another engine. */
export async function stateOf(context: CliContext, { tokens }: Procedures, id: string): Promise<string> {
  const client = await context.client();
  const { type } = await client.workflow.getHandle(id).describe();
  if (type !== procedureType) throw new CommandError('refused', `'${id}' is no procedure but a run of '${type}'.`);
  return freshState({ client: () => Promise.resolve(client), tokens }, id);
}

export function isState(text: string): boolean {
  return text.startsWith('nav1.');
}

/** The run that a state leads to; undefined where nothing but the state keeps it. */
export function runIn({ tokens }: Procedures, reply: Reply): string | undefined {
  const sealed = 'state' in reply ? sealedIn(tokens, reply.state) : undefined;
  return sealed?.kind === 'handle' ? sealed.id : undefined;
}
