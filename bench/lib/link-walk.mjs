// A plain crawler: follows `<a href>` within an origin, breadth first, in a real browser, so that links which scripts write count as well.

/** Beyond that, more pages tell nothing. */
const mostPages = 80;

/**
 * Where a page is: path without a trailing slash or the name of a directory's index, and the route in its fragment; the query only where the
 * application puts its pages there. `first`: what the server shows at `/`.
 */
export function pageOf(url, { query = false, first = '/' } = {}) {
  if (!URL.canParse(url)) return '';
  const { pathname, search, hash } = new URL(url);
  const path = decodeURIComponent(pathname)
    .replace(/(?:\/index)?\.html?$/, '')
    .replace(/(.)\/$/, '$1');
  const [, route = ''] = /^#!?(\/[^?&]*)/.exec(hash) ?? [];
  const page = `${path || '/'}${query ? search : ''}${route.length > 1 ? `#${route.replace(/(.)\/$/, '$1')}` : ''}`;
  return page === '/' ? first : page;
}

/** @returns {Promise<{ pages: string[], linked: Map<string, string[]>, milliseconds: number }>} pages that answer with HTML, by where they are in the end, and the addresses that are linked of each */
export async function walkLinks({ plain: browser, device }, site) {
  const began = performance.now();
  const known = new Set([pageOf(site.start, site)]);
  const pages = new Set();
  const linked = new Map();
  const found = [site.start];
  for (const url of found) {
    if (pages.size >= mostPages) break;
    await browser.navigateTo(url);
    await device.settle(5_000);
    const { at, status, type, links } = await browser.executeScript(read, []);
    if (status >= 400 || type !== 'text/html' || !at.startsWith(site.origin)) continue;
    pages.add(pageOf(at, site));
    for (const link of links) {
      if (!link.startsWith(`${site.origin}/`) || /\.(?:pdf|zip|png|jpe?g|svg|json|md|txt|css|js|xml)(?:[?#]|$)/i.test(link)) continue;
      const page = pageOf(link, site);
      linked.set(page, [...(linked.get(page) ?? []), link]);
      if (known.has(page)) continue;
      known.add(page);
      found.push(link);
    }
  }
  return { pages: [...pages], linked, milliseconds: performance.now() - began };
}

const read = `return {
  at: location.href,
  status: performance.getEntriesByType('navigation')[0]?.responseStatus ?? 200,
  type: document.contentType,
  links: [...document.querySelectorAll('a[href]')].filter((link) => !link.hasAttribute('download')).map((link) => link.href),
}`;
