// The layer of each node and the order within a layer, in place of dagre's own rules.
import { grouped } from '../../domain/grouped.js';

interface LayeredGraph {
  nodes(): readonly string[];
  edges(): readonly Edge[];
  successors(key: string): readonly string[] | undefined;
  node(key: string): { rank: number; order: number };
  edge(edge: Edge): { readonly minlen: number };
}

interface Edge {
  readonly v: string;
  readonly w: string;
}

/**
 * Dagre's `ranker`: each node as early as its incoming edges allow, so that labels and branches start next to where they branch off. Takes
 * time in proportion to the graph, where dagre's own takes seconds for a thousand nodes.
 */
export function rankEarly(graph: LayeredGraph): void {
  const leaving = grouped(graph.edges(), ({ v }) => v);
  const waitedFor = new Map([...grouped(graph.edges(), ({ w }) => w)].map(([key, edges]) => [key, edges.length]));
  const ready = graph.nodes().filter((key) => !waitedFor.has(key));
  for (const key of ready) graph.node(key).rank = 0;
  for (let key = ready.pop(); key !== undefined; key = ready.pop()) {
    const { rank } = graph.node(key);
    for (const edge of leaving.get(key) ?? []) {
      const next = graph.node(edge.w);
      next.rank = Math.max(next.rank ?? 0, rank + graph.edge(edge).minlen);
      const left = (waitedFor.get(edge.w) ?? 0) - 1;
      waitedFor.set(edge.w, left);
      if (left === 0) ready.push(edge.w);
    }
  }
}

type Order = (graph: LayeredGraph, options: { readonly disableOptimalOrderHeuristic?: boolean }) => void;

/**
 * Dagre recurses once per layer when it searches for an order. With more layers than this the stack can overflow, in some versions of Node
 * sooner than in others.
 */
const mostLayers = 1_000;

/**
 * Dagre's `customOrder`. The document's order crosses no edges where branches join and loops are loops, and keeps `true` left of `false`
 * and cases as written. Dagre's own order looks for fewer crossings but swaps branches arbitrarily: it is used only where it has fewer.
 */
export function orderAsGiven(graph: LayeredGraph, order: Order): void {
  const layers = orderDepthFirst(graph);
  const crossed = crossings(graph);
  if (crossed === 0 || layers > mostLayers) return;
  order(graph, {});
  if (crossings(graph) >= crossed) orderDepthFirst(graph);
}

/** Nodes of a layer in the order in which a walk from the top meets them. Returns the number of layers. */
function orderDepthFirst(graph: LayeredGraph): number {
  const places = new Map<number, number>();
  const seen = new Set<string>();
  // Popped from the end: the topmost layer first, and within a layer its first node.
  const waiting = graph
    .nodes()
    .toSorted((one, other) => graph.node(one).rank - graph.node(other).rank)
    .toReversed();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const node = graph.node(key);
    const place = places.get(node.rank) ?? 0;
    node.order = place;
    places.set(node.rank, place + 1);
    waiting.push(...(graph.successors(key) ?? []).toReversed());
  }
  return places.size;
}

/** Every edge spans one layer here: dagre has put a node on each layer that a longer one passes. */
function crossings(graph: LayeredGraph): number {
  const layers = grouped(graph.edges(), ({ v }) => graph.node(v).rank);
  return [...layers.values()].reduce(
    (sum, edges) => sum + crossingsOf(edges.map(({ v, w }) => [graph.node(v).order, graph.node(w).order])),
    0,
  );
}

function crossingsOf(edges: readonly (readonly [from: number, to: number])[]): number {
  return edges.reduce(
    (sum, [from, to], index) => sum + edges.slice(index + 1).filter((other) => (from - other[0]) * (to - other[1]) < 0).length,
    0,
  );
}
