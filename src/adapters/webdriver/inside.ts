// The fence around what is shown and taken (web-1 of device.ts): pages outside the allowed origins are left again, and nothing of them is returned.
import { setTimeout as sleep } from 'node:timers/promises';
import { ActionFailedError } from '../../ports/device-errors.js';
import { PageChangedError, TabClosedError } from './errors.js';
import type { Fence } from './fence.js';
import type { Session } from './session.js';
import type { Tabs } from './tabs.js';

export interface Inside {
  /** Brings the newest tab forward and a refused page back. Answers the address that is shown. */
  stay(): Promise<string>;
  /** What `take` gets of the current page, when its address is allowed afterwards. */
  take<T>(take: () => Promise<Taken<T>>, options?: TakeOptions): Promise<T>;
}

interface Taken<T> {
  readonly url: string;
  readonly value: T;
}

interface TakeOptions {
  /** Of the tab that was looked at last, even if another has opened since. */
  readonly sameTab?: boolean;
}

/** Of a page that goes on redirecting or opening tabs outside the fence. */
const mostReturns = 5;

export function createInside({ session, tabs, fence }: { readonly session: Session; readonly tabs: Tabs; readonly fence: Fence }): Inside {
  const stay = async (): Promise<string> => {
    for (let attempt = 0; attempt < mostReturns; attempt++) {
      await tabs.sync();
      const url = await session.command((browser) => browser.getUrl()).catch(ignoreTabClosed);
      if (url === undefined) continue;
      if (fence.isAllowed(url)) return url;
      const tab = tabs.current;
      if (!(await fence.leave(url))) {
        await tabs.close(tab).catch(() => undefined);
        continue;
      }
      await becomes(async () => fence.isAllowed(await session.command((browser) => browser.getUrl())));
    }
    await session.command((browser) => browser.navigateTo('about:blank'));
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
      throw new ActionFailedError('timeout', 'The page does not stand still long enough to be seen.');
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
