// Requests that the browser asks about (wire-targets.ts): each goes on or is refused, by the locks that hold and by what it does (wire.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { originOf } from '../../../domain/guard/guard.js';
import { goesThrough, type NetworkLock } from '../../../domain/guard/network-lock.js';
import type { WireTarget } from './wire-target.js';
import { within } from '../../process-kit/poll.js';
import type { Paused, Wire } from './wire.js';

export interface Sent {
  readonly requestId: string;
  /** Whose it is; empty: a worker's. */
  readonly loaderId: string;
  readonly request: { readonly url: string };
}

export interface RequestJudge {
  take(paused: Paused, target: WireTarget): Promise<void>;
  sent(request: Sent): void;
  /** Counts what the conditions stopped. */
  failed(request: string, errorText: string, target: WireTarget | undefined): void;
}

interface JudgeOptions {
  readonly wire: Pick<Wire, 'stops'>;
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  /** Those of all frames of the tab. */
  readonly documentsOf: (tab: string) => ReadonlySet<string>;
}

const mostRemembered = 500;
const disconnected = 'net::ERR_INTERNET_DISCONNECTED';
/** ms for events that tell whose request it is. */
const patience = 300;

export function createJudge({ wire, refused, documentsOf }: JudgeOptions): RequestJudge {
  const known = new Map<string, Sent>();

  const goesOn = async (paused: Paused, target: WireTarget): Promise<boolean> => {
    const { url } = paused.request;
    if (target.letsThrough(url, paused.networkId === undefined)) return true;
    if (paused.networkId === undefined) return false;
    if (paused.resourceType === 'Document') return isOwn(paused, target);
    return (await isOfNextDocument(paused.networkId, target)) && target.letsThrough(url, false);
  };

  /** The document that has just replaced one with a lock may ask before the browser tells that it is there. */
  const isOfNextDocument = async (request: string, { tab }: WireTarget): Promise<boolean> => {
    if (tab === undefined) return false;
    const document = await until(() => known.get(request)?.loaderId);
    if (!document || documentsOf(tab).has(document)) return false;
    return (await until(() => documentsOf(tab).has(document) || undefined)) ?? false;
  };

  const isOwn = async ({ networkId, frameId, request: { url } }: Paused, target: WireTarget): Promise<boolean> => {
    const { own } = target;
    if (!own || frameId !== target.target || !(own.request === undefined ? isSameAddress(own.url, url) : own.request === networkId))
      return false;
    own.request = networkId;
    own.origins.add(originOf(url));
    // A page does not answer while an address is asked.
    await within(patience, target.putConditions());
    return true;
  };

  return {
    async take(paused, target) {
      const { requestId, resourceType, request } = paused;
      const locks = [...target.locks, ...target.late];
      const isFree = locks.length === 0 || (await goesOn(paused, target).catch(() => false));
      const isStopped = isFree && isToStop(wire, paused, target);
      if (!isFree) refused(request.url, locks);
      // The conditions of a document that has gone are on their way out.
      else if (target.locks.length === 0 && locks.length > 0) await target.inForce.catch(() => undefined);
      const [method, params] =
        isFree && !isStopped
          ? (['Fetch.continueRequest', { requestId }] as const)
          : // A navigation that is blocked would put an error page in the place of the page.
            ([
              'Fetch.failRequest',
              { requestId, errorReason: isStopped || resourceType === 'Document' ? 'Aborted' : 'BlockedByClient' },
            ] as const);
      // The target, or the request, may be gone.
      await target.send(method, params).catch(() => undefined);
    },
    sent(request) {
      known.set(request.requestId, request);
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    },
    failed(request, errorText, target) {
      const url = known.get(request)?.request.url;
      if (errorText === disconnected && target && url !== undefined && !goesThrough(target.locks, url)) refused(url, target.locks);
    },
  };
}

/** What cannot be judged does not leave. */
function isToStop(wire: Pick<Wire, 'stops'>, paused: Paused, target: WireTarget): boolean {
  try {
    return wire.stops(paused, senderOf(paused, target));
  } catch {
    return true;
  }
}

/** A form may be sent into a frame of another site: who sends it is told with it. */
function senderOf({ request: { headers }, resourceType, frameId }: Paused, { frames, target }: WireTarget): string | null | undefined {
  const origin = frames.get(frameId)?.origin;
  if (resourceType !== 'Document') return origin;
  const told = originOf(headers['Origin'] ?? headers['Referer'] ?? '');
  return told !== 'null' ? told : frameId === target ? origin : undefined;
}

function isSameAddress(one: string, other: string): boolean {
  return URL.canParse(one) && withoutFragment(one) === withoutFragment(other);
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

async function until<T>(value: () => T | undefined): Promise<T | undefined> {
  for (const deadline = Date.now() + patience; ; await sleep(10)) {
    const now = value();
    if (now !== undefined || Date.now() > deadline) return now;
  }
}
