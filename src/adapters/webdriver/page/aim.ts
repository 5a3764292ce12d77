// Where an element can be hit with a pointer, and what hides it.
import type { Bounds, Point } from '../../../domain/ui/geometry.js';
import { placesToHit } from '../../../domain/ui/layers.js';
import { contentBoxOf, frameOf, outwards, viewOf } from './frame-boxes.js';
import { boundsOf, boxesOf, composedContains, elementAt, intersect, isEmpty } from './geometry.js';
import { own } from './own.js';
import { targetBetween } from './pressable.js';

/**
 * What hides the element at that point of its frame from a person's eyes, if anything. Its children, its label and its ancestors do not cover
 * it; the frames around it may.
 */
export function coverOf(element: Element, point: Point): Element | undefined {
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
