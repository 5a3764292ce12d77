import { setTimeout as pause } from 'node:timers/promises';

/** Waits until `condition` holds; an error in it means not yet. The signal ends the wait, and so does whatever `check` throws. */
export async function until(condition, { check = () => {}, everyMs = 100, withinMs = 60_000, signal } = {}) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    signal?.throwIfAborted();
    check();
    const result = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Nothing happened for ${withinMs / 1000} s.`);
    await pause(everyMs);
  }
}
