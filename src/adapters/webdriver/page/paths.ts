// Where an element is in the structure, as a path of tags. An id that looks human-made restarts the path, so that wrappers around the element do not matter; where the path continues outwards is told beside it.
import { own } from './own.js';

export interface Roots {
  /** Outwards from each restarted path: the path of its parent. */
  readonly parents: Map<string, string>;
  /** What has been told of that, in this walk. */
  readonly told: Map<string, string>;
}

export function noRoots(): Roots {
  return { parents: new Map(), told: new Map() };
}

/** Of elements with the same id only the first has its path restarted. */
export function pathOf(element: Element, parent: string, count: number, { parents }: Roots): string {
  const [id, localName] = [own.id(element), own.tag(element)];
  const structural = `${parent}/${localName}[${count}]`;
  if (id === '' || id.length > 40 || !/^[A-Za-z][\w-]*$/.test(id) || /\d{3}|[0-9a-f]{8}/.test(id)) return structural;
  const restarted = `${parent.slice(0, documentOf(parent))}${localName}#${id}`;
  if (parents.has(restarted)) return structural;
  parents.set(restarted, parent);
  return restarted;
}

/** How the path goes on outwards, as far as this has not been told; undefined: nothing new. */
export function newRoots(path: string, { parents, told }: Roots): Readonly<Record<string, string>> | undefined {
  let found: Record<string, string> | undefined;
  for (let root = rootOf(path); ;) {
    const parent = parents.get(root);
    if (parent === undefined || told.get(root) === parent) return found;
    told.set(root, parent);
    (found ??= {})[root] = parent;
    root = rootOf(parent);
  }
}

/** Up to the end of its first step within the frame or shadow root. */
function rootOf(path: string): string {
  const end = path.indexOf('/', documentOf(path));
  return end < 0 ? path : path.slice(0, end);
}

/** Where the part begins that belongs to its own document or shadow root. */
function documentOf(path: string): number {
  const last = Math.max(path.lastIndexOf('>>'), path.lastIndexOf('::'));
  return last < 0 ? 0 : last + 2;
}
