// LK77: what a page that asks before it is left is answered. The driver would say yes to all of them, as soon as it runs a command.
//
// leaving-1. Only the browser knows whether a page asks, and only when it is left: its scripts decide it then. So it is left, and answered here.
// leaving-2. It stays if something was typed in it and what is under way may not leave. Nothing of the press is undone but the leaving.
// leaving-3. Where the driver was faster, in the middle of a command of its own, the page that comes instead is stopped while it loads.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../session.js';
import type { DevTools } from './connection.js';
import type { Reactions } from './events.js';
import type { FramePlace } from './frames.js';

/** ms; the address of a page that takes longer is told of by the next look. */
const longestAsking = 1_000;

/** Name of the function by which a document says that something was typed in it (page/typed.ts). */
export const typedBinding = 'steadyhandTyped';

type Stayed = NonNullable<ReturnType<NonNullable<Session['leaving']>['takeStayed']>>;

/** Of all tabs of a device: a press in one may lead away from another. */
export interface LeavePermit extends NonNullable<Session['leaving']> {
  readonly mayLeave: boolean;
  /** Counts what has been under way. */
  readonly attempt: number;
  /** A page wants to lead away: whether it asks is known when the function is called that this returns. */
  begun(): () => void;
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
    known: () => Promise.race([known, sleep(longestAsking, undefined, { ref: false })]),
    answered: (by) => {
      stayed = by ?? stayed;
      hasLeft ||= by === undefined;
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

interface LeavingOptions {
  readonly devtools: DevTools;
  readonly top: FramePlace;
  readonly permit: LeavePermit;
  /** The driver has to hear of it before another dialog opens, or it says yes to that one. */
  readonly onAnswered: () => void;
}

interface Requested {
  readonly frameId: string;
  readonly url: string;
  /** Absent: it was not a page that began it. */
  readonly reason?: string;
}

/** Going to the address again would send less than the form. */
const ofForms: readonly (string | undefined)[] = ['formSubmissionGet', 'formSubmissionPost'];

export function createLeaving({ devtools, top, permit, onAnswered }: LeavingOptions): Reactions {
  let isTyped = false;
  let isToStay = false;
  let requested: Requested | undefined;
  /** leaving-3: the attempt that is stopped. */
  let stopped: number | undefined;

  const stop = (): void => {
    if (stopped === permit.attempt) devtools.send('Page.stopLoading', {}, top.session).catch(() => undefined);
  };
  let isKnown = (): void => undefined;
  const begin = (by: Requested): void => {
    requested = by;
    isKnown();
    isKnown = permit.begun();
  };
  const started = (by: Requested): void => {
    requested = by;
    isKnown();
  };
  /** The browser tells of it before the page asks. */
  const stayedFrom = (by: Requested | undefined): Stayed =>
    by?.frameId === top.frame && !ofForms.includes(by.reason) ? { url: by.url } : {};

  return {
    'Runtime.bindingCalled': ({ name }: { readonly name: string }) => {
      isTyped ||= name === typedBinding;
    },
    'Page.frameRequestedNavigation': begin,
    'Page.frameStartedNavigating': started,
    'Page.javascriptDialogOpening': ({ type }: { readonly type: string }, session) => {
      if (type !== 'beforeunload') return;
      isToStay = isTyped && !permit.mayLeave;
      permit.answered(isToStay ? stayedFrom(requested) : undefined);
      requested = undefined;
      isKnown();
      devtools.send('Page.handleJavaScriptDialog', { accept: !isToStay }, session).then(onAnswered, onAnswered);
    },
    'Page.javascriptDialogClosed': ({ result }: { readonly result: boolean }) => {
      if (isToStay && result) stopped = permit.attempt;
      isToStay = false;
      stop();
    },
    'Page.frameStartedLoading': ({ frameId }: { readonly frameId: string }) => {
      if (frameId === top.frame) stop();
    },
    'Page.frameNavigated': ({ frame: { id } }: { readonly frame: { readonly id: string } }) => {
      if (id !== top.frame) return;
      isTyped = false;
      requested = undefined;
      stopped = undefined;
    },
  };
}
