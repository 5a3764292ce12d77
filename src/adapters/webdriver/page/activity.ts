// When the page last changed. Watching starts with the script, so a query costs nothing and a wait lasts no longer than needed.
import type { Quietness } from './messages.js';
import { ofDocument } from './own.js';

/** ms; a request that takes longer is a stream or a long poll, and not waited for. */
const longestRequest = 3_000;

let lastChange = performance.now();
const watched = new WeakSet<Node>();
const requests = new Map<object, number>();

const observer = new MutationObserver(changed);

function changed(): void {
  lastChange = performance.now();
}

/** A document or an open shadow root. */
export function watch(root: Document | ShadowRoot): void {
  if (watched.has(root)) return;
  watched.add(root);
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  root.addEventListener('scroll', changed, { capture: true, passive: true });
  changed();
}

export function quietness(): Quietness {
  const now = performance.now();
  for (const [request, since] of requests) if (now - since > longestRequest) requests.delete(request);
  return { loaded: ofDocument.readyState(document) === 'complete', quietFor: requests.size > 0 ? 0 : now - lastChange };
}

export function watchActivity(): void {
  watch(document);
  addEventListener('load', changed);
}

/** For a script in the page's own world: elsewhere the page has its own `fetch`. */
export function watchRequests(): void {
  watchFetch();
  watchXhr();
}

function begin(): object {
  const request = {};
  requests.set(request, performance.now());
  return request;
}

function end(request: object): void {
  if (requests.delete(request)) changed();
}

function watchFetch(): void {
  if (typeof window.fetch !== 'function') return;
  window.fetch = new Proxy(window.fetch, {
    apply(target, self, parameters: Parameters<typeof fetch>) {
      const request = begin();
      const response = Reflect.apply(target, self, parameters);
      void Promise.resolve(response).then(
        () => end(request),
        () => end(request),
      );
      return response;
    },
  });
}

function watchXhr(): void {
  XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
    apply(target, self: XMLHttpRequest, parameters: Parameters<XMLHttpRequest['send']>) {
      const request = begin();
      self.addEventListener('loadend', () => end(request), { once: true });
      return Reflect.apply(target, self, parameters);
    },
  });
}
