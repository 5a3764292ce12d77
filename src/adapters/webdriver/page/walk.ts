// The state of the walk over a page: what it has found, and what applies inside an element.
import type { ForeignFrame, PageControl } from './messages.js';
import type { Reaches } from './reach.js';
import type { Roots } from './paths.js';
import type { Bounds } from '../../../domain/ui/geometry.js';

export interface Walk {
  readonly controls: PageControl[];
  readonly foreign: { readonly frame: ForeignFrame; readonly element: Element }[];
  /** What may hold a closed shadow root. */
  readonly hosts: Element[];
  /** Ids of elements whose text names a field. */
  readonly named: Set<string>;
  /** Number of texts reported per element. */
  readonly texts: Map<string, number>;
  run: Run | undefined;
  readonly roots: Roots;
}

export interface Context {
  readonly reaches: Reaches;
  /** The position of the frame's viewport in the reported coordinates. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly textRole: string;
  /** Text is in a control's name already, or hidden from assistive technology. */
  readonly mute: boolean;
  readonly inert: boolean;
  /** The cursor's shape shows nothing here: it is a hand already, or what is around is pressed anyway (press-3). */
  readonly pointer: boolean;
  /** How many targets are around. */
  readonly level: number;
  /** The view of what scrolls around it, but for the page itself. */
  readonly scroller?: Bounds;
}

/** Adjacent text so far: `flush` reports it. */
export interface Run {
  readonly pieces: string[];
  readonly first: Text;
  last: Text;
  readonly parent: Element;
  readonly context: Context;
  readonly path: string;
}
