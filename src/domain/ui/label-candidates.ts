// The places next to a control and in it where its label may stand, the best first. Whole pixels: a tag drawn between two is blurred.
import type { Bounds, Size } from './geometry.js';

/** Touching it. Above its beginning is where a reader looks first. */
export function sidesOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  const [above, below] = [y - tag.height, y + height];
  const [before, after] = [x - tag.width, x + width];
  const [end, middle] = [x + width - tag.width, y + (height - tag.height) / 2];
  return boxes(tag, [
    [x, above],
    [before, middle],
    [after, middle],
    [end, above],
    [x, below],
    [end, below],
    [before, y],
    [after, y],
    [x + (width - tag.width) / 2, above],
    [x + (width - tag.width) / 2, below],
  ]);
}

export function outsideCornersOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  return boxes(tag, [
    [x - tag.width, y - tag.height],
    [x + width, y - tag.height],
    [x - tag.width, y + height],
    [x + width, y + height],
  ]);
}

/** px: the gap between two cells of a calendar or two swatches of a palette. */
const overEdge = [4, 2, 0];

/** In its corners and at its edges; those a little over its edge hide less of it, and come first. */
export function insideOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  if (tag.width > width || tag.height > height) return [];
  return overEdge.flatMap((over) => {
    const [left, right, across] = [x - over, x + width - tag.width + over, x + (width - tag.width) / 2];
    const [top, bottom, down] = [y - over, y + height - tag.height + over, y + (height - tag.height) / 2];
    return boxes(tag, [
      [left, top],
      [right, top],
      [right, down],
      [left, down],
      [left, bottom],
      [right, bottom],
      [across, bottom],
      [across, top],
    ]);
  });
}

function boxes(tag: Size, corners: readonly (readonly [number, number])[]): readonly Bounds[] {
  const { width, height } = tag;
  return corners.map(([x, y]) => ({ x: Math.round(x), y: Math.round(y), width, height }));
}
