// All problems of a flow at once (docs/design/flow.md §1). This checks the meaning; the schema has checked the form.
import { grouped } from '../collections.js';
import {
  isControl,
  nodeText,
  outputText,
  type EdgeOutput,
  type FlowDocument,
  type FlowEdge,
  type FlowNode,
  type NodeType,
} from './document.js';
import { createGraph, edgesFrom, isBackEdge, type FlowGraph } from './graph.js';
import { listOf, problem, type Doubt, type Problem } from './problem.js';
import { sizeProblems, undoableProblems } from './run-limits.js';
import { referenceProblems, variableProblems } from './variable-problems.js';

type Problems = Generator<Problem, void>;

const noDoubt: Doubt = { nodes: new Set(), edges: false, names: false, form: [] };

/** `given`: names of the variables that a run starts with. */
export function validateFlow(flow: FlowDocument, given: readonly string[] = [], doubt: Doubt = noDoubt): readonly Problem[] {
  if (flow.nodes.length === 0) return [error('no-nodes', undefined, 'the flow has no nodes; it needs at least one')];
  const graph = createGraph(flow);
  const sure = flow.nodes.filter(({ id }) => !doubt.nodes.has(id));
  const isOfDoubt = ({ node_type: type }: FlowNode): boolean => type.type === 'EndLoop' && doubt.nodes.has(type.loop_id);
  return [
    ...duplicateIds(flow),
    ...looseEdges(graph),
    ...(doubt.edges ? [] : entryProblems(graph)),
    ...sizeProblems(flow),
    ...sure.flatMap((node) => [
      ...parameterProblems(node),
      ...undoableProblems(node),
      ...retryProblems(node),
      ...checkProblems(node),
      ...referenceProblems(node),
      ...(doubt.edges || isOfDoubt(node) ? [] : edgeProblems(graph, node)),
    ]),
    ...loopProblems(graph, doubt),
    ...cycles(graph, doubt),
    ...variableProblems(graph, [...given, ...doubt.form], doubt),
    ...readingProblems(flow, sure),
  ];
}

function error(code: string, node: FlowNode | undefined, text: string): Problem {
  return problem('error', code, node, text);
}

function* duplicateIds({ nodes }: FlowDocument): Problems {
  for (const [id, same] of grouped(nodes, (node) => node.id))
    if (same.length > 1) {
      const names = listOf(same.map(({ name }) => `"${name}"`));
      yield error('duplicate-id', undefined, `${same.length} nodes have the id '${id}': ${names}; give each its own`);
    }
}

function* looseEdges({ flow, nodes }: FlowGraph): Problems {
  for (const { from, to } of flow.edges) {
    const missing = [...new Set([from, to])].filter((id) => !nodes.has(id)).map((id) => `'${id}'`);
    if (missing.length === 0) continue;
    const text = `the edge from '${from}' to '${to}' is loose: no node has the id ${missing.join(' or ')}; correct the edge or remove it`;
    yield error('unknown-node', nodes.get(from), text);
  }
}

function* entryProblems({ entries }: FlowGraph): Problems {
  if (entries.length === 0) {
    const text = 'every node has an edge to it, so there is none to begin with; remove the edge to the node that comes first';
    yield error('no-entry', undefined, text);
  }
  if (entries.length > 1) {
    const text = `${entries.length} nodes have no edge to them, so it is not clear where to begin: ${listOf(entries.map(nodeText))}; connect or remove all but one`;
    yield error('several-entries', undefined, text);
  }
}

function* parameterProblems(node: FlowNode): Problems {
  const { node_type: type } = node;
  const missing = (text: string): Problem => error('missing-parameter', node, text);
  if (type.type === 'Click' && type.target === undefined && (type.x === undefined || type.y === undefined))
    yield missing('a Click needs a target, or x and y');
  if (type.type === 'Scroll' && (type.x === undefined) !== (type.y === undefined)) yield missing('a Scroll takes both x and y, or neither');
  if (type.type === 'TakeScreenshot' && type.mode === 'Region' && [type.x, type.y, type.width, type.height].includes(undefined))
    yield missing('a TakeScreenshot of a Region needs x, y, width and height');
  if (type.type === 'Switch')
    for (const [name, same] of grouped(type.cases, (one) => one.name))
      if (same.length > 1) yield error('repeated-case', node, `several of its cases are called "${name}"; give each a name of its own`);
  if (type.type === 'Loop' && (type.over === undefined) !== (type.as === undefined))
    yield missing('a Loop over a list needs both: over, the variable that has the list, and as, the one that has its present line');
}

/** A pause that never comes is a mistake: its author waits for something. */
function* retryProblems(node: FlowNode): Problems {
  const { retries, retry_delay_ms: delay, retry_factor: factor } = node;
  if (factor !== undefined && delay === undefined)
    yield error('needless-pause', node, `retry_factor ${factor} has no pause to multiply; add retry_delay_ms`);
  else if (delay !== undefined && retries === 0)
    yield error('needless-pause', node, `retry_delay_ms ${delay} is a pause before retries, and it has none; add retries`);
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
function* checkProblems(node: FlowNode): Problems {
  const { effect_check: check, node_type: type } = node;
  if (check === undefined || acting.has(type.type)) return;
  const text = `effect_check tells what became of one action, and ${withArticle(type.type)} is none; only ${listOf([...acting])} take it`;
  yield error('needless-check', node, text);
}

/** A check that would write is refused. */
function* readingProblems({ reads = false }: FlowDocument, sure: readonly FlowNode[]): Problems {
  if (!reads) return;
  for (const node of sure) {
    const { type } = node.node_type;
    if (isControl(node) || reading.has(type)) continue;
    yield error('not-reading', node, `the flow says "reads": true, and ${withArticle(type)} may act; it may have ${listOf([...reading])}`);
  }
}

function edgeProblems(graph: FlowGraph, node: FlowNode): Problems {
  const { node_type: type } = node;
  const edges = edgesFrom(graph, node.id);
  switch (type.type) {
    case 'If':
      return labelled(node, edges, [{ type: 'IfTrue' }, { type: 'IfFalse' }]);
    case 'Switch': {
      const cases = [...new Set(type.cases.map(({ name }) => name))].map((name) => ({ type: 'SwitchCase', name }) as const);
      return labelled(node, edges, cases, { type: 'SwitchDefault' });
    }
    case 'Loop':
      return labelled(node, edges, [{ type: 'LoopBody' }], { type: 'LoopDone' });
    case 'EndLoop':
      return endLoopProblems(graph, node, edges, type.loop_id);
    default:
      return plainProblems(node, edges);
  }
}

/** Each wanted label exactly once, the optional one at most once, and no other edge. */
function* labelled(node: FlowNode, edges: readonly FlowEdge[], wanted: readonly EdgeOutput[], optional?: EdgeOutput): Problems {
  const type = withArticle(node.node_type.type);
  const counts = grouped(edges, ({ output }) => outputText(output));
  const needed = wanted.map(outputText);
  const known = [...new Set([...needed, ...(optional ? [outputText(optional)] : [])])];
  for (const label of needed)
    if (!counts.has(label)) yield error('missing-edge', node, `no edge ${label} leaves it, and ${type} needs one`);
  for (const [label, same] of counts)
    if (!known.includes(label))
      yield error('unknown-edge', node, `an edge ${label === '' ? 'without a label' : label} leaves it; allowed are ${listOf(known)}`);
    else if (same.length > 1) yield error('repeated-edge', node, `${same.length} edges ${label} leave it; keep one`);
}

function* endLoopProblems({ nodes }: FlowGraph, node: FlowNode, edges: readonly FlowEdge[], loopId: string): Problems {
  if (nodes.get(loopId)?.node_type.type !== 'Loop') {
    yield error('no-such-loop', node, `its loop_id '${loopId}' names no Loop; give it the id of the Loop whose body it ends`);
    return;
  }
  const [edge] = edges;
  if (edges.length === 1 && edge?.to === loopId && edge.output === undefined) return;
  const found = edges.map(({ to, output }) => `one ${output ? `${outputText(output)} ` : ''}to '${to}'`);
  const has = found.length === 0 ? 'none' : listOf(found);
  yield error('end-loop-edge', node, `an EndLoop has one edge, without a label, to its Loop '${loopId}'; this one has ${has}`);
}

function* plainProblems(node: FlowNode, edges: readonly FlowEdge[]): Problems {
  if (edges.length > 1) yield error('several-edges', node, `${edges.length} edges leave it; only If, Switch and Loop have several`);
  const labels = edges.flatMap(({ output }) => (output === undefined ? [] : [outputText(output)])).join(', ');
  if (labels !== '') yield error('labelled-edge', node, `an edge ${labels} leaves it; only edges of If, Switch and Loop have labels`);
}

function* loopProblems({ flow }: FlowGraph, { nodes: doubted }: Doubt): Problems {
  const ends = grouped(
    flow.nodes.filter(({ node_type: { type } }) => type === 'EndLoop'),
    ({ node_type: type }) => (type.type === 'EndLoop' ? type.loop_id : ''),
  );
  for (const node of flow.nodes) {
    if (node.node_type.type !== 'Loop') continue;
    const own = ends.get(node.id) ?? [];
    if (own.length === 0) {
      if (doubted.size > 0) continue;
      const text = `no EndLoop has the loop_id '${node.id}', so this Loop would never repeat; end its body with one`;
      yield error('no-end-loop', node, text);
    } else if (own.length > 1)
      yield error('several-end-loops', node, `${own.length} EndLoops name this Loop: ${listOf(own.map(nodeText))}; keep one`);
  }
}

/** One problem per cycle; depth first, without recursion (a chain may have 5,000 nodes). */
function* cycles(graph: FlowGraph, { nodes: doubted }: Doubt): Problems {
  const { flow, nodes } = graph;
  const state = new Map<string, 'open' | 'done'>();
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
        if (round.some((id) => doubted.has(id))) continue;
        const shown = round.length <= 10 ? round : [...round.slice(0, 9), `… ${round.length - 10} more …`, ...round.slice(-1)];
        const names = [...shown, next].map((id) => (nodes.has(id) ? `"${nodes.get(id)?.name}"` : id)).join(' → ');
        yield error('cycle', nodes.get(next), `the edges form a cycle: ${names}; only an EndLoop leads back`);
      } else if (!state.has(next)) enter(next);
    }
  }
}

function withArticle(type: string): string {
  return /^[AEI]/.test(type) ? `an ${type}` : `a ${type}`;
}
