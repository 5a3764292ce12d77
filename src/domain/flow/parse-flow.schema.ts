// Parses a flow document: anything in, a typed flow or all its problems out. Never throws, executes nothing.
//
// Unknown fields are reported and kept: the schema sees the document without them, and its result gets them back.
import type { z } from 'zod';
import { expectation, shownValue, valueAt } from '../checks/schema-issue.schema.js';
import { defined } from '../collections.js';
import { deepestWritten, halfText, loneSurrogate } from '../text/written-file.js';
import type { FlowDocument, NodeOf } from './document.js';
import { flowSchema, nodeTypes } from './document.schema.js';
import { problem, type Problem } from './problem.js';
import { validateFlow, validateRest } from './validate.js';

export interface ParsedFlow {
  /** Absent when there are errors. */
  readonly flow?: FlowDocument;
  readonly problems: readonly Problem[];
}

/** `given`: names of the variables that a run starts with. */
export function parseFlow(value: unknown, given: readonly string[] = []): ParsedFlow {
  const odd = oddParts(value);
  if (odd.some(({ code }) => code === 'too-large')) return { problems: odd };
  const { flow, problems } = readForm(value);
  if (flow === undefined) return { problems: [...odd, ...problems] };
  const all = [...odd, ...problems, ...validateFlow(flow, given)];
  return all.some(({ severity }) => severity === 'error') ? { problems: all } : { flow, problems: all };
}

/** What no reader that recurses can take, and halves of characters, which cannot be sent. Without recursion. */
function oddParts(whole: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  const rest: { readonly value: unknown; readonly path: readonly PropertyKey[] }[] = [{ value: whole, path: [] }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path } = next;
    if (path.length > deepestWritten) {
      const text = `${at(path.slice(0, 8))}… is nested deeper than ${deepestWritten} levels; at most so many can be run`;
      return [problem('error', 'too-large', nodeAt(whole, path), text)];
    }
    const half = typeof value === 'string' && loneSurrogate.test(value) ? value : undefined;
    if (half !== undefined) problems.push(problem('error', 'half-character', nodeAt(whole, path), `${at(path)} has ${halfText(half)}`));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inside] of Object.entries(value))
      rest.push({ value: inside, path: [...path, Array.isArray(value) ? Number(key) : key] });
  }
  return problems.reverse();
}

function readForm(value: unknown): ParsedFlow {
  // Clickweave's editor saves absent fields as `null`.
  const present = without(value, (_, __, entry) => entry === null);
  const first = flowSchema.safeParse(present);
  if (first.success) return { flow: first.data, problems: [] };
  const unknown = first.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []));
  const warnings = unknown.map(({ path, keys }) => unknownFields(present, path, keys));
  const unknownIn = new Map(unknown.map(({ path, keys }) => [valueAt(present, path), new Set(keys)]));
  const known = without(present, (holder, key) => unknownIn.get(holder)?.has(key) ?? false);
  const { success, data, error } = unknown.length === 0 ? first : flowSchema.safeParse(known);
  if (!success)
    return { problems: [...warnings, ...error.issues.map((issue) => formProblem(present, issue)), ...restOf(known, error.issues)] };
  for (const { path, keys } of unknown) copy(valueAt(value, path), keys, valueAt(data, path));
  return { flow: data, problems: warnings };
}

/** An invalid node or edge does not hide the problems of the others. */
function restOf(value: unknown, issues: readonly z.core.$ZodIssue[]): readonly Problem[] {
  const [nodes, edges] = [valueAt(value, ['nodes']), valueAt(value, ['edges']) ?? []];
  if (!Array.isArray(nodes) || !Array.isArray(edges) || nodes.length === 0 || !nodes.every(isRecord)) return [];
  const wrong = (list: string): ReadonlySet<unknown> => new Set(issues.flatMap(({ path }) => (path[0] === list ? [path[1]] : [])));
  const [wrongNodes, wrongEdges] = [wrong('nodes'), wrong('edges')];
  const idOf = (node: unknown, index: number): string => nodeAt({ nodes: { [index]: node } }, ['nodes', index])?.id ?? `nodes[${index}]`;
  const standIns = new Set(nodes.map(idOf).filter((_, index) => wrongNodes.has(index)));
  const { data } = flowSchema.safeParse({
    name: 'the rest',
    nodes: nodes.map((node: unknown, index) =>
      wrongNodes.has(index) ? { id: idOf(node, index), name: idOf(node, index), node_type: { type: 'ListWindows' } } : node,
    ),
    edges: edges.filter((_, index) => !wrongEdges.has(index)),
  });
  return data === undefined ? [] : validateRest(data, standIns, wrongEdges.size === 0);
}

const mostShown = 20;

function unknownFields(value: unknown, path: readonly PropertyKey[], keys: readonly string[]): Problem {
  const shown = keys.slice(0, mostShown).map((key) => `'${at([...path, key])}'`);
  const fields = [...shown, ...(keys.length > mostShown ? [`${keys.length - mostShown} more`] : [])].join(', ');
  const text =
    keys.length === 1 ? `the field ${fields} is not known and changes nothing` : `the fields ${fields} are not known and change nothing`;
  return problem('warning', 'unknown-field', nodeAt(value, path), text);
}

function formProblem(value: unknown, issue: z.core.$ZodIssue): Problem {
  const { path } = issue;
  const found = valueAt(value, path);
  const isType = path.at(-1) === 'type' && path.at(-2) === 'node_type';
  const text = `${at(path) || 'the document'} is ${found === undefined ? 'missing' : shownValue(found)}; ${isType ? `expected one of ${nodeTypes.join(', ')}` : expectation(issue)}`;
  return problem('error', isType ? 'unknown-node-type' : 'invalid-field', nodeAt(value, path), text);
}

/** `retries`, `node_type.cases[0].name`: relative to the node, which is named separately. */
function at(path: readonly PropertyKey[]): string {
  const inside = path[0] === 'nodes' && path.length > 2 ? path.slice(2) : path;
  return inside
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

function nodeAt(value: unknown, [list, index]: readonly PropertyKey[]): { readonly id: string; readonly name: string } | undefined {
  if (list !== 'nodes' || typeof index !== 'number') return undefined;
  const node = valueAt(value, ['nodes', index]);
  if (!isRecord(node)) return undefined;
  const { id, name } = node;
  return { id: typeof id === 'string' ? id : `nodes[${index}]`, name: typeof name === 'string' ? name : '' };
}

/** By definition, not assignment: a field may be called `__proto__`. */
function copy(from: unknown, keys: readonly string[], to: unknown): void {
  if (!isRecord(from) || !isRecord(to)) return;
  for (const key of keys) Reflect.defineProperty(to, key, { value: from[key], writable: true, enumerable: true, configurable: true });
}

/** As deep as the schema looks. */
const deepest = 12;
/** Arguments of tools are left unchanged. */
const untouched: ReadonlySet<string> = new Set(['arguments', 'parameters']);

/** Returns the value itself if nothing is removed, so that a large document is not copied. */
function without(value: unknown, isGone: (holder: object, key: string, entry: unknown) => boolean, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const kept = value.map((entry) => without(entry, isGone, depth + 1));
    return kept.every((entry, index) => Object.is(entry, value[index])) ? value : kept;
  }
  const entries = Object.entries(value);
  const kept = entries
    .filter(([key, entry]) => !isGone(value, key, entry))
    .map(([key, entry]): [string, unknown] => [key, untouched.has(key) ? entry : without(entry, isGone, depth + 1)]);
  const isSame = kept.length === entries.length && kept.every(([, entry], index) => Object.is(entry, entries[index]?.[1]));
  return isSame ? value : Object.fromEntries(kept);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Flows that run other flows as nodes: which ones a run needs, and what is wrong with them together.

/** The enabled Flow nodes. */
export function callsOf({ nodes }: FlowDocument): readonly NodeOf<'Flow'>[] {
  return nodes.filter((node): node is NodeOf<'Flow'> => node.enabled && node.node_type.type === 'Flow');
}

/** Of all flows that it may run: those of its nodes, and the one that logs in. */
export function calledNames(flow: FlowDocument): readonly string[] {
  return [...callsOf(flow).map(({ node_type: type }) => type.name), ...(flow.log_in === undefined ? [] : [flow.log_in])];
}

/** Checks a flow and all flows that its nodes run, by name: each by itself, and how they call each other. */
export function problemsTogether(main: ParsedFlow, called: Readonly<Record<string, ParsedFlow>>): readonly Problem[] {
  return [
    ...main.problems,
    ...Object.entries(called).flatMap(([flow, { problems }]) => problems.map((own): Problem => ({ ...own, flow }))),
    ...callProblems(main, called),
  ];
}

function callProblems(main: ParsedFlow, called: Readonly<Record<string, ParsedFlow>>): readonly Problem[] {
  const found: Problem[] = [];
  const seen = new Set<string>();
  const enter = ({ flow }: ParsedFlow, path: readonly string[]): void => {
    if (flow?.log_in !== undefined && !Object.hasOwn(called, flow.log_in)) {
      const text = `the flow logs in by '${flow.log_in}' (log_in), which is not there: put it beside this one as ${flow.log_in}.flow.json, or into the input's \`flows\` (${thereAre(Object.keys(called))})`;
      found.push(problem('error', 'unknown-flow', undefined, text));
    }
    for (const node of flow ? callsOf(flow) : []) {
      const { name } = node.node_type;
      const wrong = (code: string, text: string): void => {
        const at = path.at(-1);
        found.push({ ...problem('error', code, node, text), ...defined({ flow: at }) });
      };
      const next = Object.hasOwn(called, name) ? called[name] : undefined;
      if (!next)
        wrong(
          'unknown-flow',
          `it runs the flow '${name}', which is not there: put it beside this one as ${name}.flow.json, or into the input's \`flows\` (${thereAre(Object.keys(called))})`,
        );
      else if (path.includes(name))
        wrong(
          'flow-circle',
          `it runs the flow '${name}', which would run inside itself: ${[...path.slice(path.indexOf(name)), name].join(' → ')}`,
        );
      else if (!seen.has(name)) {
        seen.add(name);
        enter(next, [...path, name]);
      }
    }
  };
  enter(main, []);
  return found;
}

function thereAre(names: readonly string[]): string {
  return names.length === 0 ? 'no flows are given' : `given: ${names.join(', ')}`;
}
