import type { Bounds } from '../../domain/ui/geometry.js';
import type { PictureMatch } from '../../ports/picture-search.js';

/** As a fraction of the smaller area: a match inside a larger one is the same thing found twice. */
const mostOverlap = 0.3;

/** The best first, without those that overlap a better one by more than `mostOverlap`. */
export function distinct(matches: readonly PictureMatch[], atMost: number): readonly PictureMatch[] {
  const kept: PictureMatch[] = [];
  for (const match of [...matches].sort((one, other) => other.score - one.score)) {
    if (kept.length >= atMost) break;
    if (kept.every(({ bounds }) => overlap(bounds, match.bounds) <= mostOverlap)) kept.push(match);
  }
  return kept;
}

function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}
