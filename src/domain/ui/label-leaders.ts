// Lines that cross are hard to follow: labels of one size exchange their places until that would shorten no two lines.
import { middleOf, type Bounds } from './geometry.js';

interface Led {
  readonly bounds: Bounds;
  readonly box: Bounds;
}

const mostRounds = 6;

export function withoutCrossings<T extends Led>(labels: readonly T[]): readonly T[] {
  const left = [...labels];
  for (let round = 0, changed = true; changed && round < mostRounds; round++) {
    changed = false;
    for (let first = 0; first < left.length; first++)
      for (let second = first + 1; second < left.length; second++) {
        const [one, other] = [left[first], left[second]];
        if (!one || !other || one.box.width !== other.box.width) continue;
        if (
          lengthOf(one.bounds, other.box) + lengthOf(other.bounds, one.box) >=
          lengthOf(one.bounds, one.box) + lengthOf(other.bounds, other.box)
        )
          continue;
        [left[first], left[second]] = [
          { ...one, box: other.box },
          { ...other, box: one.box },
        ];
        changed = true;
      }
  }
  return left;
}

function lengthOf(bounds: Bounds, box: Bounds): number {
  const [from, to] = [middleOf(bounds), middleOf(box)];
  return Math.hypot(to.x - from.x, to.y - from.y);
}
