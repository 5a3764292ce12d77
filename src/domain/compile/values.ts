// Values of a run that the next one may be given: what was typed, chosen or acted on because the request or an answer says so.
//
// values-1. A secret is a name, and a hidden text none that a document may hold.
// values-2. A value of less than three characters stands only for a text that is it: the 2 of "Page 2" is another 2.
import { referenceTo } from '../anchors/fill.js';
import { plain } from '../flow/find-text.js';
import type { FormField } from '../flow/document.js';
import { placesOf } from '../text/words.js';
import { says, typeOf } from './data.js';

export interface Value {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly type: FormField['type'];
  readonly description: string;
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
    const name = unused(identifierOf(named), names);
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

/** `name`, or the first of `name_2`, … that is not taken. */
export function unused(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`;
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
