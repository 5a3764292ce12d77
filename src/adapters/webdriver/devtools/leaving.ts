// What a page that asks before it is left is answered. The driver would say yes to all of them, as soon as it runs a command.
//
// leaving-1. Only the browser knows whether a page asks, and only when it is left: its scripts decide it then. So it is left, and answered here.
// leaving-2. It stays if something was typed in it and what is under way may not leave. Nothing of the press is undone but the leaving.
// leaving-3. What a page that we did not see from its beginning has typed into it nobody knows: it counts as typed.
// leaving-4. The driver runs no command until the page has answered us: it would say yes to a second question.
// leaving-5. Where the driver was faster all the same, in the middle of a command of its own, the page that comes instead is stopped while it loads.
import type { Session } from '../session.js';
import type { DevTools, Reactions } from './connection.js';
import { factsOf, type FramePlace } from './frames.js';
import { within } from '../../process-kit/poll.js';

/** ms; the address of a page that takes longer is told of by the next look. */
const longestAsking = 1_000;

/** Name of the function by which a document says that something was typed in it (page/index.ts). */
export const typedBinding = 'steadyhandTyped';

type Leaving = NonNullable<Session['leaving']>;
type Stayed = NonNullable<ReturnType<Leaving['takeStayed']>>;

/** Of all tabs of a device: a press in one may lead away from another. */
export interface LeavePermit extends Pick<Leaving, 'permit' | 'takeStayed' | 'takeLeft'> {
  readonly mayLeave: boolean;
  /** Counts what has been under way. */
  readonly attempt: number;
  /** A page wants to lead away: whether it asks is known when the function is called that this returns. */
  begun(): () => void;
  /** Resolves when every page that is to be left has asked, or is left. */
  known(): Promise<void>;
  /** A page that asked was answered so; undefined: it is left. */
  answered(stayed: Stayed | undefined): void;
}

export function createLeavePermit(): LeavePermit {
  let mayLeave = false;
  let attempt = 0;
  let stayed: Stayed | undefined;
  let hasLeft = false;
  let known: Promise<void> = Promise.resolve();
  return {
    get mayLeave() {
      return mayLeave;
    },
    get attempt() {
      return attempt;
    },
    begun: () => {
      let isKnown = (): void => undefined;
      known = new Promise<void>((resolve) => (isKnown = resolve));
      return isKnown;
    },
    known: () => within(longestAsking, known),
    answered: (by) => {
      stayed = by ?? stayed;
      hasLeft ||= by === undefined && !mayLeave;
    },
    permit: (may) => {
      mayLeave = may;
      attempt += 1;
    },
    takeStayed: () => {
      const taken = stayed;
      stayed = undefined;
      return taken;
    },
    takeLeft: () => {
      const left = hasLeft;
      hasLeft = false;
      return left;
    },
  };
}

interface InTab extends Pick<LeavingOptions, 'devtools' | 'top'> {
  unlessBlocked<T>(run: () => Promise<T>): Promise<T>;
  typed(): void;
}

/** What a device does with it. */
export function leavingOf(permit: LeavePermit, tabNow: () => Promise<InTab>): Leaving {
  return {
    ...permit,
    typed: async () => (await tabNow()).typed(),
    async stayed() {
      const tab = await tabNow();
      // What a press sets going has begun when its page answers again.
      await tab.unlessBlocked(() => factsOf(tab.devtools, tab.top));
      await permit.known();
      return permit.takeStayed();
    },
  };
}

interface LeavingOptions {
  readonly devtools: DevTools;
  readonly top: FramePlace;
  readonly permit: LeavePermit;
}

interface Requested {
  readonly frameId: string;
  readonly url: string;
  /** Absent: it was not a page that began it. */
  readonly reason?: string;
}

interface Navigated {
  readonly frame: { readonly id: string; readonly loaderId: string };
  readonly type?: string;
}

/** Going to the address again would send less than the form. */
const ofForms: readonly (string | undefined)[] = ['formSubmissionGet', 'formSubmissionPost'];

/** `typed`: something is put into its page. `begin`: the document that it has now. */
export function createLeaving({ devtools, top, permit }: LeavingOptions): {
  readonly reactions: Reactions;
  readonly typed: () => void;
  readonly begin: (document: string) => void;
} {
  // leaving-3.
  let isTyped = true;
  let document = '';
  let isToStay = false;
  let requested: Requested | undefined;
  /** leaving-5: the attempt that is stopped. */
  let stopped: number | undefined;
  let isKnown = (): void => undefined;

  const stop = (): void => {
    if (stopped === permit.attempt) devtools.send('Page.stopLoading', {}, top.session).catch(() => undefined);
  };
  /** The browser tells of it before the page asks. */
  const stayedFrom = (by: Requested | undefined): Stayed => ({
    document,
    url: by?.frameId === top.frame && !ofForms.includes(by.reason) ? by.url : undefined,
  });

  const reactions: Reactions = {
    'Runtime.bindingCalled': ({ name }: { readonly name: string }) => {
      isTyped ||= name === typedBinding;
    },
    'Page.frameRequestedNavigation': (by: Requested) => {
      requested = by;
      isKnown();
      isKnown = permit.begun();
    },
    'Page.frameStartedNavigating': (by: Requested) => {
      requested = by;
      isKnown();
    },
    // It led within the page, or nowhere.
    'Page.navigatedWithinDocument': () => isKnown(),
    'Page.frameClearedScheduledNavigation': () => isKnown(),
    'Page.javascriptDialogOpening': ({ type }: { readonly type: string }, session) => {
      if (type !== 'beforeunload') return;
      isToStay = isTyped && !permit.mayLeave;
      permit.answered(isToStay ? stayedFrom(requested) : undefined);
      requested = undefined;
      isKnown();
      devtools.send('Page.handleJavaScriptDialog', { accept: !isToStay }, session).catch(() => undefined);
    },
    'Page.javascriptDialogClosed': ({ result }: { readonly result: boolean }) => {
      if (isToStay && result) stopped = permit.attempt;
      isToStay = false;
      stop();
    },
    'Page.frameStartedLoading': ({ frameId }: { readonly frameId: string }) => {
      if (frameId === top.frame) stop();
    },
    'Page.frameNavigated': ({ frame: { id, loaderId }, type }: Navigated) => {
      if (id !== top.frame) return;
      isTyped = type === 'BackForwardCacheRestore';
      document = loaderId;
      requested = undefined;
      stopped = undefined;
    },
  };
  return {
    reactions,
    typed: () => void (isTyped = true),
    begin: (now) => void (document ||= now),
  };
}
