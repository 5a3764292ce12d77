// What a person does to the picture of a run's screen: where they point, on one that is shown smaller or larger than it is, and the keys that they press.
//
// pressed-1. What writes a character is text, and goes sealed; keys stand in the history, so only those go in clear that write nothing.
// pressed-2. A paste is a text of its own, and is left to the browser.
import type { Point } from '../ui/geometry.js';
import { escapeKeys } from '../ui/keys.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The px of the picture under that point; at its rim at most, where the pointer has left it. Nothing is shown: undefined. */
export function pointOnPicture(
  picture: Size,
  shown: Size & { readonly left: number; readonly top: number },
  { x, y }: Point,
): Point | undefined {
  if (!(shown.width > 0 && shown.height > 0)) return undefined;
  return {
    x: within(Math.floor(((x - shown.left) * picture.width) / shown.width), picture.width),
    y: within(Math.floor(((y - shown.top) * picture.height) / shown.height), picture.height),
  };
}

function within(value: number, size: number): number {
  return Math.min(Math.max(0, value), Math.max(0, size - 1));
}

// ── Keys ────────────────────────────────────────────────────────────────────────

/** As a browser's `KeyboardEvent` tells it. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  /** AltGr writes characters. */
  readonly isAltGraph: boolean;
}

type Pressed =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'keys'; readonly keys: string }
  /** The browser's own, or a modifier alone. */
  | { readonly type: 'none' };

/** As domain/ui/keys.ts names them. */
const named: Readonly<Record<string, string>> = {
  ...{ Enter: 'ENTER', Tab: 'TAB', Escape: 'ESC', Backspace: 'BACKSPACE', Delete: 'DELETE', Insert: 'INSERT' },
  ...{ ArrowUp: 'UP', ArrowDown: 'DOWN', ArrowLeft: 'LEFT', ArrowRight: 'RIGHT' },
  ...{ Home: 'HOME', End: 'END', PageUp: 'PGUP', PageDown: 'PGDN' },
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `F${index + 1}`])),
};

const isShortcut = /^[a-z0-9]$/i;

export function pressedKey(press: KeyPress): Pressed {
  const { key, shiftKey, isAltGraph } = press;
  // A Mac's Command is Control elsewhere; a run's browser is seldom on a Mac.
  const ctrl = (press.ctrlKey || press.metaKey) && !isAltGraph;
  const alt = press.altKey && !isAltGraph;
  const name = Object.hasOwn(named, key) ? named[key] : undefined;
  if (name !== undefined) return { type: 'keys', keys: `${held(ctrl, alt, shiftKey)}{${name}}` };
  if ([...key].length !== 1) return { type: 'none' };
  if (ctrl && !alt && key.toLowerCase() === 'v') return { type: 'none' };
  if (ctrl) return { type: 'keys', keys: `${held(ctrl, alt, shiftKey)}${escapeKeys(key.toLowerCase())}` };
  // Elsewhere than on a Mac, Alt with a letter opens a menu; there, it writes another character.
  if (alt && isShortcut.test(key)) return { type: 'keys', keys: `${held(ctrl, alt, shiftKey)}${key.toLowerCase()}` };
  return { type: 'text', text: key };
}

function held(ctrl: boolean, alt: boolean, shift: boolean): string {
  return `${ctrl ? '^' : ''}${alt ? '%' : ''}${shift ? '+' : ''}`;
}
