// The state of the walk over a page: what it has found, and what applies inside an element.
import type { ForeignFrame, PageControl } from './messages.js';
import type { Reaches, Shown } from './reach.js';
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
  /** Paths of the forms of the document, and controls of forms that are not around them, by their index. */
  readonly forms: Map<Element, string>;
  readonly owned: { readonly at: number; readonly form: Element }[];
  run: Run | undefined;
  readonly roots: Roots;
}

export interface Context {
  readonly reaches: Reaches;
  /** The frame's viewport in the reported coordinates. */
  readonly offset: Shown;
  readonly textRole: string;
  /** Text is in a control's name already. */
  readonly mute: boolean;
  /** Hidden from assistive technology, but not from a person: only numbers are told, such as a price that is given twice. */
  readonly aside: boolean;
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
