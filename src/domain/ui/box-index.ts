// Which of many boxes does a box overlap? Each is listed in every cell of a coarse grid that it touches.
import { overlapOf, type Bounds, type Size } from './geometry.js';

export interface BoxIndex {
  readonly boxes: readonly Bounds[];
  add(box: Bounds): void;
  /** Whether a box that overlaps this one passes; each is asked about once, by its position in `boxes`. */
  some(box: Bounds, passes: (index: number, overlap: number) => boolean): boolean;
}

/** px: a little more than a line of text is high. */
const side = 32;

export function createBoxIndex({ width, height }: Size): BoxIndex {
  const columns = Math.max(1, Math.ceil(width / side));
  const rows = Math.max(1, Math.ceil(height / side));
  const cells: number[][] = Array.from({ length: columns * rows }, () => []);
  const boxes: Bounds[] = [];
  const askedIn: number[] = [];
  let queries = 0;
  const cellAt = (at: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(at / side)));

  function someCell(box: Bounds, passes: (cell: number[]) => boolean): boolean {
    const right = cellAt(box.x + box.width, columns);
    const bottom = cellAt(box.y + box.height, rows);
    for (let row = cellAt(box.y, rows); row <= bottom; row++)
      for (let column = cellAt(box.x, columns); column <= right; column++) if (passes(cells[row * columns + column] ?? [])) return true;
    return false;
  }

  return {
    boxes,
    add(box) {
      const index = boxes.push(box) - 1;
      askedIn.push(0);
      someCell(box, (cell) => {
        cell.push(index);
        return false;
      });
    },
    some(box, passes) {
      const query = ++queries;
      return someCell(box, (cell) => {
        for (const index of cell) {
          if (askedIn[index] === query) continue;
          askedIn[index] = query;
          const other = boxes[index];
          const overlap = other === undefined ? 0 : overlapOf(other, box);
          if (overlap > 0 && passes(index, overlap)) return true;
        }
        return false;
      });
    },
  };
}
