// Checks at a workflow's door, by hand: workflow bundles carry no schema library (docs/design/overview.md §1).
// Each takes (value, field name) and returns the typed value or throws `InputError`.
import { isBlank } from '../text/blank.js';
import { InputError } from '../errors/input-error.js';
import { own } from '../collections.js';
import type { Json } from '../run/json.js';
import { isArtifact, type ArtifactRef } from '../ui/observation.js';

export type Check<T> = (value: unknown, field: string) => T;

export const isText: Check<string> = (value, field) => {
  if (typeof value !== 'string' || isBlank(value)) throw new InputError(field, value, 'a text');
  return value;
};

export const isBoolean: Check<boolean> = (value, field) => {
  if (typeof value !== 'boolean') throw new InputError(field, value, 'true or false');
  return value;
};

export const isObject: Check<Readonly<Record<string, unknown>>> = (value, field) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InputError(field, value, 'an object');
  return value as Readonly<Record<string, unknown>>;
};

export const isJson: Check<Json> = (value) => value as Json; // it came as JSON

export const isArtifactRef: Check<ArtifactRef> = (value, field) => {
  if (!isArtifact(value)) throw new InputError(field, value, 'a reference to something stored, sha256:<64 hex>');
  return value;
};

export function isNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Check<number> {
  return (value, field) => {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
      throw new InputError(field, value, max === Number.MAX_SAFE_INTEGER ? `a number from ${min}` : `a number from ${min} to ${max}`);
    return value;
  };
}

export function isOneOf<const T extends string>(...allowed: readonly T[]): Check<T> {
  return (value, field) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new InputError(field, value, allowed.join(', '));
    return found;
  };
}

export function isListOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) throw new InputError(field, value, 'a list');
    return value.map((entry, index) => check(entry, `${field}[${index}]`));
  };
}

export function isMapOf<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, field) =>
    Object.fromEntries(Object.entries(isObject(value, field)).map(([key, entry]) => [key, check(entry, `${field}.${key}`)]));
}

type Fields = Readonly<Record<string, Check<unknown>>>;
type Shape<F extends Fields> = { readonly [K in keyof F]?: ReturnType<F[K]> };

/** An object with these fields, all optional; `null` counts as absent, any other field is refused by name. `aliases`: alternative names that people use. */
export function isShape<const F extends Fields>(fields: F, aliases: Readonly<Record<string, keyof F & string>> = {}): Check<Shape<F>> {
  return (value, field) => {
    const result: Record<string, unknown> = {};
    for (const [given, entry] of Object.entries(isObject(value, field))) {
      const name = own(fields, given) ? given : (own(aliases, given) ?? camelCase(given));
      const check = own(fields, name);
      if (!check) throw new InputError(`${field}.${given}`, entry, `the fields ${Object.keys(fields).join(', ')}`);
      if (Object.hasOwn(result, name)) throw new InputError(`${field}.${given}`, entry, `${name} once, under one of its names`);
      if (entry !== null && entry !== undefined) result[name] = check(entry, `${field}.${given}`);
    }
    return result as Shape<F>;
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
