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
import { isBlank } from '../blank.js';
import { structureToken } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { isScroller, type Control } from '../ui/control.js';
import { mask } from '../ui/mask.js';
import { createOutwards } from '../ui/outwards.js';

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

export interface Row {
  /** Folded texts of all that stands in it. */
  readonly texts: readonly string[];
  /** As they are shown, but names of buttons only where there is no other: they tell what can be done today. */
  readonly shown: readonly string[];
  /** Folded names by role and place in the structure, hidden ones included. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Of a list or table. */
  readonly isListed: boolean;
  /** Others like it, itself not included. */
  readonly others: readonly Row[];
}

const ownRow = /(?:^|\/|>>|::)(?:li|tr|article|option)(?:\[\d+\]|#[^/>]+)$/;
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
  const elsewhere: string[] = [];
  for (const row of rows) {
    if (wanted.every((text) => timesOf(row.texts, text) > timesOf(elsewhere, text))) return row;
    if (row.others.some((other) => hasTexts(other, texts))) return undefined;
    elsewhere.push(...row.others.flatMap((other) => other.texts));
  }
  return undefined;
}

function timesOf(texts: readonly string[], wanted: string): number {
  return texts.filter((text) => text === wanted).length;
}

export function hasTexts(row: Row, texts: readonly string[]): boolean {
  return texts.every((text) => row.texts.includes(plain(text)));
}

/** ways-2: the innermost row that has to tell it; undefined: its name does. What is told by its name among its like needs to be so in rows around it only by itself. */
export function neededRow(sighted: Sighted): Row | undefined {
  let isApart = false;
  return sighted.rows.find((row) => {
    if (wordsBeside(row, sighted).length === 0) return false;
    isApart = isApart ? !row.others.some(({ slots }) => slots.get(sighted.path)?.includes(sighted.name)) : isNamedApart(row, sighted);
    return !isApart;
  });
}

/** ways-4: texts of the row that are neither its own nor those of other rows, as shown. */
export function wordsBeside(row: Row, { control, name, rows }: Sighted): readonly string[] {
  const own = new Set([saysLittle(control) ? '' : name, control.masked === true ? '' : plain(control.value ?? '')]);
  const inside = rows.slice(0, rows.indexOf(row));
  const elsewhere = new Set(inside.flatMap(({ others }) => others.flatMap(({ texts }) => texts)));
  return row.shown.filter((text) => !own.has(plain(text)) && !elsewhere.has(plain(text)) && !text.includes(mask));
}

/** It is what its row begins with, or all that stand where it does are named otherwise. */
function isNamedApart(row: Row, { path, name, control }: Sighted): boolean {
  if (saysLittle(control)) return false;
  const head = row.shown.find(isWord);
  if (head !== undefined && plain(head) === name) return !row.others.some(({ texts }) => texts.includes(name));
  if (row.isListed && head !== undefined) return false;
  const names = [row, ...row.others].map(({ slots }) => [...new Set(slots.get(path) ?? [])]);
  const all = names.flat();
  return names.filter((each) => each.length > 0).length > 1 && new Set(all).size === all.length;
}

export function isWord(text: string): boolean {
  return /\p{L}/u.test(text);
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
export function tellingTexts({ others }: Row, shown: readonly string[]): readonly string[] {
  const telling = shown.filter((text) => !others.some(({ texts }) => texts.includes(plain(text))));
  return [...telling.filter(isWord), ...telling.filter((text) => !isWord(text))];
}

function idOf({ path }: Control): string | undefined {
  const id = /(?:^|>>|::)[^/>#]*#([^/>]+)$/.exec(path)?.[1];
  return id === undefined || /\d/.test(id) ? undefined : id;
}

// ── Rows ──

interface RowElement {
  readonly texts: string[];
  readonly shown: string[];
  readonly commands: string[];
  readonly slots: Map<string, string[]>;
  readonly isListed: boolean;
  readonly others: Row[];
}

/** ways-1. */
function createRows(controls: readonly Control[]): {
  /** Innermost first. */
  readonly rowsOf: (control: Control) => readonly Row[];
  /** The innermost element around it that is a row of something. */
  readonly nearestTo: (control: Control) => Row | undefined;
} {
  const outwards = createOutwards(controls);
  const around = new Map(controls.map((control) => [control, outwards(control.path)]));
  const siblings = siblingsOf(controls, around);
  const sharedBy = new Map([...siblings.kindsOf].map(([element, kinds]) => [element, shareOf(kinds, siblings)]));
  const rows = new Map<string, RowElement>();
  const elementsOf = (control: Control): readonly string[] =>
    (around.get(control) ?? []).filter(
      (element) =>
        ownRow.test(element) ||
        (element !== control.path && (isShared(kindIn(element, control), siblings) ? 1 : 2) <= (sharedBy.get(element) ?? 0)),
    );
  const held = new Map(controls.map((control) => [control, elementsOf(control)]));
  for (const elements of held.values())
    for (const element of elements)
      if (!rows.has(element))
        rows.set(element, { texts: [], shown: [], commands: [], slots: new Map(), isListed: ownRow.test(element), others: [] });
  for (const control of controls) {
    const texts = [control.name, ...(control.masked === true ? [] : [control.value ?? ''])].filter((text) => !isBlank(text));
    for (const row of (around.get(control) ?? []).flatMap((element) => rows.get(element) ?? [])) {
      const slot = structureToken(control);
      row.slots.set(slot, [...(row.slots.get(slot) ?? []), plain(control.name)]);
      if (!control.visible) continue;
      (control.role === 'button' ? row.commands : row.shown).push(...texts);
      row.texts.push(...texts.map(plain));
    }
  }
  for (const row of rows.values()) if (!row.shown.some(isWord)) row.shown.push(...row.commands);
  for (const [element, row] of rows) row.others.push(...othersOf(element, siblings, rows));
  const rowsIn = (elements: readonly string[] = []): readonly Row[] => elements.flatMap((element) => rows.get(element) ?? []);
  return { rowsOf: (control) => rowsIn(held.get(control)), nearestTo: (control) => rowsIn(around.get(control))[0] };
}

/** How many of its controls another beside it has too, at the same place; 0 where that is not half of them: those are two parts of a page. */
function shareOf(kinds: ReadonlySet<string>, siblings: Siblings): number {
  const shared = [...kinds].filter((kind) => isShared(kind, siblings)).length;
  return 2 * shared < kinds.size ? 0 : shared;
}

function isShared(kind: string, { elementsOf }: Siblings): boolean {
  return (elementsOf.get(kind)?.size ?? 0) > 1;
}

/** Those beside it that have a control where it has one: not the other cells of a line. */
function othersOf(element: string, siblings: Siblings, rows: ReadonlyMap<string, RowElement>): ReadonlySet<RowElement> {
  const alike = new Set([...(siblings.kindsOf.get(element) ?? [])].flatMap((kind) => [...(siblings.elementsOf.get(kind) ?? [])]));
  return new Set([...alike].flatMap((other) => (other === element ? [] : (rows.get(other) ?? []))));
}

/** By kind and what stands in it the elements, and back. */
interface Siblings {
  readonly elementsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly kindsOf: ReadonlyMap<string, ReadonlySet<string>>;
}

function siblingsOf(controls: readonly Control[], around: ReadonlyMap<Control, readonly string[]>): Siblings {
  const elementsOf = new Map<string, Set<string>>();
  const kindsOf = new Map<string, Set<string>>();
  for (const control of controls)
    for (const element of around.get(control) ?? []) {
      if (!/\[\d+\]$|\d[^/>]*$/.test(element)) continue;
      const kind = kindIn(element, control);
      elementsOf.set(kind, (elementsOf.get(kind) ?? new Set()).add(element));
      kindsOf.set(element, (kindsOf.get(element) ?? new Set()).add(kind));
    }
  return { elementsOf, kindsOf };
}

/** An element without its position among its siblings, or the number in its id. */
function kindOf(element: string): string {
  return element.replace(/\[\d+\]$/, '').replace(/#[^/>]*$/, (id) => id.replace(/\d+/g, '#'));
}

function kindIn(element: string, control: Control): string {
  const inside = control.path.startsWith(element) ? control.path.slice(element.length) : structureToken(control);
  return `${kindOf(element)}\n${control.role} ${inside}`;
}
