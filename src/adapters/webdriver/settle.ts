import { setTimeout as sleep } from 'node:timers/promises';
import { withDialog, type View } from './look.js';

/** ms without a change after which a page is at rest, also after an action. */
export const quietAfter = 400;

/**
 * Whether the page came to rest within `maxMs`. A page with an open dialog is at rest. `notBefore`: earliest time of rest, ms of the clock.
 */
export async function settle(view: View, maxMs: number, notBefore: () => number): Promise<boolean> {
  const deadline = Date.now() + maxMs;
  for (;;) {
    const left = await within(Math.max(deadline - Date.now(), 1), () =>
      withDialog(
        () => restlessFor(view, notBefore),
        async () => ((await view.dialogs.current()) ? 0 : undefined),
      ),
    );
    if (left !== undefined && left <= 0) return true;
    const rest = deadline - Date.now();
    if (rest <= 0) return false;
    await sleep(Math.min(left ?? rest, rest));
  }
}

/** ms until the page is at rest if nothing changes meanwhile. */
async function restlessFor({ session, inside }: View, notBefore: () => number): Promise<number> {
  await inside.stay();
  const { value } = await session.page('quietness', undefined);
  const quietFor = Math.min(value.quietFor, await session.quietFor());
  const left = Math.max(quietAfter - quietFor, notBefore() - Date.now());
  return value.loaded ? left : Math.max(left, 50);
}

/** `undefined` when `run` takes longer. */
async function within<T>(ms: number, run: () => Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([run(), sleep(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
