// Which window of an X display a pointer would end at, asked of the server itself: menus and hints, which no window manager lists, included.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { DisplayEnvironment } from './requirements.js';
import { openXServer, type XServer } from './x-server.js';
import { createXWindows, type XWindows } from './x-windows.js';

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

/** Windows within windows; a frame has two or three. */
const deepest = 8;
const menuKinds = [
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_COMBO',
] as const;

export function createFront(env: DisplayEnvironment): Front {
  let server: XServer | undefined;
  let windows: FrontWindows | undefined;
  return {
    async windows() {
      if (windows && server?.isOpen()) return windows;
      server = await openXServer(env);
      windows = frontWindowsOf(await createXWindows(server));
      return windows;
    },
    close: () => server?.close(),
  };
}

export type FrontWindows = ReturnType<typeof frontWindowsOf>;

/** https://specifications.freedesktop.org/wm-spec/latest/ */
function frontWindowsOf(x: XWindows) {
  /** What the window manager has nothing to do with, is open, and was made by the same connections as these windows. */
  const popups = async (windows: readonly number[]): Promise<readonly number[]> => {
    const kin = (await x.childrenOf(x.root)).filter((child) => windows.some((window) => x.areKin(window, child)));
    return chosen(kin, (window) => x.isOpenPopup(window));
  };
  /** Windows that this window, or what it was opened from, was opened from. */
  const openedFrom = async (window: number): Promise<readonly number[]> => {
    const owners: number[] = [];
    for (let at = window; owners.length < deepest;) {
      const [owner] = await x.numbers(at, 'WM_TRANSIENT_FOR');
      if (owner === undefined || owner === 0 || owner === x.root || owners.includes(owner)) break;
      owners.push(owner);
      at = owner;
    }
    return owners;
  };
  return {
    /** Undefined: the bare background. A frame counts as the window in it. */
    at: (point: Point): Promise<FrontWindow | undefined> => windowAt(x, point),
    openedFrom,
    popups,
    areKin: x.areKin,
    /** Those among these windows that their application wants answered first. */
    async modal(windows: readonly number[]): Promise<readonly ModalWindow[]> {
      const isModal = async (window: number): Promise<boolean> =>
        (await x.numbers(window, '_NET_WM_STATE')).includes(x.atoms._NET_WM_STATE_MODAL);
      return Promise.all((await chosen(windows, isModal)).map(async (id) => ({ id, openedFrom: await openedFrom(id) })));
    },
    /** Those of their pop-ups that are menus or lists of drop-downs. */
    async menus(windows: readonly number[]): Promise<readonly number[]> {
      return chosen(await popups(windows), async (window) => {
        const kinds = await x.numbers(window, '_NET_WM_WINDOW_TYPE');
        return menuKinds.some((kind) => kinds.includes(x.atoms[kind]));
      });
    },
    /** Windows of a process, as it says. */
    async ofProcess(pid: number): Promise<readonly number[]> {
      const managed = await x.numbers(x.root, '_NET_CLIENT_LIST');
      return chosen(managed, async (window) => (await x.numbers(window, '_NET_WM_PID'))[0] === pid);
    },
    /** Undefined when it is gone. */
    async placeOf(window: number): Promise<WindowPlace | undefined> {
      const around = x.numbers(window, '_GTK_FRAME_EXTENTS');
      const [bounds, title, [left = 0, right = 0, top = 0, bottom = 0]] = await Promise.all([
        x.boundsOf(window),
        titleOf(x, window),
        around,
      ]);
      return bounds && { title, bounds, shadow: { left, right, top, bottom } };
    },
    /** What its frame has above it; undefined when it is gone. */
    async titleBarOf(window: number): Promise<Bounds | undefined> {
      const [bounds, [left = 0, right = 0, top = 0]] = await Promise.all([x.boundsOf(window), x.numbers(window, '_NET_FRAME_EXTENTS')]);
      return bounds && { x: bounds.x - left, y: bounds.y - top, width: bounds.width + left + right, height: top };
    },
  };
}

async function windowAt(x: XWindows, point: Point): Promise<FrontWindow | undefined> {
  const path: number[] = [];
  for (let at = x.root; path.length < deepest && (path.length === 0 || !(await isManaged(x, at)));) {
    at = await x.childAt(at, point);
    if (at === 0) break;
    path.push(at);
  }
  const [outermost] = path;
  const causeText = path.at(-1);
  if (outermost === undefined || causeText === undefined) return undefined;
  const inFrame = (await isManaged(x, causeText)) ? causeText : await managedIn(x, outermost);
  const id = inFrame ?? outermost;
  const [[pid = 0], title] = await Promise.all([x.numbers(id, '_NET_WM_PID'), titleOf(x, id)]);
  return { id, pid, title, isPopup: inFrame === undefined };
}

async function titleOf(x: XWindows, window: number): Promise<string> {
  const [long, short] = await Promise.all([x.text(window, '_NET_WM_NAME'), x.text(window, 'WM_NAME')]);
  return long || short;
}

/** The window in a frame. Window managers mark what they manage: https://x.org/releases/current/doc/xorg-docs/icccm/icccm.html#WM_STATE_Property */
async function managedIn(x: XWindows, frame: number): Promise<number | undefined> {
  const [managed] = await chosen(await x.childrenOf(frame), (child) => isManaged(x, child));
  return managed;
}

async function isManaged(x: XWindows, window: number): Promise<boolean> {
  return (await x.numbers(window, 'WM_STATE')).length > 0;
}

async function chosen(windows: readonly number[], isWanted: (window: number) => Promise<boolean>): Promise<readonly number[]> {
  const wanted = await Promise.all(windows.map(isWanted));
  return windows.filter((_window, index) => wanted[index]);
}
