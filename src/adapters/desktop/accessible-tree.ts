// The windows of an application with everything in them: from the cache that its toolkit keeps, or object by object.
import { meaningOf, tellsPlaces, type Accessible, type AccessibleRef } from './accessible.js';
import { childrenOf, facesOf, stateOf } from './accessible-calls.js';
import { about, property, rootPath, unlessUnanswered, type BusConnection } from './bus-connection.js';
import { isEndlessTable, mayBeAsked, mostChildren, treeOf, type CachedTree, type CacheItem } from './cached-tree.js';
import { createTableCalls } from './table-calls.js';
import { cellsInSight, type TableCalls } from './table-cells.js';

const mostObjects = 20_000;
/** Per cell. */
const mostParts = 20;
/** Toolkits whose cache holds all their objects. Chromium's leaves out the contents of its pages; Qt has none. */
const listKeepers = new Set(['gtk']);

export interface ApplicationTree {
  /** As the application names it. */
  readonly toolkit: string;
  readonly windows: readonly Accessible[];
}

/** No windows when the application does not report positions. Throws `UnansweredError`. */
export async function treeOfApplication(connection: BusConnection, application: string): Promise<ApplicationTree> {
  const top = { bus: application, path: rootPath };
  const [toolkit = '', version = ''] = await Promise.all(
    ['ToolkitName', 'Version'].map(async (name) => String(await property(connection, top, 'Application', name))),
  );
  if (!tellsPlaces(toolkit, version)) return { toolkit, windows: [] };
  if (listKeepers.has(toolkit.toLowerCase())) {
    const items = await cached(connection, application);
    if (items.some(([[, path]]) => path === rootPath)) return { toolkit, windows: await completed(connection, treeOf(items, rootPath)) };
  }
  return { toolkit, windows: (await walked(connection, top, { left: { count: mostObjects } })).children };
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
}

/** For toolkits without a cache: object by object, with all objects of one depth in parallel. */
async function walked(connection: BusConnection, ref: AccessibleRef, { left, isOfDropDown = false }: Walk): Promise<Accessible> {
  left.count -= 1;
  const [state, interfaces, childCount] = await Promise.all([
    stateOf(connection, ref),
    facesOf(connection, ref),
    property(connection, ref, 'Accessible', 'ChildCount'),
  ]);
  const count = Number(childCount);
  // Nothing inside an off-screen object is on the screen either, but the options of a drop-down are wanted all the same.
  const isDropDown = meaningOf(state.role).role === 'combobox';
  const isOnScreen = state.states.has('showing') || ref.path === rootPath || isDropDown;
  const asked = { ...state, count, interfaces };
  if (isOnScreen && isEndlessTable(asked) && !isOfDropDown) return { ref, ...state, interfaces, children: await cellsOf(connection, ref) };
  const isOpen = isOnScreen && (mayBeAsked(asked) || (isOfDropDown && count <= mostChildren)) && left.count > 0;
  const children = isOpen && count > 0 ? await childrenOf(connection, ref) : [];
  const inside = await Promise.all(
    children.map((child) => walked(connection, child, { left, isOfDropDown: isDropDown }).catch(unlessUnanswered)),
  );
  return { ref, ...state, interfaces, children: inside.filter((child) => child !== undefined) };
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
