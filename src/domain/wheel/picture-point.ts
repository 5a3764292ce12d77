// Where a person points on a picture that is shown smaller or larger than it is.
import type { Point } from '../ui/geometry.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The px of the picture under that point; at its rim at most, where the pointer has left it. Nothing is shown: undefined. */
export function pointOnPicture(
  picture: Size,
  shown: Size & { readonly left: number; readonly top: number },
  { x, y }: Point,
): Point | undefined {
  if (!(shown.width > 0 && shown.height > 0)) return undefined;
  return {
    x: within(Math.floor(((x - shown.left) * picture.width) / shown.width), picture.width),
    y: within(Math.floor(((y - shown.top) * picture.height) / shown.height), picture.height),
  };
}

function within(value: number, size: number): number {
  return Math.min(Math.max(0, value), Math.max(0, size - 1));
}
