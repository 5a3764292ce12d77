// What of a session has to do with locks on what its pages send: they are put before a secret is typed, and where we lead a page away it may leave.
import { ActionFailedError } from '../../ports/device-errors.js';
import { factsOf, type FramePlace } from './devtools/frames.js';
import type { NetworkLocks } from './devtools/network-locks.js';
import type { Tab } from './devtools/tab.js';
import { unlessBlocked } from './devtools/unless-blocked.js';
import type { Session } from './session.js';

interface SessionParts {
  readonly locks: NetworkLocks;
  readonly tabNow: () => Promise<Tab>;
  /** Runs in the current frame. */
  readonly inFrame: <T>(run: (tab: Tab, place: FramePlace) => Promise<T>) => Promise<T>;
}

interface History {
  readonly currentIndex: number;
  readonly entries: readonly { readonly id: number; readonly url: string }[];
}

export function createSessionLocks({
  locks,
  tabNow,
  inFrame,
}: SessionParts): Required<Pick<Session, 'goTo' | 'goBack' | 'lockNetwork' | 'takeRefusals'>> {
  return {
    goTo: async (url) => {
      const tab = await tabNow();
      await locks.leaving(tab.top.frame, url, async () => {
        await tab.navigate(url);
        if (!(await unlessBlocked(tab, () => tab.ready()))) throw new ActionFailedError('timeout', `${url} did not answer in time.`);
      });
    },
    goBack: async () => {
      const tab = await tabNow();
      const { currentIndex, entries } = await unlessBlocked(tab, () =>
        tab.devtools.send<History>('Page.getNavigationHistory', {}, tab.top.session),
      );
      const before = entries[currentIndex - 1];
      if (!before) return;
      await locks.leaving(tab.top.frame, before.url, async () => {
        await unlessBlocked(tab, () => tab.devtools.send('Page.navigateToHistoryEntry', { entryId: before.id }, tab.top.session));
        await unlessBlocked(tab, () => tab.ready());
      });
    },
    lockNetwork: (locksOn) =>
      inFrame(async (tab, place) => {
        const { origin } = await factsOf(tab.devtools, tab.top);
        const { document } = await factsOf(tab.devtools, place);
        const wanted = locksOn(origin);
        return wanted.length > 0 && (await locks.lock({ tab: tab.top.frame, document, locks: wanted }));
      }),
    takeRefusals: () => locks.takeNotices(),
  };
}
