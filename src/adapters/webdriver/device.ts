// A browser as a device.
//
// web-1. Nothing of a page outside the allowed origins is returned: look, screenshot, source and texts check the address after they are
// taken.
// web-2. An open dialog never hangs a call: it is reported and answered as controls; the screenshot is the last one before it.
// web-3. A call that finds the session dead throws `DeviceGoneError`; the adapter restarts nothing.
// web-4. Between calls the driver is in the top frame.

import type { DeviceAction } from '../../domain/ui/ui-action.js';
import { type Device, DeviceGoneError, unsent, ActionFailedError, type Performed } from '../../ports/device.js';
import type { PressedState } from '../device-kit/pressed-pointer.js';
import { noteSent } from '../device-kit/note-sent.js';
import type { PageFunction } from './page/index.js';
import type { Secrets } from '../../ports/secrets.js';
import { launch, navigate, perform } from './actions.js';
import type { BidiEvents } from './browser-events.js';
import { createDialogs, look, screenshot, source, type View, withDialog } from './look.js';
import { asActionError, DialogOpenError, type Session } from './session.js';
import { createFileAsks } from './file-asks.js';
import { createShownDocuments } from './shown-documents.js';
import { createFence, withinFence, createOriginFence } from './fence.js';
import { hideFocused } from './keyboard.js';
import type { Downloads } from './entry.js';
import { applicationOf, createTabs } from './tabs.js';
import type { Witness } from './witness.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasLogin } from '../../domain/checks/login-in-address.js';
import { leavesUnsavedPage, staysText, type Stays } from '../../domain/guard/unsaved-page.js';
import type { SentListener } from '../../domain/wire/sent-log.js';
import type { WritePermit } from '../../domain/wire/write-gate.js';
import { within } from '../process-kit/poll.js';

interface DeviceOptions {
  readonly session: Session;
  readonly origins: readonly string[];
  readonly secrets: Secrets;
  readonly holding: PressedState;
  readonly downloads: Downloads;
  readonly uploads: string | undefined;
  readonly headed: boolean;
  /** Absent: the page's own scripts could speak for it. */
  readonly witness?: Witness;
  /** Of pages with an allowed address. Absent: none are told. */
  readonly events?: (isAllowed: (address: string) => boolean) => BidiEvents;
  /** Ends the processes. */
  readonly end: () => Promise<void>;
}

export interface WebDriverDevice extends Device {
  /** Opens the first page. An address that does not answer is a notice, because a person would see it too. */
  start(url: string): Promise<void>;
}

export async function createWebDriverDevice({
  downloads,
  uploads,
  headed,
  end,
  events,
  ...options
}: DeviceOptions): Promise<WebDriverDevice> {
  // Told anew by `admit`; everybody who asks has this very list.
  const origins = [...options.origins];
  const fence = createFence(origins, options.session);
  const session = origins.length > 0 ? withinFence(options.session, fence) : options.session;
  const tabs = await createTabs(session);
  const dialogs = createDialogs(session);
  const told = events?.(fence.isAllowed);
  const inside = createOriginFence({ session, tabs, fence });
  const asks = createFileAsks(session, fence.notice);
  const application = applicationOf({ id: tabs.current, title: '', url: '', current: true });
  const last = { document: '', application, shot: undefined, masked: [] };
  const documents = createShownDocuments(session, downloads, fence.isAllowed);
  const view: View = { ...options, session, origins, tabs, fence, dialogs, inside, asks, documents, downloads, last };
  const tools = { ...view, uploads };
  const leaving = createLeaving(view, { headed });
  const sent = session.wire && sentOf(session.wire, fence.isAllowed);
  /** Effects of the last action have until then to show, ms of the clock. */
  let quietNotBefore = 0;
  const detach = (): void => {
    told?.close();
    session.detach();
  };

  const device: WebDriverDevice = {
    kind: 'web',
    start: (url) => start(view, url),
    listApplications: () => guarded(() => tabs.list(fence.isAllowed)),
    selectApplication: (id) => guarded(() => tabs.select(id)),
    launchApplication: (name) => guarded(() => launch(view, name)),
    closeApplication: (id) => guarded(() => tabs.close(id)),
    screenshot: () => screenshot(view),
    async look() {
      leaving.hear();
      return look(view);
    },
    source: () => source(view),
    async perform(action, signal, mayLeave) {
      signal.throwIfAborted();
      const { noted, hasSent } = noteSent(session, (call, parameters) => sends(action, call, parameters));
      const unhush = mayTypeSecret(action, options.secrets) ? told?.hush() : undefined;
      try {
        if (await dialogs.perform(action, noted)) return {};
        // Whoever leaves a page that hangs has no use for what its script still does.
        if (action.type === 'navigate' || action.type === 'go-back') await session.stopScript?.();
        // The page may have navigated outside since the last look.
        if (origins.length > 0) await inside.stay();
        await asks.begin(action);
        if (action.type !== 'read-text') sent?.began();
        return await leaving.during(action, mayLeave, () => perform({ ...tools, session: noted }, action));
      } catch (error) {
        throw asActionError(hasSent() || !known.has(action.type) ? error : unsent(error));
      } finally {
        asks.end();
        if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
        await leave(view);
        unhush?.();
      }
    },
    expect: options.witness?.expect,
    heard: options.witness?.heard,
    keepBack: () => hideFocused(session),
    async admit(more) {
      if (options.origins.length > 0) origins.splice(options.origins.length, origins.length, ...more);
    },
    settle: (maxMs) => settle(view, maxMs, () => quietNotBefore),
    takeDownloads: () => downloads.take(),
    downloadsUnderWay: async () => (await downloads.underWay()).map(({ name }) => name),
    takeEvents: told ? async () => told.take({ tab: tabs.current, mask: options.secrets.mask }) : undefined,
    ...sent?.calls,
    detach: async () => detach(),
    close: async () => {
      detach();
      await end();
    },
  };
  return device;
}

/** What its pages send, as far as the browser tells it. */
function sentOf({ log, gate }: NonNullable<Session['wire']>, isAllowed: (address: string) => boolean) {
  let heard: SentListener | undefined;
  return {
    began: () => log.began(heard && { tell: heard, isAllowed }),
    calls: {
      takeSent: async () => log.take(isAllowed),
      watchSent: (listener: SentListener) => void (heard = listener),
      allowWrites: (permit?: WritePermit) => gate.began(permit),
    } satisfies Partial<Device>,
  };
}

async function start(view: View, url: string): Promise<void> {
  try {
    await navigate(view, url);
    await view.inside.stay();
  } catch (error) {
    if (error instanceof DeviceGoneError) throw error;
    if (!(error instanceof DialogOpenError))
      view.fence.notice(`The page could not be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What a page says of half a secret is not known for one. */
function mayTypeSecret(action: DeviceAction, secrets: Secrets): boolean {
  if (action.type !== 'set-text' && action.type !== 'press-keys') return false;
  return secrets.isUsed() || JSON.stringify(action).includes('{{secret:');
}

/** Leaves frames and refused pages. A failure here shows up in the next call. */
async function leave({ session, inside, origins }: View): Promise<void> {
  await session.toTop().catch(ignoreFailure);
  if (origins.length > 0) await inside.stay().catch(ignoreFailure);
}

async function guarded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asActionError(error);
  }
}

/** A dialog is open, or the browser has gone: the next call finds that out. */
function ignoreFailure(): undefined {}

/** Of these it is known what sends something; any other counts as sent. */
const known: ReadonlySet<DeviceAction['type']> = new Set(['click', 'hover', 'drag', 'set-text', 'press-keys', 'scroll', 'select-option']);
const sending: ReadonlySet<string> = new Set<keyof Session>([
  ...(['click', 'wheel', 'press', 'carry', 'release', 'cancel'] as const),
  ...(['command', 'chooseFiles', 'devtools', 'pressKey'] as const),
]);
/** Functions of ours that a page hears of, or may. */
const writes: ReadonlySet<unknown> = new Set<PageFunction>(['focus', 'setExactly', 'choose']);

/** The pointer that comes before it presses is nothing that was asked for. */
function sends({ type }: DeviceAction, call: string, [called]: readonly unknown[]): boolean {
  return sending.has(call) || (call === 'hover' && type !== 'click') || (call === 'page' && writes.has(called));
}

/** ms after its beginning for which a download is waited for. */
const awaitedDownload = 3_000;
/** ms without a change after which a page is at rest, also after an action. */
const quietAfter = 400;

/**
 * Whether the page came to rest within `maxMs`. A page with an open dialog is at rest. `notBefore`: earliest time of rest, ms of the clock.
 */
async function settle(view: View, maxMs: number, notBefore: () => number): Promise<boolean> {
  const deadline = Date.now() + maxMs;
  for (;;) {
    const left = await within(
      Math.max(deadline - Date.now(), 1),
      withDialog(
        () => restlessFor(view, notBefore),
        async () => ((await view.dialogs.current()) ? 0 : undefined),
      ).catch(unlessHung),
    );
    if (left === 'hangs') return false;
    if (left !== undefined && left <= 0) return true;
    const rest = deadline - Date.now();
    if (rest <= 0) return false;
    await sleep(Math.min(left ?? rest, rest));
  }
}

/** It will not come to rest. */
function unlessHung(error: unknown): 'hangs' {
  if (error instanceof ActionFailedError && error.code === 'timeout') return 'hangs';
  throw error;
}

/** ms until the page is at rest if nothing changes meanwhile. */
async function restlessFor({ session, inside, downloads }: View, notBefore: () => number): Promise<number> {
  await inside.stay();
  const { value } = await session.page('quietness', undefined);
  const quietFor = Math.min(value.quietFor, await session.quietFor());
  // Most downloads end soon, and then come with the look at what was pressed; a longer one is looked past.
  const begun = (await downloads.underWay()).map(({ ms }) => awaitedDownload - ms);
  const left = Math.max(quietAfter - quietFor, notBefore() - Date.now(), ...begun.map((ms) => Math.min(ms, 50)));
  return value.loaded ? left : Math.max(left, 50);
}

// An action that leads away from a page with unsaved input, which asks before it is left: the page stays. The action has happened, but for the leaving, which is returned as an action of its own.

interface Leaving {
  during(action: DeviceAction, mayLeave: true | undefined, act: () => Promise<Performed>): Promise<Performed>;
  /** Of an action that has ended: its page was to be left later. */
  hear(): void;
}

const longestAddress = 2_000;

/** @param options - `headed`: between actions it is a person who leaves a page, by its window */
function createLeaving({ session, fence }: View, { headed }: { readonly headed: boolean }): Leaving {
  const { leaving } = session;
  if (!leaving) return { during: (_action, _mayLeave, act) => act(), hear: () => undefined };
  leaving.permit(headed);

  /** Undefined: nobody is told, nor led there. */
  const told = (url: string | undefined): string | undefined => {
    const isPlain = url !== undefined && url.length <= longestAddress && /^https?:/.test(url) && !hasLogin(url);
    return isPlain && fence.isAllowed(url) ? url : undefined;
  };
  const hear = (): void => {
    const stayed = leaving.takeStayed();
    if (!stayed) return;
    const url = told(stayed.url);
    fence.notice(`${staysText[0]?.toUpperCase()}${staysText.slice(1)}.${url === undefined ? '' : ` It was to lead to ${url}.`}`);
  };
  const front = async (): Promise<string> => {
    await session.toTop();
    return (await session.facts()).document;
  };

  /** What leads away by itself is done anew; a press is not. `document`: what asked. */
  const staysAt = (action: DeviceAction, document: string, address: string | undefined): Stays => {
    const leaves = { leaves: document };
    if (action.type === 'navigate' || action.type === 'go-back') return { leave: { ...action, ...leaves } };
    const url = told(address);
    return url === undefined ? {} : { leave: { type: 'navigate', url, ...leaves, byPage: true } };
  };

  return {
    hear,
    async during(action, mayLeave, act) {
      hear();
      const isApproved = leavesUnsavedPage(action);
      if (isApproved && action.leaves !== (await front()))
        throw new ActionFailedError('control-gone', 'The page that was to be left is no longer in front.');
      if (putsIn(action)) await leaving.typed();
      leaving.permit(isApproved || mayLeave === true);
      try {
        const performed = await act();
        const stayed = await leaving.stayed().catch(ignoreFailure);
        if (!stayed) return performed;
        // Another tab may have asked, or another page be in front by now.
        const stays = stayed.document === (await front().catch(ignoreFailure)) ? staysAt(action, stayed.document, stayed.url) : {};
        return { ...performed, stays };
      } finally {
        leaving.permit(headed);
      }
    },
  };
}

/** Some editors take all listeners from their document: what we put in is known without them. */
function putsIn(action: DeviceAction): boolean {
  if (action.type === 'press-keys') return action.keys.replace(namedKeys, '').trim() !== '';
  return action.type === 'set-text' || action.type === 'select-option';
}

const namedKeys = /\{[a-z_]+\d*(?: \d+)?\}|~/gi;
