// JSON that says each thing once. A key that stands twice states two things, of which `JSON.parse` keeps the last in silence; a number of more digits than are kept
// would be another.
import type { Json } from '../run/json.js';
import { deepestWritten } from './written-file.js';

/** Undefined: it is no JSON, a key stands twice in it, or it has more than 64 levels, over which readers recurse. */
export function exactJson(text: string): Json | undefined {
  const value = parsed(text);
  // What is no JSON is not counted: its quotes may have no end.
  if (value === undefined) return undefined;
  const { keys, levels } = sizeOf(value);
  return keysIn(text) > keys || levels > deepestWritten ? undefined : value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const string = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const keys = new RegExp(`${string}\\s*:?`, 'g');
const numbers = new RegExp(`${string}|-?\\d[\\d.eE+-]*`, 'g');

/** Of JSON. */
export function keysIn(json: string): number {
  let count = 0;
  for (const [token] of json.matchAll(keys)) if (token.endsWith(':')) count += 1;
  return count;
}

/** JSON in which a whole number of more digits than are kept, such as one of a parcel, is a text. */
export function withNumbersAsWritten(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replace(numbers, (token) => (/^-?\d{16,}$/.test(token) && String(Number(token)) !== token ? `"${token}"` : token));
}

/** `most`: values after which it is not looked at any further. */
export function sizeOf(
  value: unknown,
  most: number = Infinity,
): { readonly keys: number; readonly values: number; readonly levels: number } {
  const size = { keys: 0, values: 0, levels: 0 };
  for (let level: readonly object[] = objectsAmong([value]); level.length > 0; size.levels += 1) {
    const next: object[] = [];
    for (const each of level) {
      if (size.values > most) return size;
      const parts: readonly unknown[] = Object.values(each);
      size.values += parts.length;
      if (!Array.isArray(each)) size.keys += parts.length;
      if (parts.length <= most) for (const part of objectsAmong(parts)) next.push(part);
    }
    level = next;
  }
  return size;
}

function objectsAmong(values: readonly unknown[]): readonly object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
