// The windows of an application with all that is in them: from the list that its toolkit keeps, or object by object.
import { meaningOf, tellsPlaces, type Accessible, type AccessibleRef } from './accessible.js';
import { childrenOf, facesOf, stateOf } from './accessible-calls.js';
import { about, property, rootPath, unlessUnanswered, type BusConnection } from './bus-connection.js';
import { isEndlessTable, mayBeAsked, mostChildren, treeOf, type CachedTree, type CacheItem } from './cached-tree.js';
import { createTableCalls } from './table-calls.js';
import { cellsInSight, type TableCalls } from './table-cells.js';

const mostObjects = 20_000;
/** Of a cell. */
const mostParts = 20;
/** Toolkits whose list of all their objects is whole. Chromium's leaves out what is in its pages, Qt has none. */
const listKeepers = new Set(['gtk']);

/** None where an application does not tell places. Throws `UnansweredError`. */
export async function windowsOf(connection: BusConnection, application: string): Promise<readonly Accessible[]> {
  const top = { bus: application, path: rootPath };
  const [toolkit, version] = await Promise.all(
    ['ToolkitName', 'Version'].map(async (name) => String(await property(connection, top, 'Application', name))),
  );
  if (!tellsPlaces(toolkit ?? '', version ?? '')) return [];
  if (listKeepers.has((toolkit ?? '').toLowerCase())) {
    const items = await cached(connection, application);
    if (items.some(([[, path]]) => path === rootPath)) return completed(connection, treeOf(items, rootPath));
  }
  return (await walked(connection, top, { left: { count: mostObjects } })).children;
}

export function tablesOn(connection: BusConnection): TableCalls {
  return createTableCalls(connection, (ref) => walked(connection, ref, { left: { count: mostParts } }));
}

async function cached(connection: BusConnection, bus: string): Promise<readonly CacheItem[]> {
  const [items] = await about(connection, { bus, path: '/org/a11y/atspi/cache' }, { face: 'Cache', member: 'GetItems' });
  return (items ?? []) as readonly CacheItem[];
}

interface Walk {
  /** Objects that may still be asked about. */
  readonly left: { count: number };
  readonly isOfDropDown?: boolean;
}

/** Toolkits without a list: object by object, but all of one depth at once. */
async function walked(connection: BusConnection, ref: AccessibleRef, { left, isOfDropDown = false }: Walk): Promise<Accessible> {
  left.count -= 1;
  const [state, interfaces, childCount] = await Promise.all([
    stateOf(connection, ref),
    facesOf(connection, ref),
    property(connection, ref, 'Accessible', 'ChildCount'),
  ]);
  const count = Number(childCount);
  // What is in something that is not on the screen is not either; a drop-down's options are wanted all the same.
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

/** A table that changes while it is looked at has nothing in it this time. */
async function cellsOf(connection: BusConnection, table: AccessibleRef): Promise<readonly Accessible[]> {
  return (await cellsInSight(table, tablesOn(connection)).catch(unlessUnanswered)) ?? [];
}

/** GTK's list leaves out what nobody has asked about yet: the number of children tells where. */
async function completed(connection: BusConnection, { windows, short, endless }: CachedTree): Promise<readonly Accessible[]> {
  await Promise.all([
    ...endless.map(async ({ ref, children }) => void children.splice(0, children.length, ...(await cellsOf(connection, ref)))),
    ...short.map(async ({ ref, children }) => {
      const known = new Map(children.map((child) => [child.ref.path, child]));
      const refs = await childrenOf(connection, ref).catch(() => []);
      const all = await Promise.all(
        refs.map((child) => known.get(child.path) ?? walked(connection, child, { left: { count: mostObjects } }).catch(unlessUnanswered)),
      );
      children.splice(0, children.length, ...all.filter((child) => child !== undefined));
    }),
  ]);
  return windows;
}
