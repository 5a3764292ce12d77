// Work on a device before anything has happened to it, limited by a deadline.
import { NoTimeLeftError } from './perform-actions.js';
import type { Busy } from '../../host/device-mutexes.js';

/** Throws `NoTimeLeftError` at the deadline (wall clock, ms), also when the work does not obey its signal: the device stays taken until it has ended. */
export async function inTime<T>(
  { deadline, busy }: { readonly deadline: number; readonly busy: Busy },
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.max(1, deadline - Date.now()));
  const tooLate = new Promise<never>((_resolve, reject) => {
    limit.signal.addEventListener('abort', () => reject(new NoTimeLeftError(name)), { once: true });
  });
  const running = work(limit.signal);
  busy(running.catch(() => undefined));
  try {
    return await Promise.race([running, tooLate]);
  } catch (error) {
    // Work that was cut off reports the time limit, not its own error.
    throw limit.signal.aborted ? new NoTimeLeftError(name) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Work that waits for its turn: if it has not begun by the deadline it never will, and `tooLate` gives the result. */
export async function begunInTime<T>(deadline: number, tooLate: () => T, work: (begin: () => boolean) => Promise<T>): Promise<T> {
  let standing: 'waiting' | 'begun' | 'given-up' = 'waiting';
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<T>((resolve) => {
    timer = setTimeout(
      () => {
        if (standing !== 'waiting') return;
        standing = 'given-up';
        resolve(tooLate());
      },
      Math.max(1, deadline - Date.now()),
    );
  });
  const begin = (): boolean => {
    if (standing === 'waiting') standing = 'begun';
    return standing === 'begun';
  };
  try {
    return await Promise.race([work(begin), givenUp]);
  } finally {
    clearTimeout(timer);
  }
}
