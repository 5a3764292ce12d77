import type { Control } from '../ui/control.js';
import type { Application } from '../ui/observation.js';

/** Where it is: `address` of the page, if the device has addresses. */
export interface JudgedPage {
  readonly application: string;
  readonly address?: string;
}

export function pageOf({ name, url }: Pick<Application, 'name' | 'url'>): JudgedPage {
  return { application: name, address: url };
}

/** Origin, and path with its route, which may stand in the fragment: `#/orders/17`. No query. Without an address, the application's name. */
export interface PagePlace {
  /** Empty where there are no addresses. */
  readonly origin: string;
  readonly path: string;
}

/** Where the one control is that an action would press. */
export interface DeedPlace extends PagePlace {
  readonly role: string;
  readonly name: string;
}

/** Undefined: it has no place of its own. */
export function placeOf({ application, address }: JudgedPage): PagePlace | undefined {
  if (address === undefined) return application === '' ? undefined : { origin: '', path: application };
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin, host, pathname, hash } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'file:') return undefined;
  const route = /^#!?\/[^?]*/.exec(hash)?.[0] ?? '';
  return { origin: origin === 'null' ? `${protocol}//${host}` : origin, path: `${pathname}${route}` };
}

/** Of the only control of its role and name, where only one is pressed. */
export function deedPlace(
  controls: readonly Control[],
  page: JudgedPage | undefined,
  [target, ...more]: readonly Control[],
): { readonly at?: DeedPlace } {
  if (page === undefined || !target?.interactive || target.source !== 'tree' || more.length > 0) return {};
  const { role, name } = target;
  const place = placeOf(page);
  return place && controls.filter((each) => each.role === role && each.name === name).length === 1 ? { at: { ...place, role, name } } : {};
}
