// Which window of an X display a pointer would end at, asked of the server itself: menus and hints, which no window manager lists, included.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { DisplayEnvironment } from './requirements.js';
import { openXServer, padded, type XServer } from './x-server.js';

export interface FrontWindow {
  readonly id: number;
  /** Of the process that it names; 0 when unknown. */
  readonly pid: number;
  readonly title: string;
  /** What the window manager has nothing to do with: menus, lists of drop-downs, hints. */
  readonly isPopup: boolean;
}

export interface ModalWindow {
  readonly id: number;
  /** What it was opened from. */
  readonly openedFrom: readonly number[];
}

export interface FrontWindows {
  /** Undefined: the bare background. A frame counts as the window in it. */
  at(point: Point): Promise<FrontWindow | undefined>;
  /** Those among these windows that their application wants answered first. */
  modal(windows: readonly number[]): Promise<readonly ModalWindow[]>;
  /** Windows that these windows, or what they were opened from, were opened from. */
  openedFrom(window: number): Promise<readonly number[]>;
  /** Menus and lists of drop-downs that are open and were made by the same connections as these windows. */
  menus(windows: readonly number[]): Promise<readonly number[]>;
  /** Windows of a process, as it says. */
  ofProcess(pid: number): Promise<readonly number[]>;
  /** What the window manager has nothing to do with, is open, and was made by the same connections as these windows. */
  popups(windows: readonly number[]): Promise<readonly number[]>;
  /** Undefined when it is gone. */
  placeOf(window: number): Promise<WindowPlace | undefined>;
  /** What its frame has above it; undefined when it is gone. */
  titleBarOf(window: number): Promise<Bounds | undefined>;
  /** Whether the same connection made both. */
  areKin(one: number, other: number): boolean;
}

export interface WindowPlace {
  readonly title: string;
  /** With its shadow. */
  readonly bounds: Bounds;
  /** px at each side that the application draws around its window, and that nobody sees as a part of it. */
  readonly shadow: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

export interface Front {
  /** Connects where no connection is open. Throws `ActionFailedError` without an X server that answers. */
  windows(): Promise<FrontWindows>;
  close(): void;
}

const [queryTree, getAttributes, getGeometry, internAtom, getProperty, translate] = [15, 3, 14, 16, 20, 40];
const [anyType, ofName, transientFor] = [0, 39, 68];
/** Bytes that are read of a property, over four. */
const longest = 64;
/** Windows within windows; a frame has two or three. */
const deepest = 8;
const viewable = 2;

const names = [
  'WM_STATE',
  '_NET_WM_PID',
  '_NET_WM_NAME',
  '_NET_WM_STATE',
  '_NET_WM_STATE_MODAL',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_COMBO',
  '_NET_FRAME_EXTENTS',
  '_NET_CLIENT_LIST',
  '_GTK_FRAME_EXTENTS',
] as const;
const menuKinds = [
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_COMBO',
] as const;
type Atoms = Readonly<Record<(typeof names)[number], number>>;

interface Asking {
  readonly server: XServer;
  readonly atoms: Atoms;
}

export function createFront(env: DisplayEnvironment): Front {
  let server: XServer | undefined;
  let windows: FrontWindows | undefined;
  return {
    async windows() {
      if (windows && server?.isOpen()) return windows;
      server = await openXServer(env);
      windows = await frontWindowsOf(server);
      return windows;
    },
    close: () => server?.close(),
  };
}

async function frontWindowsOf(server: XServer): Promise<FrontWindows> {
  const found = await Promise.all(names.map((name) => atomOf(server, name)));
  const asking: Asking = { server, atoms: Object.fromEntries(names.map((name, index) => [name, found[index] ?? 0])) as Atoms };
  const areKin = (one: number, other: number): boolean => ((one ^ other) & server.clientMask) === 0;
  const openedFrom = async (window: number): Promise<readonly number[]> => {
    const owners: number[] = [];
    for (let at = window; owners.length < deepest;) {
      const [owner] = numbersIn(await propertyOf(server, at, transientFor));
      if (owner === undefined || owner === 0 || owner === server.root || owners.includes(owner)) break;
      owners.push(owner);
      at = owner;
    }
    return owners;
  };
  const isModal = async (window: number): Promise<boolean> =>
    (await numbersOf(asking, window, '_NET_WM_STATE')).includes(asking.atoms._NET_WM_STATE_MODAL);
  const kinOf = async (windows: readonly number[]): Promise<readonly number[]> =>
    (await childrenOf(server, server.root)).filter((child) => windows.some((window) => areKin(window, child)));
  return {
    at: (point) => windowAt(asking, point),
    modal: async (windows) => Promise.all((await chosen(windows, isModal)).map(async (id) => ({ id, openedFrom: await openedFrom(id) }))),
    openedFrom,
    menus: async (windows) => chosen(await kinOf(windows), (window) => isOpenMenu(asking, window)),
    async ofProcess(pid) {
      const managed = await numbersOf(asking, server.root, '_NET_CLIENT_LIST');
      return chosen(managed, async (window) => (await numbersOf(asking, window, '_NET_WM_PID'))[0] === pid);
    },
    popups: async (windows) => chosen(await kinOf(windows), (window) => isOpenPopup(asking, window)),
    placeOf: (window) => placeOf(asking, window),
    titleBarOf: (window) => titleBarOf(asking, window),
    areKin,
  };
}

async function windowAt({ server, atoms }: Asking, point: Point): Promise<FrontWindow | undefined> {
  const path: number[] = [];
  for (let at = server.root; path.length < deepest;) {
    const child = await childAt(server, at, point);
    if (child === 0) break;
    path.push(child);
    at = child;
    if (await isManaged({ server, atoms }, child)) break;
  }
  const [outermost] = path;
  const innermost = path.at(-1);
  if (outermost === undefined || innermost === undefined) return undefined;
  const inFrame = (await isManaged({ server, atoms }, innermost)) ? innermost : await managedIn({ server, atoms }, outermost);
  const id = inFrame ?? outermost;
  const [[pid = 0], title] = await Promise.all([numbersOf({ server, atoms }, id, '_NET_WM_PID'), titleOf({ server, atoms }, id)]);
  return { id, pid, title, isPopup: inFrame === undefined };
}

/** https://specifications.freedesktop.org/wm-spec/latest/ */
async function titleBarOf(asking: Asking, window: number): Promise<Bounds | undefined> {
  const [bounds, [left = 0, right = 0, top = 0]] = await Promise.all([
    boundsOf(asking.server, window),
    numbersOf(asking, window, '_NET_FRAME_EXTENTS'),
  ]);
  return bounds && { x: bounds.x - left, y: bounds.y - top, width: bounds.width + left + right, height: top };
}

async function placeOf(asking: Asking, window: number): Promise<WindowPlace | undefined> {
  const [bounds, title, [left = 0, right = 0, top = 0, bottom = 0]] = await Promise.all([
    boundsOf(asking.server, window),
    titleOf(asking, window),
    numbersOf(asking, window, '_GTK_FRAME_EXTENTS'),
  ]);
  return bounds && { title, bounds, shadow: { left, right, top, bottom } };
}

/** Of what is in its frame, on the screen. */
async function boundsOf(server: XServer, window: number): Promise<Bounds | undefined> {
  const [geometry, origin] = await Promise.all([
    server.ask({ opcode: getGeometry, body: words(window) }),
    server.ask({ opcode: translate, body: words(window, server.root, 0) }),
  ]);
  if (geometry === undefined || origin === undefined) return undefined;
  return {
    x: origin.readInt16LE(12),
    y: origin.readInt16LE(14),
    width: geometry.readUInt16LE(16),
    height: geometry.readUInt16LE(18),
  };
}

async function titleOf({ server, atoms }: Asking, window: number): Promise<string> {
  const [long, short] = await Promise.all([propertyOf(server, window, atoms._NET_WM_NAME), propertyOf(server, window, ofName)]);
  return textIn(long) || textIn(short);
}

/** The window in a frame. Window managers mark what they manage: https://x.org/releases/current/doc/xorg-docs/icccm/icccm.html#WM_STATE_Property */
async function managedIn(asking: Asking, frame: number): Promise<number | undefined> {
  const children = await childrenOf(asking.server, frame);
  const [managed] = await chosen(children, (child) => isManaged(asking, child));
  return managed;
}

async function isManaged({ server, atoms }: Asking, window: number): Promise<boolean> {
  return numbersIn(await propertyOf(server, window, atoms.WM_STATE)).length > 0;
}

async function isOpenMenu(asking: Asking, window: number): Promise<boolean> {
  const { atoms } = asking;
  const [kinds, isOpen] = await Promise.all([numbersOf(asking, window, '_NET_WM_WINDOW_TYPE'), isOpenPopup(asking, window)]);
  return isOpen && menuKinds.some((kind) => kinds.includes(atoms[kind]));
}

async function isOpenPopup({ server }: Asking, window: number): Promise<boolean> {
  const attributes = await server.ask({ opcode: getAttributes, body: words(window) });
  return attributes?.[26] === viewable && attributes[27] === 1;
}

async function chosen(windows: readonly number[], isWanted: (window: number) => Promise<boolean>): Promise<readonly number[]> {
  const wanted = await Promise.all(windows.map(isWanted));
  return windows.filter((_window, index) => wanted[index]);
}

/** The uppermost of its children at that point of the display, by their shapes; 0: none. */
async function childAt(server: XServer, window: number, { x, y }: Point): Promise<number> {
  const place = Buffer.alloc(4);
  place.writeInt16LE(Math.round(x), 0);
  place.writeInt16LE(Math.round(y), 2);
  const reply = await server.ask({ opcode: translate, body: Buffer.concat([words(server.root, window), place]) });
  return reply?.readUInt32LE(8) ?? 0;
}

async function childrenOf(server: XServer, window: number): Promise<readonly number[]> {
  const reply = await server.ask({ opcode: queryTree, body: words(window) });
  return reply === undefined ? [] : numbersFrom(reply, reply.readUInt16LE(16));
}

interface Property {
  /** Bits of each of its items. */
  readonly format: number;
  readonly count: number;
  readonly reply: Buffer;
}

async function numbersOf({ server, atoms }: Asking, window: number, name: keyof Atoms): Promise<readonly number[]> {
  return numbersIn(await propertyOf(server, window, atoms[name]));
}

async function propertyOf(server: XServer, window: number, name: number): Promise<Property | undefined> {
  const reply = await server.ask({ opcode: getProperty, body: words(window, name, anyType, 0, longest) });
  return reply && { format: reply[1] ?? 0, count: reply.readUInt32LE(16), reply };
}

function numbersIn(property: Property | undefined): readonly number[] {
  return property?.format === 32 ? numbersFrom(property.reply, property.count) : [];
}

function textIn(property: Property | undefined): string {
  return property?.format === 8 ? property.reply.subarray(32, 32 + property.count).toString() : '';
}

function numbersFrom(reply: Buffer, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => reply.readUInt32LE(32 + 4 * index));
}

async function atomOf(server: XServer, name: string): Promise<number> {
  const length = Buffer.alloc(4);
  length.writeUInt16LE(name.length);
  const reply = await server.ask({ opcode: internAtom, body: Buffer.concat([length, padded(Buffer.from(name))]) });
  return reply?.readUInt32LE(8) ?? 0;
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, 4 * index));
  return bytes;
}
