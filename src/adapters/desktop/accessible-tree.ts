// The object cache of a toolkit, as a tree.

import { roles, statesOf, type Accessible, type AccessibleRef, type State, meaningOf, toolkitOf, type Toolkit } from './accessible.js';
import {
  shortFace,
  boundsOf,
  childrenOf,
  facesOf,
  isPopUp,
  ofWindow,
  stateOf,
  type AccessibleState,
  ofScreen,
  refOfAnswer,
} from './accessible-calls.js';
import { type Reference, about, property, rootPath, unlessUnanswered, type BusConnection } from './bus-connection.js';
import { areaOf } from '../../domain/ui/geometry.js';
import { cellsInSight, type TableCalls } from './table-cells.js';

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
const mostChildren = 2_000;

interface Parent {
  readonly role: number;
  readonly states: ReadonlySet<State>;
  readonly count: number;
}

/** Tables and trees create cells on demand, without end; the rows of a list box exist already. */
function mayBeListed({ role, states, count }: Parent): boolean {
  return (!states.has('managesDescendants') || role === roles.listBox) && count <= mostChildren;
}

function isEndlessTable({ interfaces, ...parent }: Parent & Pick<Accessible, 'interfaces'>): boolean {
  return interfaces.includes('Table') && !mayBeListed(parent);
}

interface CachedTree {
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
function treeOf(items: readonly CacheItem[], top: string): CachedTree {
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
        else if (isShort && mayBeListed({ ...node, count })) short.push(node);
        return node;
      });
  return { windows: below(top), short, endless };
}

function numberOf(path: string): number {
  return Number(path.slice(path.lastIndexOf('/') + 1)) || 0;
}

// The windows of an application with everything in them: from the cache that its toolkit keeps, or object by object.

const mostObjects = 20_000;
/** Per cell. */
const mostParts = 20;

export interface ApplicationTree {
  readonly toolkit: Toolkit;
  readonly windows: readonly Accessible[];
}

/** Throws `UnansweredError`. */
export async function treeOfApplication(connection: BusConnection, application: string): Promise<ApplicationTree> {
  const top = { bus: application, path: rootPath };
  const toolkit = await toolkitOn(connection, application);
  if (toolkit.isCached) {
    const items = await cached(connection, application);
    if (items.some(([[, path]]) => path === rootPath)) return { toolkit, windows: await completed(connection, treeOf(items, rootPath)) };
  }
  return { toolkit, windows: (await walked(connection, top, { left: { count: mostObjects }, toolkit })).children };
}

export async function toolkitOn(connection: BusConnection, application: string): Promise<Toolkit> {
  const top = { bus: application, path: rootPath };
  const asked = ['ToolkitName', 'Version'].map(async (name) => String(await property(connection, top, 'Application', name)));
  const [name = '', version = ''] = await Promise.all(asked);
  return toolkitOf(name, version);
}

export function tablesOn(connection: BusConnection): TableCalls {
  return createTableCalls(connection, (ref) => walked(connection, ref, { left: { count: mostParts } }));
}

async function cached(connection: BusConnection, bus: string): Promise<readonly CacheItem[]> {
  const [items] = await about(connection, { bus, path: '/org/a11y/atspi/cache' }, { face: 'Cache', member: 'GetItems' });
  return (items ?? []) as readonly CacheItem[];
}

interface Walk {
  /** How many more objects may be queried. */
  readonly left: { count: number };
  readonly isOfDropDown?: boolean;
  /** Absent: one that measures from the screen. */
  readonly toolkit?: Toolkit;
}

/** For toolkits without a cache: object by object, with all objects of one depth in parallel. */
async function walked(connection: BusConnection, ref: AccessibleRef, walk: Walk): Promise<Accessible> {
  const { left, isOfDropDown = false, toolkit } = walk;
  left.count -= 1;
  const [state, interfaces, childCount] = await Promise.all([
    toolkit?.measures === 'from-surface' ? stateOnSurface(connection, ref) : stateOf(connection, ref),
    facesOf(connection, ref),
    property(connection, ref, 'Accessible', 'ChildCount'),
  ]);
  const count = Number(childCount);
  // Nothing inside an off-screen object is on the screen either, but the options of a drop-down are wanted all the same.
  const isDropDown = meaningOf(state.role).role === 'combobox';
  const isOnScreen = state.states.has('showing') || ref.path === rootPath || isDropDown || isOfDropDown;
  const asked = { ...state, count, interfaces };
  if (isOnScreen && isEndlessTable(asked) && !isOfDropDown) return { ref, ...state, interfaces, children: await cellsOf(connection, ref) };
  const isOpen = isOnScreen && (mayBeListed(asked) || (isOfDropDown && count <= mostChildren)) && left.count > 0;
  const children = isOpen && count > 0 ? await childrenOf(connection, ref) : [];
  const inside = await Promise.all(
    children.map((child) => walked(connection, child, { ...walk, isOfDropDown: isDropDown || isOfDropDown }).catch(unlessUnanswered)),
  );
  return { ref, ...state, interfaces, children: inside.filter((child) => child !== undefined) };
}

/** What is visible and has a size may be showing: its place decides. A pop-up takes all input, which GTK 4 does not tell of it. */
export async function stateOnSurface(connection: BusConnection, ref: AccessibleRef): Promise<AccessibleState> {
  const [{ name, role, states }, isShown] = await Promise.all([
    stateOf(connection, ref),
    boundsOf(connection, ref, ofWindow).then((box) => areaOf(box) > 0, unlessUnanswered),
  ]);
  const mayBeOver = meaningOf(role).role === undefined || role === roles.menu;
  const isOver = mayBeOver && (await isPopUp(connection, ref).catch(unlessUnanswered));
  const more: readonly State[] = [
    ...(states.has('visible') && isShown ? (['showing'] as const) : []),
    ...(isOver ? (['modal'] as const) : []),
  ];
  // Each tab is called "Tab", or has the underscores of its shortcut in its name; what it shows is in it.
  return { name: role === roles.tab ? '' : withoutClassNames(name), role, states: new Set([...states, ...more]) };
}

/** GTK 4 names what has no name by its class. */
export function withoutClassNames(name: string): string {
  return name.replace(/\b(Gtk|Adw)[A-Z]\w*/g, '').trim();
}

/** A table that changes during the look counts as empty this time. */
async function cellsOf(connection: BusConnection, table: AccessibleRef): Promise<readonly Accessible[]> {
  return (await cellsInSight(table, tablesOn(connection)).catch(unlessUnanswered)) ?? [];
}

/** GTK's cache leaves out objects that nobody has queried yet; the child count shows where some are missing. */
async function completed(connection: BusConnection, { windows, short, endless }: CachedTree): Promise<readonly Accessible[]> {
  await Promise.all([
    ...endless.map(async ({ ref, children }) => void children.splice(0, children.length, ...(await cellsOf(connection, ref)))),
    ...short.map(async ({ ref, children }) => {
      const known = new Map(children.map((child) => [child.ref.path, child]));
      const refs = (await childrenOf(connection, ref).catch(unlessUnanswered)) ?? [];
      const all = await Promise.all(
        refs.map((child) => known.get(child.path) ?? walked(connection, child, { left: { count: mostObjects } }).catch(unlessUnanswered)),
      );
      children.splice(0, children.length, ...all.filter((child) => child !== undefined));
    }),
  ]);
  return windows;
}

// `TableCalls` over the accessibility bus.

/** `whole`: reads an object with its parts. */
function createTableCalls(connection: BusConnection, whole: (ref: AccessibleRef) => Promise<Accessible>): TableCalls {
  const ask = (ref: AccessibleRef, face: string, member: string): Promise<readonly unknown[]> => about(connection, ref, { face, member });
  const askTable = (table: AccessibleRef, member: string, ...numbers: readonly unknown[]): Promise<readonly unknown[]> =>
    about(connection, table, { face: 'Table', member, signature: 'i'.repeat(numbers.length), body: numbers });
  return {
    async sizeOf(table) {
      const [rows, columns] = await Promise.all(['NRows', 'NColumns'].map((name) => property(connection, table, 'Table', name)));
      return { rows: Number(rows), columns: Number(columns) };
    },
    cellAt: async (table, row, column) => found(await askTable(table, 'GetAccessibleAt', row, column)),
    headerOf: async (table, column) => found(await askTable(table, 'GetColumnHeader', column)),
    // Not every toolkit supports row headers.
    rowHeaderOf: async (table, row) => askTable(table, 'GetRowHeader', row).then(found).catch(unlessUnanswered),
    async cellAtPoint(table, { x, y }) {
      const body = [Math.round(x), Math.round(y), ofScreen];
      return found(await about(connection, table, { face: 'Component', member: 'GetAccessibleAtPoint', signature: 'iiu', body }));
    },
    async placeOf(table, cell) {
      const [index] = await ask(cell, 'Accessible', 'GetIndexInParent');
      const [[row], [column]] = await Promise.all([askTable(table, 'GetRowAtIndex', index), askTable(table, 'GetColumnAtIndex', index)]);
      return Number(row) < 0 || Number(column) < 0 ? undefined : { row: Number(row), column: Number(column) };
    },
    async parentOf(child) {
      const [bus, path] = (await property(connection, child, 'Accessible', 'Parent')) as Reference;
      const [role] = await ask({ bus, path }, 'Accessible', 'GetRole');
      return { ref: { bus, path }, role: Number(role) };
    },
    boundsOf: (ref) => boundsOf(connection, ref),
    whole,
    async actionsOf(ref) {
      const count = Number(await property(connection, ref, 'Action', 'NActions'));
      const names = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          about(connection, ref, { face: 'Action', member: 'GetName', signature: 'i', body: [index] }),
        ),
      );
      return names.map(([name]) => String(name));
    },
  };
}

function found([answer]: readonly unknown[]): AccessibleRef | undefined {
  return refOfAnswer(answer as Reference);
}
