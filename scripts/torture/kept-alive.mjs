import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../lib/processes.mjs';

/** Starts something, and again as soon as its process has ended. `start` resolves with `{ pid }`; `stop` ends whatever is left of one. */
export async function keptAlive({ start, stop }) {
  let current = await start();
  let ended = false;
  const keeping = keep();

  async function keep() {
    while (!ended) {
      if (isAlive(current.pid)) {
        await pause(50);
        continue;
      }
      await stop(current);
      if (!ended) current = await start();
    }
  }

  return {
    now: () => current,
    async end(how = stop) {
      ended = true;
      await keeping.catch(() => undefined);
      await how(current);
    },
  };
}
