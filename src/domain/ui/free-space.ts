// Where in a picture there is room for a tag, the nearest first. Positions lie on a grid of a few pixels; each is tested in constant time by
// sums over the rectangle above and left of every cell.
import { areaOf, middleOf, type Bounds, type Size, type Point } from './geometry.js';

// Looked up once: a test's sandbox takes long for every look at a global, and these are called a million times for one picture.
const { abs, ceil, floor, max, min, sqrt } = Math;

export interface FreeSpace {
  /** The nearest boxes of that size that fit, at most one in each direction; those much further than the nearest are left out. */
  nearest(around: Bounds, size: Size, tests: Tests): readonly Bounds[];
}

interface Tests {
  /** A box that is taken is never offered again. */
  taken(box: Bounds): boolean;
  fits(box: Bounds): boolean;
}

interface Blocks {
  readonly columns: number;
  readonly rows: number;
  /** px */
  readonly side: number;
  /** Those of one block; found out when first asked for. */
  positions(column: number, row: number): Bounds[];
  /** No block has a position left. */
  isFull: boolean;
}

/** px; so far stays a tag from what is blocked. */
const clearance = 2;
/** Cells of the longer side of a picture: more would cost time on a large one. */
const mostCells = 480;
const cellsOfBlock = 18;
const cellsAcross = 3;
const cellsDown = 2;

export function createFreeSpace(picture: Size, blocked: readonly Bounds[], suits: (box: Bounds) => boolean): FreeSpace {
  const cell = max(2, ceil(max(picture.width, picture.height) / mostCells));
  // Most pictures have room beside every control.
  let sums: ReturnType<typeof sumsOf> | undefined;
  const blocksOf = new Map<string, Blocks>();
  return {
    nearest(around, size, tests) {
      const known = (sums ??= sumsOf(picture, cell, blocked));
      const key = `${size.width} ${size.height}`;
      const blocks = blocksOf.get(key) ?? blocksFor(picture, cell, size, (box) => known.isFree(box) && suits(box));
      blocksOf.set(key, blocks);
      return nearestOf(blocks, around, tests);
    },
  };
}

function sumsOf({ width, height }: Size, cell: number, blocked: readonly Bounds[]): { isFree(box: Bounds): boolean } {
  const columns = ceil(width / cell);
  const rows = ceil(height / cell);
  const line = columns + 1;
  const sums = new Int32Array(line * (rows + 1));
  for (const box of blocked) {
    const right = min(columns, ceil((box.x + box.width) / cell));
    const bottom = min(rows, ceil((box.y + box.height) / cell));
    for (let row = max(0, floor(box.y / cell)); row < bottom; row++)
      sums.fill(1, (row + 1) * line + max(0, floor(box.x / cell)) + 1, (row + 1) * line + right + 1);
  }
  const at = (index: number): number => sums[index] ?? 0;
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++) {
      const index = row * line + column;
      sums[index] = at(index) + at(index - 1) + at(index - line) - at(index - line - 1);
    }
  return {
    isFree({ x, y, width: wide, height: high }) {
      const left = max(0, floor((x - clearance) / cell));
      const top = max(0, floor((y - clearance) / cell)) * line;
      const right = min(columns, ceil((x + wide + clearance) / cell));
      const bottom = min(rows, ceil((y + high + clearance) / cell)) * line;
      return at(bottom + right) - at(bottom + left) - at(top + right) + at(top + left) === 0;
    },
  };
}

function blocksFor(picture: Size, cell: number, { width, height }: Size, isFree: (box: Bounds) => boolean): Blocks {
  const side = cell * cellsOfBlock;
  const columns = ceil(picture.width / side);
  const rows = ceil(picture.height / side);
  const known: (Bounds[] | undefined)[] = [];
  const findOut = (column: number, row: number): Bounds[] => {
    const found: Bounds[] = [];
    const right = min((column + 1) * side - 1, picture.width - width);
    const bottom = min((row + 1) * side - 1, picture.height - height);
    for (let y = row * side; y <= bottom; y += cell * cellsDown)
      for (let x = column * side; x <= right; x += cell * cellsAcross) {
        const box = { x, y, width, height };
        if (isFree(box)) found.push(box);
      }
    return found;
  };
  return { columns, rows, side, isFull: false, positions: (column, row) => (known[row * columns + column] ??= findOut(column, row)) };
}

/** px further than the nearest. */
const detour = 40;

interface Search {
  readonly around: Bounds;
  readonly tests: Tests;
  readonly best: (Bounds | undefined)[];
  readonly least: number[];
  /** px: nothing further is of interest. */
  limit: number;
}

/** Rings of blocks around the control, until no farther one can have a position near enough. */
function nearestOf(blocks: Blocks, around: Bounds, tests: Tests): readonly Bounds[] {
  const { columns, rows, side } = blocks;
  if (blocks.isFull) return [];
  const middle = middleOf(around);
  const [column, row] = [floor(middle.x / side), floor(middle.y / side)];
  const reach = max(around.width, around.height) / 2;
  const search: Search = { around, tests, best: [], least: [Infinity, Infinity, Infinity, Infinity], limit: Infinity };
  let positions = 0;
  for (let ring = 0; ring <= max(columns, rows); ring++) {
    // A box begins in its block and has its middle beyond: two blocks of slack.
    if ((ring - 2) * side - reach > search.limit) break;
    for (let across = max(0, column - ring); across <= min(columns - 1, column + ring); across++) {
      const isEdge = abs(across - column) === ring;
      for (let down = row - ring; down <= row + ring; down += isEdge || ring === 0 ? 1 : 2 * ring)
        if (down >= 0 && down < rows) positions += lookAt(search, blocks.positions(across, down));
    }
  }
  blocks.isFull = positions === 0 && search.limit === Infinity;
  return search.best.flatMap((box, direction) => (box && (search.least[direction] ?? Infinity) <= search.limit ? [box] : []));
}

/** Removes what is taken; the number of those left. */
function lookAt(search: Search, positions: Bounds[]): number {
  const { around, tests, best, least } = search;
  for (let at = positions.length - 1; at >= 0; at--) {
    const box = positions[at];
    if (box === undefined) continue;
    const distance = distanceOf(around, box);
    if (distance >= search.limit) continue;
    const direction = directionOf(around, box);
    if (distance >= (least[direction] ?? 0)) continue;
    if (tests.taken(box)) positions.splice(at, 1);
    else if (tests.fits(box)) {
      best[direction] = box;
      least[direction] = distance;
      search.limit = min(search.limit, distance + detour);
    }
  }
  return positions.length;
}

function directionOf(from: Bounds, to: Bounds): number {
  const across = to.x + to.width / 2 - from.x - from.width / 2;
  const down = to.y + to.height / 2 - from.y - from.height / 2;
  if (abs(across) > abs(down)) return across > 0 ? 0 : 1;
  return down > 0 ? 2 : 3;
}

/** px from the edge of a control to the middle of a box; of several as near, the one whose middle is nearest. */
export function distanceOf(around: Bounds, box: Bounds): number {
  const across = abs(box.x + box.width / 2 - around.x - around.width / 2);
  const down = abs(box.y + box.height / 2 - around.y - around.height / 2);
  const [aside, above] = [max(0, across - around.width / 2), max(0, down - around.height / 2)];
  // Math.hypot takes ten times as long, and this is asked of thousands of positions.
  return sqrt(aside * aside + above * above) + (across + down) / max(100, areaOf(around));
}

// ── Lines from what is labelled ─────────────────────────────────────────────────
//
// Those that cross are hard to follow: of two that do, the labels change places, which makes both shorter together.

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
