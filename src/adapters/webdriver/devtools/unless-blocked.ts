import type { Tab } from './tab.js';

/** A page with an open dialog, or one that has crashed, answers nothing. */
export async function unlessBlocked<T>(tab: Tab, run: () => Promise<T>): Promise<T> {
  if (tab.blocked) throw tab.blocked;
  let stop = (): void => undefined;
  const blocked = new Promise<never>((_resolve, reject) => {
    stop = tab.onBlocked(reject);
  });
  const ran = run();
  ran.catch(() => undefined);
  try {
    return await Promise.race([ran, blocked]);
  } finally {
    stop();
  }
}
