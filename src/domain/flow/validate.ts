// All problems of a flow at once (docs/design/flow.md §1). This checks the meaning; the schema has checked the form.
import { grouped } from '../collections.js';
import {
  isControl,
  nodeText,
  outputText,
  type Condition,
  type EdgeOutput,
  type FlowDocument,
  type FlowEdge,
  type FlowNode,
  type NodeType,
} from './document.js';
import { createGraph, edgesFrom, isBackEdge, type FlowGraph } from './graph.js';
import { problem, type Problem } from './problem.js';
import { candidatesOf, prefixesIn, prefixOf } from './variables.js';

/** `given`: names of the variables that a run starts with. */
export function validateFlow(flow: FlowDocument, given: readonly string[] = []): readonly Problem[] {
  if (flow.nodes.length === 0) return [problem('error', 'no-nodes', undefined, 'the flow has no nodes; it needs at least one')];
  const graph = createGraph(flow);
  return [
    ...duplicateIds(flow),
    ...looseEdges(graph),
    ...entryProblems(graph),
    ...flow.nodes.flatMap((node) => [
      ...parameterProblems(node),
      ...retryProblems(node),
      ...checkProblems(node),
      ...edgeProblems(graph, node),
    ]),
    ...loopProblems(graph),
    ...cycles(graph),
    ...nameProblems(flow, given),
    ...readingProblems(flow),
  ];
}

/**
 * What can be checked while some nodes, or edges, are still malformed. `standIns`: ids of the nodes that stand for those; they are not checked, nor is anything that depends on them.
 */
export function validateRest(flow: FlowDocument, standIns: ReadonlySet<string>, allEdges: boolean): readonly Problem[] {
  const graph = createGraph(flow);
  const isSure = ({ id, node_type: type }: FlowNode): boolean =>
    !standIns.has(id) && !(type.type === 'EndLoop' && standIns.has(type.loop_id));
  return [
    ...duplicateIds(flow),
    ...looseEdges(graph),
    ...(allEdges ? entryProblems(graph) : []),
    ...flow.nodes
      .filter(isSure)
      .flatMap((node) => [...parameterProblems(node), ...retryProblems(node), ...(allEdges ? edgeProblems(graph, node) : [])]),
  ];
}

function duplicateIds({ nodes }: FlowDocument): readonly Problem[] {
  return [...grouped(nodes, ({ id }) => id).entries()]
    .filter(([, same]) => same.length > 1)
    .map(([id, same]) =>
      problem(
        'error',
        'duplicate-id',
        undefined,
        `${same.length} nodes have the id '${id}': ${listOf(same.map(({ name }) => `"${name}"`))}; give each its own`,
      ),
    );
}

function looseEdges({ flow, nodes }: FlowGraph): readonly Problem[] {
  return flow.edges.flatMap(({ from, to }) => {
    const missing = [...new Set([from, to])].filter((id) => !nodes.has(id)).map((id) => `'${id}'`);
    if (missing.length === 0) return [];
    const text = `the edge from '${from}' to '${to}' is loose: no node has the id ${missing.join(' or ')}; correct the edge or remove it`;
    return [problem('error', 'unknown-node', nodes.get(from), text)];
  });
}

function entryProblems({ entries }: FlowGraph): readonly Problem[] {
  if (entries.length === 1) return [];
  if (entries.length === 0)
    return [
      problem(
        'error',
        'no-entry',
        undefined,
        'every node has an edge to it, so there is none to begin with; remove the edge to the node that comes first',
      ),
    ];
  return [
    problem(
      'error',
      'several-entries',
      undefined,
      `${entries.length} nodes have no edge to them, so it is not clear where to begin: ${listOf(entries.map(nodeText))}; connect or remove all but one`,
    ),
  ];
}

function parameterProblems(node: FlowNode): readonly Problem[] {
  const { node_type: type } = node;
  const wrong = (message: string): readonly Problem[] => [problem('error', 'missing-parameter', node, message)];
  if (type.type === 'Click' && type.target === undefined && (type.x === undefined || type.y === undefined))
    return wrong('a Click needs a target, or x and y');
  if (type.type === 'Scroll' && (type.x === undefined) !== (type.y === undefined)) return wrong('a Scroll takes both x and y, or neither');
  if (type.type === 'TakeScreenshot' && type.mode === 'Region' && [type.x, type.y, type.width, type.height].includes(undefined))
    return wrong('a TakeScreenshot of a Region needs x, y, width and height');
  if (type.type === 'Switch')
    return repeated(type.cases.map(({ name }) => name)).map((name) =>
      problem('error', 'repeated-case', node, `several of its cases are called "${name}"; give each a name of its own`),
    );
  if (type.type === 'Loop' && (type.over === undefined) !== (type.as === undefined))
    return wrong('a Loop over a list needs both: over, the variable that has the list, and as, the one that has its present line');
  return [];
}

/** A pause that never comes is a mistake: its author waits for something. */
function retryProblems(node: FlowNode): readonly Problem[] {
  const { retries, retry_delay_ms: delay, retry_factor: factor } = node;
  const wrong = (message: string): readonly Problem[] => [problem('error', 'needless-pause', node, message)];
  if (factor !== undefined && delay === undefined) return wrong(`retry_factor ${factor} has no pause to multiply; add retry_delay_ms`);
  if (delay !== undefined && retries === 0) return wrong(`retry_delay_ms ${delay} is a pause before retries, and it has none; add retries`);
  return [];
}

const acting: ReadonlySet<NodeType['type']> = new Set([
  'Click',
  'TypeText',
  'PressKey',
  'Scroll',
  'FocusWindow',
  'McpToolCall',
  'AppDebugKitOp',
]);
const reading: ReadonlySet<NodeType['type']> = new Set(['TakeScreenshot', 'FindText', 'FindImage', 'ListWindows']);

/** An effect is that of one action. */
function checkProblems(node: FlowNode): readonly Problem[] {
  const { effect_check: check, node_type: type } = node;
  if (check === undefined || acting.has(type.type)) return [];
  const message = `effect_check tells what became of one action, and ${withArticle(type.type)} is none; only ${listOf([...acting])} take it`;
  return [problem('error', 'needless-check', node, message)];
}

/** A check that would write is refused. */
function readingProblems({ reads = false, nodes }: FlowDocument): readonly Problem[] {
  if (!reads) return [];
  return nodes
    .filter((node) => !isControl(node) && !reading.has(node.node_type.type))
    .map((node) =>
      problem(
        'error',
        'not-reading',
        node,
        `the flow says "reads": true, and ${withArticle(node.node_type.type)} may act; it may have ${listOf([...reading])}`,
      ),
    );
}

function edgeProblems(graph: FlowGraph, node: FlowNode): readonly Problem[] {
  const { node_type: type } = node;
  const edges = edgesFrom(graph, node.id);
  switch (type.type) {
    case 'If':
      return labelled(node, edges, [{ output: { type: 'IfTrue' } }, { output: { type: 'IfFalse' } }]);
    case 'Switch':
      return labelled(node, edges, [
        ...[...new Set(type.cases.map(({ name }) => name))].map((name) => ({ output: { type: 'SwitchCase', name } as const })),
        { output: { type: 'SwitchDefault' }, optional: true },
      ]);
    case 'Loop':
      return labelled(node, edges, [{ output: { type: 'LoopBody' } }, { output: { type: 'LoopDone' }, optional: true }]);
    case 'EndLoop':
      return endLoopProblems(graph, node, edges, type.loop_id);
    default:
      return plainProblems(node, edges);
  }
}

interface Wanted {
  readonly output: EdgeOutput;
  readonly optional?: true;
}

/** Each wanted label exactly once, and no other edge. */
function labelled(node: FlowNode, edges: readonly FlowEdge[], wanted: readonly Wanted[]): readonly Problem[] {
  const type = withArticle(node.node_type.type);
  const counts = grouped(edges, ({ output }) => outputText(output));
  const missing = wanted
    .filter(({ output, optional }) => optional !== true && !counts.has(outputText(output)))
    .map(({ output }) => problem('error', 'missing-edge', node, `no edge ${outputText(output)} leaves it, and ${type} needs one`));
  const known = new Set(wanted.map(({ output }) => outputText(output)));
  const others = [...counts].flatMap(([label, same]) => {
    if (!known.has(label)) {
      const text = `an edge ${label === '' ? 'without a label' : label} leaves it; allowed are ${listOf([...known])}`;
      return [problem('error', 'unknown-edge', node, text)];
    }
    return same.length === 1 ? [] : [problem('error', 'repeated-edge', node, `${same.length} edges ${label} leave it; keep one`)];
  });
  return [...missing, ...others];
}

function endLoopProblems({ nodes }: FlowGraph, node: FlowNode, edges: readonly FlowEdge[], loopId: string): readonly Problem[] {
  if (nodes.get(loopId)?.node_type.type !== 'Loop') {
    const text = `its loop_id '${loopId}' names no Loop; give it the id of the Loop whose body it ends`;
    return [problem('error', 'no-such-loop', node, text)];
  }
  const [edge] = edges;
  if (edges.length === 1 && edge?.to === loopId && edge.output === undefined) return [];
  const found = edges.map(({ to, output }) => `one ${output ? `${outputText(output)} ` : ''}to '${to}'`);
  const text = `an EndLoop has one edge, without a label, to its Loop '${loopId}'; this one has ${found.length === 0 ? 'none' : listOf(found)}`;
  return [problem('error', 'end-loop-edge', node, text)];
}

function plainProblems(node: FlowNode, edges: readonly FlowEdge[]): readonly Problem[] {
  const labels = edges.flatMap(({ output }) => (output === undefined ? [] : [outputText(output)]));
  return [
    ...(edges.length > 1
      ? [problem('error', 'several-edges', node, `${edges.length} edges leave it; only If, Switch and Loop have several`)]
      : []),
    ...(labels.length > 0
      ? [problem('error', 'labelled-edge', node, `an edge ${labels.join(', ')} leaves it; only edges of If, Switch and Loop have labels`)]
      : []),
  ];
}

function loopProblems({ flow }: FlowGraph): readonly Problem[] {
  const ends = grouped(
    flow.nodes.flatMap((node) => (node.node_type.type === 'EndLoop' ? [{ node, loop: node.node_type.loop_id }] : [])),
    ({ loop }) => loop,
  );
  return flow.nodes.flatMap((node) => {
    if (node.node_type.type !== 'Loop') return [];
    const own = ends.get(node.id) ?? [];
    if (own.length === 1) return [];
    return [
      own.length === 0
        ? problem(
            'error',
            'no-end-loop',
            node,
            `no EndLoop has the loop_id '${node.id}', so this Loop would never repeat; end its body with one`,
          )
        : problem(
            'error',
            'several-end-loops',
            node,
            `${own.length} EndLoops name this Loop: ${listOf(own.map(({ node: end }) => nodeText(end)))}; keep one`,
          ),
    ];
  });
}

/** One problem per cycle; depth first, without recursion (a chain may have 5,000 nodes). */
function cycles(graph: FlowGraph): readonly Problem[] {
  const { flow, nodes } = graph;
  const state = new Map<string, 'open' | 'done'>();
  const found: Problem[] = [];
  const forward = (id: string): readonly string[] =>
    edgesFrom(graph, id)
      .filter((edge) => !isBackEdge(nodes, edge) && nodes.has(edge.to))
      .map(({ to }) => to);
  for (const { id: start } of flow.nodes) {
    if (state.has(start)) continue;
    const path: { readonly id: string; readonly rest: string[] }[] = [];
    const enter = (id: string): void => {
      state.set(id, 'open');
      path.push({ id, rest: [...forward(id)] });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        state.set(top.id, 'done');
        path.pop();
      } else if (state.get(next) === 'open') {
        const round = path.slice(path.findIndex(({ id }) => id === next)).map(({ id }) => id);
        const shown = round.length <= 10 ? round : [...round.slice(0, 9), `… ${round.length - 10} more …`, ...round.slice(-1)];
        const names = [...shown, next].map((id) => (nodes.has(id) ? `"${nodes.get(id)?.name}"` : id)).join(' → ');
        found.push(problem('error', 'cycle', nodes.get(next), `the edges form a cycle: ${names}; only an EndLoop leads back`));
      } else if (!state.has(next)) enter(next);
    }
  }
  return found;
}

function nameProblems(flow: FlowDocument, given: readonly string[]): readonly Problem[] {
  const producers = grouped(
    flow.nodes.filter((node) => !isControl(node)),
    ({ name }) => prefixOf(name),
  );
  const read = flow.nodes.flatMap((node) =>
    variablesReadBy(node).map((name) => ({ node, name, prefix: prefixesIn(name).find((prefix) => producers.has(prefix)) })),
  );
  const known = new Set([...given, ...(flow.form ?? []).map(({ name }) => name), ...flow.nodes.flatMap(linesOf)]);
  const unknown = read
    .filter(({ name, prefix }) => prefix === undefined && !candidatesOf(name).some((candidate) => known.has(candidate)))
    .map(({ node, name }) =>
      problem(
        'error',
        'unknown-variable',
        node,
        `its condition reads '${name}', which no node produces${producers.size === 0 ? '' : `; what nodes produce begins with ${listOf([...producers.keys()].map((prefix) => `${prefix}.`))}`}`,
      ),
    );
  const lists = flow.nodes.flatMap((node) => {
    const over = node.node_type.type === 'Loop' ? node.node_type.over : undefined;
    if (
      over === undefined ||
      candidatesOf(over).some((candidate) => known.has(candidate)) ||
      prefixesIn(over).some((prefix) => producers.has(prefix))
    )
      return [];
    const text = `it runs over the lines of '${over}', which is neither in the flow's form nor produced by a node; add it to the form`;
    return [problem('error', 'unknown-variable', node, text)];
  });
  const readPrefixes = new Set(read.map(({ prefix }) => prefix));
  const shared = [...producers]
    .filter(([, same]) => same.length > 1)
    .map(([prefix, same]) => {
      const text = `several nodes write the variables '${prefix}.…': ${listOf(same.map(nodeText))}`;
      return readPrefixes.has(prefix)
        ? problem('error', 'ambiguous-variable', undefined, `${text}, and a condition reads them; give the nodes different names`)
        : problem('warning', 'shared-prefix', undefined, text);
    });
  return [...unknown, ...lists, ...shared];
}

function linesOf({ node_type: type }: FlowNode): readonly string[] {
  return type.type === 'Loop' && type.as !== undefined ? [type.as] : [];
}

/** Each once. */
function variablesReadBy(node: FlowNode): readonly string[] {
  return [...new Set(conditionsOf(node).flatMap(namesIn))];
}

function conditionsOf({ node_type: type }: FlowNode): readonly Condition[] {
  switch (type.type) {
    case 'If':
      return [type.condition];
    case 'Switch':
      return type.cases.map(({ condition }) => condition);
    case 'Loop':
      return [type.exit_condition];
    default:
      return [];
  }
}

/** The right side counts only for operators that use it. */
function namesIn({ left, operator, right }: Condition): readonly string[] {
  const read = operator === 'IsEmpty' || operator === 'IsNotEmpty' ? [left] : [left, right];
  return read.flatMap((operand) => (operand.type === 'Variable' ? [operand.name] : []));
}

function withArticle(type: string): string {
  return /^[AEI]/.test(type) ? `an ${type}` : `a ${type}`;
}

function repeated(names: readonly string[]): readonly string[] {
  return [...grouped(names, (name) => name)].filter(([, same]) => same.length > 1).map(([name]) => name);
}

function listOf(names: readonly string[]): string {
  return names.length <= 10 ? names.join(', ') : `${names.slice(0, 10).join(', ')} and ${names.length - 10} more`;
}
