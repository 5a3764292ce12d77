// What a worker is configured with and nobody may read: keys, tokens, passwords, values of secrets. Errors and lines of logs have none of it, in no form.
//
// confidential-1. An error keeps its class, its code and its identity: it is masked in place, with its stack, its details and all of its causes.
import { mask as masked } from '../../domain/ui/mask.js';
import { patternOf } from './secret-forms.js';

export type Mask = (text: string) => string;

/** Characters. A shorter value would mask ordinary words. */
const shortestMasked = 4;

export function maskOf(values: readonly string[], shortest: number = shortestMasked): Mask {
  const pattern = patternOf([...new Set(values)], shortest);
  return (text) => (pattern ? text.replace(pattern, masked) : text);
}

/** Causes of causes, data within data; one that holds itself ends there. */
const deepest = 64;

/** The error with nothing of it left, in place; another only where its message cannot be set. */
export function withoutConfidential(error: unknown, mask: Mask, depth: number = 0): unknown {
  if (typeof error === 'string') return mask(error);
  if (!isError(error) || depth > deepest) return error;
  const message = mask(error.message);
  if (message !== error.message && !(Reflect.set(error, 'message', message) && error.message === message))
    return named(error.name, message);
  if (error.stack !== undefined) Reflect.set(error, 'stack', mask(error.stack));
  // What Temporal's SDK keeps of a failure that it has read, and would send as it was.
  if ('failure' in error) Reflect.deleteProperty(error, 'failure');
  for (const key of ['details', 'errors'] as const) if (key in error) Reflect.set(error, key, told(Reflect.get(error, key), mask, depth));
  if (error.cause !== undefined) error.cause = withoutConfidential(error.cause, mask, depth + 1);
  return error;
}

/** Of whichever realm; a `DOMException` is none of the engine's own. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'message') === 'string' && 'stack' in value;
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

/** Data with nothing of it left, in names of fields neither. */
export function dataWithout<T>(value: T, mask: Mask): T {
  return told(value, mask, 0) as T;
}

function told(value: unknown, mask: Mask, depth: number): unknown {
  if (typeof value === 'string') return mask(value);
  if (isError(value)) return withoutConfidential(value, mask, depth + 1);
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each) => told(each, mask, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), told(each, mask, depth + 1)]));
}
