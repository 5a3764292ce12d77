// A session whose browser we reach by DevTools too: our functions run in a world of their own, out of reach for the page's scripts. The driver
// stays in the top frame; frames are entered by their own sessions.
import { ActionFailedError } from '../../ports/device.js';
import { factsOf, type FramePlace } from './devtools/frames.js';
import { framesOutside, findPressListeners, callPage, foundElement, foundObject } from './devtools/page-calls.js';
import { createKeyboard, createMouse } from './devtools/input.js';
import { createChoosers } from './devtools/choosers.js';
import { createLeavePermit, leavingOf } from './devtools/leaving.js';
import type { NetworkLocks } from './devtools/network-locks.js';
import { createAttachedTabs } from './devtools/attached-tabs.js';
import type { Tab } from './devtools/tab.js';
import type { Wire } from './devtools/wire.js';
import { executeDevTools, runCommand, untilAnswered, type Browser, type Session } from './session.js';

/** Closed shadow roots within each other that are opened in one call. */
const mostRounds = 4;

interface IsolatedSessionOptions {
  readonly browser: Browser;
  /** Of the browser's DevTools: host and port. */
  readonly address: string;
  readonly locks: NetworkLocks;
  readonly wire: Wire;
  /** A person may use its window. */
  readonly attended: boolean;
}

export function createIsolatedSession({ browser, address, locks, wire, attended }: IsolatedSessionOptions): Session {
  const permit = createLeavePermit();
  const refused = new Set<string>();
  const choosers = createChoosers({ attended, tabNow: () => tabNow() });
  const tabs = createAttachedTabs({
    ...{ browser, address, permit, attended },
    onChooser: choosers.opened,
    onRefused: (text) => void refused.add(text),
    onReturn: () => void locks.restore().catch(() => undefined),
  });
  let current: string | undefined;
  /** The frames entered, the innermost last. */
  let way: readonly FramePlace[] = [];
  const command: Session['command'] = (run) => runCommand(browser, run);
  const devtools: Session['devtools'] = (method, parameters = {}) => command(() => executeDevTools(browser, method, parameters));
  const tabNow = async (): Promise<Tab> => tabs.attached((current ??= await command(() => browser.getWindowHandle())));

  /** Fails where the driver has ended or the tab is closed. No command of the driver is used that asks the page itself. */
  const readyTab = async (): Promise<Tab> => {
    const tab = await tabNow();
    await command(() => browser.getWindowHandle());
    await tab.unlessBlocked(() => tab.ready().then(() => tab.answers()));
    return tab;
  };

  /** In the current frame. */
  const inFrame = async <T>(run: (tab: Tab, place: FramePlace) => Promise<T>): Promise<T> => {
    const entered = way.at(-1);
    const tab = entered ? await tabNow() : await readyTab();
    return tab.unlessBlocked(() => run(tab, entered ?? tab.top));
  };

  return {
    ...createMouse(tabNow, devtools),
    ...createKeyboard(tabNow),
    browser,
    command,
    page: (name, parameter) =>
      untilAnswered(name, () =>
        inFrame(async (tab, place) => {
          if (name === 'look') await findPressListeners(tab, place);
          for (let round = 1; ; round++) {
            const [url, json, count] = await callPage(tab, place, name, parameter);
            const found = await Promise.all(Array.from({ length: count }, (_, index) => foundElement(tab, place, index)));
            // What was just opened may hold more.
            if (round === mostRounds || found.every(({ opened }) => !opened))
              return { url, value: JSON.parse(json), frames: found.map(({ frame }) => frame) };
          }
        }),
      ),
    useTab: async (handle) => {
      current = handle;
      way = [];
    },
    enterFrame: async ({ frame = '' }) => {
      const entered = await inFrame((tab, place) => tab.within(place, frame));
      way = [...way, entered];
    },
    leaveFrame: async () => void (way = way.slice(0, -1)),
    toTop: async () => void (way = []),
    url: () =>
      untilAnswered('url', async () => {
        const tab = await readyTab();
        return (await tab.unlessBlocked(() => factsOf(tab.devtools, tab.top))).url;
      }),
    facts: () => inFrame((tab, place) => factsOf(tab.devtools, place)),
    framesOutside: (isAllowed) =>
      untilAnswered('url', async () => {
        const tab = await readyTab();
        return tab.unlessBlocked(() => framesOutside(tab, isAllowed));
      }),
    documents: documentsOf(tabNow),
    ...createSessionLocks({ locks, refused, tabNow, inFrame }),
    ...{ choosers, wire },
    chooseFiles: (into, files) =>
      typeof into === 'string' ? inFrame((tab, place) => putFiles(tab, place, { id: into, files })) : into.put(files),
    leaving: leavingOf(permit, tabNow),
    stopScript: async () => (await tabNow()).stopScript(),
    quietFor: async () => (await tabNow()).quietFor(),
    devtools,
    detach: () => {
      locks.detach();
      tabs.detach();
    },
  };
}

/** Of the browser's own viewer of PDF, an extension that is part of it. */
const viewerAddress = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

function documentsOf(tabNow: () => Promise<Tab>): NonNullable<Session['documents']> {
  return {
    async shown() {
      const tab = await tabNow();
      return tab.unlessBlocked(() => tab.documents.shown());
    },
    takeStayed: async () => (await tabNow()).documents.takeStayed(),
    async pdfText() {
      const tab = await tabNow();
      const viewer = (await tab.frames()).find(({ url }) => url.startsWith(viewerAddress));
      return viewer && tab.unlessBlocked(() => tab.documents.pdfText(viewer.session));
    },
    async pdfFile() {
      const tab = await tabNow();
      return tab.unlessBlocked(() => tab.documents.pdfFile());
    },
  };
}

async function putFiles(
  tab: Tab,
  place: FramePlace,
  { id, files }: { readonly id: string; readonly files: readonly string[] },
): Promise<void> {
  const [, , found] = await callPage(tab, place, 'find', id);
  if (found === 0) throw new ActionFailedError('control-gone', 'The control is no longer on the page.');
  await tab.devtools.send('DOM.setFileInputFiles', { files, objectId: await foundObject(tab, place, 0) }, place.session);
}

// What of a session has to do with locks on what its pages send: they are put before a secret is typed, and where we lead a page away it may leave.

interface SessionParts {
  readonly locks: NetworkLocks;
  /** What the browser would have asked a person, in words. */
  readonly refused: Set<string>;
  readonly tabNow: () => Promise<Tab>;
  /** Runs in the current frame. */
  readonly inFrame: <T>(run: (tab: Tab, place: FramePlace) => Promise<T>) => Promise<T>;
}

interface History {
  readonly currentIndex: number;
  readonly entries: readonly { readonly id: number; readonly url: string }[];
}

function createSessionLocks({
  locks,
  refused,
  tabNow,
  inFrame,
}: SessionParts): Required<Pick<Session, 'goTo' | 'goBack' | 'lockNetwork' | 'takeRefusals'>> {
  return {
    goTo: async (url, answerMs) => {
      const tab = await tabNow();
      await locks.leaving(tab.top.frame, url, async () => {
        await tab.navigate(url, answerMs);
        if (!(await tab.unlessBlocked(() => tab.ready(answerMs)))) throw new ActionFailedError('timeout', `${url} did not answer in time.`);
      });
    },
    goBack: async () => {
      const tab = await tabNow();
      const { currentIndex, entries } = await tab.unlessBlocked(() =>
        tab.devtools.send<History>('Page.getNavigationHistory', {}, tab.top.session),
      );
      const before = entries[currentIndex - 1];
      if (!before) return;
      await locks.leaving(tab.top.frame, before.url, async () => {
        await tab.unlessBlocked(() => tab.devtools.send('Page.navigateToHistoryEntry', { entryId: before.id }, tab.top.session));
        await tab.unlessBlocked(() => tab.ready());
      });
    },
    lockNetwork: (locksOn) =>
      inFrame(async (tab, place) => {
        const { origin } = await factsOf(tab.devtools, tab.top);
        const { document } = await factsOf(tab.devtools, place);
        const wanted = locksOn(origin);
        return wanted.length > 0 && (await locks.lock({ tab: tab.top.frame, document, locks: wanted }));
      }),
    takeRefusals: () => {
      const taken = [...locks.takeNotices(), ...refused];
      refused.clear();
      return taken;
    },
  };
}
