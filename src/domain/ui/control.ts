import type { Bounds } from './geometry.js';
import { mask } from './mask.js';

/** One element on the screen: interactive, or text that helps to choose among the interactive ones. */
export interface Control {
  /** Valid for one observation only. */
  readonly id: string;
  /** ARIA role in lower case (`button`, `textbox`, `link`, `heading`, `text`, …), whatever the device calls it. `file` is a file input, `password` a password field. */
  readonly role: string;
  /** Accessible name. */
  readonly name: string;
  /** Current value; `•••` when masked. Of a `scrollarea` how far it is scrolled, in words. */
  readonly value?: string;
  /** `checked`, `selected`, `expanded`, `collapsed`, `focused`, `required`, `readonly`, `external` (a link to another program: `mailto:`), `asks for a file`, `exposing` (submits a form that puts a password into the address), … */
  readonly states?: readonly string[];
  /** Values that can be chosen, for a `combobox` or `listbox` with a fixed list (at most 50). */
  readonly options?: readonly string[];
  readonly bounds: Bounds;
  readonly enabled: boolean;
  /** In the viewport or reachable by scrolling, and not covered by something else. */
  readonly visible: boolean;
  /** A person can act on it (click, type, choose); false for headings, texts, images. */
  readonly interactive: boolean;
  /** Its position in the structure, stable over observations of the same screen (class path, frames and shadow roots included). */
  readonly path: string;
  /** Where paths that begin with an id go on outwards: by that beginning, the path of its parent. Told with the first control that needs it. */
  readonly roots?: Readonly<Record<string, string>>;
  readonly source: 'tree' | 'ocr';
  /** Its pixels must not leave the device: a password field, or one that holds a secret. */
  readonly masked?: true;
  /** Of a frame whose origin is not allowed: where a pointer reaches it; absent: all over its bounds. */
  readonly open?: readonly Bounds[];
  /** How many controls it is inside of; absent: 0. */
  readonly level?: number;
  /** The name was not given to it, but guessed from what is beside it or in it. */
  readonly guessed?: true;
  /** What a field takes, in words: `HH:MM, 09:00 to 18:00`. */
  readonly format?: string;
  /** What the application finds wrong with what is in the field. */
  readonly error?: string;
  /** What a person reads on it where its name says otherwise, and what it would ask before it acts. */
  readonly shown?: string;
  /** What its tooltip says, or the text that describes it, where that says more. */
  readonly hint?: string;
  /** The path of the form that it belongs to, where that is not around it. */
  readonly form?: string;
  /** Of a field: the button that Enter presses in it. */
  readonly enters?: EnterPress;
  /** The character that presses it together with Alt. */
  readonly accessKey?: string;
  /** What its author gave it to be found by (`data-testid` and the like). */
  readonly testId?: string;
  /** Digests, to compare: of the address or form that it leads to, and of what that form would carry along. */
  readonly leads?: string;
  readonly carries?: string;
  /** Of a link to a page of its own origin: digests of that address and of its pattern (`pageAddressOf`), with a space between. */
  readonly destination?: string;
  /** Its text changed, and again, while nobody did anything: a clock, a countdown. */
  readonly restless?: true;
  /** On which side of its container's view it is; only scrolling the container brings it. */
  readonly beyond?: Side;
}

/** Its `id` may be of a control that is not listed. */
export interface EnterPress {
  readonly id: string;
  readonly role: string;
  readonly name: string;
}

/** What only scrolls is no part of what an application shows. */
export function isScroller({ role }: Pick<Control, 'role'>): boolean {
  return role === 'scrollarea';
}

/** States of what asked for a file when it was pressed: it takes the file's path, as a file input does; or holds what it was given. */
export const asksForFile = 'asks for a file';
export const holdsFile = 'file chosen';

/** A file input, or what stands for one. */
export function isForFiles({ role, states = [] }: Pick<Control, 'role' | 'states'>): boolean {
  return role === 'file' || states.includes(asksForFile) || states.includes(holdsFile);
}

const toggles: ReadonlySet<string> = new Set(['checkbox', 'switch', 'menuitemcheckbox']);

/** Pressing it again turns it back. */
export function isToggle({ role }: Pick<Control, 'role'>): boolean {
  return toggles.has(role);
}

/** One of several, or on and off: it can be checked. */
export function isCheckable({ role }: Pick<Control, 'role'>): boolean {
  return isToggle({ role }) || role === 'radio' || role === 'menuitemradio';
}

export type Side = 'above' | 'below' | 'left' | 'right';

/** How a decision refers to its target; compared with the control of that label before anything runs. */
export interface ControlRef {
  readonly label: string;
  readonly role: string;
  readonly name: string;
  readonly path: string;
}

// ── From a control's path outwards: the paths of the elements that it is inside of ──

const deepest = 60;

/** Of controls in reading order: `Control.roots` are told with the first one that needs them. */
export function createAncestors(controls: readonly Control[]): (path: string) => readonly string[] {
  const roots = new Map(controls.flatMap((control) => Object.entries(control.roots ?? {})));
  return (path) => {
    const prefixes: string[] = [];
    for (let next: string | undefined = path; next !== undefined && prefixes.length < deepest; next = roots.get(next) ?? outerOf(next))
      prefixes.push(next);
    return prefixes;
  };
}

function outerOf(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('>>'), path.lastIndexOf('::'));
  return end <= 0 ? undefined : path.slice(0, end);
}

/** Whether a control that was told under one name may read so now: digits may have changed (a countdown, a counter), words may not; `•••` stands for a masked text, and `…` at the end for what was cut. */
export function mayRead(told: string, now: string): boolean {
  const words = (text: string): string => text.replace(/[\d\s.,:]+/g, ' ').trim();
  const whole = words(now);
  const isCut = told.endsWith('…');
  const parts = (isCut ? told.slice(0, -1) : told).split(mask).map(words);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = whole.indexOf(part, at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + part.length;
  }
  const last = parts.at(-1) ?? '';
  return isCut || (parts.length === 1 ? at === whole.length : whole.endsWith(last));
}
