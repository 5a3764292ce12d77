// What DevTools tells of one tab: its frames, also those in other processes, our world in each, whether it loads, and what blocks it.
//
// tab-1. Nothing of it comes from the page's own scripts: not where a frame comes from, nor what our functions do there.
// tab-2. A world belongs to one document. It outlives our connection, so that ids of controls hold when another worker takes over.
// tab-3. Its page has the focus, whichever window is in front. Without it a page would hear that the focus has moved only with the next key, and could pass it on before the key arrives.

import { setTimeout as sleep } from 'node:timers/promises';
import { ActionFailedError, DeviceGoneError } from '../../../ports/device.js';
import { until, within } from '../../process-kit/poll.js';
import { DialogOpenError, PageChangedError, PageHungError, TabClosedError } from '../session.js';
import type { DevTools, DevToolsEvent, Reactions } from './connection.js';
import { createDocuments } from './documents.js';
import { factsOf, framesIn, type FrameNow, type FramePlace, createWorlds } from './frames.js';
import { createLeaving, typedBinding, type LeavePermit } from './leaving.js';

export interface TabOptions {
  readonly devtools: DevTools;
  readonly targetId: string;
  /** Name of our worlds. */
  readonly world: string;
  /** Runs in each at the start of its document. */
  readonly source: string;
  /** A page has come back as it was left. */
  readonly onReturn: () => void;
  readonly permit: LeavePermit;
  /** A page asks for files. `node`: the browser's number of the input; absent: it was none. */
  readonly onChooser: (tab: Tab, place: FramePlace, node: number | undefined) => void;
  /** What the browser itself would have asked a person. */
  readonly onRefused: (text: string) => void;
  /** Whose system's dialog for files opens, unless `keepChoosers` says otherwise. */
  readonly attended: boolean;
}

/** How far a navigation has come: its address was asked, or its document arrives. */
interface Loading {
  readonly phase: 'asked' | 'arrives';
  /** ms of the clock. */
  readonly since: number;
}

/** ms for an address to answer, and then for its document to arrive before it is looked at as it is. */
const limits: Readonly<Record<Loading['phase'], number>> = { asked: 15_000, arrives: 5_000 };
/** ms without an answer after which a page hangs: a settled look and what came of an action still fit into an activity. */
const longestSilence = 4_000;
/** Characters of what the browser says. */
const longestTitle = 200;
/** ms; as long as a timer can be. */
const never = 2 ** 31 - 1;
/** ms for a frame's own process to be announced. */
const announced = 1_000;

// Requests of the page's scripts that are under way, as the browser tells of them.

interface Requests {
  readonly reactions: Reactions;
  /** ms since the last one ended; 0 while one younger than 3 s is under way. */
  quietFor(): number;
}

/** ms; a request that takes longer is a stream or a long poll, and not waited for. */
const longest = 3_000;

function createRequests(): Requests {
  const open = new Map<string, number>();
  let lastEnd = Number.NEGATIVE_INFINITY;
  const end = ({ requestId }: { readonly requestId: string }): void => {
    if (open.delete(requestId)) lastEnd = Date.now();
  };
  return {
    reactions: {
      'Network.requestWillBeSent': ({ requestId, type }: { readonly requestId: string; readonly type?: string }) => {
        if (type === 'Fetch' || type === 'XHR') open.set(requestId, Date.now());
      },
      'Network.loadingFinished': end,
      'Network.loadingFailed': end,
    },
    quietFor() {
      const now = Date.now();
      for (const [request, since] of open) if (now - since > longest) open.delete(request);
      return open.size > 0 ? 0 : now - lastEnd;
    },
  };
}

export class Tab {
  readonly devtools: DevTools;
  readonly top: FramePlace;
  readonly worlds;
  readonly documents: ReturnType<typeof createDocuments>;
  readonly #options: TabOptions;
  readonly #requests = createRequests();
  /** Session of each frame that has a process of its own, by the frame's id. */
  readonly #frames = new Map<string, string>();
  readonly #sessions: Set<string>;
  readonly #listeners = new Set<(why: Error) => void>();
  readonly #leaving: ReturnType<typeof createLeaving>;
  readonly #reactions: readonly Reactions[];
  readonly #stopListening: () => void;
  #loading: Loading | undefined;
  #blocked: Error | undefined;
  #keepsChoosers: boolean;

  constructor(options: TabOptions, session: string) {
    this.#options = options;
    this.#keepsChoosers = !options.attended;
    this.devtools = options.devtools;
    // The top frame of a tab has the tab's id.
    this.top = { frame: options.targetId, session };
    this.worlds = createWorlds(options.devtools, options.world);
    this.#sessions = new Set([session]);
    this.#leaving = createLeaving({ ...options, top: this.top });
    this.documents = createDocuments(options.devtools, this.top);
    this.#reactions = [
      this.#leaving.reactions,
      this.documents.reactions,
      { ...this.worlds.reactions, ...this.#requests.reactions, ...this.#own() },
    ];
    this.#stopListening = options.devtools.listen((event) => this.#take(event));
  }

  async prepare(session: string): Promise<void> {
    const { devtools, source, world } = this.#options;
    const commands: readonly (readonly [string, object])[] = [
      ['Page.enable', {}],
      ['Inspector.enable', {}],
      ['Runtime.enable', {}],
      ['Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }],
      ['Page.addScriptToEvaluateOnNewDocument', { source, worldName: world }],
      ['Runtime.addBinding', { name: typedBinding, executionContextName: world }],
      ['Page.setInterceptFileChooserDialog', { enabled: this.#keepsChoosers }],
      ['Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }],
    ];
    await Promise.all(commands.map(([method, params]) => devtools.send(method, params, session)));
  }

  /** Whether a page that asks for files opens no dialog of the system, but is heard here. */
  async keepChoosers(enabled: boolean): Promise<void> {
    this.#keepsChoosers = enabled;
    const tell = (session: string): Promise<unknown> => this.devtools.send('Page.setInterceptFileChooserDialog', { enabled }, session);
    // The process of a frame may end at any time.
    await Promise.all([...this.#sessions].map((session) => tell(session).catch(() => undefined)));
  }

  /** What was there before we were. */
  async begin(): Promise<void> {
    if (!this.#options.attended) await this.#refuseAccounts();
    this.#leaving.begin((await factsOf(this.devtools, this.top)).document);
  }

  /** Dialogs for accounts and passkeys lie over the page and take every press: without a person nobody answers them. */
  async #refuseAccounts(): Promise<void> {
    await this.devtools.send('FedCm.enable', { disableRejectionDelay: true }, this.top.session);
    // Keys in place of this machine's, of which there are none: a page hears that in its own time, and nothing is shown.
    await this.devtools.send('WebAuthn.enable', { enableUI: false }, this.top.session);
  }

  /** Something is put into its page. */
  typed(): void {
    this.#leaving.typed();
  }

  #take({ method, params, sessionId }: DevToolsEvent): void {
    // The end of the tab itself is an event of the browser.
    if (sessionId === undefined && method === 'Target.detachedFromTarget') this.#forget(String(params['sessionId']));
    if (sessionId === undefined || !this.#sessions.has(sessionId)) return;
    for (const reactions of this.#reactions) reactions[method]?.(params as never, sessionId);
  }

  /** Why its page answers nothing now: an open dialog, a crash. */
  get blocked(): Error | undefined {
    return this.#blocked;
  }

  /** A page with an open dialog, or one that has crashed, answers nothing: then it throws why. */
  async unlessBlocked<T>(run: () => Promise<T>): Promise<T> {
    if (this.#blocked) throw this.#blocked;
    let stop = (): void => undefined;
    const blocked = new Promise<never>((_resolve, reject) => {
      this.#listeners.add(reject);
      stop = () => this.#listeners.delete(reject);
    });
    const ran = run();
    ran.catch(() => undefined);
    try {
      return await Promise.race([ran, blocked]);
    } finally {
      stop();
    }
  }

  /**
   * Resolves when no navigation of the top frame is under way: its document is there, or took too long. Returns whether an address answered. One that
   * does not is given up: until then the page before it would answer no command either.
   */
  async ready(answerMs = limits.asked): Promise<boolean> {
    const most = { ...limits, asked: answerMs };
    while (this.#loading && this.#isOpen() && Date.now() < this.#loading.since + most[this.#loading.phase]) await sleep(10);
    if (!this.#isOpen()) throw new TabClosedError('The tab has been closed.');
    const answered = this.#loading?.phase !== 'asked';
    // From now on it counts as loaded: not every call waits for it again.
    this.#loading = undefined;
    if (!answered) await this.devtools.send('Page.stopLoading', {}, this.top.session);
    return answered;
  }

  /** Throws where the page answers nothing for a while, and from then on at once, until it answers after all. */
  async answers(): Promise<void> {
    const asked = this.devtools.send('Page.getFrameTree', {}, this.top.session, never).then(() => true);
    if (await within(longestSilence, asked)) return;
    // Until an address has answered no command gets through.
    if (this.#loading || this.#blocked) return;
    const hung = new PageHungError('The page does not answer: a script of it runs without end, or for very long.');
    const answered = (): void => {
      if (this.#blocked === hung) this.#blocked = undefined;
    };
    asked.then(answered, answered);
    this.#block(hung);
    throw hung;
  }

  /** Ends the script that is running, wherever in it that is; what it has done so far stays. */
  async stopScript(): Promise<void> {
    if (!(this.#blocked instanceof PageHungError)) return;
    await this.devtools.send('Runtime.terminateExecution', {}, this.top.session);
    await until(longestSilence, async () => this.#blocked === undefined);
  }

  /** Opens an address in the top frame. Resolves when the navigation has begun, which may be when it has answered. */
  async navigate(url: string, answerMs: number = limits.asked): Promise<void> {
    this.#loading = { phase: 'asked', since: Date.now() };
    const { session } = this.top;
    const asked = this.devtools.send<{ readonly errorText?: string }>('Page.navigate', { url }, session, answerMs);
    const { errorText } = await asked.catch(async (error: unknown) => {
      this.#loading = undefined;
      if (error instanceof ActionFailedError) await this.devtools.send('Page.stopLoading', {}, session);
      throw error;
    });
    if (errorText === undefined) return;
    this.#loading = undefined;
    // A download, or an answer without content: the page stays.
    if (errorText !== 'net::ERR_ABORTED') throw new ActionFailedError('action-failed', errorText);
  }

  /** The frame that an `iframe` element of `parent` shows; its process may differ. */
  async within(parent: FramePlace, frame: string): Promise<FramePlace> {
    const deadline = Date.now() + announced;
    for (;;) {
      const session = this.#frames.get(frame);
      if (session !== undefined) return { frame, session };
      const beside = await framesIn(this.devtools, parent.session);
      if (beside.some(({ id }) => id === frame)) return { frame, session: parent.session };
      if (Date.now() > deadline) throw new PageChangedError('The frame is no longer there.');
      await sleep(10);
    }
  }

  /** All that it has now, of whichever process. */
  async frames(): Promise<readonly (FrameNow & FramePlace)[]> {
    const inEach = await Promise.all(
      [...this.#sessions].map(async (session) => {
        const found = await framesIn(this.devtools, session).catch((error: unknown) => {
          // The process of a frame may end at any time.
          if (session === this.top.session || !(error instanceof PageChangedError)) throw error;
          return [];
        });
        return found.map((each) => ({ ...each, frame: each.id, session }));
      }),
    );
    return inEach.flat();
  }

  /** ms since the last request of a script ended; 0 while one younger than 3 s is under way. */
  quietFor(): number {
    return this.#requests.quietFor();
  }

  #isOpen(): boolean {
    return this.#sessions.has(this.top.session);
  }

  #own(): Reactions {
    const { frame, session: own } = this.top;
    const ofTop = (frameId: string, phase: Loading['phase'] | undefined): void => {
      if (frameId === frame) this.#loading = phase && { phase, since: Date.now() };
    };
    return {
      'Target.attachedToTarget': (params: Attached) => this.#enter(params),
      'Target.detachedFromTarget': ({ sessionId }: { readonly sessionId: string }) => this.#forget(sessionId),
      'Page.javascriptDialogOpening': ({ type }: { readonly type: string }) => {
        if (type !== 'beforeunload') this.#block(new DialogOpenError('A dialog has opened.'));
      },
      'Page.javascriptDialogClosed': () => void (this.#blocked = undefined),
      'Page.fileChooserOpened': ({ frameId, backendNodeId }: ChooserOpened, session) =>
        this.#options.onChooser(this, { frame: frameId, session }, backendNodeId),
      'FedCm.dialogShown': ({ dialogId, title }: FederatedLogIn, session) => {
        this.devtools.send('FedCm.dismissDialog', { dialogId }, session).catch(() => undefined);
        this.#options.onRefused(
          `The browser asked for a log-in with another account (${JSON.stringify(title.slice(0, longestTitle))}); it was refused.`,
        );
      },
      'Inspector.targetCrashed': (_params, session) => {
        if (session === own) this.#block(new DeviceGoneError('The browser session is gone: its tab crashed.'));
      },
      'Page.frameStartedLoading': ({ frameId }: { readonly frameId: string }) => ofTop(frameId, 'asked'),
      // A page from the cache of back and forward is there at once.
      'Page.frameNavigated': ({ frame: { id }, type }: Navigated) => {
        const isBack = type === 'BackForwardCacheRestore';
        ofTop(id, isBack ? undefined : 'arrives');
        if (isBack) this.#options.onReturn();
      },
      'Page.frameStoppedLoading': ({ frameId }: { readonly frameId: string }) => ofTop(frameId, undefined),
      'Page.domContentEventFired': (_params, session) => {
        if (session === own) this.#loading = undefined;
      },
    };
  }

  /** A frame with a process of its own. */
  #enter({ sessionId, targetInfo: { type, targetId } }: Attached): void {
    if (type !== 'iframe') return;
    this.#sessions.add(sessionId);
    // A frame that goes away meanwhile needs nothing.
    void this.prepare(sessionId).then(
      () => this.#frames.set(targetId, sessionId),
      () => this.#forget(sessionId),
    );
  }

  #forget(session: string): void {
    this.#sessions.delete(session);
    if (session === this.top.session) this.#stopListening();
    for (const [frame, own] of this.#frames) if (own === session) this.#frames.delete(frame);
    this.worlds.forget(session);
  }

  #block(why: Error): void {
    this.#blocked = why;
    for (const listener of this.#listeners) listener(why);
  }
}

interface Navigated {
  readonly frame: { readonly id: string };
  readonly type?: string;
}

interface FederatedLogIn {
  readonly dialogId: string;
  readonly title: string;
}

interface ChooserOpened {
  readonly frameId: string;
  readonly backendNodeId?: number;
}

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly targetId: string };
}
