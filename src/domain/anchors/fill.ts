// `{{var:NAME}}` in the texts of a flow, filled in when a node begins.
//
// fill-1. Values come from people and from pages: one that holds `{{` is refused, or a page could have a secret typed by its name.
// fill-2. Nothing is filled in twice: what a value holds stays as it is.
import { lookUp } from '../flow/variables.js';
import type { Json, Variables } from '../run/json.js';

const reference = /\{\{var:([^{}]+)\}\}/g;

export type Filled<T> = { readonly value: T } | { readonly problem: string };

/** All texts in it, however deep. */
export function fill<T>(value: T, variables: Variables): Filled<T> {
  const names = namesIn(value);
  const problem = names.flatMap((name) => problemOf(name, lookUp(variables, name)) ?? [])[0];
  return problem === undefined ? { value: names.length === 0 ? value : filled(value, variables) } : { problem };
}

/** Of the variables that it refers to, each once. */
export function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [...new Set([...value.matchAll(reference)].flatMap(([, name]) => name ?? []))];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(namesIn))];
}

export function referenceTo(name: string): string {
  return `{{var:${name}}}`;
}

/** Nothing but a reference. */
export function isReference(text: string): boolean {
  return /^\{\{var:[^{}]+\}\}$/.test(text.trim());
}

function problemOf(name: string, value: Json): string | undefined {
  if (value === null || typeof value === 'object') return `the variable '${name}' has no text: give it (--var ${name}=…)`;
  return String(value).includes('{{') ? `the variable '${name}' holds '{{', which a value may not` : undefined;
}

function filled<T>(value: T, variables: Variables): T {
  if (typeof value === 'string') return value.replace(reference, (_, name: string) => String(lookUp(variables, name))) as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => filled(entry, variables)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry as unknown, variables)])) as T;
}
