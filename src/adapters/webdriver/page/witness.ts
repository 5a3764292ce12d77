// HP20: which inputs of a person's kind have reached this document since an action was announced. In our isolated world no script of the page sees or
// stops this: it listens before the page's first script runs, and only events that the browser made count.
const types = ['mouseup', 'keyup'] as const;

let expected: { readonly key: string; readonly counts: Map<string, number> } | undefined;

export function watchInput(): void {
  for (const type of types) addEventListener(type, note, { capture: true, passive: true });
}

function note({ isTrusted, type }: Event): void {
  if (isTrusted && expected) expected.counts.set(type, (expected.counts.get(type) ?? 0) + 1);
}

export function expect(key: string): null {
  expected = { key, counts: new Map() };
  return null;
}

/** How many of each type; `null`: it was never announced here, or this is another document. */
export function heard(key: string): Readonly<Record<string, number>> | null {
  return expected?.key === key ? Object.fromEntries(expected.counts) : null;
}
