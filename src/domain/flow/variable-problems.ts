// The variables that a flow reads, in conditions, over which a Loop runs, and by `{{var:NAME}}`: each comes from the run, the form, or a node that can run before.
import { namesIn, referenceTo } from '../anchors/fill.js';
import { grouped, own } from '../collections.js';
import { isControl, nodeText, type Condition, type FlowDocument, type FlowNode, type NodeType } from './document.js';
import { edgesFrom, type FlowGraph } from './graph.js';
import { listOf, problem, type Doubt, type Problem } from './problem.js';
import { candidatesOf, prefixesIn, prefixOf } from './variables.js';

type Problems = Generator<Problem, void>;

/** What these set, whatever is on the screen; of others nobody knows before they run. */
const setBy: Readonly<Partial<Record<NodeType['type'], readonly string[]>>> = {
  FindText: ['success', 'result', 'found', 'count', 'matches', 'text', 'x', 'y', 'width', 'height', 'role', 'source', 'confidence'],
  FindImage: ['success', 'result', 'found', 'count', 'matches', 'x', 'y', 'width', 'height', 'score', 'scale'],
  ListWindows: ['success', 'result', 'found', 'count', 'windows', 'id', 'name', 'title', 'url', 'current'],
  TakeScreenshot: ['success', 'result', 'image', 'mode', 'app', 'title', 'text'],
};

/** `given`: what the run starts with. */
export function* variableProblems(graph: FlowGraph, given: readonly string[], { nodes: doubted, edges, names }: Doubt): Problems {
  const { flow } = graph;
  const sure = flow.nodes.filter(({ id }) => !doubted.has(id));
  const writers = grouped(
    flow.nodes.filter((node) => !isControl(node)),
    ({ name }) => prefixOf(name),
  );
  const prefixIn = (name: string): string | undefined => prefixesIn(name).find((prefix) => writers.has(prefix));
  const lines = flow.nodes.flatMap(({ node_type: type }) => (type.type === 'Loop' ? (type.as ?? []) : []));
  const known = new Set([...given, ...(flow.form ?? []).map(({ name }) => name), ...lines]);
  const isGiven = (name: string): boolean => (names && name.includes('.')) || candidatesOf(name).some((each) => known.has(each));
  const isKnown = (name: string): boolean => prefixIn(name) !== undefined || isGiven(name);
  const there = writers.size === 0 ? '' : `; what nodes produce begins with ${listOf([...writers.keys()].map((prefix) => `${prefix}.`))}`;
  const wrong = (node: FlowNode | undefined, text: string): Problem => problem('error', 'unknown-variable', node, text);

  const reached = new Map<string, ReadonlySet<string>>();
  const read = new Set<string | undefined>();
  for (const node of sure)
    for (const name of new Set(conditionsOf(node).flatMap(readBy))) {
      read.add(prefixIn(name));
      if (!isKnown(name)) yield wrong(node, `its condition reads '${name}', which no node produces${there}`);
      const unset = isGiven(name) ? undefined : unsetField(name);
      if (unset !== undefined)
        yield problem('warning', 'unset-variable', node, `its condition reads '${name}', which is always empty: ${unset}`);
    }
  for (const node of sure) {
    const over = node.node_type.type === 'Loop' ? node.node_type.over : undefined;
    if (over !== undefined && !isKnown(over))
      yield wrong(
        node,
        `it runs over the lines of '${over}', which is neither in the flow's form nor produced by a node; add it to the form`,
      );
  }
  for (const node of sure) if (node.enabled) for (const name of namesIn(node.node_type)) yield* unfilled(node, name);
  for (const name of namesIn(flow.result)) yield* unfilled(undefined, name);
  for (const [prefix, same] of writers) {
    if (same.length === 1 || same.some(({ id }) => doubted.has(id))) continue;
    const text = `several nodes write the variables '${prefix}.…': ${listOf(same.map(nodeText))}`;
    yield read.has(prefix)
      ? problem('error', 'ambiguous-variable', undefined, `${text}, and a condition reads them; give the nodes different names`)
      : problem('warning', 'shared-prefix', undefined, text);
  }

  /** A text without its value fails the node. Of a result: what nobody produced is left open. */
  function* unfilled(node: FlowNode | undefined, name: string): Problems {
    if (isGiven(name)) return;
    const reference = `${node ? 'it takes' : 'the result takes'} ${referenceTo(name)}`;
    const prefix = prefixIn(name);
    const before = (prefix === undefined ? [] : (writers.get(prefix) ?? [])).filter((writer) => writer.enabled);
    if (prefix === undefined || before.length === 0) {
      const text = `${reference}, which is neither in the flow's form nor produced by a node${there}; correct it, add it to the form, or give it (--var ${name}=…)`;
      yield wrong(node, text);
    } else if (node && !edges && !before.some((writer) => isAfter(writer, node))) {
      yield wrong(node, `${reference}, and ${listOf(before.map(nodeText))} never runs before it; take it from a node that does`);
    } else {
      const unset = unsetField(name);
      if (unset !== undefined) yield wrong(node, `${reference}, which is never there: ${unset}`);
    }
  }

  /** What its writers set, where none of them can set that. */
  function unsetField(name: string): string | undefined {
    const dot = [...name.matchAll(/\./g)].map(({ index }) => index).find((at) => writers.has(prefixOf(name.slice(0, at))));
    const by = writers.get(prefixIn(name) ?? '') ?? [];
    if (dot === undefined || by.some(({ id }) => doubted.has(id))) return undefined;
    const sets = by.map(({ node_type: { type } }) => own(setBy, type));
    if (sets.some((fields) => fields === undefined || fields.includes(name.slice(dot + 1)))) return undefined;
    return `${listOf(by.map(nodeText))} sets ${[...new Set(sets.flatMap((fields) => fields ?? []))].join(', ')}`;
  }

  function isAfter(writer: FlowNode, { id }: FlowNode): boolean {
    const known = reached.get(writer.id);
    const after = known ?? reachedFrom(graph, writer.id);
    if (!known) reached.set(writer.id, after);
    return after.has(id);
  }
}

function reachedFrom(graph: FlowGraph, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const open = [from]; open.length > 0;)
    for (const { to } of edgesFrom(graph, open.pop() ?? ''))
      if (!seen.has(to)) {
        seen.add(to);
        open.push(to);
      }
  return seen;
}

function conditionsOf({ node_type: type }: FlowNode): readonly Condition[] {
  switch (type.type) {
    case 'If':
      return [type.condition];
    case 'Switch':
      return type.cases.map(({ condition }) => condition);
    case 'Loop':
      return type.exit_condition ? [type.exit_condition] : [];
    default:
      return [];
  }
}

/** The right side counts only for operators that use it. */
function readBy({ left, operator, right }: Condition): readonly string[] {
  const read = operator === 'IsEmpty' || operator === 'IsNotEmpty' ? [left] : [left, right];
  return read.flatMap((operand) => (operand.type === 'Variable' ? [operand.name] : []));
}

// Texts that look like a reference and are none.

const reference = /\{\{(?!(?:var:[^{}]+|secret:[\w.-]+)\}\})\s*(?:([\p{L}_]+)\s*:[^{}]*|[\p{L}_][\p{L}\p{N}_.]*\s*\}\})/gu;

export function* referenceProblems(node: FlowNode): Problems {
  if (!node.enabled) return;
  const written = `write {{var:NAME}} for a variable, {{secret:NAME}} for a secret`;
  for (const [found, kind = ''] of textsIn(node.node_type).flatMap((text) => [...text.matchAll(reference)]))
    yield problem(
      /^(?:var|secret)$/i.test(kind) ? 'error' : 'warning',
      'no-reference',
      node,
      `'${found.slice(0, 80)}' is no reference, and would be used as it stands: ${written}`,
    );
  const [name] = namesIn([node.expected_outcome, node.checks]);
  if (name !== undefined) {
    const instead = 'write the text itself, or let a FindText and an If look for it';
    yield problem('error', 'no-reference', node, `its checks have ${referenceTo(name)}, and nothing is filled in there: ${instead}`);
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Of all secrets that the enabled nodes type. */
export function secretsIn({ nodes }: Pick<FlowDocument, 'nodes'>): readonly { readonly node: FlowNode; readonly name: string }[] {
  return nodes
    .filter(({ enabled }) => enabled)
    .flatMap((node) => {
      const names = textsIn(node.node_type).flatMap((text) => [...text.matchAll(/\{\{secret:([\w.-]+)\}\}/g)].map(([, name = '']) => name));
      return [...new Set(names)].map((name) => ({ node, name }));
    });
}
