// Tabs, frames and workers of a browser while locks hold, over a connection of its own.
//
// lock-1. Every target is attached to, and a new one does not run before what holds for it is in force.
// lock-2. Two layers. `Fetch` judges each request, also navigations and redirects, and what it refuses is counted. Network conditions stop what it is
//     not asked about: WebSockets, also those that were open before, prefetches, a page's UDP.
// lock-3. The next document is free at once. Requests of the one that has gone (beacons at its end) come late and are still judged by its locks.
// lock-4. Nothing is left waiting: a service worker or window that waits when its connection ends never runs, and holds up all pages of its site.
// lock-5. A navigation that we were asked for may leave, by all its redirects.
import { setTimeout as sleep } from 'node:timers/promises';
import { goesThrough, locksOfTabs, type LockedDocument, type NetworkLock } from '../../../domain/guard/network-lock.js';
import type { DevTools, Reactions } from './connection.js';
import { createJudge, type Paused, type RequestJudge, type Sent } from './request-judge.js';
import {
  areSame,
  frameOf,
  framesIn,
  hasFrames,
  putLocks,
  servedOf,
  withoutBuffers,
  type AttachedTarget,
  type Frame,
  type FrameTree,
  type OwnNavigation,
  type Served,
  type ServedFrame,
} from './served.js';

interface LockedTargetsOptions {
  readonly devtools: DevTools;
  /** All that were given a secret, whether they are there or not. */
  readonly documents: () => readonly LockedDocument[];
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  /** No lock holds any more. */
  readonly idle: () => void;
}

const left = ['browser', 'tab', 'browser_ui'].map((type) => ({ type, exclude: true }));
const ofBrowser = [...left, {}];
/** Workers of no tab are told of by the browser. */
const ofTab = [...left, { type: 'service_worker', exclude: true }, { type: 'shared_worker', exclude: true }, {}];
const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
const run = 'Runtime.runIfWaitingForDebugger';
/** ms in which requests of a document that has gone may still come. */
const lateRequests = 700;
/** ms for targets that nobody waits for: one with an open dialog does not answer. */
const patience = 2_000;

export class LockedTargets {
  readonly #options: LockedTargetsOptions;
  readonly #served = new Map<string, Served>();
  readonly #judge: RequestJudge;

  constructor(options: LockedTargetsOptions) {
    this.#options = options;
    this.#judge = createJudge({ ...options, documentsOf: (tab) => this.#documentsOf(tab) });
    const reactions = this.#reactions();
    options.devtools.listen(({ method, params, sessionId = '' }) => reactions[method]?.(params as never, sessionId));
  }

  /** Attaches to what is there. */
  async start(): Promise<void> {
    await this.#options.devtools.send('Target.setAutoAttach', { ...attaching, filter: ofBrowser });
  }

  /** Whether any lock holds, now that everything has been set up. */
  async anyHolds(): Promise<boolean> {
    const all = this.#settled(() => [...this.#served.values()]).catch(() => undefined);
    await Promise.race([all, sleep(patience, undefined, { ref: false })]);
    return [...this.#served.values()].some(({ locks }) => locks.length > 0);
  }

  /** Whether a document of that tab is locked, once that has been put in force everywhere in the tab. */
  async holds(tab: string, document: string): Promise<boolean> {
    await this.#settled(() => this.#ofTab(tab));
    this.#sync();
    await this.#settled(() => this.#ofTab(tab));
    return this.#documentsOf(tab).has(document) && this.#ofTab(tab).every(({ locks }) => locks.length > 0);
  }

  /** Lets the tab's page leave for this address, until what it returns is called. */
  leaving(tab: string, url: string): () => void {
    const page = this.#ofTab(tab).find(({ type }) => type === 'page');
    const own: OwnNavigation = { url, request: undefined, origins: new Set() };
    if (page) page.own = own;
    return () => {
      if (page?.own !== own) return;
      page.own = undefined;
      if (own.origins.size > 0 && page.locks.length > 0) this.#put(page);
    };
  }

  /** Before the connection is closed (lock-4). */
  async stop(): Promise<void> {
    const { devtools } = this.#options;
    const all = (): readonly Served[] => [...this.#served.values()];
    const calm = { ...attaching, waitForDebuggerOnStart: false };
    const release = async (): Promise<void> => {
      await Promise.all([
        devtools.send('Target.setAutoAttach', { ...calm, filter: ofBrowser }),
        ...all().map(
          ({ session, type }) => type.endsWith('_worker') || devtools.send('Target.setAutoAttach', { ...calm, filter: ofTab }, session),
        ),
      ]);
    };
    await Promise.race([release().catch(() => undefined), sleep(patience, undefined, { ref: false })]);
    await Promise.race([
      Promise.allSettled(all().map(({ session }) => devtools.send(run, {}, session))),
      sleep(patience, undefined, { ref: false }),
    ]);
  }

  #ofTab(tab: string): readonly Served[] {
    return [...this.#served.values()].filter((each) => each.tab === tab);
  }

  #framesOf(tab: string): readonly ServedFrame[] {
    return this.#ofTab(tab).flatMap(({ frames }) => [...frames.values()]);
  }

  #documentsOf(tab: string): ReadonlySet<string> {
    return new Set(this.#framesOf(tab).map(({ document }) => document));
  }

  /** Until none has come meanwhile. */
  async #settled(which: () => readonly Served[]): Promise<void> {
    for (let known = -1, now = which(); known !== now.length; now = which()) {
      known = now.length;
      await Promise.all(
        now.map((each) =>
          each.ready
            .then(() => each.put)
            .catch((error: unknown) => {
              if (this.#served.has(each.session)) throw error;
            }),
        ),
      );
    }
  }

  #sync(): void {
    const pages = [...this.#served.values()].filter(({ type }) => type === 'page');
    const tabs = pages.map(({ target: id, opener, seesOpener }) => ({
      id,
      seesOpener,
      opener,
      documents: this.#documentsOf(id),
    }));
    const byTab = locksOfTabs(tabs, this.#options.documents());
    /** A worker of no tab serves all documents of its origin. */
    const ofOrigin = (origin: string): readonly LockedDocument[] => {
      const there = tabs.filter(({ id }) => this.#framesOf(id).some((frame) => frame.origin === origin));
      return [...new Set(there.flatMap(({ id }) => byTab.get(id) ?? []))];
    };
    for (const each of this.#served.values())
      this.#hold(each, each.tab === undefined ? ofOrigin(each.origin) : (byTab.get(each.tab) ?? []));
  }

  #hold(each: Served, locks: readonly LockedDocument[]): void {
    if (areSame(each.locks, locks)) return;
    if (locks.length === 0) {
      each.late = each.locks;
      setTimeout(() => void this.#end(each), lateRequests).unref();
    }
    each.locks = locks;
    this.#put(each);
  }

  #put(each: Served): void {
    each.put = each.put.catch(() => undefined).then(() => putLocks(this.#options.devtools, each));
    each.put.catch(() => undefined);
  }

  async #end(each: Served): Promise<void> {
    if (each.locks.length > 0) return;
    each.late = [];
    await this.#options.devtools.send('Fetch.disable', {}, each.session).catch(() => undefined);
    this.#rest();
  }

  #rest(): void {
    if ([...this.#served.values()].every(({ locks, late }) => locks.length === 0 && late.length === 0)) this.#options.idle();
  }

  #enter(info: AttachedTarget, parent: string): void {
    const each = servedOf(info, this.#served.get(parent)?.tab);
    this.#served.set(each.session, each);
    each.ready = this.#begin(each, info.waitingForDebugger);
    each.ready.catch(async () => {
      // What could not be set up, and may not send anything elsewhere, stays as it is.
      if (each.locks.length === 0) await this.#options.devtools.send(run, {}, each.session).catch(() => undefined);
    });
  }

  async #begin(each: Served, isWaiting: boolean): Promise<void> {
    const { devtools } = this.#options;
    const send = (method: string, params: object = {}): Promise<unknown> => devtools.send(method, params, each.session);
    this.#sync();
    // A window without an opener has no process yet and answers only once it runs. What is sent before holds for its first request.
    if (isWaiting && each.type === 'page') await Promise.all([putLocks(devtools, each), send(run)]);
    if (hasFrames(each)) {
      const told = devtools.send<{ readonly frameTree: FrameTree }>('Page.getFrameTree', {}, each.session);
      const [{ frameTree }] = await Promise.all([told, send('Page.enable'), send('Target.setAutoAttach', { ...attaching, filter: ofTab })]);
      for (const frame of framesIn(frameTree)) each.frames.set(frame.id, frameOf(frame));
      this.#sync();
    } else if (each.type === 'worker')
      await Promise.all([send('Target.setAutoAttach', { ...attaching, filter: ofTab }), send('Network.enable', withoutBuffers)]);
    await each.put;
    if (each.type === 'page' && isWaiting) return;
    // Also one that the worker before us left waiting.
    await send(run);
    if (!isWaiting) return;
    // Conditions that a worker got before it ran do not hold for its sockets.
    if (each.locks.length > 0) await putLocks(devtools, each);
  }

  #reactions(): Reactions {
    const { refused } = this.#options;
    const change = (session: string, apply: (frames: Served['frames']) => void): void => {
      const each = this.#served.get(session);
      if (each) apply(each.frames);
      this.#sync();
    };
    return {
      'Target.attachedToTarget': (info: AttachedTarget, parent) => this.#enter(info, parent),
      'Target.detachedFromTarget': ({ sessionId }: { readonly sessionId: string }) => {
        this.#served.delete(sessionId);
        this.#sync();
        this.#rest();
      },
      'Page.frameNavigated': ({ frame }: { readonly frame: Frame }, session) =>
        change(session, (frames) => frames.set(frame.id, frameOf(frame))),
      'Page.frameDetached': ({ frameId }: { readonly frameId: string }, session) => change(session, (frames) => frames.delete(frameId)),
      'Network.requestWillBeSent': (sent: Sent) => this.#judge.sent(sent),
      'Network.loadingFailed': ({ requestId, errorText }: { readonly requestId: string; readonly errorText: string }, session) =>
        this.#judge.failed(requestId, errorText, this.#served.get(session)),
      'Network.webSocketCreated': ({ url }: { readonly url: string }, session) => {
        const { locks = [] } = this.#served.get(session) ?? {};
        if (!goesThrough(locks, url)) refused(url, locks);
      },
      'Fetch.requestPaused': (paused: Paused, session) => {
        const each = this.#served.get(session);
        if (each) void this.#judge.take(paused, each);
      },
    };
  }
}
