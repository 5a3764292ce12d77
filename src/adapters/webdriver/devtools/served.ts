// A tab, frame or worker that locks may hold in (locked-targets.ts), and how they are put there.
import { goesThrough, originsThrough, type LockedDocument, type NetworkLock } from '../../../domain/guard/network-lock.js';
import { originOf } from '../../../domain/guard/guard.js';
import type { DevTools } from './connection.js';

export interface ServedFrame {
  readonly document: string;
  readonly origin: string;
}

export interface Served {
  readonly session: string;
  readonly target: string;
  readonly type: string;
  /** Of shared and service workers: none. */
  readonly tab: string | undefined;
  readonly opener: string | undefined;
  readonly seesOpener: boolean;
  readonly origin: string;
  /** By id: those that this session tells of. */
  readonly frames: Map<string, ServedFrame>;
  /** Set up as it was found. */
  ready: Promise<void>;
  /** What holds, and when it does. */
  locks: readonly LockedDocument[];
  put: Promise<void>;
  /** What held until the document went. */
  late: readonly LockedDocument[];
  own: OwnNavigation | undefined;
}

/** One that we were asked for. */
export interface OwnNavigation {
  readonly url: string;
  /** Once it has begun. */
  request: string | undefined;
  /** To which it has led so far. */
  readonly origins: Set<string>;
}

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

export interface Frame {
  readonly id: string;
  readonly loaderId: string;
  readonly securityOrigin: string;
}

export interface FrameTree {
  readonly frame: Frame;
  readonly childFrames?: readonly FrameTree[];
}

export function servedOf({ sessionId, targetInfo }: AttachedTarget, tabOfParent: string | undefined): Served {
  const { targetId, type, url, openerId, canAccessOpener } = targetInfo;
  return {
    session: sessionId,
    target: targetId,
    type,
    tab: type === 'page' ? targetId : tabOfParent,
    opener: openerId,
    seesOpener: canAccessOpener,
    origin: originOf(url),
    frames: new Map(),
    ready: Promise.resolve(),
    locks: [],
    put: Promise.resolve(),
    late: [],
    own: undefined,
  };
}

export function hasFrames({ type }: Served): boolean {
  return type === 'page' || type === 'iframe';
}

export function framesIn({ frame, childFrames = [] }: FrameTree): readonly Frame[] {
  return [frame, ...childFrames.flatMap(framesIn)];
}

export function frameOf({ loaderId, securityOrigin }: Frame): ServedFrame {
  return { document: loaderId, origin: securityOrigin };
}

export function areSame(some: readonly LockedDocument[], others: readonly LockedDocument[]): boolean {
  return some.length === others.length && some.every((lock) => others.includes(lock));
}

const untouched = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
export const withoutBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** As they are now. Requests of a dedicated worker are those of its frame to `Fetch`. */
export async function putLocks(devtools: DevTools, served: Served): Promise<void> {
  const { session, type, locks } = served;
  const enable = (method: string, params: object): Promise<unknown> => devtools.send(method, params, session);
  await Promise.all([
    ...(locks.length === 0 ? [] : [enable('Network.enable', withoutBuffers)]),
    ...(locks.length === 0 || type === 'worker' ? [] : [enable('Fetch.enable', { patterns: [{ urlPattern: '*' }] })]),
    putConditions(devtools, served),
  ]);
}

export async function putConditions(devtools: DevTools, { session, locks, own }: Served): Promise<void> {
  const matchedNetworkConditions = locks.length === 0 ? [] : conditionsOf(locks, own);
  await devtools.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions }, session);
}

/** The first that matches counts. */
function conditionsOf(locks: readonly NetworkLock[], own: OwnNavigation | undefined): readonly object[] {
  const origins = [...originsThrough(locks), ...(own?.origins ?? [])];
  return [
    ...origins.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]).map((origin) => ({ urlPattern: `${origin}/*`, ...untouched })),
    { urlPattern: '', ...untouched, offline: true, packetLoss: 100 },
  ];
}

/** Whether nothing that holds or has held a moment ago is against it. */
export function letsThrough({ locks, late }: Served, url: string, isLate: boolean): boolean {
  return goesThrough(locks, url) && (!isLate || goesThrough(late, url));
}
