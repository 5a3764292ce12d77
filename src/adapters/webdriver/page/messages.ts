// The messages between page script and device. Plain JSON; lengths in CSS px of the frame's own viewport, until the device adds the offsets
// of foreign frames.
import type { EnterPress, Side } from '../../../domain/ui/control.js';
import type { Bounds, Point, Size } from '../../../domain/ui/geometry.js';

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
  readonly form?: string;
  readonly enters?: EnterPress;
  readonly accessKey?: string;
  readonly testId?: string;
  readonly leads?: string;
  readonly carries?: string;
  readonly destination?: string;
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
      readonly origin: string;
    }
  | { readonly status: 'gone' }
  | { readonly status: 'changed'; readonly name: string }
  | { readonly status: 'leads-elsewhere' }
  /** Its row is about something else now. */
  | { readonly status: 'other-row'; readonly row: string }
  | { readonly status: 'disabled' }
  | { readonly status: 'covered'; readonly by: string }
  /** It has a box, but no point of it takes a pointer. */
  | { readonly status: 'out-of-reach' }
  | { readonly status: 'hidden' };

/** How a target takes text. */
export type TargetKind = 'text' | 'rich-text' | 'exact' | 'file' | 'select' | 'readonly' | 'disabled' | 'other';

export type Chosen =
  | { readonly status: 'chosen' }
  | { readonly status: 'no-such-option'; readonly options: readonly string[] }
  | { readonly status: 'not-a-select' }
  | { readonly status: 'disabled' };

export interface Quietness {
  readonly loaded: boolean;
  /**
   * ms since the last change of the document, its same-origin frames and open shadow roots; 0 while a request younger than 3 s is pending,
   * where requests are watched.
   */
  readonly quietFor: number;
}
