import { setTimeout as sleep } from 'node:timers/promises';

type Probed<T> = T | undefined | false;

/** Polls `probe` until it returns something; a condition, never a fixed sleep. A probe that throws has returned nothing yet. */
export async function until<T>(probe: () => Probed<T> | Promise<Probed<T>>, what: string, limitMs = 200_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  const began = Date.now();
  // A tenth of the time waited so far: quick results are quick, and long waits leave the processor to what is waited for.
  for (let pauseMs = 5; Date.now() < deadline; pauseMs = Math.min(250, Math.max(5, (Date.now() - began) / 10))) {
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
