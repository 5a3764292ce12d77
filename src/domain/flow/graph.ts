// A document indexed for walking: nodes by id, edges by source. Rebuilt from the document on every replay.
import { outputText, type EdgeOutput, type FlowDocument, type FlowEdge, type FlowNode } from './document.js';

export interface FlowGraph {
  readonly flow: FlowDocument;
  readonly nodes: ReadonlyMap<string, FlowNode>;
  readonly leaving: ReadonlyMap<string, readonly FlowEdge[]>;
  /** Nodes without an incoming edge; an edge from an EndLoop or from a missing node does not count. */
  readonly entries: readonly FlowNode[];
}

export function createGraph(flow: FlowDocument): FlowGraph {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const leaving = new Map<string, FlowEdge[]>();
  for (const edge of flow.edges) {
    const edges = leaving.get(edge.from);
    if (edges) edges.push(edge);
    else leaving.set(edge.from, [edge]);
  }
  const targets = new Set(flow.edges.filter((edge) => nodes.has(edge.from) && !isBackEdge(nodes, edge)).map(({ to }) => to));
  return { flow, nodes, leaving, entries: flow.nodes.filter(({ id }) => !targets.has(id)) };
}

export function edgesFrom({ leaving }: FlowGraph, id: string): readonly FlowEdge[] {
  return leaving.get(id) ?? [];
}

/** The edge with that label; undefined: the unlabelled one. */
export function edgeOf(graph: FlowGraph, id: string, output: EdgeOutput | undefined): FlowEdge | undefined {
  return edgesFrom(graph, id).find((edge) => isSameOutput(edge.output, output));
}

export function isBackEdge(nodes: ReadonlyMap<string, FlowNode>, { from }: FlowEdge): boolean {
  return nodes.get(from)?.node_type.type === 'EndLoop';
}

function isSameOutput(a: EdgeOutput | undefined, b: EdgeOutput | undefined): boolean {
  if (a?.type !== b?.type) return false;
  return a?.type !== 'SwitchCase' || b?.type !== 'SwitchCase' || a.name === b.name;
}

/** How often a run passed each node (by id) and each edge (by `edgeKey`). */
export interface VisitedEdges {
  readonly nodes: Readonly<Record<string, number>>;
  readonly edges: Readonly<Record<string, number>>;
}

export function edgeKey({ from, to, output }: FlowEdge): string {
  return JSON.stringify([from, to, outputText(output)]);
}
