// What scrolls, and how far it is.

import type { Side } from '../../../domain/ui/control.js';
import { type Bounds, type Point, middleOf } from '../../../domain/ui/geometry.js';
import { type ElementStyle, own, styleOf, ofDocument } from './dom.js';
import { placesToHit } from '../../../domain/ui/layers.js';
import {
  contentBoxOf,
  frameOf,
  outwards,
  viewOf,
  boundsOf,
  boxesOf,
  composedContains,
  elementAt,
  intersect,
  isEmpty,
  everywhere,
  insideOf,
  nowhere,
  scrollsBy,
} from './geometry.js';
import { targetBetween } from './pressable.js';

/** On which side of a container's view something is that only scrolling brings; undefined: some of it is in view. */
export function sideOf(box: Bounds, view: Bounds): Side | undefined {
  if (box.y + box.height <= view.y) return 'above';
  if (box.y >= view.y + view.height) return 'below';
  if (box.x + box.width <= view.x) return 'left';
  return box.x >= view.x + view.width ? 'right' : undefined;
}

// Where an element can be hit with a pointer, and what hides it.

/**
 * What hides the element at that point of its frame from a person's eyes, if anything. Its children, its label and its ancestors do not cover
 * it; the frames around it may.
 */
function coverOf(element: Element, point: Point): Element | undefined {
  const hit = elementAt(own.document(element), point);
  // Outside the viewport nothing counts as covering: scrolling will show.
  if (hit === null) return undefined;
  if (!reaches(element, hit) && !composedContains(hit, element)) return hit;
  const outer = inParent(element, point);
  return outer && coverOf(outer.frame, outer.point);
}

/**
 * What a pointer at that point of its frame would hit instead of the element; undefined when it hits it, something inside it, or its label.
 * `null`: nothing, because the point is outside the viewport. An ancestor is a miss: it shows where the element is clipped, or takes no pointer.
 * So is a target of its own inside the element (press-1), but for `through`.
 */
export function missAt(element: Element, point: Point, through = false): Element | null | undefined {
  const hit = elementAt(own.document(element), point);
  if (hit === null || !reaches(element, hit)) return hit;
  const inner = through || !own.contains(element, hit) ? undefined : innerTarget(element, hit);
  if (inner !== undefined) return inner;
  const outer = inParent(element, point);
  return outer && missAt(outer.frame, outer.point, true);
}

/** Also the middles of its edges: of what is under something else they may be all that is left. */
const places = [
  ...placesToHit,
  ...[0.02, 0.98].flatMap((edge) => [
    { x: edge, y: 0.5 },
    { x: 0.5, y: edge },
  ]),
];

/** A point of its frame where a pointer hits the element, within the part of its boxes that `view` shows. */
export function hitPointOf(element: Element, view: Bounds, through = false): Point | undefined {
  for (const box of boxesToHit(element)) {
    const shown = intersect(box, view);
    if (isEmpty(shown)) continue;
    for (const { x, y } of places) {
      const point = { x: shown.x + shown.width * x, y: shown.y + shown.height * y };
      if (missAt(element, point, through) === undefined) return point;
    }
  }
  return undefined;
}

/** Its largest fragment first. */
function boxesToHit(element: Element): readonly Bounds[] {
  const { bounds, hit } = boxesOf(element);
  return hit === bounds ? [hit] : [hit, ...[...own.boxes(element)].map(boundsOf)];
}

function reaches(element: Element, hit: Element): boolean {
  return hit === element || composedContains(element, hit) || isLabelledBy(element, hit);
}

/** The frame element around the element's document, and the point in the document that holds the frame; undefined beyond what this script can reach. */
function inParent(element: Element, point: Point): { readonly frame: Element; readonly point: Point } | undefined {
  const frame = frameOf(own.document(element));
  return frame && { frame, point: outwards(contentBoxOf(frame), point, viewOf(own.document(element))) };
}

function isLabelledBy(element: Element, hit: Element): boolean {
  const label = own.closest(hit, 'label') as HTMLLabelElement | null;
  if (label === null || label.control === null) return false;
  // A link in a label is pressed for itself.
  return (label.control === element || composedContains(element, label.control)) && innerTarget(label, hit) === undefined;
}

/** Of a label its own field is what is pressed. */
function innerTarget(element: Element, hit: Element): Element | undefined {
  const inner = targetBetween(element, hit);
  const field = own.tag(element) === 'label' ? (element as HTMLLabelElement).control : null;
  return inner === field ? undefined : inner;
}

// Which part of a frame is in view and which could be scrolled into view, passed down the tree during the walk.

interface Reach {
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
