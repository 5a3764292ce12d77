// Queries and actions on one object of the accessibility bus. All throw `UnansweredError`.

import type { Bounds } from '../../domain/ui/geometry.js';
import type { NumberRange, FieldText, Selection } from '../../domain/ui/read-back.js';
import { relations, statesOf, type AccessibleRef, type State } from './accessible.js';
import { about, prefix, property, setProperty, unlessRefused, type BusConnection, type Reference } from './bus-connection.js';

/** The path that AT-SPI uses for "no object". */
const nothing = '/org/a11y/atspi/null';
/** AT-SPI's coordinate types: relative to the screen, or to the window. */
export const [ofScreen, ofWindow] = [0, 1];
/** AT-SPI's layer of pop-ups. */
const popUpLayer = 5;
/** AT-SPI's scroll type: wherever it is seen. */
const anywhere = 6;

export interface AccessibleState {
  readonly name: string;
  readonly role: number;
  readonly states: ReadonlySet<State>;
}

export async function boundsOf(connection: BusConnection, ref: AccessibleRef, relativeTo = ofScreen): Promise<Bounds> {
  const [box] = await about(connection, ref, { face: 'Component', member: 'GetExtents', signature: 'u', body: [relativeTo] });
  const [x = 0, y = 0, width = 0, height = 0] = (box ?? []) as readonly number[];
  return { x, y, width, height };
}

export async function stateOf(connection: BusConnection, ref: AccessibleRef): Promise<AccessibleState> {
  const [name, [role], [bits]] = await Promise.all([
    property(connection, ref, 'Accessible', 'Name'),
    about(connection, ref, { face: 'Accessible', member: 'GetRole' }),
    about(connection, ref, { face: 'Accessible', member: 'GetState' }),
  ]);
  return { name: String(name ?? ''), role: Number(role), states: statesOf((bits ?? []) as readonly number[]) };
}

export async function isPopUp(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const [layer] = await about(connection, ref, { face: 'Component', member: 'GetLayer' });
  return layer === popUpLayer;
}

export async function facesOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly string[]> {
  const [faces] = await about(connection, ref, { face: 'Accessible', member: 'GetInterfaces' });
  return ((faces ?? []) as readonly string[]).map(shortFace);
}

export async function valueOf(connection: BusConnection, ref: AccessibleRef): Promise<number> {
  return Number(await property(connection, ref, 'Value', 'CurrentValue'));
}

/** Limits and step of a number; absent where they say nothing. */
export async function rangeOf(connection: BusConnection, ref: AccessibleRef): Promise<NumberRange> {
  const ask = async (name: string): Promise<number> => Number(await property(connection, ref, 'Value', name));
  const [min, max, step] = await Promise.all([ask('MinimumValue'), ask('MaximumValue'), ask('MinimumIncrement')]);
  return { min, max, step };
}

export async function labelsOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly string[]> {
  const labels = await labelRefsOf(connection, ref);
  const names = await Promise.all(labels.map((label) => property(connection, label, 'Accessible', 'Name')));
  return names.map((name) => String(name ?? ''));
}

export async function labelRefsOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly AccessibleRef[]> {
  const [all] = await about(connection, ref, { face: 'Accessible', member: 'GetRelationSet' });
  return ((all ?? []) as readonly (readonly [number, readonly Reference[]])[])
    .filter(([kind]) => kind === relations.labelledBy)
    .flatMap(([, targets]) => targets)
    .map(([bus, path]) => ({ bus, path }));
}

export async function childrenOf(connection: BusConnection, ref: AccessibleRef): Promise<readonly AccessibleRef[]> {
  const [children] = await about(connection, ref, { face: 'Accessible', member: 'GetChildren' });
  return ((children ?? []) as readonly Reference[]).flatMap((child) => refOfAnswer(child) ?? []);
}

export async function setValue(connection: BusConnection, ref: AccessibleRef, value: number): Promise<void> {
  const { Variant } = await import('@jellybrick/dbus-next');
  await setProperty(connection, ref, { face: 'Value', name: 'CurrentValue', value: new Variant('d', value) });
}

export async function selectChild(connection: BusConnection, ref: AccessibleRef, index: number): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'Selection', member: 'SelectChild', signature: 'i', body: [index] });
  return done === true;
}

/** False where the application does not offer it. */
export async function scrollTo(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const asked = { face: 'Component', member: 'ScrollTo', signature: 'u', body: [anywhere] };
  const [done] = await about(connection, ref, asked).catch((error: unknown) => [unlessRefused(error)]);
  return done === true;
}

export async function focus(connection: BusConnection, ref: AccessibleRef): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'Component', member: 'GrabFocus' });
  return done === true;
}

/** Undefined when the application answered that there is no such object. */
export function refOfAnswer([bus, path]: Reference): AccessibleRef | undefined {
  return path === nothing ? undefined : { bus, path };
}

/** The interface name without the common prefix. */
export function shortFace(face: string): string {
  return face.startsWith(prefix) ? face.slice(prefix.length) : face;
}

// The text of one object of the accessibility bus, and where it is typed. All throw `UnansweredError`.

/** Positions as its toolkit counts, in UTF-16 units or in characters. */
export interface TextNow extends FieldText {
  readonly places: { readonly end: number; readonly selected?: Selection };
}

export async function textOf(connection: BusConnection, ref: AccessibleRef): Promise<string> {
  const until = async (end: number): Promise<string> => {
    const [text] = await about(connection, ref, { face: 'Text', member: 'GetText', signature: 'ii', body: [0, end] });
    return String(text ?? '');
  };
  const text = await until(-1);
  if (text !== '') return text;
  // GTK 4's fields of one line do not know that -1 is the end.
  const count = Number(await property(connection, ref, 'Text', 'CharacterCount'));
  return count > 0 ? until(count) : '';
}

export async function textNow(connection: BusConnection, ref: AccessibleRef): Promise<TextNow> {
  const [text, end, caret, [selections]] = await Promise.all([
    textOf(connection, ref),
    property(connection, ref, 'Text', 'CharacterCount').then(Number),
    property(connection, ref, 'Text', 'CaretOffset').then(Number),
    about(connection, ref, { face: 'Text', member: 'GetNSelections' }),
  ]);
  const [start, stop] =
    Number(selections) > 0 ? await about(connection, ref, { face: 'Text', member: 'GetSelection', signature: 'i', body: [0] }) : [];
  const selected =
    typeof start === 'number' && typeof stop === 'number' && start !== stop
      ? { start: Math.min(start, stop), end: Math.max(start, stop) }
      : undefined;
  const selection = inText(text, end, selected ?? (caret >= 0 ? { start: caret, end: caret } : undefined));
  return { text, selection, places: { end, selected } };
}

/** Undefined where the toolkit does not count as it tells its text. */
function inText(text: string, end: number, places: Selection | undefined): Selection | undefined {
  if (places === undefined || places.end > end) return undefined;
  if (end === text.length) return places;
  const characters = [...text];
  if (end !== characters.length) return undefined;
  const at = (place: number): number => characters.slice(0, place).join('').length;
  return { start: at(places.start), end: at(places.end) };
}

export async function setText(connection: BusConnection, ref: AccessibleRef, text: string): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'EditableText', member: 'SetTextContents', signature: 's', body: [text] });
  return done === true;
}

/** `length`: of the text, as the toolkit counts what it is given. */
export async function insertText(
  connection: BusConnection,
  ref: AccessibleRef,
  { at, text, length }: { readonly at: number; readonly text: string; readonly length: number },
): Promise<boolean> {
  const body = [at, text, length];
  const [done] = await about(connection, ref, { face: 'EditableText', member: 'InsertText', signature: 'isi', body });
  return done === true;
}

export async function deleteText(connection: BusConnection, ref: AccessibleRef, { start, end }: Selection): Promise<boolean> {
  const [done] = await about(connection, ref, { face: 'EditableText', member: 'DeleteText', signature: 'ii', body: [start, end] });
  return done === true;
}
