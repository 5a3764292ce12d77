// Tabs, frames and workers of a browser, over a connection of its own: what they send is seen and judged, and locks hold there.
//
// lock-1. Every target is attached to, and a new one does not run before what holds for it is in force.
// lock-2. Two layers. `Fetch` judges each request, also navigations and redirects, and what it refuses is counted; where no lock holds, only those that a page may write with. Network conditions stop what it is
//     not asked about: WebSockets, also those that were open before, prefetches, a page's UDP.
// lock-3. The next document is free at once. Requests of the one that has gone (beacons at its end) come late and are still judged by its locks.
// lock-4. Nothing is left waiting: a service worker or window that waits when its connection ends never runs, and holds up all pages of its site.
// lock-5. A navigation that we were asked for may leave, by all its redirects.

import { goesThrough, locksOfTabs, type LockedDocument, type NetworkLock } from '../../../domain/guard/network-lock.js';
import type { DevTools, Reactions } from './connection.js';
import { framesIn, originOf, type TreeFrame } from './frames.js';
import { WireTarget, type AttachedTarget } from './wire-target.js';
import { createJudge, type RequestJudge, type Sent } from './request-judge.js';
import type { Paused, Wire } from './wire.js';
import { within } from '../../process-kit/poll.js';

interface WireTargetsOptions {
  readonly devtools: DevTools;
  /** All that were given a secret, whether they are there or not. */
  readonly documents: () => readonly LockedDocument[];
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  readonly wire: Wire;
}

const left = ['browser', 'tab', 'browser_ui'].map((type) => ({ type, exclude: true }));
const ofBrowser = [...left, {}];
/** Workers of no tab are told of by the browser. */
const ofTab = [...left, { type: 'service_worker', exclude: true }, { type: 'shared_worker', exclude: true }, {}];
const attaching = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
const attachingInTab = { ...attaching, filter: ofTab };
const run = 'Runtime.runIfWaitingForDebugger';
/** ms for targets that nobody waits for: one with an open dialog does not answer. */
const patience = 2_000;

export class WireTargets {
  readonly #options: WireTargetsOptions;
  /** By session. */
  readonly #targets = new Map<string, WireTarget>();
  readonly #judge: RequestJudge;

  constructor(options: WireTargetsOptions) {
    this.#options = options;
    this.#judge = createJudge({ ...options, documentsOf: (tab) => this.#documentsOf(tab) });
    const reactions = this.#reactions();
    options.devtools.listen(({ method, params, sessionId = '' }) => {
      for (const reacts of [options.wire.reactions, reactions]) reacts[method]?.(params as never, sessionId);
    });
  }

  /** Attaches to what is there. */
  async start(): Promise<void> {
    await this.#options.devtools.send('Target.setAutoAttach', { ...attaching, filter: ofBrowser });
  }

  /** Whether any lock holds, now that everything has been set up. */
  async anyHolds(): Promise<boolean> {
    await patiently(this.#settled(() => this.#all()));
    return this.#all().some(({ locks }) => locks.length > 0);
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
    const own: WireTarget['own'] = { url, request: undefined, origins: new Set() };
    if (page) page.own = own;
    return () => {
      if (page?.own !== own) return;
      page.own = undefined;
      if (own.origins.size > 0 && page.locks.length > 0) page.put();
    };
  }

  /** Before the connection is closed (lock-4). */
  async stop(): Promise<void> {
    const calm = { ...attaching, waitForDebuggerOnStart: false };
    const inTabs = this.#all().filter(({ type }) => !type.endsWith('_worker'));
    await patiently(
      Promise.all([
        this.#options.devtools.send('Target.setAutoAttach', { ...calm, filter: ofBrowser }),
        ...inTabs.map((each) => each.send('Target.setAutoAttach', { ...calm, filter: ofTab })),
      ]),
    );
    await patiently(Promise.allSettled(this.#all().map((each) => each.send(run))));
  }

  #all(): readonly WireTarget[] {
    return [...this.#targets.values()];
  }

  #ofTab(tab: string): readonly WireTarget[] {
    return this.#all().filter((each) => each.tab === tab);
  }

  #framesOf(tab: string) {
    return this.#ofTab(tab).flatMap(({ frames }) => [...frames.values()]);
  }

  #documentsOf(tab: string): ReadonlySet<string> {
    return new Set(this.#framesOf(tab).map(({ document }) => document));
  }

  /** Until none has come meanwhile. One that has gone is not waited for. */
  async #settled(which: () => readonly WireTarget[]): Promise<void> {
    const settle = (each: WireTarget): Promise<void> =>
      each.ready
        .then(() => each.inForce)
        .catch((error: unknown) => {
          if (this.#targets.has(each.session)) throw error;
        });
    for (let known = -1, now = which(); known !== now.length; now = which()) {
      known = now.length;
      await Promise.all(now.map(settle));
    }
  }

  /** Tells each target what holds there. A worker of no tab serves all documents of its origin. */
  #sync(): void {
    const tabs = this.#all()
      .filter(({ type }) => type === 'page')
      .map(({ target: id, opener, seesOpener }) => ({ id, opener, seesOpener, documents: this.#documentsOf(id) }));
    const byTab = locksOfTabs(tabs, this.#options.documents());
    const ofOrigin = (origin: string): readonly LockedDocument[] => {
      const there = tabs.filter(({ id }) => this.#framesOf(id).some((frame) => frame.origin === origin));
      return [...new Set(there.flatMap(({ id }) => byTab.get(id) ?? []))];
    };
    for (const each of this.#targets.values()) each.hold(each.tab === undefined ? ofOrigin(each.origin) : (byTab.get(each.tab) ?? []));
  }

  #enter(info: AttachedTarget, parent: string): void {
    const each = new WireTarget(this.#options.devtools, info, this.#targets.get(parent)?.tab);
    this.#targets.set(each.session, each);
    each.ready = this.#begin(each, info.waitingForDebugger);
    each.ready.catch(async () => {
      // What could not be set up, and may not send anything elsewhere, stays as it is.
      if (each.locks.length === 0) await each.send(run).catch(() => undefined);
    });
  }

  async #begin(each: WireTarget, isWaiting: boolean): Promise<void> {
    this.#sync();
    // A window without an opener has no process yet and answers only once it runs. What is sent before holds for its first request.
    if (isWaiting && each.type === 'page') await Promise.all([each.putNow(), each.send(run)]);
    else each.put();
    if (each.hasFrames) {
      const told = framesIn(this.#options.devtools, each.session);
      const [frames] = await Promise.all([told, each.send('Page.enable'), each.send('Target.setAutoAttach', attachingInTab)]);
      for (const { id, document, origin } of frames) each.frames.set(id, { document, origin });
      this.#sync();
    } else if (each.type === 'worker') await each.send('Target.setAutoAttach', attachingInTab);
    await each.inForce;
    if (each.type === 'page' && isWaiting) return;
    // Also one that the worker before us left waiting.
    await each.send(run);
    // Conditions that a worker got before it ran do not hold for its sockets.
    if (isWaiting && each.locks.length > 0) await each.putNow();
  }

  #reactions(): Reactions {
    const change = (session: string, apply: (frames: WireTarget['frames']) => void): void => {
      const each = this.#targets.get(session);
      if (each) apply(each.frames);
      this.#sync();
    };
    return {
      'Target.attachedToTarget': (info: AttachedTarget, parent) => this.#enter(info, parent),
      'Target.detachedFromTarget': ({ sessionId }: { readonly sessionId: string }) => {
        this.#targets.delete(sessionId);
        this.#sync();
      },
      'Page.frameNavigated': ({ frame }: { readonly frame: TreeFrame }, session) =>
        change(session, (frames) => frames.set(frame.id, { document: frame.loaderId, origin: originOf(frame) })),
      'Page.frameDetached': ({ frameId }: { readonly frameId: string }, session) => change(session, (frames) => frames.delete(frameId)),
      'Network.requestWillBeSent': (sent: Sent) => this.#judge.sent(sent),
      'Network.loadingFailed': ({ requestId, errorText }: { readonly requestId: string; readonly errorText: string }, session) =>
        this.#judge.failed(requestId, errorText, this.#targets.get(session)),
      'Network.webSocketCreated': ({ url }: { readonly url: string }, session) => {
        const { locks = [] } = this.#targets.get(session) ?? {};
        if (!goesThrough(locks, url)) this.#options.refused(url, locks);
      },
      'Fetch.requestPaused': (paused: Paused, session) => {
        const each = this.#targets.get(session);
        // A request that nobody has judged stays paused: nothing leaves.
        if (each) this.#judge.take(paused, each).catch(() => undefined);
      },
    };
  }
}

/** Whatever comes of it, and no longer than it is worth. */
async function patiently(work: Promise<unknown>): Promise<void> {
  await within(
    patience,
    work.catch(() => undefined),
  );
}
