// The messages between page script and device. Plain JSON; lengths in CSS px of the frame's own viewport, until the device adds the offsets
// of foreign frames.

import type { EnterPress, Side, Control } from '../../../domain/ui/control.js';
import type { Bounds, Point, Size } from '../../../domain/ui/geometry.js';
import { defined } from '../../../domain/collections.js';

/** A control as a frame reports it. `id` is `<document token>.<number>`. */
export interface PageControl {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly states?: readonly string[];
  readonly options?: readonly string[];
  readonly bounds: Bounds;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly interactive: boolean;
  readonly path: string;
  readonly roots?: Readonly<Record<string, string>>;
  readonly masked?: true;
  readonly level?: number;
  readonly guessed?: true;
  readonly format?: string;
  readonly error?: string;
  readonly beyond?: Side;
  readonly shown?: string;
  readonly hint?: string;
  readonly form?: string;
  readonly enters?: EnterPress;
  readonly accessKey?: string;
  readonly testId?: string;
  readonly leads?: string;
  readonly carries?: string;
  readonly destination?: string;
  readonly restless?: true;
}

/** A frame whose document this script cannot reach: another origin, or sandboxed. */
export interface ForeignFrame {
  readonly id: string;
  readonly path: string;
  /** Index in `controls` at which the frame's controls belong. */
  readonly at: number;
  /** Its content box. */
  readonly box: Bounds;
  /** It is not read. */
  readonly askew?: true;
}

export interface PageLook {
  /** Changes with each navigation. */
  readonly document: string;
  readonly title: string;
  readonly url: string;
  readonly controls: readonly PageControl[];
  readonly foreign: readonly ForeignFrame[];
}

/** What a pointer hits at a point: a frame that only the device can enter, with the point in its box and the size of that (`askew`: they tell nothing), or the control there; `null`: nothing that is pressed. */
export type Hit =
  | { readonly frame: Point; readonly shown: Size; readonly askew?: true }
  | { readonly control: { readonly role: string; readonly name: string } | null };

/** The position of a foreign frame's content in the top page, as large as it is shown there, and the path with which its controls' paths begin. */
export interface FramePlace {
  readonly offset: Point & Partial<Size>;
  readonly path: string;
}

export type Prepared =
  /** `view`: of the window that the point is in. */
  | {
      readonly status: 'ready';
      readonly point: Point;
      readonly view: Size;
      readonly scrolled: boolean;
      readonly kind: TargetKind;
      /** Of a file input. */
      readonly takes?: FileTaking;
      readonly origin: string;
    }
  | { readonly status: 'gone' }
  | { readonly status: 'changed'; readonly name: string }
  | { readonly status: 'leads-elsewhere' }
  /** Its row is about something else now. */
  | { readonly status: 'other-row'; readonly row: string }
  | { readonly status: 'disabled' }
  | { readonly status: 'moving'; readonly restsInMs: number }
  | { readonly status: 'covered'; readonly by: string }
  /** It has a box, but no point of it takes a pointer. */
  | { readonly status: 'out-of-reach' }
  | { readonly status: 'hidden' };

/** What may be put into a file input. */
export type FileTaking = 'one' | 'several' | 'folder';

/** A file input, wherever it is; `names` of what is in it. */
export interface FileFieldNow {
  readonly takes: FileTaking;
  readonly accept: string;
  readonly names: string;
  readonly connected: boolean;
}

/** How a target takes text. `scale`: it takes a number, and only keys or the pointer move it. */
export type TargetKind = 'text' | 'rich-text' | 'exact' | 'scale' | 'file' | 'select' | 'readonly' | 'disabled' | 'other';

export type Chosen =
  | { readonly status: 'chosen' }
  | { readonly status: 'no-such-option'; readonly options: readonly string[] }
  /** Those that are called so. */
  | { readonly status: 'several'; readonly options: readonly string[] }
  | { readonly status: 'not-a-select' }
  | { readonly status: 'disabled' };

export type FoundOption = { readonly status: 'one'; readonly id: string } | { readonly status: 'none' } | { readonly status: 'several' };

export interface Quietness {
  readonly loaded: boolean;
  /**
   * ms since the last change of the document, its same-origin frames and open shadow roots; 0 while a request younger than 3 s is pending,
   * where requests are watched.
   */
  readonly quietFor: number;
}

// The wire format of a look: JSON inside JSON, passed on by two processes, so every quote counts. Rows instead of objects; of each path
// only the difference from the previous one. A page of 1,500 controls shrinks to a third. Runs on both ends; imports nothing from the page.

const extras = [
  ...(['value', 'states', 'options', 'roots', 'level', 'guessed', 'format', 'error', 'beyond'] as const),
  ...(['shown', 'hint', 'form', 'enters', 'accessKey', 'leads', 'carries', 'destination', 'testId', 'restless'] as const),
] as const;

type Extra = Partial<Pick<PageControl, (typeof extras)[number]>>;
type Row = readonly [
  id: string | number,
  role: number,
  name: string,
  flags: number,
  x: number,
  y: number,
  width: number,
  height: number,
  sharedStart: number,
  sharedEnd: number,
  between: string,
  extra?: Extra,
];

export interface EncodedLook {
  readonly document: string;
  readonly title: string;
  readonly url: string;
  readonly foreign: readonly ForeignFrame[];
  readonly roles: readonly string[];
  readonly rows: readonly Row[];
}

const flag = { enabled: 1, visible: 2, interactive: 4, masked: 8 } as const;

export function encodeLook({ document, title, url, foreign, controls }: PageLook): EncodedLook {
  const roles: string[] = [];
  const numbers = new Map<string, number>();
  let last = '';
  const rows = controls.map((control): Row => {
    const { id, role, name, enabled, visible, interactive, masked, bounds, path } = control;
    let number = numbers.get(role);
    if (number === undefined) numbers.set(role, (number = roles.push(role) - 1));
    const start = sharedStart(last, path);
    const end = sharedEnd(last, path, start);
    last = path;
    const flags =
      (enabled ? flag.enabled : 0) + (visible ? flag.visible : 0) + (interactive ? flag.interactive : 0) + (masked ? flag.masked : 0);
    const own = id.slice(document.length + 1);
    const row = [
      own.includes('.') ? own : Number(own),
      number,
      name,
      flags,
      bounds.x,
      bounds.y,
      bounds.width,
      bounds.height,
      start,
      end,
      path.slice(start, path.length - end),
    ] as const;
    const extra = extraOf(control);
    return extra ? [...row, extra] : row;
  });
  return { document, title, url, foreign, roles, rows };
}

/** Most controls have none. */
function extraOf(control: PageControl): Extra | undefined {
  let found: Record<string, unknown> | undefined;
  for (const name of extras) if (control[name] !== undefined) (found ??= {})[name] = control[name];
  return found;
}

export interface DecodedLook extends Omit<PageLook, 'controls'> {
  readonly controls: readonly Control[];
}

export function decodeLook({ document, title, url, foreign, roles, rows }: EncodedLook): DecodedLook {
  let last = '';
  const controls = rows.map(([id, role, name, flags, x, y, width, height, start, end, between, extra]): Control => {
    last = last.slice(0, start) + between + last.slice(last.length - end);
    const control: Control = {
      id: `${document}.${id}`,
      role: roles[role] ?? '',
      name,
      bounds: { x, y, width, height },
      enabled: (flags & flag.enabled) !== 0,
      visible: (flags & flag.visible) !== 0,
      interactive: (flags & flag.interactive) !== 0,
      path: last,
      source: 'tree',
    };
    const masked = (flags & flag.masked) !== 0;
    return extra === undefined && !masked ? control : { ...control, ...extra, ...defined({ masked: masked || undefined }) };
  });
  return { document, title, url, foreign, controls };
}

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

function sharedEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}
