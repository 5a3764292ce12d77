import { isObject, jsonIn, objectWith } from './reply-json.js';

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
