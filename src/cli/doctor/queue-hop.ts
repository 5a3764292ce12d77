import type { Client } from '@temporalio/client';
import { measureQueueHop, type QueueHop } from '../../client/queue-hop.js';
import { queueReaders } from '../../client/queue-readers.js';
import { type Check, ok, warn } from './check.js';

const name = 'Task queues';
/** A server that reads its queues without a limit takes 4 to 6 ms, one with its defaults about 30. */
const longestMs = 20;
/** Where the machine is busy everything takes long, and a wait in the server's queues longer than a call all the same. */
const longestInCalls = 1.5;
/** With longer calls the trial asks for fewer reads than a server with its defaults makes, so that no task waits. */
const longestCallMs = 12;

/** Every task that is not started at once waits so long, two or three times a step. */
export async function checkQueueHop(client: Client): Promise<Check> {
  return measureQueueHop(client).then(judgeQueueHop, (error: unknown) =>
    warn(
      name,
      `how long a task waits in the server could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      'ask again when the server is less busy, with a key that may start and poll workflows',
    ),
  );
}

export function judgeQueueHop({ wait, call }: QueueHop): Check {
  const told = `a task waits ${wait.toFixed(0)} ms in the server`;
  if (wait > longestMs && wait > longestInCalls * call) {
    const settings = Object.entries(queueReaders).map(([key, value]) => `${key}: ${value}`);
    return warn(
      name,
      `${told}; ${longestMs} ms and less is usual`,
      `in the dynamic configuration of a server of your own: ${settings.join(', ')}`,
    );
  }
  return ok(
    name,
    call <= longestCallMs ? told : `not known: a call takes ${call.toFixed(0)} ms from here, as if the machine were busy or the server far`,
  );
}
