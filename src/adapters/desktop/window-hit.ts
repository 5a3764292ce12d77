// Whether the window in front at a point is one of the application that a pointer is meant for.

import type { FrontWindow, ModalWindow, Front } from './front-windows.js';
import { noModal, type ModalTitles } from './controls.js';
import type { DesktopWindow } from './windows.js';

export interface Meant {
  /** Ids and titles of the application's windows, as the window manager lists them. */
  readonly windows: ReadonlyMap<number, string>;
  readonly pid: number;
  /** The window that the control is in; undefined: a point, or it cannot be told. */
  readonly own: number | undefined;
  /** Menus and drop-downs may be hit, and pressed beside. */
  readonly mayBeMenu: boolean;
}

export interface Found extends FrontWindow {
  /** Made by the same connection as a window of the application. */
  readonly isKin: boolean;
  /** What it was opened from. */
  readonly openedFrom: readonly number[];
}

/** Of the application meant. */
export interface Barriers {
  readonly modal: readonly ModalWindow[];
  readonly menus: readonly number[];
}

export type WindowHit =
  | { readonly status: 'hit' }
  | { readonly status: 'background' }
  /** `isWindow`: bringing the control's window to the front may help. */
  | { readonly status: 'covered'; readonly by: string; readonly isWindow: boolean };

export function windowHit(found: Found | undefined, meant: Meant, { modal, menus }: Barriers): WindowHit {
  if (found === undefined) return { status: 'background' };
  const isOwn = meant.windows.has(found.id) || found.isKin || (meant.pid > 0 && found.pid === meant.pid);
  if (!isOwn) return coveredBy(found);
  if (found.isPopup)
    return meant.mayBeMenu || meant.own === undefined || meant.own === found.id
      ? { status: 'hit' }
      : { ...coveredBy(found), isWindow: false };
  const dialog = modal.find((each) => isBehind(found, each, modal));
  if (dialog) return { status: 'covered', by: named('dialog', meant.windows.get(dialog.id) ?? ''), isWindow: false };
  if (meant.own !== undefined && found.id !== meant.own) return coveredBy(found);
  if (menus.length > 0 && !meant.mayBeMenu) return { status: 'covered', by: 'an open menu, which {ESC} closes', isWindow: false };
  return { status: 'hit' };
}

/** Of two dialogs of which neither was opened from the other both can be answered. */
function isBehind(window: ModalWindow, dialog: ModalWindow, modal: readonly ModalWindow[]): boolean {
  if (dialog.id === window.id || window.openedFrom.includes(dialog.id)) return false;
  return dialog.openedFrom.includes(window.id) || !modal.some(({ id }) => id === window.id);
}

function coveredBy({ title, isPopup }: Found): WindowHit & { readonly status: 'covered' } {
  return { status: 'covered', by: named(isPopup ? 'pop-up' : 'window', title), isWindow: !isPopup };
}

function named(what: string, title: string): string {
  return title === '' ? `a ${what} without a title` : `the ${what} "${title}"`;
}

// Which windows of an application are in front of its others, by the word of the display.

export async function modalTitles(front: Front | undefined, windows: readonly DesktopWindow[]): Promise<ModalTitles> {
  if (front === undefined || windows.length < 2) return noModal;
  const titles = new Map(windows.map(({ id, title }) => [Number(id), title]));
  const modal = await (await front.windows()).modal([...titles.keys()]);
  const titleOf = ({ id }: (typeof modal)[number]): string => titles.get(id) ?? '';
  const isCovered = (window: (typeof modal)[number]): boolean => modal.some((other) => isBehind(window, other, modal));
  return { front: modal.filter((window) => !isCovered(window)).map(titleOf), behind: modal.filter(isCovered).map(titleOf) };
}
