// The accessibility bus of a session: one connection, calls with a time limit, and when something last changed.
import type { EventEmitter } from 'node:events';
import { DeviceGoneError } from '../../ports/device-errors.js';
import { meaningOf, relations, roles, statesOf, tellsPlaces, type Accessible, type AccessibleRef, type State } from './accessible.js';
import { cellsInSight, wordsBeside, type TableCalls } from './table-cells.js';
import type { Bounds } from '../../domain/ui/geometry.js';

export interface RunningApplication {
  readonly bus: string;
  readonly pid: number;
  readonly name: string;
}

export interface AccessibilityBus {
  applications(): Promise<readonly RunningApplication[]>;
  /** Its windows, with all that is in them. Throws `UnansweredError` when the application does not speak in time. */
  windowsOf(bus: string): Promise<readonly Accessible[]>;
  /** The rest: calls about one object. All throw `UnansweredError`. */
  boundsOf(ref: AccessibleRef): Promise<Bounds>;
  stateOf(ref: AccessibleRef): Promise<{ readonly name: string; readonly role: number; readonly states: ReadonlySet<State> }>;
  /** Interfaces, as in `Accessible`. */
  facesOf(ref: AccessibleRef): Promise<readonly string[]>;
  textOf(ref: AccessibleRef): Promise<string>;
  valueOf(ref: AccessibleRef): Promise<number>;
  /** Names of what labels it. */
  labelsOf(ref: AccessibleRef): Promise<readonly string[]>;
  childrenOf(ref: AccessibleRef): Promise<readonly AccessibleRef[]>;
  /** Of a cell that can be ticked: what stands in its row. */
  wordsBeside(ref: AccessibleRef): Promise<string>;
  setText(ref: AccessibleRef, text: string): Promise<boolean>;
  /** At the end. */
  appendText(ref: AccessibleRef, text: string): Promise<boolean>;
  setValue(ref: AccessibleRef, value: number): Promise<void>;
  selectChild(ref: AccessibleRef, index: number): Promise<boolean>;
  focus(ref: AccessibleRef): Promise<boolean>;
  /** ms since an application last told of a change. */
  quietFor(): number;
  close(): void;
}

/** The application did not answer, or no longer has that object. Inside this adapter only. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
}

const callLimit = 4_000;
const prefix = 'org.a11y.atspi.';
const root = '/org/a11y/atspi/accessible/root';
const properties = 'org.freedesktop.DBus.Properties';
const nothing = '/org/a11y/atspi/null';
/** Beyond it a table or a document tells of itself by windows, not by children. */
const mostChildren = 2_000;
const mostObjects = 20_000;
/** Of a cell. */
const mostParts = 20;
/** Toolkits whose list of all their objects is whole. Chromium's leaves out what is in its pages, Qt has none. */
const listKeepers = new Set(['gtk']);
/** In screen coordinates. */
const ofScreen = 0;

/** What tells that something is going on. Focus and the pointer's own doings are not among it. */
const changes = [
  'object:children-changed',
  'object:state-changed:showing',
  'object:state-changed:sensitive',
  'object:text-changed',
  'object:property-change:accessible-name',
  'object:property-change:accessible-value',
  'object:selection-changed',
  'window:create',
  'window:destroy',
  'window:activate',
];

type Reference = readonly [bus: string, path: string];
type CacheItem = readonly [
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

/** Throws `DeviceGoneError` when there is no such session any more. */
export async function openAccessibilityBus(sessionAddress: string): Promise<AccessibilityBus> {
  const { sessionBus, Message } = await import('@jellybrick/dbus-next');
  type Bus = ReturnType<typeof sessionBus>;
  let closed = false;

  const connect = (busAddress: string): Bus => {
    const bus = sessionBus({ busAddress });
    // Calls that wait are refused by their own limits.
    (bus as unknown as EventEmitter).on('error', () => (closed = true));
    return bus;
  };

  const callOn = async (bus: Bus, call: Call): Promise<readonly unknown[]> => {
    const { to, path, member, signature = '', body = [] } = call;
    const reply = await within(
      bus.call(new Message({ destination: to, path, interface: call.interface, member, signature, body: [...body] })),
      `${member} of ${to}${path}`,
    );
    return reply?.body ?? [];
  };

  const session = connect(sessionAddress);
  const gone = (error: unknown): never => {
    session.disconnect();
    throw new DeviceGoneError('The session of the desktop is gone.', { cause: error });
  };
  const address = await callOn(session, {
    to: 'org.a11y.Bus',
    path: '/org/a11y/bus',
    interface: 'org.a11y.Bus',
    member: 'GetAddress',
  }).catch(gone);
  const bus = connect(String(address[0]));
  const speak = (call: Call): Promise<readonly unknown[]> => {
    if (closed) throw new DeviceGoneError('The session of the desktop is gone.');
    return callOn(bus, call);
  };
  const about = ({ bus: to, path }: AccessibleRef, face: string, member: string, signature?: string, body?: readonly unknown[]) =>
    speak({
      to,
      path,
      interface: `${prefix}${face}`,
      member,
      ...(signature === undefined ? {} : { signature }),
      ...(body === undefined ? {} : { body }),
    });
  const property = async (ref: AccessibleRef, face: string, name: string): Promise<unknown> => {
    const [value] = await speak({
      to: ref.bus,
      path: ref.path,
      interface: properties,
      member: 'Get',
      signature: 'ss',
      body: [`${prefix}${face}`, name],
    });
    return (value as { readonly value: unknown } | undefined)?.value;
  };

  let lastChange = Date.now();
  const listen = async (): Promise<void> => {
    bus.on('message', ({ interface: face }: { readonly interface?: string }) => {
      if (face?.startsWith(`${prefix}Event.`)) lastChange = Date.now();
    });
    for (const kind of ['Object', 'Window'])
      await speak({ ...daemon, member: 'AddMatch', signature: 's', body: [`type='signal',interface='${prefix}Event.${kind}'`] });
    // Toolkits are silent about changes, and keep no list of their objects, until somebody says that he listens.
    for (const change of changes)
      await speak({
        to: `${prefix}Registry`,
        path: '/org/a11y/atspi/registry',
        interface: `${prefix}Registry`,
        member: 'RegisterEvent',
        signature: 's',
        body: [change],
      });
  };
  await listen().catch((error: unknown) => {
    bus.disconnect();
    return gone(error);
  });

  const cached = async (application: string): Promise<readonly CacheItem[]> => {
    const [items] = await speak({ to: application, path: '/org/a11y/atspi/cache', interface: `${prefix}Cache`, member: 'GetItems' });
    return (items ?? []) as readonly CacheItem[];
  };

  const boundsOf = async (ref: AccessibleRef): Promise<Bounds> => {
    const [box] = await about(ref, 'Component', 'GetExtents', 'u', [ofScreen]);
    const [x = 0, y = 0, width = 0, height = 0] = (box ?? []) as readonly number[];
    return { x, y, width, height };
  };

  const childrenOf = async (ref: AccessibleRef): Promise<readonly AccessibleRef[]> => {
    const [children] = await about(ref, 'Accessible', 'GetChildren');
    return ((children ?? []) as readonly Reference[]).filter(([, path]) => path !== nothing).map(([owner, path]) => ({ bus: owner, path }));
  };

  const stateOf = async (ref: AccessibleRef) => {
    const [name, [role], [bits]] = await Promise.all([
      property(ref, 'Accessible', 'Name'),
      about(ref, 'Accessible', 'GetRole'),
      about(ref, 'Accessible', 'GetState'),
    ]);
    return { name: String(name ?? ''), role: Number(role), states: statesOf((bits ?? []) as readonly number[]) };
  };

  const facesOf = async (ref: AccessibleRef): Promise<readonly string[]> => {
    const [faces] = await about(ref, 'Accessible', 'GetInterfaces');
    return ((faces ?? []) as readonly string[]).map(shortFace);
  };

  /** Toolkits without a list: object by object, but all of one depth at once. */
  const walked = async (ref: AccessibleRef, left: { count: number }, isOfDropDown = false): Promise<Accessible> => {
    left.count -= 1;
    const [state, faces, count] = await Promise.all([stateOf(ref), facesOf(ref), property(ref, 'Accessible', 'ChildCount')]);
    // What is in something that is not on the screen is not either; a drop-down's options are wanted all the same.
    const isDropDown = meaningOf(state.role).role === 'combobox';
    const isOnScreen = state.states.has('showing') || ref.path === root || isDropDown;
    const asked = { ...state, count: Number(count), interfaces: faces };
    if (isOnScreen && isEndlessTable(asked) && !isOfDropDown) return { ref, ...state, interfaces: faces, children: await cellsOf(ref) };
    const isOpen = isOnScreen && (mayBeAsked(asked) || (isOfDropDown && asked.count <= mostChildren)) && left.count > 0;
    const children = isOpen && Number(count) > 0 ? await childrenOf(ref) : [];
    const inside = await Promise.all(children.map((child) => walked(child, left, isDropDown).catch(unlessUnanswered)));
    return { ref, ...state, interfaces: faces, children: inside.filter((child) => child !== undefined) };
  };

  const referred = ([found]: readonly unknown[]): AccessibleRef | undefined => {
    const [owner, path] = found as Reference;
    return path === nothing ? undefined : { bus: owner, path };
  };

  const tables: TableCalls = {
    async sizeOf(table) {
      const [rows, columns] = await Promise.all([property(table, 'Table', 'NRows'), property(table, 'Table', 'NColumns')]);
      return { rows: Number(rows), columns: Number(columns) };
    },
    cellAt: async (table, row, column) => referred(await about(table, 'Table', 'GetAccessibleAt', 'ii', [row, column])),
    headerOf: async (table, column) => referred(await about(table, 'Table', 'GetColumnHeader', 'i', [column])),
    // Not every toolkit knows of such headers.
    rowHeaderOf: async (table, row) => about(table, 'Table', 'GetRowHeader', 'i', [row]).then(referred).catch(unlessUnanswered),
    cellAtPoint: async (table, { x, y }) =>
      referred(await about(table, 'Component', 'GetAccessibleAtPoint', 'iiu', [Math.round(x), Math.round(y), ofScreen])),
    async placeOf(table, cell) {
      const [index] = await about(cell, 'Accessible', 'GetIndexInParent');
      const [[row], [column]] = await Promise.all([
        about(table, 'Table', 'GetRowAtIndex', 'i', [index]),
        about(table, 'Table', 'GetColumnAtIndex', 'i', [index]),
      ]);
      return Number(row) < 0 || Number(column) < 0 ? undefined : { row: Number(row), column: Number(column) };
    },
    async parentOf(child) {
      const [owner, path] = (await property(child, 'Accessible', 'Parent')) as Reference;
      const ref = { bus: owner, path };
      const [role] = await about(ref, 'Accessible', 'GetRole');
      return { ref, role: Number(role) };
    },
    boundsOf,
    whole: (ref) => walked(ref, { count: mostParts }),
    async actionsOf(ref) {
      const count = Number(await property(ref, 'Action', 'NActions'));
      const names = await Promise.all(Array.from({ length: count }, (_, index) => about(ref, 'Action', 'GetName', 'i', [index])));
      return names.map(([name]) => String(name));
    },
  };

  /** A table that changes while it is looked at has nothing in it this time. */
  const cellsOf = async (table: AccessibleRef): Promise<readonly Accessible[]> =>
    (await cellsInSight(table, tables).catch(unlessUnanswered)) ?? [];

  /** GTK's list leaves out what nobody has asked about yet: the number of children tells where. */
  const completed = async ({ windows, short, endless }: CachedTree): Promise<readonly Accessible[]> => {
    await Promise.all([
      ...endless.map(async ({ ref, children }) => void children.splice(0, children.length, ...(await cellsOf(ref)))),
      ...short.map(async ({ ref, children }) => {
        const known = new Map(children.map((child) => [child.ref.path, child]));
        const refs = await childrenOf(ref).catch(() => []);
        const all = await Promise.all(
          refs.map((child) => known.get(child.path) ?? walked(child, { count: mostObjects }).catch(unlessUnanswered)),
        );
        children.splice(0, children.length, ...all.filter((child) => child !== undefined));
      }),
    ]);
    return windows;
  };

  return {
    async applications() {
      const [children] = await speak({ to: `${prefix}Registry`, path: root, interface: `${prefix}Accessible`, member: 'GetChildren' });
      const found = await Promise.all(
        ((children ?? []) as readonly Reference[]).map(async ([owner, path]): Promise<RunningApplication | undefined> => {
          try {
            const [name, [pid]] = await Promise.all([
              property({ bus: owner, path }, 'Accessible', 'Name'),
              speak({ ...daemon, member: 'GetConnectionUnixProcessID', signature: 's', body: [owner] }),
            ]);
            return { bus: owner, pid: Number(pid), name: String(name ?? '') };
          } catch (error) {
            return unlessUnanswered(error);
          }
        }),
      );
      return found.filter((application) => application !== undefined);
    },
    async windowsOf(application) {
      const top = { bus: application, path: root };
      const [toolkit, version] = await Promise.all([property(top, 'Application', 'ToolkitName'), property(top, 'Application', 'Version')]);
      if (!tellsPlaces(String(toolkit), String(version))) return [];
      if (listKeepers.has(String(toolkit).toLowerCase())) {
        const items = await cached(application);
        if (items.some(([[, path]]) => path === root)) return completed(treeOf(items, root));
      }
      return (await walked(top, { count: mostObjects })).children;
    },
    boundsOf,
    stateOf,
    facesOf,
    async textOf(ref) {
      const [text] = await about(ref, 'Text', 'GetText', 'ii', [0, -1]);
      return String(text ?? '');
    },
    valueOf: async (ref) => Number(await property(ref, 'Value', 'CurrentValue')),
    async labelsOf(ref) {
      const [all] = await about(ref, 'Accessible', 'GetRelationSet');
      const labels = ((all ?? []) as readonly (readonly [number, readonly Reference[]])[])
        .filter(([kind]) => kind === relations.labelledBy)
        .flatMap(([, targets]) => targets);
      return Promise.all(labels.map(async ([owner, path]) => String((await property({ bus: owner, path }, 'Accessible', 'Name')) ?? '')));
    },
    childrenOf,
    wordsBeside: (ref) => wordsBeside(ref, tables),
    async setText(ref, text) {
      const [done] = await about(ref, 'EditableText', 'SetTextContents', 's', [text]);
      return done === true;
    },
    async appendText(ref, text) {
      const length = Number(await property(ref, 'Text', 'CharacterCount'));
      const [done] = await about(ref, 'EditableText', 'InsertText', 'isi', [length, text, Buffer.byteLength(text)]);
      return done === true;
    },
    async setValue(ref, value) {
      const { Variant } = await import('@jellybrick/dbus-next');
      await speak({
        to: ref.bus,
        path: ref.path,
        interface: properties,
        member: 'Set',
        signature: 'ssv',
        body: [`${prefix}Value`, 'CurrentValue', new Variant('d', value)],
      });
    },
    async selectChild(ref, index) {
      const [done] = await about(ref, 'Selection', 'SelectChild', 'i', [index]);
      return done === true;
    },
    async focus(ref) {
      const [done] = await about(ref, 'Component', 'GrabFocus');
      return done === true;
    },
    quietFor: () => Date.now() - lastChange,
    close() {
      closed = true;
      session.disconnect();
      bus.disconnect();
    },
  };
}

interface Call {
  readonly to: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

const daemon = { to: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' } as const;

function shortFace(face: string): string {
  return face.startsWith(prefix) ? face.slice(prefix.length) : face;
}

/** An object that went away meanwhile is one that is not there. */
function unlessUnanswered(error: unknown): undefined {
  if (!(error instanceof UnansweredError)) throw error;
  return undefined;
}

async function within<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      answer.catch((error: unknown) => {
        throw new UnansweredError(error instanceof Error ? error.message : String(error), { cause: error });
      }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new UnansweredError(`${what} is not answered after ${callLimit / 1000} s.`)), callLimit);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

interface Parent {
  readonly role: number;
  readonly states: ReadonlySet<State>;
  readonly count: number;
}

/** Tables and trees make their cells as they are asked for, without end; the rows of a list box are there already. */
function mayBeAsked({ role, states, count }: Parent): boolean {
  return (!states.has('managesDescendants') || role === roles.listBox) && count <= mostChildren;
}

function isEndlessTable({ interfaces, ...parent }: Parent & Pick<Accessible, 'interfaces'>): boolean {
  return interfaces.includes('Table') && !mayBeAsked(parent);
}

interface CachedTree {
  readonly windows: readonly Accessible[];
  /** What is on the screen and has more children than the list has of it. */
  readonly short: readonly Fillable[];
  /** Tables on the screen: the list has the cells that somebody once asked for. */
  readonly endless: readonly Fillable[];
}

interface Fillable {
  readonly ref: AccessibleRef;
  readonly children: Accessible[];
}

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
      // Those of menus have no index; they keep the order of their numbers, in which they were made.
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
