// What a model's answer states, as its schema takes it.
//
// reply-1. One statement is valid, or none is taken. Several that are equal are one; of several that differ, one that the schema alone would take loses to one that also speaks in our words.
// reply-2. What providers and models put around a statement is taken off once: a name, a call, a text in place of a list or object. Then it is validated.

import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { type Data, isRecord } from '../../domain/checks/read-stored.js';
import { shorten } from '../../domain/text/fit-bytes.js';
import { statementsIn } from './statements.js';

type ParsedReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** What is to be read. */
export interface ReplyForm<T> {
  readonly zod: z.ZodType<T>;
  /** Of `zod`, by `wireSchema`. */
  readonly json: Data;
  /** Whether it is more than well-formed; absent: any is. */
  isMeant?(value: T): boolean;
}

const problemLimit = 1_500;
/** Characters, over all of an answer: read on the worker's only thread, in a tenth of a second. No answer of use is longer. */
const longestAnswer = 1_000_000;

/** `texts`: content, and arguments of calls. `repairs`: the server was not given the schema, so commas and quotes may be wrong. */
export function parseReply<T>(texts: readonly string[], form: ReplyForm<T>, repairs: boolean): ParsedReply<T> {
  if (texts.reduce((length, text) => length + text.length, 0) > longestAnswer)
    return { ok: false, problem: 'It is longer than a megabyte, and was not read. Be much shorter.' };
  const stated = texts.map(statementsIn);
  const read = stated.flatMap(({ objects }) => objects).map((object) => readObject(object, form, repairs));
  const valid = distinct(read.flatMap((each) => (each.ok ? [each.value] : [])));
  const meant = valid.filter((value) => form.isMeant?.(value) ?? true);
  const [value, another] = meant.length > 0 ? meant : valid;
  const problem = stated.map((each) => each.problem).find(Boolean) ?? 'There is no JSON object in it.';
  if (value === undefined) return read.findLast((each) => !each.ok) ?? { ok: false, problem };
  if (another === undefined) return { ok: true, value };
  const [one, other] = [value, another].map((each) => shorten(JSON.stringify(each), problemLimit / 3));
  return { ok: false, problem: `It holds answers that differ: ${one} and ${other}.` };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function readObject<T>(text: string, { zod, json }: ReplyForm<T>, repairs: boolean): ParsedReply<T> {
  const value = parseJson(text) ?? (repairs ? repaired(text) : undefined);
  if (!isRecord(value)) return { ok: false, problem: 'It is not valid JSON.' };
  const parsed = [value, ...unwrapped(value)].map((each) => zod.safeParse(structured(each, json)));
  const valid = parsed.find(({ success }) => success);
  if (valid?.success) return { ok: true, value: valid.data };
  const issues = parsed.at(-1)?.error?.issues ?? [];
  const problem = issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`).join('; ');
  return { ok: false, problem: shorten(problem, problemLimit) };
}

/** Its text is whole: nothing is closed that was open (statements-4). */
function repaired(text: string): unknown {
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** reply-2. `{"app_reply": {…}}`; `{"name": "app_reply", "arguments": {…}}`. */
function unwrapped(value: Data): readonly unknown[] {
  const { name, arguments: given = value['parameters'], parameters: _, ...rest } = value;
  const [only, ...others] = Object.values(value);
  const inner =
    name !== undefined && given !== undefined && Object.keys(rest).length === 0 ? given : others.length === 0 ? only : undefined;
  const read = typeof inner === 'string' ? parseJson(inner) : inner;
  return isRecord(read) ? [read] : [];
}

/** reply-2. A text that holds the list or object which the schema has in its place. */
function structured(value: unknown, schema: Data): unknown {
  const given = typeof value === 'string' && isStructure(schema) ? (parseJson(value) ?? value) : value;
  const { items, properties } = schema;
  if (Array.isArray(given) && isRecord(items)) return given.map((each) => structured(each, items));
  if (!isRecord(given) || !isRecord(properties)) return given;
  const parts = Object.entries(given).map(([key, part]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, isRecord(known) ? structured(part, known) : part] as const;
  });
  return Object.fromEntries(parts);
}

function isStructure({ type, anyOf }: Data): boolean {
  return Array.isArray(anyOf) ? anyOf.every((each) => isRecord(each) && isStructure(each)) : type === 'object' || type === 'array';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The JSON schema of a reply in the form that strict providers accept: every property required, no additional ones, no defaults.

export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    override: ({ jsonSchema }) => makeStrict(jsonSchema as Record<string, unknown>),
  });
  return json;
}

function makeStrict(node: Record<string, unknown>): void {
  delete node['default'];
  if (node['properties'] === undefined) return;
  node['required'] = Object.keys(node['properties'] as object);
  node['additionalProperties'] = false;
}
