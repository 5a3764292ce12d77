// The visible part of a table or tree. Toolkits create cells on demand, and there may be a million.
//
// cells-1. The first visible row is found by position, those below it by number: GTK reports no position for rows out of view.
// cells-2. A cell whose middle is behind the headers or outside the table is not visible: a click on it would hit something else.
// cells-3. A cell with several parts is reported as its parts. A cell without text that can be ticked is a check box, named by the first
// columns of its row, in view or not; any other cell without text is left out.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { roles, type Accessible, type AccessibleRef } from './accessible.js';

/** Queries on a table: `Table`, `Component` and `Action` of AT-SPI. Undefined: there is no such cell. */
export interface TableCalls {
  readonly sizeOf: (table: AccessibleRef) => Promise<{ readonly rows: number; readonly columns: number }>;
  readonly cellAt: (table: AccessibleRef, row: number, column: number) => Promise<AccessibleRef | undefined>;
  readonly headerOf: (table: AccessibleRef, column: number) => Promise<AccessibleRef | undefined>;
  readonly rowHeaderOf: (table: AccessibleRef, row: number) => Promise<AccessibleRef | undefined>;
  readonly cellAtPoint: (table: AccessibleRef, point: Point) => Promise<AccessibleRef | undefined>;
  readonly placeOf: (table: AccessibleRef, cell: AccessibleRef) => Promise<{ readonly row: number; readonly column: number } | undefined>;
  readonly parentOf: (ref: AccessibleRef) => Promise<{ readonly ref: AccessibleRef; readonly role: number }>;
  readonly boundsOf: (ref: AccessibleRef) => Promise<Bounds>;
  /** With its parts. */
  readonly whole: (ref: AccessibleRef) => Promise<Accessible>;
  /** Untranslated names of its actions. */
  readonly actionsOf: (ref: AccessibleRef) => Promise<readonly string[]>;
}

const mostRows = 100;
/** Each takes seven calls. */
const mostCells = 1_000;
const mostColumns = 30;
/** Queried in parallel; the last of them are usually out of view. */
const rowsAtOnce = 10;
/** px between the points probed for the first row. */
const step = 8;

export async function cellsInSight(table: AccessibleRef, calls: TableCalls): Promise<readonly Accessible[]> {
  const [{ rows, columns }, area] = await Promise.all([calls.sizeOf(table), calls.boundsOf(table)]);
  const headers = (await headersOf(table, Math.min(columns, mostColumns), calls)).filter(({ box }) => holds(area, box, 'x'));
  const top = Math.max(area.y, ...headers.map(({ box }) => box.y + box.height));
  const below = { ...area, y: top, height: area.y + area.height - top };
  const first = await firstIn(below, [...headers.map(({ box }) => middleOf(box, 'x')), middleOf(area, 'x')], table, calls);
  if (first === undefined) return headers.map(({ header }) => header);
  const side = await calls.rowHeaderOf(table, first.row);
  const sideBox = side && (await calls.boundsOf(side));
  const left = Math.max(area.x, sideBox === undefined ? area.x : sideBox.x + sideBox.width);
  const body = { ...below, x: left, width: area.x + area.width - left };

  const boxAt = async (row: number, column: number): Promise<Bounds | undefined> => {
    const cell = row < rows && column < columns ? await calls.cellAt(table, row, column) : undefined;
    return cell && calls.boundsOf(cell);
  };
  const isIn = (box: Bounds | undefined, axis: Axis): boolean => box !== undefined && holds(body, box, axis);
  const around = numbers(Math.max(0, first.column - mostColumns / 2), mostColumns);
  const across = await Promise.all(around.map((column) => boxAt(first.row, column)));
  const columnsIn = around.filter((_column, index) => isIn(across[index], 'x'));
  const rowsIn: number[] = [];
  for (let from = first.row; from < first.row + mostRows; from += rowsAtOnce) {
    const some = numbers(from, rowsAtOnce);
    const boxes = await Promise.all(some.map((row) => boxAt(row, first.column)));
    const inSight = some.filter((_row, index) => isIn(boxes[index], 'y'));
    rowsIn.push(...inSight);
    // The first may be half hidden by the headers.
    if (!inSight.includes(some.at(-1) ?? from)) break;
  }
  const told = rowsIn.slice(0, Math.max(1, Math.floor(mostCells / Math.max(1, columnsIn.length))));
  const cells = await Promise.all(told.map((row) => rowOf(table, row, columnsIn, columns, calls)));
  return [...headers.map(({ header }) => header), ...cells.flat()];
}

async function headersOf(table: AccessibleRef, columns: number, { headerOf, whole, boundsOf }: TableCalls) {
  const found = await Promise.all(
    numbers(0, columns).map(async (column) => {
      const ref = await headerOf(table, column);
      if (ref === undefined) return undefined;
      const [header, box] = await Promise.all([whole(ref), boundsOf(ref)]);
      return header.states.has('showing') ? { header, box } : undefined;
    }),
  );
  return found.filter((header) => header !== undefined);
}

/** `across`: x positions to probe for columns; row headers, which are not cells, may come before the first. */
async function firstIn({ x, y, width, height }: Bounds, across: readonly number[], table: AccessibleRef, calls: TableCalls) {
  const inside = across.filter((at) => at >= x && at < x + width);
  for (let down = 1; down < height; down += step) {
    const places = await Promise.all(
      inside.map(async (at) => {
        const cell = await calls.cellAtPoint(table, { x: at, y: y + down });
        return cell && calls.placeOf(table, cell);
      }),
    );
    const found = places.find((place) => place !== undefined);
    if (found) return found;
  }
  return undefined;
}

type Axis = 'x' | 'y';
const sizes = { x: 'width', y: 'height' } as const;

function holds(area: Bounds, box: Bounds, axis: Axis): boolean {
  const middle = middleOf(box, axis);
  return middle >= area[axis] && middle < area[axis] + area[sizes[axis]];
}

function middleOf(box: Bounds, axis: Axis): number {
  return box[axis] + box[sizes[axis]] / 2;
}

/** The current text of a check box's row. */
export async function wordsBeside(cell: AccessibleRef, calls: TableCalls): Promise<string> {
  const { ref: parent, role } = await calls.parentOf(cell);
  if (role === roles.cell) return wordsBeside(parent, calls);
  const [{ columns }, place] = await Promise.all([calls.sizeOf(parent), calls.placeOf(parent, cell)]);
  return place === undefined ? '' : wordsOf(parent, place.row, columns, calls);
}

async function rowOf(
  table: AccessibleRef,
  row: number,
  inSight: readonly number[],
  columns: number,
  calls: TableCalls,
): Promise<readonly Accessible[]> {
  const parts = await partsOf(table, row, inSight, calls);
  const isBox = await Promise.all(parts.map((part) => part.name === '' && canBeTicked(part, calls)));
  const words = isBox.includes(true) ? await wordsOf(table, row, columns, calls) : '';
  return parts.flatMap((part, index) => (isBox[index] ? [{ ...part, role: roles.checkBox, name: words }] : part.name === '' ? [] : [part]));
}

async function canBeTicked({ ref, interfaces }: Accessible, { actionsOf }: TableCalls): Promise<boolean> {
  return interfaces.includes('Action') && (await actionsOf(ref)).some((action) => action.toLowerCase() === 'toggle');
}

/** Of the first columns, wherever the table is scrolled, so that the name stays the same. */
async function wordsOf(table: AccessibleRef, row: number, columns: number, calls: TableCalls): Promise<string> {
  const parts = await partsOf(table, row, numbers(0, Math.min(columns, mostColumns)), calls);
  return parts.flatMap(({ name }) => (name === '' ? [] : [name])).join(' ');
}

async function partsOf(table: AccessibleRef, row: number, columns: readonly number[], calls: TableCalls): Promise<readonly Accessible[]> {
  const cells = await Promise.all(
    columns.map(async (column): Promise<readonly Accessible[]> => {
      const ref = await calls.cellAt(table, row, column);
      if (ref === undefined) return [];
      const cell = await calls.whole(ref);
      return cell.children.length > 0 ? cell.children : [cell];
    }),
  );
  return cells.flat();
}

function numbers(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
