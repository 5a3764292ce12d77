// Where a page is, as far as addresses tell pages apart. The page script asks this of links.
//
// address-1. `/`, `/index.html` and `` are one address, as are `/orders` and `/orders/`: servers answer both with the same page.
// address-2. A fragment counts where it is a route (`#/orders`, `#!/orders`); else it only scrolls.
// address-3. A pattern is an address without query, and with what looks like an id as `#`.

import { digestOf } from '../ui/digest.js';

export interface PageAddress {
  readonly origin: string;
  /** Origin, path, query and route. */
  readonly address: string;
  /** Origin, path and route. */
  readonly pattern: string;
}

/** `/orders` of `/orders/` and `/orders/index.html`. */
export function withoutIndex(path: string): string {
  return withoutEnd(path.replace(directoryIndex, '/'));
}

const directoryIndex = /\/(?:index|default)\.(?:x?html?|php\d?|aspx?|jsp)$/i;

/** What the address says of which screen it is: as `address`, with ids and numbers as `#`. Empty: it is none of a page. */
export function addressWords(url: string): string {
  const at = pageAddressOf(url);
  return at
    ? at.address
        .slice(at.origin.length)
        .split(/(?<=[/=?&#])/)
        .map((part) => {
          const [, text = '', end = ''] = /^(.*?)([/=?&#]?)$/.exec(part) ?? [];
          return (isId(text) ? '#' : text.replace(/\d+/g, '#')) + end;
        })
        .join('')
    : '';
}

/** Undefined: not the address of a page on a server. */
export function pageAddressOf(url: string): PageAddress | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname, search, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const path = withoutIndex(pathname);
  const route = /^#!?(\/[^?&]*)(.*)$/.exec(hash);
  const [, to = '', more = ''] = route ?? [];
  const at = withoutEnd(to);
  const shownRoute = at === '' || at === '/' ? '' : `#${at}`;
  return {
    origin,
    address: `${origin}${path}${sorted(search)}${shownRoute}${sorted(more)}`,
    pattern: `${origin}${patternOf(path)}${patternOf(shownRoute)}`,
  };
}

/** `Control.destination`. Empty: not the address of a page. */
export function destinationDigests(url: string): string {
  const at = pageAddressOf(url);
  return at ? `${digestOf(at.address)} ${digestOf(at.pattern)}` : '';
}

const files = /\.(?:zip|gz|tgz|pdf|png|jpe?g|gif|svg|webp|ico|css|m?js|map|json|xml|csv|txt|docx?|xlsx?|mp[34]|exe|dmg)$/i;

/** By the ending of its name, the address of something that is no page. */
export function isFile(url: string): boolean {
  return URL.canParse(url) && files.test(new URL(url).pathname);
}

function withoutEnd(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The order of parameters says nothing. */
function sorted(query: string): string {
  const pairs = query
    .replace(/^[?&]/, '')
    .split('&')
    .filter((pair) => pair !== '' && !pair.endsWith('='))
    .sort();
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function patternOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (isId(segment) ? '#' : segment))
    .join('/');
}

/** A segment of a path that looks like an id: a number, a UUID, or a long token with digits that is not made of words. */
export function isId(segment: string): boolean {
  if (/^\d+$/.test(segment) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment)) return true;
  if (!/^[0-9a-z_-]{16,}$/i.test(segment) || !/\d/.test(segment)) return false;
  const parts = segment.split(/[-_]/).filter((part) => part !== '');
  const words = parts.filter((part) => /^[a-z]{2,}$/i.test(part));
  return 2 * words.length <= parts.length;
}
