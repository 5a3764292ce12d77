// Where in a picture there is room for a tag, the nearest first. Positions lie on a grid of a few pixels; each is tested in constant time by
// sums over the rectangle above and left of every cell.
import { areaOf, middleOf, type Bounds, type Point, type Size } from './geometry.js';

export interface FreeSpace {
  /** The nearest boxes of that size that fit, at most one in each direction; those much further than the nearest are left out. */
  nearest(around: Bounds, size: Size, tests: Tests): readonly Bounds[];
}

interface Tests {
  /** A box that is taken is never offered again. */
  taken(box: Bounds): boolean;
  fits(box: Bounds): boolean;
}

interface Position {
  readonly box: Bounds;
  isTaken: boolean;
}

interface Blocks {
  readonly columns: number;
  readonly rows: number;
  /** px */
  readonly side: number;
  /** Those of one block; found out when first asked for. */
  positions(column: number, row: number): readonly Position[];
}

/** px; so far stays a tag from what is blocked. */
const clearance = 2;
/** Cells of the longer side of a picture: more would cost time on a large one. */
const mostCells = 640;
const cellsOfBlock = 16;
const cellsOfStep = 2;

export function createFreeSpace(picture: Size, blocked: readonly Bounds[], suits: (box: Bounds) => boolean): FreeSpace {
  const cell = Math.max(2, Math.ceil(Math.max(picture.width, picture.height) / mostCells));
  const sums = sumsOf(picture, cell, blocked);
  const blocksOf = new Map<string, Blocks>();
  return {
    nearest(around, size, tests) {
      const key = `${size.width} ${size.height}`;
      const blocks = blocksOf.get(key) ?? blocksFor(picture, cell, size, (box) => sums.isFree(box) && suits(box));
      blocksOf.set(key, blocks);
      return nearestOf(blocks, around, tests);
    },
  };
}

function sumsOf({ width, height }: Size, cell: number, blocked: readonly Bounds[]): { isFree(box: Bounds): boolean } {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const line = columns + 1;
  const sums = new Int32Array(line * (rows + 1));
  for (const box of blocked) {
    const right = Math.min(columns, Math.ceil((box.x + box.width) / cell));
    const bottom = Math.min(rows, Math.ceil((box.y + box.height) / cell));
    for (let row = Math.max(0, Math.floor(box.y / cell)); row < bottom; row++)
      sums.fill(1, (row + 1) * line + Math.max(0, Math.floor(box.x / cell)) + 1, (row + 1) * line + right + 1);
  }
  const at = (index: number): number => sums[index] ?? 0;
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++) {
      const index = row * line + column;
      sums[index] = at(index) + at(index - 1) + at(index - line) - at(index - line - 1);
    }
  return {
    isFree({ x, y, width: wide, height: high }) {
      const left = Math.max(0, Math.floor((x - clearance) / cell));
      const top = Math.max(0, Math.floor((y - clearance) / cell)) * line;
      const right = Math.min(columns, Math.ceil((x + wide + clearance) / cell));
      const bottom = Math.min(rows, Math.ceil((y + high + clearance) / cell)) * line;
      return at(bottom + right) - at(bottom + left) - at(top + right) + at(top + left) === 0;
    },
  };
}

function blocksFor(picture: Size, cell: number, { width, height }: Size, isFree: (box: Bounds) => boolean): Blocks {
  const side = cell * cellsOfBlock;
  const step = cell * cellsOfStep;
  const columns = Math.ceil(picture.width / side);
  const rows = Math.ceil(picture.height / side);
  const known: (Position[] | undefined)[] = [];
  const findOut = (column: number, row: number): Position[] => {
    const found: Position[] = [];
    const right = Math.min((column + 1) * side - 1, picture.width - width);
    const bottom = Math.min((row + 1) * side - 1, picture.height - height);
    for (let y = row * side; y <= bottom; y += step)
      for (let x = column * side; x <= right; x += step) {
        const box = { x, y, width, height };
        if (isFree(box)) found.push({ box, isTaken: false });
      }
    return found;
  };
  return { columns, rows, side, positions: (column, row) => (known[row * columns + column] ??= findOut(column, row)) };
}

/** px further than the nearest. */
const detour = 60;

/** Rings of blocks around the control, until no farther one can have a position near enough. */
function nearestOf({ columns, rows, side, positions }: Blocks, around: Bounds, { taken, fits }: Tests): readonly Bounds[] {
  const middle = middleOf(around);
  const [column, row] = [Math.floor(middle.x / side), Math.floor(middle.y / side)];
  const reach = Math.max(around.width, around.height) / 2;
  const best: (Bounds | undefined)[] = [];
  const least = [Infinity, Infinity, Infinity, Infinity];
  let limit = Infinity;
  const look = (across: number, down: number): void => {
    for (const position of positions(across, down)) {
      if (position.isTaken) continue;
      const distance = distanceOf(around, position.box);
      if (distance >= limit) continue;
      const direction = directionOf(middle, middleOf(position.box));
      if (distance >= (least[direction] ?? 0)) continue;
      if (taken(position.box)) position.isTaken = true;
      else if (fits(position.box)) {
        best[direction] = position.box;
        least[direction] = distance;
        limit = Math.min(limit, distance + detour);
      }
    }
  };
  for (let ring = 0; ring <= Math.max(columns, rows); ring++) {
    // A box begins in its block and has its middle beyond: two blocks of slack.
    if ((ring - 2) * side - reach > limit) break;
    for (let across = Math.max(0, column - ring); across <= Math.min(columns - 1, column + ring); across++) {
      const isEdge = Math.abs(across - column) === ring;
      for (let down = row - ring; down <= row + ring; down += isEdge || ring === 0 ? 1 : 2 * ring)
        if (down >= 0 && down < rows) look(across, down);
    }
  }
  return best.flatMap((box, direction) => (box && (least[direction] ?? limit) <= limit ? [box] : []));
}

function directionOf(from: Point, to: Point): number {
  const [across, down] = [to.x - from.x, to.y - from.y];
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 0 : 1;
  return down > 0 ? 2 : 3;
}

/** px from the edge of a control to the middle of a box; of several as near, the one whose middle is nearest. */
export function distanceOf(around: Bounds, box: Bounds): number {
  const [from, to] = [middleOf(around), middleOf(box)];
  const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const gap = Math.hypot(Math.max(0, across - around.width / 2), Math.max(0, down - around.height / 2));
  return gap + Math.hypot(across, down) / Math.max(100, areaOf(around));
}
