// The values that conditions read, by name; dots lead into objects.
import { isList, type Json, type Variables } from '../run/json.js';
import type { DeclaredVariable } from './definition.js';

/** The whole name before its parts: `plan.tasks` may have been reported under that name. Undefined: unset. */
export function lookUp(variables: Variables, name: string): Json | undefined {
  if (Object.hasOwn(variables, name)) return variables[name];
  const [root = '', ...path] = name.split('.');
  return valueIn(Object.hasOwn(variables, root) ? variables[root] : undefined, path);
}

export function valueIn(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

/** The names are equal, or one is inside the other: `review` and `review.passed`. */
export function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

export type VariableType = DeclaredVariable['type'];

export function isOfType(value: Json, type: VariableType): boolean {
  switch (type) {
    case 'array':
      return isList(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

/** For messages. */
export function typeOf(value: Json): VariableType | 'null' {
  if (value === null) return 'null';
  if (typeof value === 'object') return isList(value) ? 'array' : 'object';
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** A new value of `plan` removes everything stored as `plan.tasks` before. */
export function withVariables(variables: Variables, set: Variables): Variables {
  const names = Object.keys(set);
  if (names.length === 0) return variables;
  const kept = Object.entries(variables).filter(([old]) => !old.includes('.') || !names.some((name) => old.startsWith(`${name}.`)));
  return Object.fromEntries([...kept, ...Object.entries(set)]);
}
