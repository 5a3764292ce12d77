import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Turns of a loop that waits for a program to start or a server to answer: `limitMs` of pauses of `pauseMs`. What goes by is counted in pauses and not by the clock, so that a
 * machine which is slow to run this process gives the other one as much longer. What safety rests on, a lease or an order's deadline, goes by the clock.
 */
export async function* pausesWithin(limitMs: number, pauseMs: number): AsyncGenerator<void> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pauseMs) {
    yield;
    await sleep(pauseMs);
  }
}

/** Whether it is so by then: it is asked at least once. */
export async function until(limitMs: number, isSo: () => boolean | Promise<boolean>, pauseMs = 25): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; ; await sleep(pauseMs)) {
    if (await isSo()) return true;
    if (Date.now() >= deadline) return false;
  }
}

/** `undefined` when the work takes longer; it goes on. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, sleep(limitMs, undefined, { signal: timer.signal, ref: false })]);
  } finally {
    timer.abort();
  }
}

/** The work goes on when one who waits for it gives up. Throws the signal's reason when aborted, even before. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const forget = (): void => signal.removeEventListener('abort', giveUp);
    work.then(resolve, reject).then(forget, forget);
  });
}
