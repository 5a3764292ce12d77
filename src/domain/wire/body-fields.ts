// Fields of a request's body. Of what has left only their names are told; of what was stopped before it left, what they hold, to the person who is asked.
import { recordOf } from '../checks/read-stored.js';
import { defined } from '../collections.js';

/** A longer body is not read. */
export const longestBody = 65_536;
/** A name is cut further once its secrets are masked. */
const [mostNames, longestName] = [40, 200];

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
  return /x-www-form-urlencoded/i.test(contentType) ? [...new URLSearchParams(body)].map(([name, value]) => ({ name, value })) : [];
}

/** Each once. */
export function bodyFields(contentType: string, body: string): readonly string[] {
  const names = bodyEntries(contentType, body).map(({ name }) => name);
  return [...new Set(names)].slice(0, mostNames).map((name) => name.slice(0, longestName));
}

/** Of GraphQL and JSON-RPC, which send all to one address. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'call';
}

export function operationOf(contentType: string, body: string): Operation | undefined {
  if (!/json/i.test(contentType) || body.length > longestBody) return undefined;
  const { query, operationName, jsonrpc, method } = recordOf(parsed(body)) ?? {};
  if (typeof jsonrpc === 'string' && typeof method === 'string') return { name: method.slice(0, longestName), kind: 'call' };
  if (typeof query !== 'string') return undefined;
  const [, name = ''] = /^\s*(?:query|mutation|subscription)?\s*(\w*)/.exec(query) ?? [];
  const [, first = ''] = /\{\s*(\w+)/.exec(query) ?? [];
  const told = typeof operationName === 'string' && operationName !== '' ? operationName : name || first;
  // Of several operations in one text any may be the one that is meant.
  return { name: told.slice(0, longestName), kind: /(?:^|[}\n])\s*mutation\b/.test(query) ? 'mutation' : 'query' };
}

/** Those of its objects' objects stand behind a dot, two deep. */
function jsonEntries(body: unknown, before = '', depth = 1): readonly BodyField[] {
  return Object.entries(recordOf(body) ?? {})
    .slice(0, mostNames)
    .flatMap(([name, value]) => [
      { name: `${before}${name}`, ...defined({ value: textOf(value) }) },
      ...(depth > 0 ? jsonEntries(value, `${before}${name}.`, depth - 1) : []),
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
  const head = /content-disposition: form-data; name="([^"\r\n]{1,200})"(; filename=)?[^\r\n]*\r\n(?:[^\r\n]+\r\n){0,5}\r\n([^\r\n]*)/gi;
  return [...body.matchAll(head)].map(([, name = '', file, value]) => ({ name, ...defined({ value: file ? undefined : value }) }));
}
