// Results of nodes for later conditions: `<prefix>.<key>`, flat, JSON values (docs/design/flow.md §4).
//
// variables-1. `<prefix>.success` is ours: a tool's own `success` never overwrites it.
// variables-2. A node that reads (FindText, FindImage, ListWindows, TakeScreenshot) resets its fields on every run: no stale value survives an iteration.
// variables-3. A value over 8 KB is stored by reference (`LargeValue`); a condition that reads it fails.
import type { ArtifactRef } from '../ui/observation.js';
import { isList, type Json, type Variables } from '../run/json.js';
import type { NodeType } from './document.js';

/** Replaces the value of a variable over 8 KB. */
interface LargeValue {
  readonly $artifact: ArtifactRef;
  readonly bytes: number;
}

const largestValueBytes = 8 * 1024;

/** The name in lower case, with every character other than a letter, digit or `_` as `_`; in composed form, so that what looks the same is the same. */
export function prefixOf(name: string): string {
  return name
    .normalize()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, '_');
}

/** Names that a condition may mean by `name`: unchanged first, then with the text before each dot as a prefix. */
export function candidatesOf(name: string): readonly string[] {
  const split = dotsIn(name).map((dot) => `${prefixOf(name.slice(0, dot))}${name.slice(dot)}`);
  return [...new Set([name, ...split, prefixOf(name)])];
}

/** Prefixes that a condition may mean by `name`, in that order; names of nodes may contain dots. */
export function prefixesIn(name: string): readonly string[] {
  return dotsIn(name).map((dot) => prefixOf(name.slice(0, dot)));
}

function dotsIn(name: string): readonly number[] {
  return [...name.matchAll(/\./g)].map(({ index }) => index);
}

/** A missing variable is null. */
export function lookUp(variables: Variables, name: string): Json {
  const known = candidatesOf(name).find((candidate) => Object.hasOwn(variables, candidate));
  return known === undefined ? null : (variables[known] ?? null);
}

export function isLargeValue(value: Json): value is Json & LargeValue {
  if (typeof value !== 'object' || value === null || isList(value)) return false;
  return typeof value['$artifact'] === 'string' && typeof value['bytes'] === 'number';
}

/** Size of a value over 8 KB in bytes; undefined for one that fits. */
export function oversize(value: Json): number | undefined {
  const text = JSON.stringify(value);
  // A UTF-16 unit needs at most three bytes in UTF-8.
  if (text.length * 3 <= largestValueBytes) return undefined;
  const bytes = new TextEncoder().encode(text).length;
  return bytes > largestValueBytes ? bytes : undefined;
}

const listNames: Readonly<Partial<Record<NodeType['type'], string>>> = {
  ListWindows: 'windows',
  FindText: 'matches',
  FindImage: 'matches',
};

/** The variables of a node from its tool's `result`. */
export function extractVariables(node: { readonly name: string; readonly type: NodeType['type'] }, result: Json): Variables {
  const prefix = prefixOf(node.name);
  const fields = fieldsOf(node.type, result);
  const named = Object.entries(fields).map(([key, value]) => [`${prefix}.${key}`, value] as const);
  return Object.fromEntries([...named, [`${prefix}.success`, true]]);
}

function fieldsOf(type: NodeType['type'], result: Json): Readonly<Record<string, Json>> {
  if (result === null) return { result: '' };
  if (typeof result !== 'object') return { result };
  if (!isList(result)) return { ...result, result };
  const [first] = result;
  const own = first !== undefined && first !== null && typeof first === 'object' && !isList(first) ? first : {};
  const list = listNames[type];
  return { ...own, found: result.length > 0, count: result.length, ...(list === undefined ? {} : { [list]: result }), result };
}

/** The variables after that node has run again (variables-2). */
export function withNode(variables: Variables, node: { readonly name: string }, extracted: Variables, resets: boolean): Variables {
  if (!resets) return { ...variables, ...extracted };
  const prefix = `${prefixOf(node.name)}.`;
  return { ...Object.fromEntries(Object.entries(variables).filter(([name]) => !name.startsWith(prefix))), ...extracted };
}
