// What nobody can guess of a request's id, drawn by a worker (requestid-2 of domain/human/request-id.ts). Not a local activity: with a cache of no workflows
// the SDK loses its workflow task, and the run waits until that times out.
import { patched, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { Asked } from '../../domain/human/asked.js';

const { drawRequestSecret } = proxyActivities<Pick<Activities, 'drawRequestSecret'>>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
  summary: 'an id that nobody can guess',
});

/** Nothing: the run asked this before ids could not be guessed. `asked`: for history alone. `tell`: how many are to be told that it is asked. */
export async function requestSecret(asked?: Asked): Promise<{ readonly secret?: string; readonly tell: number }> {
  if (!patched('random-request-ids')) return { tell: 0 };
  const drawn = await (asked ? drawRequestSecret(asked) : drawRequestSecret());
  return typeof drawn === 'string' ? { secret: drawn, tell: 0 } : drawn;
}
