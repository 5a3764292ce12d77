import { setTimeout as sleep } from 'node:timers/promises';

/** Looks twenty times a second, until the returned function is called. */
export function repeat(look: () => Promise<void>): () => Promise<void> {
  let over = false;
  const looking = (async () => {
    while (!over) {
      await look();
      await sleep(50);
    }
  })();
  // A failing test never calls it: the harness closes while this still runs.
  looking.catch(() => undefined);
  return async () => {
    over = true;
    await looking;
  };
}
