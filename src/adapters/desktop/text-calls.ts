// The text of one object of the accessibility bus, and where it is typed. All throw `UnansweredError`.
import type { FieldText, Selection } from '../../domain/ui/read-back.js';
import type { AccessibleRef } from './accessible.js';
import { about, property, type BusConnection } from './bus-connection.js';

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
