import type { Point } from '../../domain/ui/geometry.js';
import type { PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';

interface Place {
  /** As messages call it: the page, the screen. */
  readonly what: string;
  readonly width: number;
  readonly height: number;
}

/** In whole px. Throws `action-failed` for a point outside. */
export function pointInside({ what, width, height }: Place, { point, unit }: PointTarget): Point {
  const x = Math.round(unit === 'px' ? point.x : point.x * (width - 1));
  const y = Math.round(unit === 'px' ? point.y : point.y * (height - 1));
  if (x >= 0 && y >= 0 && x < width && y < height) return { x, y };
  throw new ActionFailedError(
    'action-failed',
    `The point ${point.x}, ${point.y} (${unit}) is outside the ${what}'s ${width} × ${height} px.`,
  );
}
