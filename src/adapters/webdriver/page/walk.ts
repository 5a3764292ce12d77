// What the walk over a page carries along: what it has found, and what holds for all that stands in an element.
import type { ForeignFrame, PageControl } from './messages.js';
import type { Reaches } from './reach.js';

export interface Walk {
  readonly controls: PageControl[];
  readonly foreign: { readonly frame: ForeignFrame; readonly element: Element }[];
  /** Elements whose text is the name of a field. */
  readonly named: Set<string>;
  /** How many texts were reported of one element. */
  readonly texts: Map<string, number>;
  run: Run | undefined;
}

export interface Context {
  readonly reaches: Reaches;
  /** Where the frame's viewport stands in the coordinates that are reported. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly textRole: string;
  /** Text is in a control's name already, or hidden from assistive technology. */
  readonly mute: boolean;
  readonly inert: boolean;
  readonly pointer: boolean;
}

/** Text that nothing has interrupted yet: `flush` reports it. */
export interface Run {
  readonly pieces: string[];
  readonly first: Text;
  last: Text;
  readonly parent: Element;
  readonly context: Context;
  readonly path: string;
}
