// What in a text looks like data: numbers, amounts, dates, addresses, what stands in quotes.
import { plain } from '../flow/find-text.js';
import type { FormField } from '../flow/document.js';
import { placesOf } from '../text/words.js';

export type DataType = FormField['type'];

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

export function typeOf(text: string): DataType {
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
