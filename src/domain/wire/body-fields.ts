// Names of the fields of a request's body, never their values.
import { recordOf } from '../checks/read-stored.js';

/** A longer body is not read. */
export const longestBody = 65_536;
/** A name is cut further once its secrets are masked. */
const [mostNames, longestName] = [40, 200];

/** As they stand in it; none where it is of another kind, or cannot be read. */
export function bodyFields(contentType: string, body: string): readonly string[] {
  if (body === '' || body.length > longestBody) return [];
  const names = /json/i.test(contentType)
    ? jsonNames(body)
    : /multipart/i.test(contentType)
      ? partNames(body)
      : formNames(contentType, body);
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
function jsonNames(body: string): readonly string[] {
  const namesIn = (value: unknown, before: string, depth: number): readonly string[] =>
    Object.entries(recordOf(value) ?? {})
      .slice(0, mostNames)
      .flatMap(([name, inner]) => [`${before}${name}`, ...(depth > 0 ? namesIn(inner, `${before}${name}.`, depth - 1) : [])]);
  return namesIn(parsed(body), '', 1);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function partNames(body: string): readonly string[] {
  return [...body.matchAll(/content-disposition: form-data; name="([^"\r\n]{1,200})"/gi)].flatMap(([, name]) => name ?? []);
}

function formNames(contentType: string, body: string): readonly string[] {
  return /x-www-form-urlencoded/i.test(contentType) ? [...new URLSearchParams(body).keys()] : [];
}
