// The object cache of a toolkit, as a tree.
import { roles, statesOf, type Accessible, type AccessibleRef, type State } from './accessible.js';
import { shortFace } from './accessible-calls.js';
import type { Reference } from './bus-connection.js';

/** An entry of `GetItems`. */
export type CacheItem = readonly [
  object: Reference,
  application: Reference,
  parent: Reference,
  index: number,
  childCount: number,
  interfaces: readonly string[],
  name: string,
  role: number,
  description: string,
  states: readonly number[],
];

/** Objects with more children are not expanded; of a table with more, only the visible part is read. */
export const mostChildren = 2_000;

interface Parent {
  readonly role: number;
  readonly states: ReadonlySet<State>;
  readonly count: number;
}

/** Tables and trees create cells on demand, without end; the rows of a list box exist already. */
export function mayBeAsked({ role, states, count }: Parent): boolean {
  return (!states.has('managesDescendants') || role === roles.listBox) && count <= mostChildren;
}

export function isEndlessTable({ interfaces, ...parent }: Parent & Pick<Accessible, 'interfaces'>): boolean {
  return interfaces.includes('Table') && !mayBeAsked(parent);
}

export interface CachedTree {
  readonly windows: readonly Accessible[];
  /** Objects on the screen with more children than the cache has. */
  readonly short: readonly Fillable[];
  /** Tables on the screen: the cache has only cells that were queried before. */
  readonly endless: readonly Fillable[];
}

interface Fillable {
  readonly ref: AccessibleRef;
  readonly children: Accessible[];
}

/** `top`: path of the object that holds the windows. */
export function treeOf(items: readonly CacheItem[], top: string): CachedTree {
  const inside = new Map<string, CacheItem[]>();
  for (const item of items) {
    const [[, path], , [, parent]] = item;
    if (path === top) continue;
    const siblings = inside.get(parent);
    if (siblings) siblings.push(item);
    else inside.set(parent, [item]);
  }
  const seen = new Set<string>();
  const short: Fillable[] = [];
  const endless: Fillable[] = [];
  const below = (parent: string): Accessible[] =>
    (inside.get(parent) ?? [])
      .filter(([[, path]]) => !seen.has(path))
      // Entries of menus have no index; sorting by object number keeps their order of creation.
      .sort((a, b) => a[3] - b[3] || numberOf(a[0][1]) - numberOf(b[0][1]))
      .map(([[bus, path], , , , count, interfaces, name, role, , bits]) => {
        seen.add(path);
        const node = {
          ref: { bus, path },
          role,
          name,
          states: statesOf(bits),
          interfaces: interfaces.map(shortFace),
          children: below(path),
        };
        const isShort = node.children.length < count || (role === roles.listBox && count < 0);
        if (!node.states.has('showing')) return node;
        if (isEndlessTable({ ...node, count })) endless.push(node);
        else if (isShort && mayBeAsked({ ...node, count })) short.push(node);
        return node;
      });
  return { windows: below(top), short, endless };
}

function numberOf(path: string): number {
  return Number(path.slice(path.lastIndexOf('/') + 1)) || 0;
}
