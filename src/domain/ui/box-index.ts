// Which of many boxes does a box overlap? Each is listed in every cell of a coarse grid that it touches.
import { overlapOf, type Bounds, type Size } from './geometry.js';

// Looked up once: a test's sandbox takes long for every look at a global, and these are called a million times for one picture.
const { ceil, floor, max, min } = Math;

export interface BoxIndex {
  add(box: Bounds): void;
  /** Whether a box that overlaps this one passes; each is asked about once, by the order in which they were added. */
  some(box: Bounds, passes: (index: number, overlap: number) => boolean): boolean;
}

/** px: about as high as a line of text. */
const side = 24;

export function createBoxIndex({ width, height }: Size): BoxIndex {
  const columns = max(1, ceil(width / side));
  const rows = max(1, ceil(height / side));
  const cells: Entry[][] = Array.from({ length: columns * rows }, () => []);
  let count = 0;
  let queries = 0;
  const columnAt = (x: number): number => min(columns - 1, max(0, floor(x / side)));
  const rowAt = (y: number): number => min(rows - 1, max(0, floor(y / side)));

  return {
    add(box) {
      const entry = { index: count++, box, askedIn: 0 };
      for (let row = rowAt(box.y); row <= rowAt(box.y + box.height); row++)
        for (let column = columnAt(box.x); column <= columnAt(box.x + box.width); column++) cells[row * columns + column]?.push(entry);
    },
    some(box, passes) {
      const query = ++queries;
      const [left, right, bottom] = [columnAt(box.x), columnAt(box.x + box.width), rowAt(box.y + box.height)];
      for (let row = rowAt(box.y); row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const cell = cells[row * columns + column];
          for (let at = 0; cell && at < cell.length; at++) {
            const entry = cell[at];
            if (!entry || entry.askedIn === query) continue;
            entry.askedIn = query;
            const overlap = overlapOf(entry.box, box);
            if (overlap > 0 && passes(entry.index, overlap)) return true;
          }
        }
      return false;
    },
  };
}

interface Entry {
  readonly index: number;
  readonly box: Bounds;
  /** So that a box in several cells is asked about once. */
  askedIn: number;
}
