// Which part of a frame is in view and which could be scrolled into view, passed down the tree during the walk.
import { middleOf, type Bounds, type Point } from '../../../domain/ui/geometry.js';
import { coverOf, hitPointOf } from './aim.js';
import { everywhere, insideOf, intersect, isEmpty, nowhere } from './geometry.js';
import { scrollsBy } from './scrollers.js';
import { styleOf, type ElementStyle } from './styles.js';
import { ofDocument, own } from './own.js';

export interface Reach {
  /** The part in view now. */
  readonly view: Bounds;
  /** The part that scrolling can bring into view, in current coordinates. */
  readonly scrollable: Bounds;
}

/** Clipping follows containing blocks: absolute and fixed boxes escape the clip of ancestors that do not contain them. */
export interface Reaches {
  readonly flow: Reach;
  readonly absolute: Reach;
  readonly fixed: Reach;
}

export function reachesOf(document: Document): Reaches {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight, scrollLeft, scrollTop } =
    ofDocument.scroller(document) ?? ofDocument.element(document);
  const width = ofDocument.view(document)?.innerWidth ?? clientWidth;
  const height = ofDocument.view(document)?.innerHeight ?? clientHeight;
  // Nothing is reached under its scroll bars.
  const view = { x: 0, y: 0, width: Math.min(width, clientWidth || width), height: Math.min(height, clientHeight || height) };
  const [x, y] = [mayScroll(document, 'overflowX'), mayScroll(document, 'overflowY')];
  const scrollable = {
    x: x ? (beginsRight(document) ? Math.min(width, clientWidth) - scrollWidth : 0) - scrollLeft : 0,
    width: x ? Math.max(scrollWidth, width) : width,
    y: y ? -scrollTop : 0,
    height: y ? Math.max(scrollHeight, height) : height,
  };
  const flow = { view, scrollable };
  return { flow, absolute: flow, fixed: { view, scrollable: view } };
}

/** What is out of view lies to the left. */
function beginsRight(document: Document): boolean {
  const { direction, writingMode } = styleOf(ofDocument.body(document) ?? ofDocument.element(document)).computed;
  return writingMode === 'vertical-rl' || writingMode === 'sideways-rl' || (direction === 'rtl' && writingMode === 'horizontal-tb');
}

/** The root scrolls unless html, or body on its behalf, hides overflow. */
function mayScroll(document: Document, axis: 'overflowX' | 'overflowY'): boolean {
  const root = styleOf(ofDocument.element(document)).computed[axis];
  const overflow = root === 'visible' && ofDocument.body(document) !== null ? styleOf(ofDocument.body(document)).computed[axis] : root;
  return overflow !== 'hidden' && overflow !== 'clip';
}

/** Where this element's own box is visible. */
export function ownReach(reaches: Reaches, style: ElementStyle): Reach {
  if (style.position === 'fixed') return reaches.fixed;
  return style.position === 'absolute' ? reaches.absolute : reaches.flow;
}

/** A pointer hits it or its stand-in, the element that a person acts on; or scrolling may bring it into view. */
export function isReachable(element: Element, stand: Element, box: Bounds, { view, scrollable }: Reach): boolean {
  if (isEmpty(box)) return false;
  if (isEmpty(intersect(box, view))) return !isEmpty(intersect(box, scrollable));
  return hitPointOf(stand, view) !== undefined || (stand !== element && hitPointOf(element, view) !== undefined);
}

/** In view and uncovered, or scrollable into view. `stand` is the element that a person sees. */
export function isSeen(element: Element, stand: Element, box: Bounds, { view, scrollable }: Reach): boolean {
  if (isEmpty(box)) return false;
  const shown = intersect(box, view);
  if (isEmpty(shown)) return !isEmpty(intersect(box, scrollable));
  const point = middleOf(shown);
  return coverOf(element, point) === undefined || (stand !== element && coverOf(stand, point) === undefined);
}

/** Of a document, as it is shown in the top page. */
export interface Shown extends Point {
  readonly scale: Point;
}

/** In the coordinates of the report. */
export function rounded({ x, y, width, height }: Bounds, { x: left, y: top, scale }: Shown): Bounds {
  return {
    x: Math.round(left + x * scale.x),
    y: Math.round(top + y * scale.y),
    width: Math.round(width * scale.x),
    height: Math.round(height * scale.y),
  };
}

/** For its children. */
export function reachesInside(element: Element, style: ElementStyle, reaches: Reaches): Reaches {
  const reach = ownReach(reaches, style);
  const inside = own.tag(element) === 'body' && element === ofDocument.body(own.document(element)) ? reach : clip(element, style, reach);
  const positioned = style.position !== 'static';
  if (inside === reaches.flow && (!positioned || inside === reaches.absolute)) return reaches;
  return { flow: inside, absolute: positioned ? inside : reaches.absolute, fixed: reaches.fixed };
}

function clip(element: Element, style: ElementStyle, reach: Reach): Reach {
  // When one axis is not `visible`, neither is the other.
  if (style.overflowX === 'visible') return reach;
  if (style.display === 'inline' || style.display === 'contents') return reach;
  const box = insideOf(element);
  const view = intersect(reach.view, box);
  const open = intersect(reach.scrollable, box);
  if (isEmpty(open)) return { view, scrollable: nowhere };
  const { x, y } = scrollsBy(style);
  return {
    view,
    scrollable: {
      x: x ? everywhere.x : open.x,
      width: x ? everywhere.width : open.width,
      y: y ? everywhere.y : open.y,
      height: y ? everywhere.height : open.height,
    },
  };
}
