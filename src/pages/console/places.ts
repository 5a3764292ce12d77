// Which page the address means. The address alone decides: pages can be linked, and the browser goes back and forward.
import { useEffect, useState } from 'preact/hooks';
import { filterOf, type RunFilter } from './run-filter.js';

export type Place =
  | { readonly page: 'inbox'; readonly asker?: string }
  | { readonly page: 'runs'; readonly filter: RunFilter }
  | { readonly page: 'run'; readonly id: string }
  | { readonly page: 'standing'; readonly id: string }
  | { readonly page: 'start' }
  | { readonly page: 'flows' }
  | { readonly page: 'flow'; readonly id: string }
  | { readonly page: 'hosts' };

export function placeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): Place {
  const query = new URLSearchParams(search);
  const [, first = '', second, third] = pathname.split('/');
  if (first === 'runs' && second) return { page: third === 'standing' ? 'standing' : 'run', id: decoded(second) };
  if (first === 'runs') return { page: 'runs', filter: filterOf(query) };
  if (first === 'start') return { page: 'start' };
  if (first === 'flows') return second ? { page: 'flow', id: decoded(second) } : { page: 'flows' };
  if (first === 'hosts') return { page: 'hosts' };
  const asker = query.get('asker');
  return { page: 'inbox', asker: asker || undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function runAddress(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

export function flowAddress(id: string): string {
  return `/flows/${encodeURIComponent(id)}`;
}

/** The map of an explorer, the drawing of a flow, the outline of a procedure. */
export function standingAddress(id: string): string {
  return `${runAddress(id)}/standing`;
}

const moved = 'console:moved';

export function go(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new Event(moved));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location));
  useEffect(() => {
    const look = (): void => setPlace(placeOf(location));
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (
        !link ||
        link.target !== '' ||
        link.origin !== location.origin ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey
      )
        return;
      if (link.hash !== '' && link.pathname === location.pathname) return;
      event.preventDefault();
      go(link.pathname + link.search);
      scrollTo(0, 0);
    };
    addEventListener('popstate', look);
    addEventListener(moved, look);
    document.addEventListener('click', follow);
    return () => {
      removeEventListener('popstate', look);
      removeEventListener(moved, look);
      document.removeEventListener('click', follow);
    };
  }, []);
  return place;
}
