// Pages that ask for files: the system's dialog, which nobody could answer, does not open, and the input that asked is kept.
//
// chooser-1. What asks is held by the browser's own reference from then on. No other element takes its place, and one that is nowhere in the page is held as well.
// chooser-2. It asks because of the action that had begun last. The browser lets a page ask after an input only, once, and for some seconds.
// chooser-3. At a window a person's own press opens the system's dialog, as long as no action is under way, nor has just ended.
import { ActionFailedError } from '../../../ports/device.js';
import { PageChangedError, type Asked, type FileField, type Press, type Session } from '../session.js';
import type { FileFieldNow } from '../page/messages.js';
import { factsOf, type FramePlace } from './frames.js';
import { callOn, callPage, nodeIn } from './page-calls.js';
import type { Tab } from './tab.js';

/** ms for which a page may ask after an input. */
const activation = 5_000;

export interface Choosers extends NonNullable<Session['choosers']> {
  /** `node`: the browser's number of the input; absent: it was none. */
  readonly opened: (tab: Tab, place: FramePlace, node: number | undefined) => void;
}

interface ChoosersOptions {
  /** A person may use its window. */
  readonly attended: boolean;
  readonly tabNow: () => Promise<Tab>;
}

export function createChoosers({ attended, tabNow }: ChoosersOptions): Choosers {
  let press: Press | undefined;
  let asked: Promise<Asked | undefined>[] = [];
  let release: NodeJS.Timeout | undefined;
  let kept: Tab | undefined;
  return {
    opened: (tab, place, node) => void asked.push(askedOf(tab, place, { press, node })),
    async begin(by) {
      press = by;
      if (press !== undefined) asked = [];
      if (!attended) return;
      clearTimeout(release);
      const tab = await tabNow();
      if (kept !== tab) await kept?.keepChoosers(false);
      kept = tab;
      await tab.unlessBlocked(() => tab.keepChoosers(true));
    },
    end() {
      if (attended) release = setTimeout(() => void kept?.keepChoosers(false), activation).unref();
    },
    async take() {
      const taken = asked;
      asked = [];
      return (await Promise.all(taken)).filter((each) => each !== undefined);
    },
  };
}

/** Undefined: its document has gone already. */
async function askedOf(
  tab: Tab,
  place: FramePlace,
  { press, node }: { readonly press: Press | undefined; readonly node: number | undefined },
): Promise<Asked | undefined> {
  try {
    // Nothing but this reference may hold an input that the page has made for this once.
    const input = node === undefined ? undefined : await nodeIn(tab, place, node);
    const frame = await factsOf(tab.devtools, place);
    return { press, frame, field: input === undefined ? undefined : await fieldOf(tab, place, input) };
  } catch {
    return undefined;
  }
}

async function fieldOf(tab: Tab, place: FramePlace, input: string): Promise<FileField> {
  const read = async (): Promise<FileFieldNow> => {
    // The function is installed by the first call.
    await callPage(tab, place, 'viewport', null);
    return (await callOn(tab, place, input, 'function () { return steadyhandPage.fileFieldNow(this); }')) as FileFieldNow;
  };
  const { connected } = await read();
  return {
    async now() {
      const now = await tab.unlessBlocked(read).catch((error: unknown) => {
        if (error instanceof PageChangedError || error instanceof ActionFailedError) return undefined;
        throw error;
      });
      return connected && now?.connected !== true ? undefined : now;
    },
    put: async (files) => {
      await tab.unlessBlocked(() => tab.devtools.send('DOM.setFileInputFiles', { files, objectId: input }, place.session));
    },
  };
}
