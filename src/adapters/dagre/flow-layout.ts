// Positions of a flow's nodes and edges: dagre's layers from top to bottom, plus rules that dagre does not know.
//
// layout-1. An EndLoop's edge is passed to dagre reversed, so that it reverses no other edge, and is turned back afterwards.
// layout-2. From each node, such an edge comes first (left of the body) and LoopDone last (right of it).
// layout-3. A label is a separate node, on the layer between two: next to where its edge begins, not halfway down a long one.
// layout-4. What follows a loop is placed below its body: an invisible edge from the EndLoop keeps it there.
import { Graph, layout } from '@dagrejs/dagre';
import type { FlowDocument, FlowEdge, FlowNode } from '../../domain/flow/document.js';
import { edgeLabel } from '../../domain/flow/edge-label.js';
import { isBackEdge } from '../../domain/flow/graph.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { edgeKey, type VisitedEdges } from '../../domain/flow/visited.js';
import { orderAsGiven, rankEarly } from './layers.js';
import { borderPoint, shapeAround, shapeKindOf, type Point, type Shape, type Size } from './shapes.js';
import { fonts, textBlock, textWidth, type TextLine } from './text-block.js';

interface Box {
  readonly node: FlowNode;
  readonly times: number;
  readonly lines: readonly TextLine[];
  readonly shape: Shape;
}

interface Connection {
  readonly edge: FlowEdge;
  readonly isTurned: boolean;
  readonly times: number;
  readonly label: string;
}

export interface PlacedNode extends Box {
  readonly middle: Point;
}

export interface PlacedEdge extends Connection {
  readonly labelMiddle?: Point;
  /** From border to border. */
  readonly points: readonly Point[];
}

export interface FlowLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const spacing = { rankdir: 'TB', nodesep: 36, edgesep: 20, ranksep: 22, ranker: rankEarly } as const;
/** Layers between nodes: one for the label. */
const pastLabels = { minlen: 2 } as const;
const widestText = { rectangle: 190, stadium: 190, trapezoid: 190, hexagon: 190, rhombus: 170, circle: 0 } as const;
const longestName = 100;

/** Edges to missing nodes are left out. */
export function layOut(flow: FlowDocument, visited: VisitedEdges): FlowLayout {
  const boxes = flow.nodes.map((node) => boxOf(node, visited.nodes[node.id] ?? 0));
  const connections = connectionsOf(flow, visited);
  const graph = graphOf(boxes, connections);
  layout(graph, { customOrder: orderAsGiven });
  const nodes = boxes.map((box) => ({ ...box, middle: pointOf(graph.node(keyOf(box.node.id))) }));
  const byId = new Map(nodes.map((node) => [node.node.id, node]));
  const edges = connections.map((connection) => {
    const { edge, isTurned, label } = connection;
    const { v, w, name } = endsOf(connection);
    const labelMiddle = label === '' ? undefined : pointOf(graph.node(name));
    const way = labelMiddle
      ? [...pointsOf(graph.edge(v, name)).slice(0, -1), labelMiddle, ...pointsOf(graph.edge(name, w)).slice(1)]
      : pointsOf(graph.edge(v, w, name));
    const points = betweenBorders(cornersOf(isTurned ? way.toReversed() : way), byId.get(edge.from), byId.get(edge.to));
    return { ...connection, ...(labelMiddle && { labelMiddle }), points };
  });
  return { nodes, edges };
}

function boxOf(node: FlowNode, times: number): Box {
  const kind = shapeKindOf(node);
  const lines = kind === 'circle' ? [] : textBlock(oneLine(node.name, longestName), nodeSummary(node), widestText[kind]);
  return { node, times, lines, shape: shapeAround(kind, lines) };
}

function connectionsOf({ nodes, edges }: FlowDocument, visited: VisitedEdges): readonly Connection[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges
    .filter(({ from, to }) => byId.has(from) && byId.has(to))
    .map((edge) => {
      const times = visited.edges[edgeKey(edge)] ?? 0;
      return { edge, isTurned: isBackEdge(byId, edge), times, label: edgeLabel(edge, times) };
    });
}

function graphOf(boxes: readonly Box[], connections: readonly Connection[]): Graph {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ ...spacing });
  for (const { node, shape } of boxes) graph.setNode(keyOf(node.id), { width: shape.width, height: shape.height });
  for (const connection of [...connections].sort((a, b) => placeAmong(a) - placeAmong(b))) {
    const { v, w, name } = endsOf(connection);
    if (connection.label === '') graph.setEdge(v, w, { ...pastLabels }, name);
    else graph.setNode(name, labelSize(connection.label)).setEdge(v, name, {}).setEdge(name, w, {});
  }
  const done = new Map(connections.flatMap(({ edge: { from, to, output } }) => (output?.type === 'LoopDone' ? [[from, to]] : [])));
  for (const { node } of boxes) {
    const following = node.node_type.type === 'EndLoop' ? done.get(node.node_type.loop_id) : undefined;
    if (following !== undefined) graph.setEdge(keyOf(node.id), keyOf(following), { ...pastLabels }, 'unseen');
  }
  return graph;
}

function placeAmong({ edge, isTurned }: Connection): number {
  return isTurned ? 0 : edge.output?.type === 'LoopDone' ? 2 : 1;
}

function endsOf({ edge, isTurned }: Connection): { readonly v: string; readonly w: string; readonly name: string } {
  const [v, w] = isTurned ? [edge.to, edge.from] : [edge.from, edge.to];
  return { v: keyOf(v), w: keyOf(w), name: `edge ${edgeKey(edge)}` };
}

/** Not the id itself: objects list integer keys first, whatever the order of insertion. */
function keyOf(id: string): string {
  return `node ${id}`;
}

export function labelSize(label: string): Size {
  return { width: Math.ceil(textWidth(label, 'label')) + 10, height: fonts.label.height + 4 };
}

// Dagre's declarations do not resolve under NodeNext, so its results are typed here.
function pointOf({ x, y }: Point): Point {
  return { x, y };
}

function pointsOf({ points }: { readonly points: readonly Point[] }): readonly Point[] {
  return points;
}

/** Without the points where an edge passes straight through a layer. */
function cornersOf(points: readonly Point[]): readonly Point[] {
  return points.filter(({ x }, index) => points[index - 1]?.x !== x || points[index + 1]?.x !== x);
}

/** Dagre treats every node as a rectangle. */
function betweenBorders(points: readonly Point[], from: PlacedNode | undefined, to: PlacedNode | undefined): readonly Point[] {
  const between = points.slice(1, -1);
  const [first] = between;
  const last = between.at(-1);
  if (!from || !to || !first || !last) return points;
  return [borderPoint(from.shape, from.middle, first), ...between, borderPoint(to.shape, to.middle, last)];
}
