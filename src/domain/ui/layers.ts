// Where a control can be hit, for user interfaces that tell boxes and no hit test: they are drawn in the order of their tree, children over their parents.
import { areaOf, commonOf, isIn, overlapOf, type Bounds, type Point } from './geometry.js';

/** Something on the screen at which a pointer ends. */
export interface Layer {
  /** Its place among its siblings, in the order in which they are drawn, from the root down. */
  readonly order: readonly number[];
  /** What the screen and whatever clips it leave of its box. */
  readonly shown: Bounds;
  /** While it is there nothing that was drawn before it takes a pointer, beside it neither. */
  readonly modal?: true;
}

export type Aim<L> =
  | { readonly status: 'ready'; readonly points: readonly Point[] }
  | { readonly status: 'covered'; readonly by: L }
  | { readonly status: 'out-of-reach' };

/** Fractions of a box, the most likely first: its middle, then towards its corners and edges. */
export const placesToHit: readonly Point[] = [0.5, 0.25, 0.75, 0.1, 0.9].flatMap((y) => [0.5, 0.25, 0.75, 0.1, 0.9].map((x) => ({ x, y })));

/**
 * Points of the target that nothing covers, in whole px. Those in a layer inside it come last: there something else is pressed, which a person
 * would take for the target only where nothing else of it is left.
 */
export function aimAmong<L extends Layer>({ order, shown }: Layer, layers: readonly L[]): Aim<L> {
  if (areaOf(shown) < 1) return { status: 'out-of-reach' };
  const over = layers.filter((layer) => isDrawnOver(layer.order, order) && (layer.modal || overlapOf(layer.shown, shown) > 0));
  const barrier = over.find(({ modal }) => modal);
  if (barrier) return { status: 'covered', by: barrier };
  const points = placesToHit.map(({ x, y }) => ({
    x: Math.floor(shown.x + shown.width * x),
    y: Math.floor(shown.y + shown.height * y),
  }));
  const free = points.filter((point) => !isUnder(over, point));
  if (free.length === 0) return { status: 'covered', by: topmostAt(over, points) };
  const inner = layers.filter((layer) => isInside(layer.order, order) && overlapOf(layer.shown, shown) > 0);
  const [bare, taken] = [free.filter((point) => !isUnder(inner, point)), free.filter((point) => isUnder(inner, point))];
  return { status: 'ready', points: [...bare, ...taken] };
}

function isUnder(layers: readonly Layer[], point: Point): boolean {
  return layers.some(({ shown }) => isIn(shown, point));
}

/** What covers the first of these points. */
function topmostAt<L extends Layer>(over: readonly L[], [first = { x: 0, y: 0 }]: readonly Point[]): L {
  const there = over.filter(({ shown }) => isIn(shown, first));
  return there.reduce((top, layer) => (isDrawnOver(layer.order, top.order) || isInside(layer.order, top.order) ? layer : top));
}

/** Neither is inside the other, and this one is drawn later. */
function isDrawnOver(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((place, index) => place !== other[index]);
  const [ours, theirs] = [one[at], other[at]];
  return ours !== undefined && theirs !== undefined && ours > theirs;
}

function isInside(one: readonly number[], other: readonly number[]): boolean {
  return one.length > other.length && other.every((place, index) => place === one[index]);
}

/** What these boxes, from the outermost inwards, leave of a box. */
export function shownThrough(clips: readonly Bounds[], box: Bounds): Bounds {
  return clips.reduce(commonOf, box);
}
