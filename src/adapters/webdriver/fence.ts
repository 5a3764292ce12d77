// The origins that the device may show. A tab that leaves them is sent back before any of its content is returned.
import { isAllowedAddress, originOf } from '../../domain/guard/guard.js';
import { refusedFrameName, refusedFrameText } from '../../domain/guard/screen.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Session } from './session.js';

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
