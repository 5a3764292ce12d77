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

// Who may set which variable (docs/design/procedure.md §3). An agent may not report what a checkpoint's answer sets, nor anything around or inside it,
// unless `writers` says so. Thus it cannot forge a decision.

export interface VariableRules {
  readonly declared: readonly DeclaredVariable[];
  /** Set by the answers of checkpoints. */
  readonly decided: readonly string[];
  /** Set by the definition itself: answers, steps that are done, modes that begin. */
  readonly set: readonly string[];
  /** What an agent may report; a type where one is declared. */
  readonly reportable: ReadonlyMap<string, VariableType | 'any'>;
  readonly known: ReadonlyMap<string, VariableType | 'any'>;
}

interface Uses {
  readonly declared: readonly DeclaredVariable[];
  /** Set by the answers of checkpoints. */
  readonly decided: readonly string[];
  /** Set by steps that are done, and by modes that begin. */
  readonly set: readonly string[];
  /** Set by loops to the item of the iteration. */
  readonly items: readonly string[];
  readonly read: readonly string[];
}

export function createVariableRules({ declared, decided, set, items, read }: Uses): VariableRules {
  const types = new Map<string, VariableType>(declared.map(({ name, type }) => [name, type]));
  const owned = [...new Set([...decided, ...items])];
  const mayReport = (name: string): boolean => {
    const around = declared.filter((variable) => overlaps(variable.name, name));
    if (around.some(({ writers }) => writers?.includes('agent') === false)) return false;
    if (around.some((variable) => variable.writers !== undefined && isInside(name, variable.name))) return true;
    return !owned.some((other) => overlaps(other, name));
  };
  const names = new Set([...types.keys(), ...decided, ...set, ...read.flatMap((name) => [name, rootOf(name)])]);
  const known = new Map([...names].map((name) => [name, types.get(name) ?? ('any' as const)]));
  return { declared, decided, set: [...decided, ...set], known, reportable: new Map([...known].filter(([name]) => mayReport(name))) };
}

/** The declaration of that variable, or of something inside it, that the value violates. */
export function misfit({ declared }: VariableRules, name: string, value: Json): DeclaredVariable | undefined {
  return declared.find((variable) => {
    if (!isInside(variable.name, name)) return false;
    const path = variable.name === name ? [] : variable.name.slice(name.length + 1).split('.');
    const inner = valueIn(value, path);
    return inner !== undefined && !isOfType(inner, variable.type);
  });
}

function isInside(name: string, outer: string): boolean {
  return name === outer || name.startsWith(`${outer}.`);
}

function rootOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}
