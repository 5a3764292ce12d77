// What is wrong with a document, in our own words rather than the schema library's.
import type { z } from 'zod';
import { withoutLogin } from './login-in-address.js';

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What the field expects: `expected a whole number`. */
export function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? `expected one of ${issue.options.join(', ')}` : 'expected a JSON value';
    case 'too_small':
      if (issue.origin === 'string') return 'expected a text that is not empty';
      return issue.origin === 'array' ? 'expected at least one entry' : `expected at least ${issue.minimum}`;
    case 'too_big':
      return `expected at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

/** What is there instead. A document may be deep and large: only simple values are shown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    // Before it is cut: the end of a long login says that it is one.
    const text = withoutLogin(value);
    return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 80);
}

/** What a document has there; undefined: nothing. */
export function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined),
    document,
  );
}
