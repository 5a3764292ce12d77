// What there is to find a control by, apart from its role and name: its row, what heads it, what stands before it, its ids, and its place in the structure.
//
// ways-1. A row is an element that others like it stand beside, with the same control at the same place in it or with two that they share, and half of all
//     that is in it; or a list's or table's own (`li`, `tr`, `article`), even alone. It is told by the texts that no other row of it has; the innermost with such texts counts.
// ways-2. A control needs no row that has no other text, nor one whose like are all named otherwise: its name tells it. A row of a list with a text
//     before it is needed: the only "Pay" of today may stand in another row tomorrow.
// ways-3. An id with digits is no way: the next page draws another.
// ways-4. A control stands in the row of some texts if the innermost of its rows that has them, or has another like it with them, has them itself. What
//     stands in other rows of a list counts nowhere: neither in this row, nor in one around the list.
// ways-5. A text stands before the first control after it, not before those that follow.
import { structureToken } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { isScroller, type Control } from '../ui/control.js';
import { mask } from '../ui/mask.js';
import { areNamedApart, createRows, isNamedElsewhere, isWord, othersWith, timesElsewhere, timesIn, type Row } from './rows.js';

export interface Sighted {
  readonly control: Control;
  /** Folded (`plain`). */
  readonly name: string;
  readonly path: string;
  readonly id: string | undefined;
  readonly section: string | undefined;
  readonly beside: string | undefined;
  /** Rows that it stands in, innermost first. */
  readonly rows: readonly Row[];
}

const heading: ReadonlySet<string> = new Set(['heading', 'dialog', 'alertdialog', 'form']);

/** Of controls in reading order. Scroll areas are none. */
export function sightOf(controls: readonly Control[]): readonly Sighted[] {
  const listed = controls.filter((control) => !isScroller(control));
  const { rowsOf, nearestTo } = createRows(listed);
  let section: string | undefined;
  let before: { readonly name: string; readonly row: Row | undefined } | undefined;
  return listed.map((control) => {
    const rows = rowsOf(control);
    const name = plain(control.name);
    const heads = control.visible && name !== '' && heading.has(control.role);
    const beside = before !== undefined && before.row === nearestTo(control) ? before.name : undefined;
    const sighted = { control, name, path: structureToken(control), id: idOf(control), section: heads ? undefined : section, beside, rows };
    if (heads) section = name;
    if (control.visible) before = control.interactive || name === '' ? undefined : { name, row: nearestTo(control) };
    return sighted;
  });
}

/** ways-4. */
export function rowWith({ rows }: Pick<Sighted, 'rows'>, texts: readonly string[]): Row | undefined {
  const wanted = texts.map(plain);
  const inside: Row[] = [];
  for (const row of rows) {
    const elsewhere = (text: string): number => inside.reduce((sum, inner) => sum + timesElsewhere(inner, text), 0);
    if (wanted.every((text) => timesIn(row.texts, text) > elsewhere(text))) return row;
    if (othersWith(row, wanted).length > 0) return undefined;
    inside.push(row);
  }
  return undefined;
}

/** Other rows that read the same. */
export function twinsOf(row: Row, texts: readonly string[]): readonly Row[] {
  return othersWith(row, texts.map(plain));
}

/** ways-2: the innermost row that has to tell it; undefined: its name does. What is told by its name among its like needs to be so in rows around it only by itself. */
export function neededRow(sighted: Sighted): Row | undefined {
  let isApart = false;
  return sighted.rows.find((row) => {
    if (wordsBeside(row, sighted).length === 0) return false;
    isApart = isApart ? !isNamedElsewhere(row, sighted.path, sighted.name) : isNamedApart(row, sighted);
    return !isApart;
  });
}

/** ways-4: texts of the row that are neither its own nor those of other rows, as shown. */
export function wordsBeside(row: Row, { control, name, rows }: Sighted): readonly string[] {
  const own = new Set([saysLittle(control) ? '' : name, control.masked === true ? '' : plain(control.value ?? '')]);
  const inside = rows.slice(0, rows.indexOf(row));
  const isElsewhere = (text: string): boolean => inside.some((inner) => timesElsewhere(inner, text) > 0);
  return row.shown.filter((text) => !own.has(plain(text)) && !isElsewhere(plain(text)) && !text.includes(mask));
}

/** It is what its row begins with, or all that stand where it does are named otherwise. */
function isNamedApart(row: Row, { path, name, control }: Sighted): boolean {
  if (saysLittle(control)) return false;
  const head = row.shown.find(isWord);
  if (head !== undefined && plain(head) === name) return timesElsewhere(row, name) === 0;
  if (row.isListed && head !== undefined) return false;
  return areNamedApart(row, path);
}

/** A name that was guessed, is a mark (`✔`, `×`), or is none. */
export function saysLittle({
  name = '',
  guessed,
}: {
  readonly name?: string | undefined;
  readonly guessed?: boolean | undefined;
}): boolean {
  return guessed === true || !/[\p{L}\p{N}]/u.test(name);
}

/** Those of these texts of a row that tell it from the others like it; empty: none does. Digits last. */
export function tellingTexts(row: Row, shown: readonly string[]): readonly string[] {
  const telling = shown.filter((text) => timesElsewhere(row, plain(text)) === 0);
  return [...telling.filter(isWord), ...telling.filter((text) => !isWord(text))];
}

function idOf({ path }: Control): string | undefined {
  const id = /(?:^|>>|::)[^/>#]*#([^/>]+)$/.exec(path)?.[1];
  return id === undefined || /\d/.test(id) ? undefined : id;
}
