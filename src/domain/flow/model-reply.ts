// What a model's reply says: JSON, alone, in a fenced block or between words, or a name.
import { isList, type Json } from '../run/json.js';

type JsonObject = Readonly<Record<string, Json>>;

/** Each pair of braces is tried. */
const mostBraces = 50;

/** The reply itself, or its first fenced block; undefined when neither is JSON. */
export function jsonIn(reply: string): Json | undefined {
  const [, fenced = ''] = /```[a-z]*\s([^]*?)```/i.exec(reply) ?? [];
  const alone = parsed(reply);
  return alone === undefined ? parsed(fenced) : alone;
}

/** The first object anywhere in a reply that has this field. */
export function objectWith(field: string, reply: string): JsonObject | undefined {
  const opening = [...reply.matchAll(/\{/g)].slice(0, mostBraces);
  const closing = [...reply.matchAll(/\}/g)].slice(-mostBraces).reverse();
  for (const { index: from } of opening)
    for (const { index: to } of closing) {
      const value = to > from ? parsed(reply.slice(from, to + 1)) : undefined;
      if (value !== undefined && isObject(value) && Object.hasOwn(value, field)) return value;
    }
  return undefined;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The name in a model's reply to the question which of several is meant: `{"name": "Send"}`, alone, fenced or between words, or just the quoted name.
 * Null: the model said none. Undefined: the reply cannot be read.
 */
export function readChosenName(reply: string): string | null | undefined {
  const value = jsonIn(reply);
  if (value === null) return null;
  if (typeof value === 'string') return nameOf(value);
  const answer = value !== undefined && isObject(value) && Object.hasOwn(value, 'name') ? value : objectWith('name', reply);
  if (answer) return nameOf(answer['name']);
  const [, quoted] = /^\s*['`“„]([^'`“”„\n]+)['`”“]\.?\s*$/.exec(reply) ?? [];
  return nameOf(quoted);
}

function nameOf(value: unknown): string | null | undefined {
  if (value === null) return null;
  return typeof value === 'string' ? value.trim() || null : undefined;
}
