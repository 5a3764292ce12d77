// While a secret stands in a field, its page may be kept from sending anything elsewhere. What is said here is enforced by the browser
// (adapters/webdriver/devtools/network-locks.ts).
import { originOf } from './guard.js';

/** Of a secret: always, never, or always with further origins that may be reached. Absent: where the page around the field is of another origin than the field. */
export type LockSetting = boolean | readonly string[];

export interface LockedSecret {
  readonly lockNetwork?: LockSetting;
  /** Where it may be typed: whoever is there may have it, so requests to them go through. */
  readonly origins: readonly string[];
}

/** Origins of the field's document and of the tab's page; `null`: an opaque one. */
export interface FieldPlace {
  readonly field: string | null;
  readonly page: string | null;
}

/** In force while the document is there that the secret was typed into. */
export interface NetworkLock {
  readonly secret: string;
  /** What goes through. */
  readonly origins: readonly string[];
}

/** Undefined: what the page sends stays free. */
export function lockFor(secret: string, { lockNetwork, origins }: LockedSecret, { field, page }: FieldPlace): NetworkLock | undefined {
  const isLocked = lockNetwork === undefined ? page !== field : lockNetwork !== false;
  if (!isLocked) return undefined;
  const further = typeof lockNetwork === 'object' ? lockNetwork : [];
  return { secret, origins: [...new Set([...(field === null ? [] : [field]), ...origins, ...further])] };
}

/** Typed nowhere but where its page can be locked. */
export function isLockedAlways({ lockNetwork = false }: LockedSecret): boolean {
  return lockNetwork !== false;
}

/** By the id that the browser gives each document: a document made anew has another. */
export interface LockedDocument extends NetworkLock {
  readonly document: string;
}

export interface OpenTab {
  readonly id: string;
  /** The tab that opened it. */
  readonly opener?: string;
  /** Its page can reach the page that opened it. */
  readonly seesOpener: boolean;
  /** Those of all its frames. */
  readonly documents: ReadonlySet<string>;
}

/** What holds in each tab: the locks of its own documents, of the tab that opened it, and of those it opened and that can reach it. */
export function locksOfTabs(tabs: readonly OpenTab[], locked: readonly LockedDocument[]): ReadonlyMap<string, readonly LockedDocument[]> {
  const locks = new Map(tabs.map(({ id, documents }) => [id, new Set(locked.filter(({ document }) => documents.has(document)))]));
  const links = tabs.flatMap(({ id, opener, seesOpener }) =>
    opener === undefined ? [] : [[opener, id], ...(seesOpener ? [[id, opener]] : [])],
  ) as readonly (readonly [string, string])[];
  for (let grown = true; grown;) {
    grown = false;
    for (const [from, to] of links)
      for (const lock of locks.get(from) ?? [])
        if (locks.get(to)?.has(lock) === false) {
          locks.get(to)?.add(lock);
          grown = true;
        }
  }
  return new Map([...locks].map(([id, found]) => [id, [...found]]));
}

/** The origins that all of these locks let through. */
export function originsThrough(locks: readonly NetworkLock[]): readonly string[] {
  const [first, ...others] = locks;
  return first === undefined ? [] : first.origins.filter((origin) => others.every(({ origins }) => origins.includes(origin)));
}

/** They stay within the browser. */
const inside: ReadonlySet<string> = new Set(['about:', 'blob:', 'data:', 'javascript:']);

/** Whether a request may leave for this address. */
export function goesThrough(locks: readonly NetworkLock[], address: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase() ?? '';
  if (locks.length === 0 || inside.has(scheme)) return true;
  return originsThrough(locks).includes(originOf(address.replace(/^ws(?=s?:)/i, 'http')));
}

/** What was refused: how often, by origin. */
export type Refusals = ReadonlyMap<string, number>;

const mostReported = 5;
const longestReported = 80;

/** For the next look; undefined: nothing was refused. */
export function refusalNotice(refusals: Refusals, secrets: readonly string[]): string | undefined {
  if (refusals.size === 0) return undefined;
  const counts = [...refusals].sort(([, one], [, other]) => other - one);
  const told = counts.slice(0, mostReported).map(([origin, count]) => `${count} to ${origin.slice(0, longestReported)}`);
  const rest = counts.slice(mostReported).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) told.push(`${rest} to others`);
  const settings = [...new Set(secrets)].map((name) => `secrets.${name}.lockNetwork`).join(', ');
  return `Requests were refused while a secret stands on the page: ${told.join(', ')}. What may be reached is set by ${settings}.`;
}
