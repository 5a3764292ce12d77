// What is in sight of a table or tree. Toolkits make cells as they are asked for, and there may be a million.
//
// C1. The first row in sight is found by its place, those below it by their numbers: of rows out of sight GTK tells no place.
// C2. What lies with its middle behind the headers or out of the table is not in sight: a click on it would meet something else.
// C3. A cell of several parts is its parts. One without words that can be ticked is a check box, called what stands in its row.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { roles, type Accessible, type AccessibleRef } from './accessible.js';

/** What is asked about a table: `Table`, `Component` and `Action` of AT-SPI. Undefined: it has no such thing. */
export interface TableCalls {
  readonly sizeOf: (table: AccessibleRef) => Promise<{ readonly rows: number; readonly columns: number }>;
  readonly cellAt: (table: AccessibleRef, row: number, column: number) => Promise<AccessibleRef | undefined>;
  readonly headerOf: (table: AccessibleRef, column: number) => Promise<AccessibleRef | undefined>;
  readonly cellAtPoint: (table: AccessibleRef, point: Point) => Promise<AccessibleRef | undefined>;
  readonly placeOf: (table: AccessibleRef, cell: AccessibleRef) => Promise<{ readonly row: number; readonly column: number } | undefined>;
  readonly parentOf: (ref: AccessibleRef) => Promise<{ readonly ref: AccessibleRef; readonly role: number }>;
  readonly boundsOf: (ref: AccessibleRef) => Promise<Bounds>;
  /** With its parts. */
  readonly whole: (ref: AccessibleRef) => Promise<Accessible>;
  /** Untranslated names of what can be done with it. */
  readonly actionsOf: (ref: AccessibleRef) => Promise<readonly string[]>;
}

const mostRows = 100;
const mostColumns = 30;
/** Asked for at once; the last of them are usually out of sight. */
const rowsAtOnce = 10;
/** px between the points at which the first row is looked for. */
const step = 8;
const edge = 3;

export async function cellsInSight(table: AccessibleRef, calls: TableCalls): Promise<readonly Accessible[]> {
  const [{ rows, columns }, area] = await Promise.all([calls.sizeOf(table), calls.boundsOf(table)]);
  const headers = await headersOf(table, Math.min(columns, mostColumns), calls);
  const top = Math.max(area.y, ...headers.map(({ box }) => box.y + box.height));
  // Before the first column there may be headers of rows, which are no cells.
  const starts = headers.flatMap(({ box }) => (box.x >= area.x ? [box.x] : []));
  const x = starts.length === 0 ? area.x : Math.min(...starts);
  const body = { x, y: top, width: area.x + area.width - x, height: area.y + area.height - top };
  const first = await firstIn(body, table, calls);
  if (first === undefined) return headers.map(({ header }) => header);

  const boxAt = async (row: number, column: number): Promise<Bounds | undefined> => {
    const cell = row < rows && column < columns ? await calls.cellAt(table, row, column) : undefined;
    return cell && calls.boundsOf(cell);
  };
  const isIn = (box: Bounds | undefined, side: 'x' | 'y', size: 'width' | 'height'): boolean => {
    if (box === undefined) return false;
    const middle = box[side] + box[size] / 2;
    return middle >= body[side] && middle < body[side] + body[size];
  };
  const across = await Promise.all(numbers(first.column, mostColumns).map((column) => boxAt(first.row, column)));
  const columnsIn = new Set(numbers(first.column, mostColumns).filter((_column, index) => isIn(across[index], 'x', 'width')));
  const rowsIn: number[] = [];
  for (let from = first.row; from < first.row + mostRows; from += rowsAtOnce) {
    const some = numbers(from, rowsAtOnce);
    const boxes = await Promise.all(some.map((row) => boxAt(row, first.column)));
    const inSight = some.filter((_row, index) => isIn(boxes[index], 'y', 'height'));
    rowsIn.push(...inSight);
    // The first may be half behind the headers.
    if (!inSight.includes(some.at(-1) ?? from)) break;
  }
  const cells = await Promise.all(rowsIn.map((row) => rowOf(table, row, columns, (column) => columnsIn.has(column), calls)));
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

async function firstIn({ x, y, height }: Bounds, table: AccessibleRef, { cellAtPoint, placeOf }: TableCalls) {
  for (let down = 1; down < height; down += step) {
    const cell = await cellAtPoint(table, { x: x + edge, y: y + down });
    const place = cell && (await placeOf(table, cell));
    if (place) return place;
  }
  return undefined;
}

/** What stands in the row of a check box, now. */
export async function wordsBeside(cell: AccessibleRef, calls: TableCalls): Promise<string> {
  const { ref: parent, role } = await calls.parentOf(cell);
  if (role === roles.cell) return wordsBeside(parent, calls);
  const [{ columns }, place] = await Promise.all([calls.sizeOf(parent), calls.placeOf(parent, cell)]);
  return place === undefined ? '' : wordsIn((await partsOf(parent, place.row, columns, calls)).flat());
}

async function rowOf(
  table: AccessibleRef,
  row: number,
  columns: number,
  isInSight: (column: number) => boolean,
  calls: TableCalls,
): Promise<readonly Accessible[]> {
  const parts = await partsOf(table, row, columns, calls);
  const words = wordsIn(parts.flat());
  const told = await Promise.all(
    parts
      .filter((_parts, column) => isInSight(column))
      .flat()
      .map(async (part): Promise<readonly Accessible[]> => {
        if (part.name !== '') return [part];
        const actions = part.interfaces.includes('Action') ? await calls.actionsOf(part.ref) : [];
        return actions.some((action) => action.toLowerCase() === 'toggle') ? [{ ...part, role: roles.checkBox, name: words }] : [];
      }),
  );
  return told.flat();
}

/** A row's cells by column, those out of sight as well: a check box keeps its name when the table is scrolled sideways. */
function partsOf(table: AccessibleRef, row: number, columns: number, calls: TableCalls): Promise<readonly (readonly Accessible[])[]> {
  return Promise.all(
    numbers(0, Math.min(columns, mostColumns)).map(async (column): Promise<readonly Accessible[]> => {
      const ref = await calls.cellAt(table, row, column);
      if (ref === undefined) return [];
      const cell = await calls.whole(ref);
      return cell.children.length > 0 ? cell.children : [cell];
    }),
  );
}

function wordsIn(parts: readonly Accessible[]): string {
  return parts.flatMap(({ name }) => (name === '' ? [] : [name])).join(' ');
}

function numbers(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
