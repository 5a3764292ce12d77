// Requests that the browser asks about while locks hold (locked-targets.ts): each goes on or is refused.
import { setTimeout as sleep } from 'node:timers/promises';
import { originOf } from '../../../domain/guard/guard.js';
import { goesThrough, type NetworkLock } from '../../../domain/guard/network-lock.js';
import type { DevTools } from './connection.js';
import { letsThrough, putConditions, type Served } from './served.js';

export interface Paused {
  readonly requestId: string;
  /** Absent: of a document that has gone meanwhile. */
  readonly networkId?: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly url: string };
}

export interface Sent {
  readonly requestId: string;
  /** Whose it is; empty: a worker's. */
  readonly loaderId: string;
  readonly request: { readonly url: string };
}

export interface RequestJudge {
  take(paused: Paused, served: Served): Promise<void>;
  sent(request: Sent): void;
  /** Counts what the conditions stopped. */
  failed(request: string, errorText: string, served: Served | undefined): void;
}

interface JudgeOptions {
  readonly devtools: DevTools;
  readonly refused: (url: string, locks: readonly NetworkLock[]) => void;
  /** Those of all frames of the tab. */
  readonly documentsOf: (tab: string) => ReadonlySet<string>;
}

const mostRemembered = 500;
const disconnected = 'net::ERR_INTERNET_DISCONNECTED';
/** ms for events that tell whose request it is. */
const patience = 300;

export function createJudge({ devtools, refused, documentsOf }: JudgeOptions): RequestJudge {
  const known = new Map<string, Sent>();

  const goesOn = async (paused: Paused, served: Served): Promise<boolean> => {
    const { url } = paused.request;
    if (letsThrough(served, url, paused.networkId === undefined)) return true;
    if (paused.networkId === undefined) return false;
    if (paused.resourceType === 'Document') return isOwn(paused, served);
    return (await isOfNextDocument(paused.networkId, served)) && letsThrough(served, url, false);
  };

  /** The document that has just replaced one with a lock may ask before the browser tells that it is there. */
  const isOfNextDocument = async (request: string, { tab }: Served): Promise<boolean> => {
    if (tab === undefined) return false;
    const document = await until(() => known.get(request)?.loaderId);
    if (!document || documentsOf(tab).has(document)) return false;
    return (await until(() => documentsOf(tab).has(document) || undefined)) ?? false;
  };

  const isOwn = async ({ networkId, frameId, request: { url } }: Paused, served: Served): Promise<boolean> => {
    const { own } = served;
    if (!own || frameId !== served.target || !(own.request === undefined ? isSameAddress(own.url, url) : own.request === networkId))
      return false;
    own.request = networkId;
    own.origins.add(originOf(url));
    // A page does not answer while an address is asked.
    await Promise.race([putConditions(devtools, served), sleep(patience)]);
    return true;
  };

  return {
    async take(paused, served) {
      const { requestId, resourceType, request } = paused;
      const locks = [...served.locks, ...served.late];
      const isThrough = await goesOn(paused, served).catch(() => false);
      if (!isThrough) refused(request.url, locks);
      // The conditions of a document that has gone are on their way out.
      else if (served.locks.length === 0) await served.put.catch(() => undefined);
      const [method, params] = isThrough
        ? (['Fetch.continueRequest', { requestId }] as const)
        : // A navigation that is blocked would put an error page in the place of the page.
          (['Fetch.failRequest', { requestId, errorReason: resourceType === 'Document' ? 'Aborted' : 'BlockedByClient' }] as const);
      // The target, or the request, may be gone.
      await devtools.send(method, params, served.session).catch(() => undefined);
    },
    sent(request) {
      known.set(request.requestId, request);
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    },
    failed(request, errorText, served) {
      const url = known.get(request)?.request.url;
      if (errorText === disconnected && served && url !== undefined && !goesThrough(served.locks, url)) refused(url, served.locks);
    },
  };
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
