// Values of a run that the next one may be given: what was typed, chosen or acted on because the request or an answer says so.
//
// values-1. A secret is a name, and a hidden text none that a document may hold.
// values-2. A value of less than three characters stands only for a text that is it: the 2 of "Page 2" is another 2.
import { referenceTo } from '../anchors/fill.js';
import type { FormField } from '../flow/document.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import { plain } from '../flow/find-text.js';
import { formIn, isSameForm } from '../text/data-forms.js';
import { placesOf } from '../text/word-boundaries.js';

// What in a text looks like data: numbers, amounts, dates, addresses, what stands in quotes.

type DataType = FormField['type'];

export interface DataPart {
  readonly at: number;
  readonly text: string;
  readonly type: DataType;
}

const month = String.raw`(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)`;
const date = String.raw`\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? ${month}\.?(?: \d{4})?|${month}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`;
const email = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const url = String.raw`https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)\]]`;
const number = String.raw`[+-]?\d+(?:[.,]\d+)*`;
const quoted = /["“„«]([^"“”„«»\n]{1,200})["”“»]/g;
/** An amount with its currency, a number of an order: what has a digit in it. */
const token = /(?:[€$£¥₹] ?)?[\p{L}\p{N}#][\p{L}\p{N}#:/.,'’_-]*(?:(?<=\p{N}) ?[€£¥₹%])?/gu;
const typed = [
  ['url', new RegExp(url, 'gu')],
  ['email', new RegExp(email, 'gu')],
  ['date', new RegExp(`(?<![\\p{L}\\p{N}/.-])(?:${date})(?![\\p{L}\\p{N}/-])`, 'gu')],
] as const;
const wholly = [
  ['number', new RegExp(`^${number}$`, 'u')],
  ['date', new RegExp(`^(?:${date})$`, 'u')],
  ['email', new RegExp(`^${email}$`, 'u')],
  ['url', new RegExp(`^${url}$`, 'u')],
] as const;

function typeOf(text: string): DataType {
  return wholly.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? 'text';
}

/** In the order of the text; none overlap. */
export function dataIn(text: string): readonly DataPart[] {
  const found: DataPart[] = [];
  const add = (at: number, part: string, type: DataType): void => {
    if (part !== '' && !found.some((other) => at < other.at + other.text.length && other.at < at + part.length))
      found.push({ at, text: part, type });
  };
  for (const match of text.matchAll(quoted)) add(match.index + 1, match[1] ?? '', typeOf(match[1] ?? ''));
  for (const [type, pattern] of typed) for (const match of text.matchAll(pattern)) add(match.index, match[0], type);
  for (const match of text.matchAll(token)) {
    const part = match[0].replace(/[.,:;'’/-]+$/u, '');
    if (/\p{N}/u.test(part)) add(match.index, part, typeOf(part));
  }
  return found.sort((one, other) => one.at - other.at);
}

/** As whole words, whatever case and white space. */
export function says(text: string, words: string): boolean {
  const wanted = plain(words);
  return wanted !== '' && placesOf(plain(text), wanted).length > 0;
}

export interface Value {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly type: FormField['type'];
  readonly description: string;
}

/** What of a result is a value, in whatever form, and what stands for it. A value that goes on around it stands for itself. */
export function givenIn(result: string, values: readonly Value[]): readonly (DataPart & { readonly template?: string })[] {
  const whole = values.filter(({ text }) => text.length >= 3);
  const ranges = whole.flatMap(({ text }) => placesOf(result, text).map((at) => ({ at, end: at + text.length })));
  return dataIn(result).flatMap((part) => {
    const { at, text } = part;
    if (ranges.some((range) => range.at <= at && at + text.length <= range.end)) return [part];
    const same = values.find((value) => plain(value.text) === plain(text)) ?? values.find((value) => isSameForm(value.text, text));
    if (!same) return [];
    const sign = /\p{Sc}/u.test(same.text) ? text : (formIn(text, same.text) ?? text);
    return [{ ...part, template: text.replace(sign, () => referenceTo(same.name)) }];
  });
}

/** A variable as a field of the flow's form, with the run's value as default. */
export function fieldOf({ name, title, type, description, text }: Value): NonNullable<FlowInputDocument['form']>[number] {
  return { name, title, type, description: description === '' ? undefined : description, default: text };
}

export interface Values {
  readonly all: readonly Value[];
  /** The variable that has that text; a new one if the request or an answer says it. Undefined: it stays as it is. */
  of(text: string, named: string, description?: string): Value | undefined;
  /** Also where nobody said it. */
  add(text: string, named: string, description: string, type?: FormField['type']): Value;
}

/** `said`: the request and the answers of people; `reserved`: names that are taken. */
export function createValues(said: readonly string[], reserved: readonly string[] = []): Values {
  const all: Value[] = [];
  const names = new Set(reserved);
  const known = (text: string): Value | undefined => all.find((value) => plain(value.text) === plain(text));
  const add: Values['add'] = (text, named, description, type = typeOf(text)) => {
    const name = firstFree(identifierOf(named), '_', (one) => names.has(one));
    names.add(name);
    const value = { name, title: named.trim() === '' ? name : named.trim(), text: text.trim(), type, description };
    all.push(value);
    return value;
  };
  return {
    all,
    of(text, named, description = '') {
      if (plain(text) === '' || text.includes('{{')) return undefined;
      const before = known(text);
      if (before) return before;
      return said.some((one) => says(one, text)) ? add(text, named, description) : undefined;
    },
    add: (text, named, description, type) => known(text) ?? add(text, named, description, type),
  };
}

/** `Delivery date *` as `delivery_date`. */
export function identifierOf(words: string): string {
  const name = words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
  if (name === '') return 'value';
  return /^\p{L}/u.test(name) ? name : `_${name}`;
}

/** `name`, or the first of `name_2`, … that is not taken. `mark`: what stands before the number. */
export function firstFree(name: string, mark: '_' | ' ', isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const one = count === 1 ? name : `${name}${mark}${count}`;
    if (!isTaken(one)) return one;
  }
}

/** The text with a reference wherever one of the values stands in it; longer ones first. `folded`: whatever the case, for what is compared without it. */
export function withReferences(text: string, values: readonly Value[], folded = false): string {
  const whole = values.find((value) => (folded ? plain(value.text) === plain(text) : value.text === text.trim()));
  if (whole) return referenceTo(whole.name);
  if (text.includes('{{')) return text;
  const within = values.filter(({ text: own }) => own.length >= 3).sort((one, other) => other.text.length - one.text.length);
  return within
    .reduce<readonly Piece[]>((pieces, value) => pieces.flatMap((piece) => replaced(piece, value, folded)), [{ text }])
    .map(written)
    .join('');
}

type Piece = { readonly text: string } | { readonly name: string };

function replaced(piece: Piece, { name, text: own }: Value, folded: boolean): readonly Piece[] {
  if ('name' in piece) return [piece];
  const { text } = piece;
  const [where, wanted] = folded && text.toLowerCase().length === text.length ? [text.toLowerCase(), own.toLowerCase()] : [text, own];
  const pieces: Piece[] = [];
  let from = 0;
  for (const at of placesOf(where, wanted)) {
    pieces.push({ text: text.slice(from, at) }, { name });
    from = at + wanted.length;
  }
  return [...pieces, { text: text.slice(from) }].filter((one) => 'name' in one || one.text !== '');
}

function written(piece: Piece): string {
  return 'name' in piece ? referenceTo(piece.name) : piece.text;
}
