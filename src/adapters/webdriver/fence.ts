// The origins that the device may show. A tab that leaves them is sent back before any of its content is returned.

import { isAllowedAddress, originOf } from '../../domain/guard/guard.js';
import { refusedFrameName, refusedFrameText } from '../../domain/guard/screen.js';
import { ActionFailedError } from '../../ports/device.js';
import { type Session, PageChangedError, TabClosedError } from './session.js';
import type { Tabs } from './tabs.js';
import { until } from '../process-kit/poll.js';

export interface Fence {
  isAllowed(url: string): boolean;
  /** Goes back from a refused page to the last allowed one of its tab. `false`: there is none, and the tab is now empty. */
  leave(url: string): Promise<boolean>;
  notice(text: string): void;
  /** The notices since the last call. */
  takeNotices(): readonly string[];
}

/** Of a frame that shows an origin outside the fence nobody learns more than `frame`. */
export class FrameRefusedError extends ActionFailedError {
  constructor(readonly frame: string) {
    super('origin-refused', refusedFrameText(frame));
  }
}

interface History {
  readonly currentIndex: number;
  readonly entries: readonly { readonly id: number; readonly url: string }[];
}

export function createFence(origins: readonly string[], session: Session): Fence {
  const notices = new Set<string>();
  const isAllowed = (url: string): boolean =>
    origins.length === 0 || isEmptyPage(url) || isAllowedAddress(origins, url.replace(/^blob:/, ''));
  return {
    isAllowed,
    leave: async (url) => {
      notices.add(`origin-refused ${originOf(url)}`);
      const history = (await session.devtools('Page.getNavigationHistory')) as History;
      const entry = history.entries
        .slice(0, history.currentIndex)
        .findLast(({ url: earlier }) => isAllowed(earlier) && !isEmptyPage(earlier));
      if (entry === undefined) {
        await session.goTo('about:blank');
        return false;
      }
      await session.devtools('Page.navigateToHistoryEntry', { entryId: entry.id });
      return true;
    },
    notice: (text) => void notices.add(text),
    takeNotices: () => {
      const taken = [...notices];
      notices.clear();
      return taken;
    },
  };
}

/** The browser's own pages, without anybody's content but that of the frame around: its viewer of documents is an extension. */
function isEmptyPage(url: string): boolean {
  return url === '' || url.startsWith('about:') || url.startsWith('chrome-error:') || url.startsWith('chrome-extension:');
}

/** The session, by which no frame outside the fence is entered. */
export function withinFence(session: Session, { isAllowed }: Pick<Fence, 'isAllowed'>): Session {
  return {
    ...session,
    enterFrame: async (frame) => {
      await session.enterFrame(frame);
      const { url, origin } = await session.facts();
      const address = origin ?? url;
      if (isAllowed(address)) return;
      await session.leaveFrame();
      throw new FrameRefusedError(frameNameOf(address));
    },
    refusedFrames: async () => (await session.framesOutside?.(isAllowed)) ?? [],
  };
}

export function frameNameOf(address: string): string {
  return refusedFrameName((URL.canParse(address) && new URL(address).host) || 'an unknown origin');
}

// Enforces the allowed origins (web-1 of device.ts): pages outside them are left, and none of their content is returned.

export interface OriginFence {
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

export function createOriginFence({
  session,
  tabs,
  fence,
}: {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly fence: Fence;
}): OriginFence {
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
      await until(3_000, async () => fence.isAllowed(await session.url()));
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
