import type { Client } from '@temporalio/client';
import { measureQueueHop } from '../../client/queue-hop.js';
import { queueReaders } from '../../client/queue-readers.js';
import { type Check, ok, warn } from './check.js';

const name = 'Task queues';
/** A server that reads its queues without a limit takes 2 to 5 ms, one with its defaults about 45; on a machine that is busy at every core, 20 and 30. */
const longestMs = 25;

/** FL5. Every task that is not started at once waits so long, two or three times a step. */
export async function checkQueueHop(client: Client): Promise<Check> {
  return measureQueueHop(client).then(judgeQueueHop, (error: unknown) =>
    warn(
      name,
      `how long a task waits in the server could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      'ask again when the server is less busy, with a key that may start and poll workflows',
    ),
  );
}

export function judgeQueueHop(milliseconds: number): Check {
  const told = `a task waits ${milliseconds.toFixed(0)} ms in the server`;
  if (milliseconds <= longestMs) return ok(name, told);
  const settings = Object.entries(queueReaders).map(([key, value]) => `${key}: ${value}`);
  return warn(
    name,
    `${told}; ${longestMs} ms and less is usual`,
    `in the dynamic configuration of a server of your own: ${settings.join(', ')}`,
  );
}
