// Looked up once: a test's sandbox takes long for every look at a global, and these are called a million times for one picture.
const { max, min } = Math;

/** Pixels of the matching screenshot (CSS pixels of the viewport in a browser), origin at the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Bounds extends Point, Size {}

/** Edges count as inside. */
export function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** px² that both cover. */
export function overlapOf(one: Bounds, other: Bounds): number {
  // Asked a million times for one picture: without an object for each answer.
  const width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x);
  const height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Without area where they do not overlap. */
export function commonOf(one: Bounds, other: Bounds): Bounds {
  const x = max(one.x, other.x);
  const y = max(one.y, other.y);
  return {
    x,
    y,
    width: max(0, min(one.x + one.width, other.x + other.width) - x),
    height: max(0, min(one.y + one.height, other.y + other.height) - y),
  };
}

/** As large as that up to a pixel, and all of it in the picture. */
export function isWholeAs({ width, height }: Size, box: Bounds, picture: Size): boolean {
  const isInside = contains({ x: -1, y: -1, width: picture.width + 2, height: picture.height + 2 }, box);
  return isInside && Math.abs(box.width - width) <= 1 && Math.abs(box.height - height) <= 1;
}

export function areaOf({ width, height }: Size): number {
  return width * height;
}

export function middleOf({ x, y, width, height }: Bounds): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

export function isIn({ x, y, width, height }: Bounds, point: Point): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;
}

export function grownBy(margin: number, { x, y, width, height }: Bounds): Bounds {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** The part that lies in the picture; without area where none does. */
export function clippedTo({ width, height }: Size, box: Bounds): Bounds {
  return commonOf({ x: 0, y: 0, width, height }, box);
}
