// Two people decide at once: one wins, and the other learns who that was.
import { ClientError } from '../client/errors.js';
import type { Run } from '../client/run.js';

/** Undefined: nobody else has decided, so that it was refused for another reason. */
export async function lostTo(run: Pick<Run, 'settled'>, asker: string, requestId: string): Promise<ClientError | undefined> {
  const settled = await run.settled(asker, requestId).catch(() => undefined);
  if (!settled) return undefined;
  const { approved, by = 'somebody else', at } = settled;
  const what = approved === undefined ? 'answered' : approved ? 'approved' : 'rejected';
  return new ClientError('refused', `It was ${what} already, by ${by} at ${at.slice(11, 19)} UTC.`);
}
