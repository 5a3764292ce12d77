// What a model's answer states, as its schema takes it.
//
// reply-1. One statement is valid, or none is taken. Several that are equal are one; several that differ are none. What follows the valid one and speaks in our keys is a statement, too, valid or not: the model may have taken back what stands before it.
// reply-2. What providers and models put around a statement is taken off once: a name that means the answer, a call, a text in place of a list or object. Then it is validated.
// reply-3. A key that stands twice states two things.

import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { type Data, isRecord, recordOf, textOf } from '../../domain/checks/read-stored.js';
import { exactJson, keysIn, sizeOf, withNumbersAsWritten } from '../../domain/text/exact-json.js';
import { shorten } from '../../domain/text/fit-bytes.js';
import { statementsIn } from './statements.js';

type ParsedReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** What is to be read. */
export interface ReplyForm<T> {
  /** Of the schema, as the model was told it. */
  readonly name: string;
  readonly zod: z.ZodType<T>;
  /** Of `zod`, by `wireSchema`. */
  readonly json: Data;
  /** Whether it is more than well-formed; absent: any is. */
  isMeant?(value: T): boolean;
}

const problemLimit = 1_500;
/** Characters, over all of an answer: read on the worker's only thread, in a tenth of a second. No answer of use is longer. */
const longestAnswer = 1_000_000;
/** Characters, likewise. The repair's time grows with the square of them. */
const longestRepaired = 20_000;
const isBlankObject = /^[{}\s]*$/;
/** Keys and items of an object, over all levels. */
const mostValues = 10_000;

/** `texts`: content, and arguments of calls. `repairs`: the server was not given the schema, so commas and quotes may be wrong. */
export function parseReply<T>(texts: readonly string[], form: ReplyForm<T>, repairs: boolean): ParsedReply<T> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > longestAnswer) return { ok: false, problem: 'It is longer than a megabyte, and was not read. Be much shorter.' };
  const speaks = speaksOf(form.json);
  const read = texts.map(writtenOnce).flatMap((text): readonly ReadObject<T>[] => {
    const { objects, problem } = statementsIn(text);
    if (problem !== undefined) return [{ isOurs: speaks(text), parsed: { ok: false, problem } }];
    return objects.map((object) => ({
      isOurs: speaks(object),
      isEmpty: isBlankObject.test(object),
      parsed: readObject(object, form, repairs && length <= longestRepaired),
    }));
  });
  const ours = read.filter(({ isOurs }) => isOurs);
  const tries = (ours.length > 0 ? ours : read.filter(({ isEmpty }) => isEmpty !== true)).map(({ parsed }) => parsed);
  const isMeant = (each: ParsedReply<T>): boolean => each.ok && (form.isMeant?.(each.value) ?? true);
  const meant = tries.findLastIndex(isMeant);
  const counted = tries.filter((each, at) => at > meant || isMeant(each));
  const wrong = counted.findLast((each) => !each.ok);
  if (wrong) return wrong;
  const [value, another] = distinct(counted.flatMap((each) => (each.ok ? [each.value] : [])));
  if (value === undefined) return { ok: false, problem: 'There is no JSON object in it.' };
  if (another === undefined) return { ok: true, value };
  const [one, other] = [value, another].map((each) => shorten(JSON.stringify(each), problemLimit / 3));
  return { ok: false, problem: `It holds answers that differ: ${one} and ${other}.` };
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

interface ReadObject<T> {
  /** Whether it speaks in keys of the schema, and is no example or quotation. */
  readonly isOurs: boolean;
  /** It says nothing: `{}` of prose. */
  readonly isEmpty?: boolean;
  readonly parsed: ParsedReply<T>;
}

/** Also inside something else, or in other letters. */
function speaksOf(json: Data): (text: string) => boolean {
  const keys = Object.keys(recordOf(json['properties']) ?? {}).map((key) => key.replace(/[^\w]/g, '\\$&'));
  const spoken = new RegExp(`(?:^|[^\\w])(?:${keys.join('|')})["'”’\\\\]{0,4}\\s{0,10}:`, 'i');
  return (text) => keys.length > 0 && spoken.test(text);
}

function readObject<T>(text: string, { name, zod, json }: ReplyForm<T>, repairs: boolean): ParsedReply<T> {
  const read = parseJson(text);
  const written = read === undefined && repairs ? (repaired(text) ?? '') : text;
  const first = read === undefined && repairs ? parseJson(written) : read;
  if (!isRecord(first)) return { ok: false, problem: 'It is not valid JSON.' };
  const size = sizeOf(first, mostValues);
  if (size.values > mostValues) return { ok: false, problem: `It holds more than ${mostValues} values.` };
  if (keysIn(written) > size.keys) return { ok: false, problem: 'A key stands twice in it.' };
  const exact = withNumbersAsWritten(written);
  const value = exact === written ? first : (recordOf(parseJson(exact)) ?? first);
  const tried = [value, ...unwrapped(value, name)].map((each) => zod.safeParse(structured(each, json)));
  const valid = tried.find(({ success }) => success);
  if (valid?.success) return { ok: true, value: valid.data };
  const issues = tried.at(-1)?.error?.issues ?? [];
  const problem = issues.map(({ path, message }) => `${path.join('.') || '(root)'}: ${message}`).join('; ');
  return { ok: false, problem: shorten(problem, problemLimit) };
}

/** Its text is whole: nothing is closed that was open (statements-4). Commas, quotes and comments may be wrong; what would change any word of it is no repair. */
function repaired(text: string): string | undefined {
  try {
    const json = jsonrepair(text);
    return wordsOf(text.replace(comments, '$1')) === wordsOf(json) && !wrongEscape.test(text) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Strings, which stay, and comments. */
const comments = /((?<!\\)"(?:\\.|[^"\\])*"|(?<!\\)'(?:\\.|[^'\\])*'|“[^”]*”|‘[^’]*’)|\/\*[^]*?\*\/|\/\/[^\n]*/g;
/** Whoever meant a backslash wrote it once: the path or pattern would lose it. Before a mark of Markdown nobody meant it. */
const wrongEscape = /(?<!\\)(?:\\\\)*\\[^"'\\/bfnrtu\s_*$#~&%|-]/;

/** In one piece, as Python's words are JSON's; a line break in a text is written as an escape. */
function wordsOf(text: string): string {
  return text
    .replace(/\\(?:[bfnrt]|([^]))/g, '$1')
    .replace(/(^|[^\p{N}])\.(?=\p{N})/gu, '$10.')
    .replace(/\bNone\b|\bundefined\b/g, 'null')
    .replace(/[^\p{L}\p{N}.+-]+/gu, '')
    .toLowerCase();
}

/** reply-2. `{"app_reply": {…}}`; `{"name": "app_reply", "arguments": {…}}`; `{"id": "1", "type": "function", "function": {"name": …}}`. */
function unwrapped(message: Data, schema: string): readonly Data[] {
  const value = recordOf(message['function']) ?? message;
  const { name, arguments: given = value['parameters'], parameters: _, id: __, type: ___, ...rest } = value;
  const isCall = name !== undefined && given !== undefined && Object.keys(rest).length === 0;
  const [[only, inside] = ['', undefined], ...others] = isCall ? [[textOf(name), given] as const] : Object.entries(value);
  const inner = others.length === 0 && meansAnswer(only, schema) ? inside : undefined;
  const read = typeof inner === 'string' ? exactJson(inner) : inner;
  return isRecord(read) ? [read] : [];
}

/** What stands under a name that says something else, `rejected` or `reasoning`, is not the answer. */
const answerWords = new Set(
  'answer args arguments assistant call content data decision final function functions input json object output parameters reply response result structured tool'.split(
    ' ',
  ),
);
const engineWords = ['app', 'host', 'agent', 'flow', 'explorer'];

function meansAnswer(name: string, schema: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const known = new Set([...answerWords, ...engineWords, ...schema.toLowerCase().split('_')]);
  return words.every((word) => known.has(word));
}

/** An answer that was written as a JSON string: alone, in a list, in a fence, or without the quotes around it. */
export function writtenOnce(text: string): string {
  const written = fence.exec(text)?.[1] ?? text;
  const quoted = /^\s{0,100}\{\s{0,100}\\"/.test(written) ? `"${written.trim()}"` : written;
  if (!/^\s{0,100}(?:\[\s{0,100})?"/.test(quoted)) return text;
  const [value, ...others] = [parseJson(quoted)].flat();
  return typeof value === 'string' && others.length === 0 ? value : text;
}

const fence = /^\s{0,100}```\w{0,20}\s{0,100}("[^]{0,1000000}?)\s{0,100}```\s{0,100}$/;

/** reply-2. A text that holds the list, object, number or boolean which the schema has in its place. */
function structured(value: unknown, schema: Data): unknown {
  const given = typeof value === 'string' ? readAs(value, schema) : value;
  const { items, properties } = schema;
  if (Array.isArray(given) && isRecord(items)) return given.map((each) => structured(each, items));
  if (!isRecord(given) || !isRecord(properties)) return given;
  const parts = Object.entries(given).map(([key, part]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [key, isRecord(known) ? structured(part, known) : part] as const;
  });
  return Object.fromEntries(parts);
}

function readAs(text: string, schema: Data): unknown {
  if (schema['type'] === 'number' || schema['type'] === 'integer')
    return /^-?\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  if (schema['type'] === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return isStructure(schema) ? (exactJson(text) ?? text) : text;
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
