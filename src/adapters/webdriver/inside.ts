// Enforces the allowed origins (web-1 of device.ts): pages outside them are left, and none of their content is returned.
import { setTimeout as sleep } from 'node:timers/promises';
import { ActionFailedError } from '../../ports/device-errors.js';
import { PageChangedError, TabClosedError } from './errors.js';
import type { Fence } from './fence.js';
import type { Session } from './session.js';
import type { Tabs } from './tabs.js';

export interface Inside {
  /** Switches to the newest tab and sends a refused page back. Returns the current address. */
  stay(): Promise<string>;
  /** Returns what `take` reads from the current page, provided its address is allowed afterwards. */
  take<T>(take: () => Promise<Taken<T>>, options?: TakeOptions): Promise<T>;
}

interface Taken<T> {
  readonly url: string;
  readonly value: T;
}

interface TakeOptions {
  /** Read the tab of the last look, even if another has opened since. */
  readonly sameTab?: boolean;
}

/** Retries on a page that keeps redirecting or opening tabs outside the fence. */
const mostReturns = 5;

export function createInside({ session, tabs, fence }: { readonly session: Session; readonly tabs: Tabs; readonly fence: Fence }): Inside {
  const stay = async (): Promise<string> => {
    for (let attempt = 0; attempt < mostReturns; attempt++) {
      await tabs.sync();
      const url = await session.url().catch(ignoreTabClosed);
      if (url === undefined) continue;
      if (fence.isAllowed(url)) return url;
      const tab = tabs.current;
      if (!(await fence.leave(url))) {
        await tabs.close(tab).catch(() => undefined);
        continue;
      }
      await becomes(async () => fence.isAllowed(await session.url()));
    }
    await session.goTo('about:blank');
    return 'about:blank';
  };

  return {
    stay,
    take: async (take, { sameTab = false } = {}) => {
      for (let attempt = 0; attempt < mostReturns; attempt++) {
        if (!sameTab || attempt > 0) await tabs.sync();
        try {
          const { url, value } = await take();
          if (fence.isAllowed(url)) return value;
          await stay();
        } catch (error) {
          if (!(error instanceof TabClosedError || error instanceof PageChangedError)) throw error;
        }
      }
      throw new ActionFailedError('timeout', 'The page keeps changing and cannot be read.');
    },
  };
}

function ignoreTabClosed(error: unknown): undefined {
  if (!(error instanceof TabClosedError)) throw error;
}

async function becomes(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 3_000;
  while (Date.now() < deadline && !(await condition())) await sleep(25);
}
