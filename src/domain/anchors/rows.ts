// Rows of lists and tables, and blocks that repeat, as paths of controls tell them (ways-1 of locators.ts).
//
// rows-1. Rows that have the same kinds of things in them are one family. What is asked of the others like a row is counted once for its family: a table of
//     600 rows is looked at as often as a page waits.
import { isBlank } from '../text/blank.js';
import { structureToken } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { type Control, createAncestors } from '../ui/control.js';

export interface Row {
  /** Folded texts of all that stands in it. */
  readonly texts: readonly string[];
  /** As they are shown, but names of buttons only where there is no other: they tell what can be done today. */
  readonly shown: readonly string[];
  /** Folded names by role and place in the structure, hidden ones included. */
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Of a list or table. */
  readonly isListed: boolean;
  readonly family: Family;
}

/** Rows that are like each other. */
interface Family {
  readonly members: readonly Row[];
  /** Those that have that folded text. */
  with(text: string): readonly Row[];
  /** How often it stands in all of them. */
  timesOf(text: string): number;
  /** By the folded name of what stands at that place: how many rows have it. */
  namesAt(slot: string): ReadonlyMap<string, number>;
}

export interface Rows {
  /** Those that it stands in, innermost first. */
  readonly rowsOf: (control: Control) => readonly Row[];
  /** The innermost element around it that is a row of something. */
  readonly nearestTo: (control: Control) => Row | undefined;
}

const ownRow = /(?:^|\/|>>|::)(?:li|tr|article|option)(?:\[\d+\]|#[^/>]+)$/;

// ── Asking ──

export function isAlone({ family }: Row): boolean {
  return family.members.length <= 1;
}

/** Others like it that have all these texts. `texts`: folded. */
export function othersWith(row: Row, [text = '', ...more]: readonly string[]): readonly Row[] {
  return row.family.with(text).filter((other) => other !== row && more.every((each) => other.texts.includes(each)));
}

/** How often a folded text stands in the others. */
export function timesElsewhere({ family, texts }: Row, text: string): number {
  return family.timesOf(text) - timesIn(texts, text);
}

export function timesIn(texts: readonly string[], wanted: string): number {
  return texts.filter((text) => text === wanted).length;
}

/** Whether another row has that name at that place. */
export function isNamedElsewhere({ family, slots }: Row, slot: string, name: string): boolean {
  return (family.namesAt(slot).get(name) ?? 0) > (slots.get(slot)?.includes(name) ? 1 : 0);
}

/** Whether several rows have something at that place, and no two the same. */
export function areNamedApart({ family }: Row, slot: string): boolean {
  const having = family.members.filter(({ slots }) => (slots.get(slot)?.length ?? 0) > 0).length;
  return having > 1 && [...family.namesAt(slot).values()].every((times) => times === 1);
}

// ── Making ──

interface RowElement {
  readonly texts: string[];
  readonly shown: string[];
  readonly commands: string[];
  readonly slots: Map<string, string[]>;
  readonly isListed: boolean;
  family: Family;
}

export function isWord(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Of controls in reading order. */
export function createRows(controls: readonly Control[]): Rows {
  const outwards = createAncestors(controls);
  const around = new Map(controls.map((control) => [control, outwards(control.path)]));
  const siblings = siblingsOf(controls, around);
  const held = new Map(
    controls.map((control) => [control, (around.get(control) ?? []).filter((element) => isRow(element, control, siblings))]),
  );
  const rows = new Map<string, RowElement>();
  for (const elements of held.values())
    for (const element of elements)
      if (!rows.has(element))
        rows.set(element, { texts: [], shown: [], commands: [], slots: new Map(), isListed: ownRow.test(element), family: none });
  for (const control of controls)
    put(
      control,
      (around.get(control) ?? []).flatMap((element) => rows.get(element) ?? []),
    );
  for (const row of rows.values()) if (!row.shown.some(isWord)) row.shown.push(...row.commands);
  intoFamilies(rows, siblings);
  const rowsIn = (elements: readonly string[] = []): readonly Row[] => elements.flatMap((element) => rows.get(element) ?? []);
  return { rowsOf: (control) => rowsIn(held.get(control)), nearestTo: (control) => rowsIn(around.get(control))[0] };
}

function put(control: Control, rows: readonly RowElement[]): void {
  if (rows.length === 0) return;
  const [slot, name] = [structureToken(control), plain(control.name)];
  const texts = [control.name, ...(control.masked === true ? [] : [control.value ?? ''])].filter((text) => !isBlank(text));
  const folded = texts.map(plain);
  for (const row of rows) {
    const names = row.slots.get(slot);
    if (names) names.push(name);
    else row.slots.set(slot, [name]);
    if (!control.visible) continue;
    (control.role === 'button' ? row.commands : row.shown).push(...texts);
    row.texts.push(...folded);
  }
}

function isRow(element: string, control: Control, siblings: Siblings): boolean {
  if (ownRow.test(element)) return true;
  if (element === control.path) return false;
  return (isShared(kindIn(element, control), siblings) ? 1 : 2) <= (siblings.sharedBy.get(element) ?? 0);
}

// ── Families ──

const none: Family = { members: [], with: () => [], timesOf: () => 0, namesAt: () => new Map() };

function intoFamilies(rows: ReadonlyMap<string, RowElement>, { kindsOf, elementsOf }: Siblings): void {
  const known = new Map<string, Family>();
  for (const [element, row] of rows) {
    const kinds = [...(kindsOf.get(element) ?? [])].sort();
    const key = kinds.length === 0 ? element : kinds.join('\n\n');
    let family = known.get(key);
    if (!family) {
      const elements = new Set([element, ...kinds.flatMap((kind) => [...(elementsOf.get(kind) ?? [])])]);
      family = createFamily([...elements].flatMap((each) => rows.get(each) ?? []));
      known.set(key, family);
    }
    row.family = family;
  }
}

function createFamily(members: readonly Row[]): Family {
  const having = lazily(() => {
    const found = new Map<string, Row[]>();
    for (const row of members) for (const text of new Set(row.texts)) found.set(text, [...(found.get(text) ?? []), row]);
    return found;
  });
  const times = lazily(() => counted(members.flatMap(({ texts }) => texts)));
  const named = new Map<string, ReadonlyMap<string, number>>();
  return {
    members,
    with: (text) => having().get(text) ?? [],
    timesOf: (text) => times().get(text) ?? 0,
    namesAt(slot) {
      const known = named.get(slot) ?? counted(members.flatMap(({ slots }) => [...new Set(slots.get(slot))]));
      named.set(slot, known);
      return known;
    },
  };
}

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

// ── Siblings ──

/** By kind and what stands in it the elements, and back. */
interface Siblings {
  readonly elementsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly kindsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many of its controls another beside it has too, at the same place; 0 where that is not half of them: those are two parts of a page. */
  readonly sharedBy: ReadonlyMap<string, number>;
}

function siblingsOf(controls: readonly Control[], around: ReadonlyMap<Control, readonly string[]>): Siblings {
  const elementsOf = new Map<string, Set<string>>();
  const kindsOf = new Map<string, Set<string>>();
  for (const control of controls)
    for (const element of around.get(control) ?? []) {
      if (!/\[\d+\]$|\d[^/>]*$/.test(element)) continue;
      const kind = kindIn(element, control);
      addTo(elementsOf, kind, element);
      addTo(kindsOf, element, kind);
    }
  const sharedBy = new Map<string, number>();
  for (const [element, kinds] of kindsOf) {
    const shared = [...kinds].filter((kind) => isShared(kind, { elementsOf })).length;
    sharedBy.set(element, 2 * shared < kinds.size ? 0 : shared);
  }
  return { elementsOf, kindsOf, sharedBy };
}

function isShared(kind: string, { elementsOf }: Pick<Siblings, 'elementsOf'>): boolean {
  return (elementsOf.get(kind)?.size ?? 0) > 1;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** An element without its position among its siblings, or the number in its id. */
function kindOf(element: string): string {
  return element.replace(/\[\d+\]$/, '').replace(/#[^/>]*$/, (id) => id.replace(/\d+/g, '#'));
}

function kindIn(element: string, control: Control): string {
  const inside = control.path.startsWith(element) ? control.path.slice(element.length) : structureToken(control);
  return `${kindOf(element)}\n${control.role} ${inside}`;
}
