import type { Point } from '../../domain/ui/geometry.js';
import type { PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import type { Control } from '../../domain/ui/control.js';

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

// Why no pointer was sent to a control: the same words on every device.

export function coveredError(name: string | undefined, by: string): ActionFailedError {
  return new ActionFailedError('control-covered', `The control ${quoted(name)}is covered by ${by}. Deal with that first.`);
}

export function outOfReachError(name: string | undefined): ActionFailedError {
  return new ActionFailedError(
    'out-of-reach',
    `The control ${quoted(name)}cannot be reached with the pointer: it is clipped, or takes none. Scroll, or act on another control.`,
  );
}

/** For the middle of a sentence: with a blank after it, if there is a name. */
export function quoted(name: string | undefined): string {
  return name ? `"${name}" ` : '';
}

// Controls as text, for devices that have no source of their own.

/** What a person reads in it; empty when there is nothing. */
export function lineOf({ name, value }: Control): string {
  return [name, value].filter((text) => text !== undefined && text !== '').join(': ');
}

/** One line each, with its place. */
export function sourceOf(controls: readonly Control[]): string {
  return controls.map(({ role, name, value, path }) => `${path} ${role} "${name}"${value === undefined ? '' : ` = ${value}`}`).join('\n');
}
