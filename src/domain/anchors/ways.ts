// What there is to find a control by, apart from its role and name: its row, what heads it, what stands before it, its ids, and its place in the structure.
//
// ways-1. A row is an element that others like it stand beside, or a list's or table's own (`li`, `tr`, `article`), even alone. It is told by the texts
//     that no other row of it has; the innermost with such texts counts.
// ways-2. A control whose own name no other row has needs no row: its name tells it.
// ways-3. An id with digits is no way: the next page draws another.
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
  /** As they are shown. */
  readonly shown: readonly string[];
  /** Others like it, itself not included. */
  readonly others: readonly Row[];
}

const ownRow = /(?:^|\/|>>|::)(?:li|tr|article|option)(?:\[\d+\]|#[^/>]+)$/;
const heading: ReadonlySet<string> = new Set(['heading', 'dialog', 'alertdialog', 'form']);

/** Of controls in reading order. Scroll areas are none. */
export function sightOf(controls: readonly Control[]): readonly Sighted[] {
  const listed = controls.filter((control) => !isScroller(control));
  const rowsOf = createRows(listed);
  let section: string | undefined;
  let before: { readonly name: string; readonly row: Row | undefined } | undefined;
  return listed.map((control) => {
    const rows = rowsOf(control);
    const name = plain(control.name);
    const heads = control.visible && name !== '' && heading.has(control.role);
    const beside = before !== undefined && before.row === rows[0] ? before.name : undefined;
    const sighted = { control, name, path: structureToken(control), id: idOf(control), section: heads ? undefined : section, beside, rows };
    if (heads) section = name;
    if (control.visible && !control.interactive && name !== '') before = { name, row: rows[0] };
    return sighted;
  });
}

/** Texts that tell a row from the others like it; empty: none does. Those as shown, digits last. */
export function tellingTexts(row: Row, apartFrom: string): readonly string[] {
  const isCommon = (text: string): boolean => row.others.some(({ texts }) => texts.includes(text));
  const telling = row.shown.filter((text) => plain(text) !== apartFrom && !text.includes(mask) && !isCommon(plain(text)));
  const numbers = telling.filter((text) => !/\p{L}/u.test(text));
  return [...telling.filter((text) => !numbers.includes(text)), ...numbers];
}

function idOf({ path }: Control): string | undefined {
  const id = /(?:^|>>|::)[^/>#]*#([^/>]+)$/.exec(path)?.[1];
  return id === undefined || /\d/.test(id) ? undefined : id;
}

// ── Rows ──

interface RowElement {
  readonly texts: string[];
  readonly shown: string[];
  readonly others: Row[];
}

/** ways-1. */
function createRows(controls: readonly Control[]): (control: Control) => readonly Row[] {
  const outwards = createOutwards(controls);
  const around = new Map(controls.map((control) => [control, outwards(control.path)]));
  const siblings = siblingsOf(controls, around);
  const rows = new Map<string, RowElement>();
  const elementsOf = (control: Control): readonly string[] =>
    (around.get(control) ?? []).filter(
      (element) => ownRow.test(element) || (element !== control.path && (siblings.get(kindIn(element, control))?.size ?? 0) > 1),
    );
  const held = new Map(controls.map((control) => [control, elementsOf(control)]));
  for (const elements of held.values())
    for (const element of elements) if (!rows.has(element)) rows.set(element, { texts: [], shown: [], others: [] });
  for (const control of controls) {
    if (!control.visible) continue;
    const texts = [control.name, ...(control.masked === true ? [] : [control.value ?? ''])].filter((text) => !isBlank(text));
    for (const row of (around.get(control) ?? []).flatMap((element) => rows.get(element) ?? [])) {
      row.shown.push(...texts);
      row.texts.push(...texts.map(plain));
    }
  }
  const byKind = new Map<string, Set<RowElement>>();
  for (const [element, row] of rows) byKind.set(kindOf(element), (byKind.get(kindOf(element)) ?? new Set()).add(row));
  for (const alike of byKind.values()) for (const row of alike) row.others.push(...[...alike].filter((other) => other !== row));
  return (control) => (held.get(control) ?? []).flatMap((element) => rows.get(element) ?? []);
}

/** By kind and what stands in it: the elements. */
function siblingsOf(
  controls: readonly Control[],
  around: ReadonlyMap<Control, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const control of controls)
    for (const element of around.get(control) ?? []) {
      if (!/\[\d+\]$|\d[^/>]*$/.test(element)) continue;
      const kind = kindIn(element, control);
      found.set(kind, (found.get(kind) ?? new Set()).add(element));
    }
  return found;
}

/** An element without its position among its siblings, or the number in its id. */
function kindOf(element: string): string {
  return element.replace(/\[\d+\]$/, '').replace(/#[^/>]*$/, (id) => id.replace(/\d+/g, '#'));
}

function kindIn(element: string, control: Control): string {
  const inside = control.path.startsWith(element) ? control.path.slice(element.length) : structureToken(control);
  return `${kindOf(element)}\n${control.role} ${inside}`;
}
