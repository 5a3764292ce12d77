// What a person writes into a file: its bytes as text, and JSON. Every such file is read by these two.
//
// written-1. UTF-8 is read with or without a byte order mark, and UTF-16 with one, as editors and shells of Windows save it.
// written-2. What JSON.parse takes in silence and nobody means is refused where it stands: a key that is given twice, half of a character.
// written-3. The scan is linear and does not recurse. Depth and size are bounded, so that whoever reads the value may recurse.
import { SteadyhandError } from '../errors/errors.js';

export const largestWritten = 16 * 1024 * 1024;
export const deepestWritten = 64;

/** Half of a character, which UTF-8 cannot carry. */
export const loneSurrogate = /\p{Surrogate}/u;

/** Its message goes on after the name of the file (`in`). */
export class WrittenFileError extends SteadyhandError {
  readonly code = 'written-file';
  override readonly name = 'WrittenFileError';
  /** `:3:14`: line and column, both from 1; empty for the whole file. */
  readonly place: string;

  constructor(problem: string, text?: string, offset = 0) {
    super(problem);
    this.place = text === undefined ? '' : placeOf(text, offset);
  }

  /** `flow.json:3:14 has a comment, …`; `VARIABLE names flow.json:3:14, which has a comment, …`. */
  in(file: string): string {
    return `${file.replace(/(?:, which)?$/, `${this.place}$&`)} ${this.message}`;
  }
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `:${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}

/** Throws `WrittenFileError`. */
export function writtenText(bytes: Uint8Array): string {
  if (bytes.length > largestWritten) throw tooLarge();
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const text = decoded(bytes, encoding);
  const sound = text ?? soundPart(bytes, encoding);
  const zero = sound.indexOf('\0');
  if (zero >= 0) throw new WrittenFileError('has a zero byte, which no text has: save it as UTF-8', sound, zero);
  // Tools put a second mark before a first one.
  if (text !== undefined) return text.replace(/^\ufeff+/, '');
  throw new WrittenFileError(`is not ${encoding === 'utf-8' ? 'UTF-8' : 'UTF-16'} there: save it as UTF-8`, sound, sound.length);
}

function decoded(bytes: Uint8Array, encoding: string, stream = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** The longest beginning that can be decoded. */
function soundPart(bytes: Uint8Array, encoding: string): string {
  let [sound, wrong] = [0, bytes.length + 1];
  while (wrong - sound > 1) {
    const middle = (sound + wrong) >> 1;
    if (decoded(bytes.subarray(0, middle), encoding, true) === undefined) wrong = middle;
    else sound = middle;
  }
  return decoded(bytes.subarray(0, sound), encoding, true) ?? '';
}

/** Throws `WrittenFileError`. */
export function writtenJson(written: string | Uint8Array): unknown {
  const text = typeof written === 'string' ? written : writtenText(written);
  scan(text);
  return JSON.parse(text);
}

// JSON, token by token.

type Kind = 'text' | 'literal' | '{' | '}' | '[' | ']' | ':' | ',' | 'end' | 'wrong';

interface Token {
  readonly kind: Kind;
  readonly at: number;
  readonly next: number;
}

/** What may come next, as an error calls it. */
const accepted = {
  'a value': ['text', 'literal', '{', '['],
  "a value or ']'": ['text', 'literal', '{', '[', ']'],
  'a key in double quotes': ['text'],
  "a key in double quotes or '}'": ['text', '}'],
  "':'": [':'],
  "',' or '}'": [',', '}'],
  "',' or ']'": [',', ']'],
  'the end': ['end'],
} as const satisfies Record<string, readonly Kind[]>;

type Wanted = keyof typeof accepted;

function scan(text: string): void {
  /** Of an object its keys, and where each stands. */
  const open: (Map<string, number> | 'list')[] = [];
  let wanted: Wanted = 'a value';
  let comma: number | undefined;
  for (let token = tokenAt(text, 0); ; token = tokenAt(text, token.next)) {
    const { kind, at } = token;
    const kinds: readonly Kind[] = accepted[wanted];
    if (!kinds.includes(kind)) throw unexpected(text, token, wanted, comma);
    if (kind === 'end') return;
    if (kind === '}' || kind === ']') open.pop();
    if (kind === '{' || kind === '[') open.push(kind === '[' ? 'list' : new Map());
    if (open.length > deepestWritten) throw new WrittenFileError(`is nested deeper than ${deepestWritten} levels`, text, at);
    const inside = open.at(-1);
    const isKey = wanted.startsWith('a key') && kind === 'text';
    if (kind === 'text') {
      const value = valueOf(text, token);
      if (isKey && inside instanceof Map) addKey(inside, value, { text, at });
    }
    comma = kind === ',' ? at : undefined;
    if (kind === '{') wanted = "a key in double quotes or '}'";
    else if (kind === '[') wanted = "a value or ']'";
    else if (kind === ',') wanted = inside === 'list' ? 'a value' : 'a key in double quotes';
    else if (kind === ':') wanted = 'a value';
    else if (isKey) wanted = "':'";
    else wanted = inside === undefined ? 'the end' : inside === 'list' ? "',' or ']'" : "',' or '}'";
  }
}

const blank = /[ \t\n\r]*/y;
const literal = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

function tokenAt(text: string, from: number): Token {
  const at = endOf(blank, text, from);
  const sign = text[at];
  if (sign === undefined) return { kind: 'end', at, next: at };
  if (sign === '"') return { kind: 'text', at, next: endOfText(text, at) };
  if ('{}[]:,'.includes(sign)) return { kind: sign as Kind, at, next: at + 1 };
  const next = endOf(literal, text, at);
  return { kind: next > at ? 'literal' : 'wrong', at, next };
}

/** Where the match ends that begins there; there, if nothing matches. */
function endOf(sticky: RegExp, text: string, from: number): number {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : from;
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  throw new WrittenFileError('is not JSON: a text has no closing quote', text, from);
}

function valueOf(text: string, { at, next }: Token): string {
  const raw = text.slice(at, next);
  for (const { 0: part, index } of raw.matchAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\|[^ -\u{10ffff}]/gu)) {
    if (part === '\\')
      throw new WrittenFileError("is not JSON: '\\' comes before a sign that takes none; for itself write it twice", text, at + index);
    const code = part.charCodeAt(0).toString(16).padStart(4, '0');
    if (part.length === 1)
      throw new WrittenFileError(`is not JSON: in a text this control character is written '\\u${code}'`, text, at + index);
  }
  const value = JSON.parse(raw) as string;
  const half = loneSurrogate.exec(value)?.index;
  if (half === undefined) return value;
  const before = [...raw.slice(1).matchAll(/\\u.{4}|\\.|[^]/g)].slice(0, half).reduce((length, [unit]) => length + unit.length, 0);
  throw new WrittenFileError(`has ${halfText(value)}`, text, at + 1 + before);
}

export function tooLarge(): WrittenFileError {
  return new WrittenFileError(`has more than ${largestWritten / 1024 ** 2} MB, the most that is read`);
}

/** Of a text with a lone surrogate. */
export function halfText(text: string): string {
  const code = loneSurrogate.exec(text)?.[0].charCodeAt(0).toString(16) ?? '';
  return `half of a character, \\u${code} without its other half: write both or neither`;
}

function addKey(keys: Map<string, number>, key: string, { text, at }: { readonly text: string; readonly at: number }): void {
  const first = keys.get(key);
  if (first !== undefined)
    throw new WrittenFileError(
      `has the key ${JSON.stringify(key).slice(0, 80)} a second time in one object, after ${placeOf(text, first).slice(1)}: keep one of them`,
      text,
      at,
    );
  keys.set(key, at);
}

/** `comma`: where the token before is one. */
function unexpected(text: string, { kind, at }: Token, wanted: Wanted, comma: number | undefined): WrittenFileError {
  if (/^(?:#|\/[/*])/.test(text.slice(at, at + 2))) return new WrittenFileError('has a comment, and JSON takes none: remove it', text, at);
  if (comma !== undefined && (kind === '}' || kind === ']'))
    return new WrittenFileError('has a comma with nothing after it: remove it', text, comma);
  const found = kind === 'end' ? 'the end' : JSON.stringify(/^[\w.+-]+|^[^]/u.exec(text.slice(at, at + 20))?.[0]);
  return new WrittenFileError(`is not JSON: expected ${wanted}, found ${seen(found)}`, text, at);
}

/** With whatever nobody would see as JSON writes it. */
export function seen(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
