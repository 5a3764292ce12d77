// A tab, frame or worker that locks may hold in, and how they are put there. All of a browser: wire-targets.ts.

import { originOf } from '../../../domain/guard/guard.js';
import { goesThrough, originsThrough, type LockedDocument } from '../../../domain/guard/network-lock.js';
import type { DevTools } from './connection.js';
import { network, writing } from './wire.js';

/** What `Target.attachedToTarget` tells. */
export interface AttachedTarget {
  readonly sessionId: string;
  readonly waitingForDebugger: boolean;
  readonly targetInfo: {
    readonly targetId: string;
    readonly type: string;
    readonly url: string;
    readonly openerId?: string;
    readonly canAccessOpener: boolean;
  };
}

/** A navigation that we were asked for. */
interface OwnNavigation {
  readonly url: string;
  /** Once it has begun. */
  request: string | undefined;
  /** To which it has led so far. */
  readonly origins: Set<string>;
}

const everything = [{ urlPattern: '*' }];
const untouched = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
/** ms in which requests of a document that has gone may still come. */
const lateRequests = 700;

export class WireTarget {
  readonly session: string;
  readonly target: string;
  readonly type: string;
  /** Of shared and service workers: none. */
  readonly tab: string | undefined;
  readonly opener: string | undefined;
  readonly seesOpener: boolean;
  readonly origin: string;
  /** By id: those that this session tells of. `null`: an opaque origin. */
  readonly frames = new Map<string, { readonly document: string; readonly origin: string | null }>();
  /** It is set up as it was found. */
  ready: Promise<void> = Promise.resolve();
  own: OwnNavigation | undefined;
  /** What holds. */
  locks: readonly LockedDocument[] = [];
  /** What held until its document went. */
  late: readonly LockedDocument[] = [];
  /** What holds is in force. */
  inForce: Promise<void> = Promise.resolve();
  readonly #devtools: DevTools;
  /** Conditions have been put once. */
  #isConditioned = false;

  constructor(devtools: DevTools, { sessionId, targetInfo }: AttachedTarget, tabOfParent: string | undefined) {
    const { targetId, type, url, openerId, canAccessOpener } = targetInfo;
    this.#devtools = devtools;
    this.session = sessionId;
    this.target = targetId;
    this.type = type;
    this.tab = type === 'page' ? targetId : tabOfParent;
    this.opener = openerId;
    this.seesOpener = canAccessOpener;
    this.origin = originOf(url);
  }

  get hasFrames(): boolean {
    return this.type === 'page' || this.type === 'iframe';
  }

  send(method: string, params: object = {}): Promise<unknown> {
    return this.#devtools.send(method, params, this.session);
  }

  hold(locks: readonly LockedDocument[]): void {
    if (this.locks.length === locks.length && this.locks.every((lock) => locks.includes(lock))) return;
    if (locks.length === 0) {
      this.late = this.locks;
      // What cannot be ended has gone.
      setTimeout(() => this.#end(), lateRequests).unref();
    }
    this.locks = locks;
    this.put();
  }

  /** Puts what holds in force, after what is being put. */
  put(): void {
    this.inForce = this.inForce.catch(() => undefined).then(() => this.putNow());
    this.inForce.catch(() => undefined);
  }

  /** Requests of a dedicated worker are those of its frame to `Fetch`. */
  async putNow(): Promise<void> {
    const isLocked = this.locks.length + this.late.length > 0;
    await Promise.all([
      this.send('Network.enable', network),
      this.type !== 'worker' && this.send('Fetch.enable', { patterns: isLocked ? everything : writing }),
      (isLocked || this.#isConditioned) && this.putConditions(),
    ]);
  }

  /** The first rule that matches counts. */
  async putConditions(): Promise<void> {
    this.#isConditioned = true;
    const origins = [...originsThrough(this.locks), ...(this.own?.origins ?? [])];
    const open = origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]);
    const rules = [
      ...open.map((origin) => ({ urlPattern: `${origin}/*`, ...untouched })),
      { urlPattern: '', ...untouched, offline: true, packetLoss: 100 },
    ];
    await this.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: this.locks.length === 0 ? [] : rules });
  }

  /** Whether nothing that holds or has held a moment ago is against it. */
  letsThrough(url: string, isLate: boolean): boolean {
    return goesThrough(this.locks, url) && (!isLate || goesThrough(this.late, url));
  }

  #end(): void {
    if (this.locks.length > 0) return;
    this.late = [];
    this.put();
  }
}
