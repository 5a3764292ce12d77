// Fields of a request's body. Of what has left only their names are told; of what was stopped before it left, what they hold, to the person who is asked.
import { recordOf } from '../checks/read-stored.js';
import { defined } from '../collections.js';

/** A longer body is not read. */
export const longestBody = 65_536;
/** A name is cut further once its secrets are masked. */
const [mostNames, longestName] = [40, 200];
/** Of a form. */
const mostEntries = 1_000;

export interface BodyField {
  readonly name: string;
  /** Absent: a file, or what is no text, number or yes and no. */
  readonly value?: string;
}

/** As they stand in it; none where it is of another kind, or cannot be read. */
export function bodyEntries(contentType: string, body: string): readonly BodyField[] {
  if (body === '' || body.length > longestBody) return [];
  if (/json/i.test(contentType)) return jsonEntries(parsed(body));
  if (/multipart/i.test(contentType)) return partEntries(body);
  return /x-www-form-urlencoded/i.test(contentType)
    ? [...new URLSearchParams(body)].slice(0, mostEntries).map(([name, value]) => ({ name, value }))
    : [];
}

/** Each once. */
export function bodyFields(contentType: string, body: string): readonly string[] {
  const names = bodyEntries(contentType, body).map(({ name }) => name);
  return [...new Set(names)].slice(0, mostNames).map((name) => name.slice(0, longestName));
}

/** Of GraphQL and JSON-RPC, which send all to one address, and of forms that name what they do. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'call' | 'action';
}

/** More in one request are not read. */
const mostOperations = 50;

export function operationsOf(contentType: string, body: string): readonly Operation[] {
  if (body.length > longestBody) return [];
  const value = /json/i.test(contentType) ? parsed(body) : undefined;
  const found = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap(inJson);
  const actions = named(contentType, body).flatMap(([name, said]): readonly Operation[] =>
    actionNames.test(name) && /^[\w.:/-]{2,80}$/.test(said) ? [{ name: said, kind: 'action' }] : [],
  );
  const told = new Map([...found, ...actions].map(({ name, kind }) => [`${kind} ${name}`, { name: name.slice(0, longestName), kind }]));
  // What was not read may be anything.
  return told.size > mostOperations ? [...[...told.values()].slice(0, mostOperations), { name: '', kind: 'call' }] : [...told.values()];
}

const actionNames = /^_?(?:action|act|do|cmd|command|op|operation|task|method)$/i;

function inJson(value: unknown): readonly Operation[] {
  const { query, operationName, jsonrpc, method } = recordOf(value) ?? {};
  if (typeof jsonrpc === 'string' && typeof method === 'string') return [{ name: method, kind: 'call' }];
  const told = typeof operationName === 'string' && operationName !== '' ? operationName : '';
  // What is kept at the server under a name may be either.
  if (typeof query !== 'string' || !query.includes('{')) return told === '' ? [] : [{ name: told, kind: 'call' }];
  const { names, mutates } = rootFields(query);
  if (!mutates) return [{ name: told || (names[0] ?? ''), kind: 'query' }];
  // Of several operations in one text any may be the one that is meant.
  return [...(told === '' ? [] : [told]), ...names].map((name) => ({ name, kind: 'mutation' }));
}

/** What the operations of a GraphQL text ask of the server itself: of mutations alone where it has one. */
function rootFields(text: string): { readonly names: readonly string[]; readonly mutates: boolean } {
  const found: { readonly name: string; readonly of: string }[] = [];
  // Braces of `... on Mutation { }` are no level of their own.
  const open: boolean[] = [];
  let [of, before, level, parentheses, isInline, mutates] = ['', '', 0, 0, false, false];
  for (const [token] of text.matchAll(/"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.\.\.|[@$]?\w+|[{}():]/g)) {
    const last = before;
    before = token;
    if (token === '(') parentheses += 1;
    else if (token === ')') parentheses -= 1;
    if (parentheses > 0 || token === ')') continue;
    if (last === '...') isInline = token === 'on' || token === '{' || token.startsWith('@');
    if (token === '{') {
      open.push(!isInline);
      if (!isInline) level += 1;
      isInline = false;
    } else if (token === '}') level -= open.pop() === true ? 1 : 0;
    else if (open.length === 0) {
      of = definition.test(token) ? token : of === 'fragment' && /mutation/i.test(token) ? 'mutation' : of;
      mutates ||= of === 'mutation';
    } else if (level === 1 && token === ':') found.pop();
    else if (level === 1 && !isInline && last !== '...' && /^\w/.test(token)) found.push({ name: token, of });
  }
  const mutating = found.filter((each) => each.of === 'mutation');
  return { names: (mutates ? mutating : found).map(({ name }) => name), mutates };
}

const definition = /^(?:query|mutation|subscription|fragment)$/;

/** A POST may say that it stands for another method. */
export function methodStoodFor(headers: Readonly<Record<string, string>>, contentType: string, body: string): string | undefined {
  const header = Object.entries(headers).find(([name]) => /^x-(?:http-)?method(?:-override)?$/i.test(name))?.[1];
  return otherMethod(header) ?? otherMethod(named(contentType, body).find(([name]) => name === '_method')?.[1]);
}

export function otherMethod(said: string | null | undefined): string | undefined {
  return said && /^(?:put|patch|delete)$/i.test(said) ? said.toUpperCase() : undefined;
}

/** Names and values, as far as they are texts. */
function named(contentType: string, body: string): readonly (readonly [string, string])[] {
  return bodyEntries(contentType, body).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
}

/** Those of its objects' objects stand behind a dot, two deep; of GraphQL's variables one deeper. */
function jsonEntries(body: unknown, before = '', depth = 1): readonly BodyField[] {
  return Object.entries(recordOf(body) ?? {})
    .slice(0, mostNames)
    .flatMap(([name, value]) => [
      { name: `${before}${name}`, ...defined({ value: textOf(value) }) },
      ...(depth > 0 ? jsonEntries(value, `${before}${name}.`, name === 'variables' ? depth : depth - 1) : []),
    ]);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function partEntries(body: string): readonly BodyField[] {
  const head =
    /content-disposition: form-data; name="([^"\r\n]{1,200})"(; filename=)?[^\r\n]{0,300}\r\n(?:[^\r\n]{1,300}\r\n){0,5}\r\n([^\r\n]*)/gi;
  return [...body.matchAll(head)].map(([, name = '', file, value]) => ({ name, ...defined({ value: file ? undefined : value }) }));
}
