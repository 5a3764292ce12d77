// What is a run of ours, told by its type before anything is asked of it: other teams have workflows in the same namespace, and what those return is theirs.
import { WorkflowNotFoundError } from '@temporalio/common';
import { ClientError, isUnreachable } from '../client/errors.js';
import type { Run } from '../client/run.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { typeOfEngine } from '../domain/run/listed.js';

/** Engines, and the agents below them, which a person finds as what asks. */
const ourTypes: readonly string[] = [...Object.values(typeOfEngine), 'appAgent'];

export type Runs = Pick<Steadyhand, 'run' | 'temporal'>;

/** Rejects with a `ClientError` (`run-not-found`) for a workflow of somebody else. One that does not exist is told by what is asked of it. */
export async function ourRun(steadyhand: Runs, id: string): Promise<Run> {
  if (await isForeign(steadyhand, id))
    throw new ClientError('run-not-found', `'${id}' is no run of steadyhand: list_runs shows the runs that exist.`);
  return steadyhand.run(id);
}

export async function isForeign(steadyhand: Pick<Steadyhand, 'temporal'>, id: string): Promise<boolean> {
  const type = await typeOf(steadyhand, id);
  return type !== undefined && !ourTypes.includes(type);
}

/** Undefined: the server is away, or has no such workflow. A report is then made of the records, which are ours. */
async function typeOf(steadyhand: Pick<Steadyhand, 'temporal'>, id: string): Promise<string | undefined> {
  const patienceMs = 5_000;
  try {
    const client = await steadyhand.temporal();
    return (await client.withDeadline(Date.now() + patienceMs, () => client.workflow.getHandle(id).describe())).type;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || isUnreachable(error)) return undefined;
    throw error;
  }
}
