// Requests of the page's scripts that are under way, as the browser tells of them.
import type { Reactions } from './events.js';

export interface Requests {
  readonly reactions: Reactions;
  /** ms since the last one ended; 0 while one younger than 3 s is under way. */
  quietFor(): number;
}

/** ms; a request that takes longer is a stream or a long poll, and not waited for. */
const longest = 3_000;

export function createRequests(): Requests {
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
