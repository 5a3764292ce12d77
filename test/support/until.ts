import { setTimeout as sleep } from 'node:timers/promises';

type Probed<T> = T | undefined | false;

/** Polls `probe` until it returns something; a condition, never a fixed sleep. A probe that throws has returned nothing yet. */
export async function until<T>(probe: () => Probed<T> | Promise<Probed<T>>, what: string, limitMs = 30_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  // Starts with short pauses, so that quick results are quick; longer ones spare a slow server.
  for (let pauseMs = 5; Date.now() < deadline; pauseMs = Math.min(50, pauseMs * 2)) {
    try {
      const value = await probe();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      last = error;
    }
    await sleep(pauseMs);
  }
  throw new Error(`${what} did not happen in ${limitMs} ms${last instanceof Error ? ` (last: ${last.message})` : ''}`);
}
