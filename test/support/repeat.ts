import { setTimeout as sleep } from 'node:timers/promises';

/** Looks twenty times a second, until the function that is returned has been called. */
export function repeat(look: () => Promise<void>): () => Promise<void> {
  let over = false;
  const looking = (async () => {
    while (!over) {
      await look();
      await sleep(50);
    }
  })();
  // A test that fails does not come to its end: the harness closes under it.
  looking.catch(() => undefined);
  return async () => {
    over = true;
    await looking;
  };
}
