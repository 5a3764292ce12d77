// What a model's reply says: JSON, alone, in a fenced block or between words, or a name.
import { isList, type Json } from '../run/json.js';
import { exactJson } from '../text/exact-json.js';

type JsonObject = Readonly<Record<string, Json>>;

/** The reply itself, or its only fenced block; undefined when neither is JSON that says each thing once. */
export function jsonIn(reply: string): Json | undefined {
  const alone = exactJson(reply);
  if (alone !== undefined) return alone;
  const blocks = [...reply.matchAll(/```[a-z]*\s([^]*?)```/gi)].map(([, block = '']) => block);
  return blocks.length === 1 ? exactJson(blocks[0] ?? '') : undefined;
}

export function isJson(reply: string): boolean {
  try {
    JSON.parse(reply);
    return true;
  } catch {
    return false;
  }
}

/** The object anywhere in a reply that has this field; undefined also where several differ. What is left open states nothing; each object that is closed is read once. */
export function objectWith(field: string, reply: string): JsonObject | undefined {
  const owners = objectsIn(reply).flatMap((text) => {
    const value = exactJson(text);
    const owner = value === undefined ? undefined : ownerOf(field, value);
    return owner ? [owner] : [];
  });
  const [found] = owners;
  return new Set(owners.map((owner) => JSON.stringify(owner))).size === 1 ? found : undefined;
}

/** What matters between objects, and inside one: a brace or a quote of prose does not. */
const begins = /\{(?=\s*["}])/g;
const inside = /["{}]/g;

/** The outermost that are closed, in the order of the text. Time: linear in its length. */
function objectsIn(text: string): readonly string[] {
  const open: number[] = [];
  const closed: { readonly from: number; readonly to: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    at = next(open.length === 0 ? begins : inside, text, at);
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{') open.push(at);
    else if (character === '}') {
      const from = open.pop() ?? at;
      while ((closed.at(-1)?.from ?? -1) > from) closed.pop();
      closed.push({ from, to: at + 1 });
    }
  }
  return closed.map(({ from, to }) => text.slice(from, to));
}

/** Where it matches first, or the end. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The object itself, or the first one in it. */
function ownerOf(field: string, value: Json): JsonObject | undefined {
  if (isObject(value) && Object.hasOwn(value, field)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const each of Object.values(value)) {
    const found = ownerOf(field, each);
    if (found) return found;
  }
  return undefined;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
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
