// How a secret may look where a page repeats it: as it is, in other case, backwards, percent-encoded, as entities or escapes, in base64 or hexadecimal, with blanks or unseen characters in between.

import { domainToASCII } from 'node:url';
import { mask as masked } from '../../domain/ui/mask.js';
import type { EffectReader } from '../../ports/effect-reader.js';
import type { ToolServers } from '../../ports/tool-servers.js';

/** Matches every form of these values; undefined: there are none. Shorter ones are left out. */
export function patternOf(values: readonly string[], shortest: number): RegExp | undefined {
  const forms = values
    .filter((value) => value.trim() !== '' && value.length >= shortest)
    // The longest first: one that begins another would leave the rest of it.
    .sort((one, other) => other.length - one.length)
    .flatMap((value) => [spelt(value), spelt([...value].reverse().join('')), ...coded(value).map(literally)]);
  return forms.length === 0 ? undefined : new RegExp([...new Set(forms)].join('|'), 'giu');
}

/** What may stand between two characters. */
const gap = '[\\s\\p{Cf}]{0,3}';
const digitGap = '[\\s\\p{Cf}.·-]{0,3}';

function spelt(value: string): string {
  const between = /^\d+$/.test(value) ? digitGap : gap;
  const pieces = value.split(/( +)/);
  return pieces.map((piece) => (piece.startsWith(' ') ? blanks(piece.length) : [...piece].map(anySpelling).join(between))).join('');
}

/** Encoded once or several times. */
const percentSign = '%(?:25)*';
/** Likewise. Of more in a row the last count: a search of all of them from each would take the square of their number. */
const backslashes = '\\\\{1,16}';

/** Any blanks, or none: where it is split over texts, what separates them may be gone. In one class, since two ways to read each would be tried for every word. */
const blank = `(?:[\\s\\p{Cf}+]|${percentSign}(?:20|2b)|&#0*32;?|&#x0*20;?|&nbsp;|${backslashes}(?:u00|x)20|%u0020)`;

function blanks(count: number): string {
  return `${blank}{0,${3 + 4 * count}}`;
}

/** The character, or one of the ways to write it. */
function anySpelling(character: string): string {
  const percent = [...Buffer.from(character)].map((byte) => `${percentSign}${byte.toString(16).padStart(2, '0')}`).join('');
  const code = character.codePointAt(0) ?? 0;
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at).toString(16).padStart(4, '0'));
  const escaped = units.map((unit) => `(?:${backslashes}u|%u)${unit}`).join('');
  const bytes = [...Buffer.from(character)].map((byte) => `${backslashes}x${byte.toString(16).padStart(2, '0')}`).join('');
  const ways = [literally(character), percent, `&#0*${code};?`, `&#x0*${code.toString(16)};?`, escaped, bytes, ...entitiesOf(character)];
  return `(?:${ways.join('|')})`;
}

function entitiesOf(character: string): readonly string[] {
  switch (character) {
    case '&':
      return ['&amp;'];
    case '<':
      return ['&lt;'];
    case '>':
      return ['&gt;'];
    case '"':
      return ['&quot;', '\\\\"'];
    case "'":
      return ['&apos;', "\\\\'"];
    // As JSON writes them.
    case '\\':
      return ['\\\\{2,4}'];
    case '/':
      return [`${backslashes}/`];
    default:
      return [];
  }
}

const shortestCode = 6;

/** Base64 at each of the three places where the value may begin, without what its neighbours decide, and of the value alone; hexadecimal. */
function coded(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((offset * 8) / 6), end);
  });
  base64.push(bytes.toString('base64').replace(/=+$/, ''));
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...base64, ...urlSafe, bytes.toString('hex'), ...base32(bytes), ...host(value)].filter((text) => text.length >= shortestCode);
}

/** At each of the five places where the value may begin, without what its neighbours decide. */
function base32(bytes: Buffer): readonly string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return [0, 1, 2, 3, 4].map((offset) => {
    const bits = [...Buffer.alloc(offset), ...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const end = Math.floor(bits.length / 5);
    const text = Array.from({ length: end }, (_, at) => letters[parseInt(bits.slice(at * 5, at * 5 + 5), 2)] ?? '').join('');
    return text.slice(Math.ceil((offset * 8) / 5));
  });
}

/** As the name of a host, where it has other letters than those of English. */
function host(value: string): readonly string[] {
  return /[^\0-\x7f]/.test(value) ? [domainToASCII(value)] : [];
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

// What a worker is configured with and nobody may read: keys, tokens, passwords, values of secrets. Errors and lines of logs have none of it, in no form.
//
// confidential-1. An error keeps its class, its code and its identity: it is masked in place, with its stack, its details and all of its causes.

export type Mask = (text: string) => string;

/** Characters. A shorter value would mask ordinary words. */
const shortestMasked = 4;

export function maskOf(values: readonly string[], shortest: number = shortestMasked): Mask {
  const pattern = patternOf([...new Set(values)], shortest);
  return (text) => (pattern ? text.replace(pattern, masked) : text);
}

/** Causes of causes, data within data; one that holds itself ends there. */
const deepest = 64;

/** The error with nothing of it left, in place; another only where its message cannot be set. */
export function withoutConfidential(error: unknown, mask: Mask, depth: number = 0): unknown {
  if (typeof error === 'string') return mask(error);
  if (!isError(error) || depth > deepest) return error;
  const message = mask(error.message);
  if (message !== error.message && !(Reflect.set(error, 'message', message) && error.message === message))
    return named(error.name, message);
  if (error.stack !== undefined) Reflect.set(error, 'stack', mask(error.stack));
  // What Temporal's SDK keeps of a failure that it has read, and would send as it was.
  if ('failure' in error) Reflect.deleteProperty(error, 'failure');
  for (const key of ['details', 'errors'] as const) if (key in error) Reflect.set(error, key, told(Reflect.get(error, key), mask, depth));
  if (error.cause !== undefined) error.cause = withoutConfidential(error.cause, mask, depth + 1);
  return error;
}

/** Of whichever realm; a `DOMException` is none of the engine's own. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'message') === 'string' && 'stack' in value;
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Data with nothing of it left, in names of fields neither. */
function dataWithout<T>(value: T, mask: Mask): T {
  return told(value, mask, 0) as T;
}

function told(value: unknown, mask: Mask, depth: number): unknown {
  if (typeof value === 'string') return mask(value);
  if (isError(value)) return withoutConfidential(value, mask, depth + 1);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => told(each, mask, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), told(each, mask, depth + 1)]));
}

// What tool servers and systems of record tell, without what proves who asks: they may repeat the token that they were asked with, or print their environment.

export function concealedServers(servers: ToolServers, mask: Mask): ToolServers {
  return {
    ...servers,
    async list(signal, wanted) {
      const { tools, unavailable } = await servers.list(signal, wanted);
      for (const error of unavailable) withoutConfidential(error, mask);
      return { tools: dataWithout(tools, mask), unavailable };
    },
    async call(tool, args, context) {
      const { images, ...told } = await servers.call(tool, args, context);
      return { ...dataWithout(told, mask), images };
    },
    takeWarnings: () => servers.takeWarnings().map(mask),
  };
}

export function concealedReader(reader: EffectReader, mask: Mask): EffectReader {
  return { read: async (use, timeoutMs) => dataWithout(await reader.read(use, timeoutMs), mask) };
}
