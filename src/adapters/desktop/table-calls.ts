// `TableCalls` over the accessibility bus.
import type { Accessible, AccessibleRef } from './accessible.js';
import { boundsOf, ofScreen, refOfAnswer } from './accessible-calls.js';
import { about, property, unlessUnanswered, type BusConnection, type Reference } from './bus-connection.js';
import type { TableCalls } from './table-cells.js';

/** `whole`: reads an object with its parts. */
export function createTableCalls(connection: BusConnection, whole: (ref: AccessibleRef) => Promise<Accessible>): TableCalls {
  const ask = (ref: AccessibleRef, face: string, member: string): Promise<readonly unknown[]> => about(connection, ref, { face, member });
  const askTable = (table: AccessibleRef, member: string, ...numbers: readonly unknown[]): Promise<readonly unknown[]> =>
    about(connection, table, { face: 'Table', member, signature: 'i'.repeat(numbers.length), body: numbers });
  return {
    async sizeOf(table) {
      const [rows, columns] = await Promise.all(['NRows', 'NColumns'].map((name) => property(connection, table, 'Table', name)));
      return { rows: Number(rows), columns: Number(columns) };
    },
    cellAt: async (table, row, column) => found(await askTable(table, 'GetAccessibleAt', row, column)),
    headerOf: async (table, column) => found(await askTable(table, 'GetColumnHeader', column)),
    // Not every toolkit supports row headers.
    rowHeaderOf: async (table, row) => askTable(table, 'GetRowHeader', row).then(found).catch(unlessUnanswered),
    async cellAtPoint(table, { x, y }) {
      const body = [Math.round(x), Math.round(y), ofScreen];
      return found(await about(connection, table, { face: 'Component', member: 'GetAccessibleAtPoint', signature: 'iiu', body }));
    },
    async placeOf(table, cell) {
      const [index] = await ask(cell, 'Accessible', 'GetIndexInParent');
      const [[row], [column]] = await Promise.all([askTable(table, 'GetRowAtIndex', index), askTable(table, 'GetColumnAtIndex', index)]);
      return Number(row) < 0 || Number(column) < 0 ? undefined : { row: Number(row), column: Number(column) };
    },
    async parentOf(child) {
      const [bus, path] = (await property(connection, child, 'Accessible', 'Parent')) as Reference;
      const [role] = await ask({ bus, path }, 'Accessible', 'GetRole');
      return { ref: { bus, path }, role: Number(role) };
    },
    boundsOf: (ref) => boundsOf(connection, ref),
    whole,
    async actionsOf(ref) {
      const count = Number(await property(connection, ref, 'Action', 'NActions'));
      const names = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          about(connection, ref, { face: 'Action', member: 'GetName', signature: 'i', body: [index] }),
        ),
      );
      return names.map(([name]) => String(name));
    },
  };
}

function found([answer]: readonly unknown[]): AccessibleRef | undefined {
  return refOfAnswer(answer as Reference);
}
