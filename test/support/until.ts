import { setTimeout as sleep } from 'node:timers/promises';

type Probed<T> = T | undefined | false;

/** Polls `probe` until it yields something; a condition, never a fixed sleep. A probe that throws has yielded nothing yet. */
export async function until<T>(probe: () => Probed<T> | Promise<Probed<T>>, what: string, limitMs = 30_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  let last: unknown;
  // Quick for what is there in a moment, and no burden to a server that takes longer.
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
