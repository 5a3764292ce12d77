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
