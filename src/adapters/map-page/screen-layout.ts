// Positions of a map's screens: a tree of shortest paths, from left to right, wrapped like lines of text so that all fits on a page. Dagre,
// which draws the flows, makes the map three to eight times as high: it reserves room for each edge that passes a column.
//
// columns-1. Columns follow from the tree alone. When seventy screens all lead to each other, layers from all edges show nothing.
// columns-2. A column holds as many screens as fit the height of the page; the rest go to the next one.
// columns-3. Screens keep their predecessors' order.
// columns-4. The tree wraps to a new line where that brings the picture closest to the shape of a page.
import { grouped } from '../../domain/collections.js';
import type { Point, Size } from '../dagre/shapes.js';

/** From one screen to another, however many actions do that. Screens are referred to by index. */
export interface Way {
  readonly from: number;
  readonly to: number;
  /** Some action other than back, home or waiting leads there. */
  readonly leads: boolean;
}

export interface ScreenLayout extends Size {
  /** Middles. */
  readonly places: readonly Point[];
  /** The previous screen on the shortest path from the first; undefined when no known path leads there. */
  readonly parents: ReadonlyMap<number, number | undefined>;
}

/** Width to height of the page. */
const pageShape = 1.35;
const gaps = { column: 150, row: 36, line: 80 } as const;

/** `count` screens, in the order in which they were found. */
export function layOutScreens(count: number, ways: readonly Way[], card: Size): ScreenLayout {
  const pitch = { x: card.width + gaps.column, y: card.height + gaps.row };
  const parents = firstWays(count, ways);
  const columns = columnsOf(parents, Math.max(3, Math.ceil(Math.sqrt((count * pitch.x) / pitch.y / pageShape))));
  const lines = folded(columns, pitch);
  const places: Point[] = [];
  let top = 0;
  for (const line of lines) {
    for (const [column, screens] of line.entries()) {
      const wanted = (screen: number): number => places[parents.get(screen) ?? screen]?.y ?? 0;
      const sorted = screens.toSorted((a, b) => wanted(a) - wanted(b));
      for (const [row, screen] of sorted.entries())
        places[screen] = { x: column * pitch.x + card.width / 2, y: top + row * pitch.y + card.height / 2 };
    }
    top += mostIn(line) * pitch.y - gaps.row + gaps.line;
  }
  return { places, parents, width: Math.max(1, ...lines.map(({ length }) => length)) * pitch.x - gaps.column, height: top - gaps.line };
}

/** Breadth first, in order of discovery. */
function firstWays(count: number, ways: readonly Way[]): ReadonlyMap<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  const leaving = grouped(
    ways.filter(({ leads }) => leads),
    ({ from }) => from,
  );
  const arriving = grouped(ways, ({ to }) => to);
  for (let screen = 0; screen < count; screen += 1) {
    if (parents.has(screen)) continue;
    // A screen reached only by back or home goes after the one where that is done.
    const tree = new Map([[screen, (arriving.get(screen) ?? []).find(({ from }) => parents.has(from))?.from]]);
    for (const [at] of tree) for (const { to } of leaving.get(at) ?? []) if (!parents.has(to) && !tree.has(to)) tree.set(to, at);
    for (const [at, parent] of tree) parents.set(at, parent);
  }
  return parents;
}

/** columns-2. */
function columnsOf(parents: ReadonlyMap<number, number | undefined>, room: number): readonly (readonly number[])[] {
  const columns: number[][] = [];
  const columnOf = new Map<number, number>();
  for (const [screen, parent] of parents) {
    let column = parent === undefined ? 0 : (columnOf.get(parent) ?? 0) + 1;
    while ((columns[column]?.length ?? 0) >= room) column += 1;
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(screen);
    columnOf.set(screen, column);
  }
  return columns;
}

type Line = readonly (readonly number[])[];

/** columns-4. */
function folded(columns: Line, pitch: Point): readonly Line[] {
  const foldings = columns.map((_, index) => linesOf(columns, index + 1));
  const unlike = (lines: readonly Line[]): number => {
    const width = Math.max(...lines.map(({ length }) => length)) * pitch.x;
    const height = lines.reduce((sum, line) => sum + mostIn(line) * pitch.y + gaps.line, 0);
    return Math.abs(Math.log(width / height / pageShape));
  };
  return foldings.reduce((best, lines) => (unlike(lines) < unlike(best) ? lines : best), foldings[0] ?? []);
}

function linesOf(columns: Line, length: number): readonly Line[] {
  return Array.from({ length: Math.ceil(columns.length / length) }, (_, index) => columns.slice(index * length, (index + 1) * length));
}

function mostIn(line: Line): number {
  return Math.max(...line.map(({ length }) => length));
}
