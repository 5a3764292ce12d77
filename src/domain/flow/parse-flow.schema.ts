// Parses a flow document: anything in, a typed flow or all its problems out. Never throws, executes nothing.
//
// Unknown fields are reported and kept: the schema sees the document without them, and its result gets them back.
import type { z } from 'zod';
import { expectation, shownValue, valueAt } from '../checks/schema-issue.schema.js';
import { defined, grouped } from '../collections.js';
import { deepestWritten, halfText, loneSurrogate } from '../text/written-file.js';
import type { FlowDocument, NodeOf } from './document.js';
import { flowSchema, nodeTypes } from './document.schema.js';
import { withScreens } from './flow-text.js';
import { problem, type Doubt, type Problem } from './problem.js';
import { validateFlow } from './validate.js';

export interface ParsedFlow {
  /** Absent when there are errors. */
  readonly flow?: FlowDocument;
  /** As far as it can be read, where its form has errors: no run, but what it refers to can be looked at. */
  readonly draft?: FlowDocument;
  readonly problems: readonly Problem[];
}

/** `given`: names of the variables that a run starts with. */
export function parseFlow(value: unknown, given: readonly string[] = []): ParsedFlow {
  const odd = oddParts(value);
  if (odd.some(({ code }) => code === 'too-large')) return { problems: odd };
  const placed = withScreens(value);
  const { flow: draft, problems, doubt } = readForm(placed.value);
  const wrong = [...odd, ...placed.problems, ...problems];
  if (draft === undefined) return { problems: wrong };
  const all = [...wrong, ...validateFlow(draft, given, doubt)];
  return all.some(({ severity }) => severity === 'error') ? { draft, problems: all } : { flow: draft, problems: all };
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

interface Form extends ParsedFlow {
  /** What of `flow` only stands for what is malformed. */
  readonly doubt?: Doubt;
}

function readForm(value: unknown): Form {
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
    return { ...restOf(known, error.issues), problems: [...warnings, ...error.issues.map((issue) => formProblem(present, issue))] };
  for (const { path, keys } of unknown) copy(valueAt(value, path), keys, valueAt(data, path));
  return { flow: data, problems: warnings };
}

/** What is invalid does not hide the problems of the rest: a field that is wrong is left out, and a node without it stands for itself where it still can. */
function restOf(value: unknown, issues: readonly z.core.$ZodIssue[]): Pick<Form, 'flow' | 'doubt'> {
  const [nodes, edges] = [valueAt(value, ['nodes']), valueAt(value, ['edges']) ?? []];
  if (!isRecord(value) || !Array.isArray(nodes) || !Array.isArray(edges) || nodes.length === 0 || !nodes.every(isRecord)) return {};
  const wrong = grouped(issues, ({ path }) => String(path[0]));
  const wrongNodes = grouped(wrong.get('nodes') ?? [], ({ path }) => path[1]);
  const wrongEdges = new Set((wrong.get('edges') ?? []).map(({ path }) => path[1]));
  const standIns = new Set<string>();
  const kept = nodes.map((node: Readonly<Record<string, unknown>>, index) => {
    const own = wrongNodes.get(index);
    if (!own) return node;
    const id = nodeAt({ nodes: { [index]: node } }, ['nodes', index])?.id ?? '';
    const gone = new Set(own.map(({ path }) => String(path[2])));
    const type = gone.has('node_type') ? mended(node['node_type'], own) : node['node_type'];
    if (type === undefined) standIns.add(id);
    const name = gone.has('name') ? id : node['name'];
    return {
      ...(without(node, (holder, key) => holder === node && gone.has(key)) as object),
      id,
      name,
      node_type: type ?? { type: 'ListWindows' },
    };
  });
  const top = Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field)));
  const { data } = flowSchema.safeParse({
    ...top,
    name: top['name'] ?? 'the rest',
    nodes: kept,
    edges: edges.filter((_, index) => !wrongEdges.has(index)),
  });
  const names = issues.some(({ path: [list, , field] }) => list === 'nodes' && field === 'name');
  const fields = Array.isArray(value['form']) ? value['form'].map((field: unknown) => String(valueAt(field, ['name']))) : [];
  const form = wrong.has('form') ? fields : [];
  return data === undefined ? {} : { flow: data, doubt: { nodes: standIns, edges: wrongEdges.size > 0, names, form } };
}

const always = { left: { type: 'Literal', value: { type: 'Bool', value: true } }, operator: 'Equals' };

/** A control node of which only conditions are wrong leads where it leads. Undefined: it may be anything. */
function mended(type: unknown, issues: readonly z.core.$ZodIssue[]): object | undefined {
  const rest = issues.filter(({ path }) => path[2] === 'node_type').map(({ path }) => path.slice(3));
  if (!isRecord(type)) return undefined;
  const { type: kind, cases } = type;
  if (kind === 'If' && rest.every(([field]) => field === 'condition')) return { type: kind, condition: always };
  if (kind === 'Loop')
    return rest.every(([field]) => field === 'exit_condition' || field === 'max_iterations')
      ? { ...type, exit_condition: always, max_iterations: 1 }
      : undefined;
  if (kind !== 'Switch' || !Array.isArray(cases) || !rest.every(([field, , inside]) => field === 'cases' && inside === 'condition'))
    return undefined;
  return { type: kind, cases: cases.map((one: unknown) => (isRecord(one) ? { name: one['name'], condition: always } : one)) };
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
  const enter = ({ flow: sound, draft: flow = sound }: ParsedFlow, path: readonly string[]): void => {
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
