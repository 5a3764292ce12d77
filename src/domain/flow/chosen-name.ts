import { isObject, jsonIn, objectWith } from './reply-json.js';

/**
 * What a model named when it was asked which of some names is meant: `{"name": "Send"}`, alone, fenced or between words, or the quoted name by itself.
 * Null: it said that none is. Undefined: nothing can be read.
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
