// Lines that cross are hard to follow: of two that do, the labels change places, which makes both shorter together.
import { middleOf, type Bounds, type Point } from './geometry.js';

interface Led {
  readonly bounds: Bounds;
  readonly box: Bounds;
}

interface Line {
  readonly from: Point;
  /** The middle of a label. */
  to: Point;
  box: Bounds;
}

const mostRounds = 4;

export function withoutCrossings<T extends Led>(labels: readonly T[]): readonly T[] {
  const lines = labels.map(({ bounds, box }): Line => ({ from: middleOf(bounds), to: middleOf(box), box }));
  for (let round = 0, changed = true; changed && round < mostRounds; round++) {
    changed = false;
    for (const [at, one] of lines.entries())
      for (let next = at + 1; next < lines.length; next++) {
        const other = lines[next];
        if (!other || one.box.width !== other.box.width || !mayCross(one, other)) continue;
        if (distance(one.from, other.to) + distance(other.from, one.to) >= distance(one.from, one.to) + distance(other.from, other.to))
          continue;
        [one.to, other.to] = [other.to, one.to];
        [one.box, other.box] = [other.box, one.box];
        changed = true;
      }
  }
  return labels.map((label, at) => ({ ...label, box: lines[at]?.box ?? label.box }));
}

/** Most lines are far from each other. */
function mayCross(one: Line, other: Line): boolean {
  return (
    Math.max(one.from.x, one.to.x) >= Math.min(other.from.x, other.to.x) &&
    Math.max(other.from.x, other.to.x) >= Math.min(one.from.x, one.to.x) &&
    Math.max(one.from.y, one.to.y) >= Math.min(other.from.y, other.to.y) &&
    Math.max(other.from.y, other.to.y) >= Math.min(one.from.y, one.to.y)
  );
}

function distance(from: Point, to: Point): number {
  return Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2);
}
