// Which elements hear a press. Scripts cannot ask that; DevTools tells it to our world before a look.

import { own } from './dom.js';

/** By DevTools' numbers of nodes. */
const elements = new Map<number, WeakRef<Element>>();
const hearing = new WeakSet<Element>();

export function hearsPresses(element: Element): boolean {
  return hearing.has(element);
}

/** The elements that hear a press now. Returns the numbers of those that are not known yet: `learnHearing` tells of them. */
export function setHearing(numbers: readonly number[]): readonly number[] {
  const now = new Set(numbers);
  for (const [number, ref] of elements) {
    const element = ref.deref();
    if (element !== undefined && now.has(number)) continue;
    if (element !== undefined) hearing.delete(element);
    elements.delete(number);
  }
  return numbers.filter((number) => !elements.has(number));
}

export function learnHearing(numbers: readonly number[], nodes: readonly Node[]): void {
  nodes.forEach((node, index) => {
    if (own.type(node) !== Node.ELEMENT_NODE) return;
    elements.set(numbers[index] ?? -1, new WeakRef(node as Element));
    hearing.add(node as Element);
  });
}
