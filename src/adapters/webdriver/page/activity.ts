// When the page last changed. Watching starts with the script, so a query costs nothing and a wait lasts no longer than needed.

import type { Quietness } from './messages.js';
import { ofDocument, own } from './dom.js';

/** ms; a request that takes longer is a stream or a long poll, and not waited for. */
const longestRequest = 3_000;

let lastChange = performance.now();
const watched = new WeakSet<Node>();
const requests = new Map<object, number>();

const observer = new MutationObserver((records) => {
  changed();
  if (isLeftAlone) noteTexts(records);
});

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
  const isBusy = requests.size > 0 || isMoving();
  return { loaded: ofDocument.readyState(document) === 'complete', quietFor: isBusy ? 0 : now - lastChange };
}

/** ms; what moves for longer is a part of the page. */
const longestMove = 2_000;

/** What slides in or fades is not what it will be. */
function isMoving(): boolean {
  return ofDocument.animations(document).some(({ playState, playbackRate, currentTime, effect }) => {
    const left = (Number(effect?.getComputedTiming().endTime) - Number(currentTime ?? 0)) / playbackRate;
    return playState === 'running' && left > 0 && left <= longestMove;
  });
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

// What changes by itself: a clock, a countdown, a price that is told as it comes. Two changes of a text while nobody does anything are none of what was done
// before; of one nobody knows.

/** Of these records of one moment; the rest is of a page that is being built. */
const mostRecords = 200;
/** ms; what is written in several pieces is one change. */
const oneChange = 400;

let isLeftAlone = false;
const restless = new WeakMap<Node, { readonly since: number; readonly again: boolean }>();

/** Whoever looks at a page leaves it alone until the next call that is no look. */
export function leaveAlone(isLeft: boolean): void {
  isLeftAlone = isLeft;
}

/** An element whose own text does. */
export function changesByItself(element: Element): boolean {
  return restless.get(element)?.again === true;
}

function noteTexts(records: readonly MutationRecord[]): void {
  const now = performance.now();
  for (const { type, target } of records.slice(0, mostRecords)) {
    const element = type === 'characterData' ? own.parentElement(target as Text) : type === 'childList' ? target : null;
    if (element === null) continue;
    const known = restless.get(element);
    if (!known) restless.set(element, { since: now, again: false });
    else if (now - known.since > oneChange) restless.set(element, { ...known, again: true });
  }
}

// Which inputs of a person's kind have reached this document since an action was announced. In our isolated world no script of the page sees or
// stops this: it listens before the page's first script runs, and only events that the browser made count.
//
// A document that heard all of an action and is left leaves a word that nobody can guess, for the document that follows in its tab. It is taken away before that one's
// first script runs. A page that meddles with it can only lose it.
const item = 'steadyhand';
const types = ['mouseup', 'keydown', 'keyup'] as const;

export interface Expected {
  readonly key: string;
  /** Of 122 random bits. */
  readonly word: string;
  /** The last event that the action makes, and how many of it. */
  readonly event: 'mouseup' | 'keyup';
  readonly count: number;
}

let expected: (Expected & { readonly counts: Map<string, number> }) | undefined;
const left = leftBehind();

export function watchInput(): void {
  for (const type of types) addEventListener(type, note, { capture: true, passive: true });
  addEventListener('pagehide', leave, { capture: true });
}

function note({ isTrusted, type }: Event): void {
  if (isTrusted) leaveAlone(false);
  if (isTrusted && expected) expected.counts.set(type, countOf(type) + 1);
}

function countOf(type: string): number {
  return expected?.counts.get(type) ?? 0;
}

export function expect(announced: Expected): null {
  expected = { ...announced, counts: new Map() };
  return null;
}

/** `here`: how many of its last event; `left`: the document before has heard all of it. Neither: it was never announced here, or to a document that was left earlier. */
export function heard({ key, word }: Pick<Expected, 'key' | 'word'>): { readonly here?: number; readonly left?: true } {
  if (expected?.key === key) return { here: countOf(expected.event) };
  return left === word ? { left: true } : {};
}

/** A key that makes its page leave is pressed, and let go in the next one. */
function leave({ isTrusted }: Event): void {
  if (!isTrusted || !expected) return;
  const { event, count, word } = expected;
  if (countOf(event) < count && !(event === 'keyup' && countOf('keydown') > 0)) return;
  withStorage((storage) => storage.setItem(item, word));
}

function leftBehind(): string | null {
  return withStorage((storage) => {
    const word = storage.getItem(item);
    if (word !== null) storage.removeItem(item);
    return word;
  });
}

/** A document may have none, or a full one. */
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
