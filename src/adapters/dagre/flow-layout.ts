// Positions of a flow's nodes and edges: dagre's layers, from top to bottom.
import { Graph, layout } from '@dagrejs/dagre';
import type { FlowDocument, FlowEdge, FlowNode } from '../../domain/flow/document.js';
import { edgeLabel } from '../../domain/flow/edge-label.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { edgeKey, type VisitedEdges } from '../../domain/flow/visited.js';
import { borderPoint, shapeAround, shapeKindOf, type Point, type Shape, type Size } from './shapes.js';
import { fonts, textBlock, textWidth, type TextLine } from './text-block.js';

interface Box {
  readonly node: FlowNode;
  readonly times: number;
  readonly lines: readonly TextLine[];
  readonly shape: Shape;
}

export interface PlacedNode extends Box {
  readonly middle: Point;
}

export interface PlacedEdge {
  readonly edge: FlowEdge;
  readonly times: number;
  readonly label: string;
  readonly labelMiddle: Point | undefined;
  /** From border to border. */
  readonly points: readonly Point[];
}

export interface FlowLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

const spacing = { rankdir: 'TB', nodesep: 36, ranksep: 44 } as const;
const widestText = { rectangle: 190, stadium: 190, trapezoid: 190, hexagon: 190, rhombus: 170, circle: 0 } as const;
const longestName = 100;

/** Edges to missing nodes are left out. */
export function layOut(flow: FlowDocument, visited: VisitedEdges): FlowLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ ...spacing });
  const boxes = flow.nodes.map((node) => boxOf(node, visited.nodes[node.id] ?? 0));
  for (const { node, shape } of boxes) graph.setNode(keyOf(node.id), { width: shape.width, height: shape.height });
  const connections = flow.edges
    .map((edge) => ({ edge, v: keyOf(edge.from), w: keyOf(edge.to), name: edgeKey(edge), times: visited.edges[edgeKey(edge)] ?? 0 }))
    .filter(({ v, w }) => graph.hasNode(v) && graph.hasNode(w))
    .map((connection) => ({ ...connection, label: edgeLabel(connection.edge, connection.times) }));
  for (const { v, w, name, label } of connections) graph.setEdge(v, w, label === '' ? {} : { ...labelSize(label), labelpos: 'c' }, name);
  layout(graph);
  const nodes = boxes.map((box) => ({ ...box, middle: pointOf(graph.node(keyOf(box.node.id))) }));
  const byKey = new Map(nodes.map((node) => [keyOf(node.node.id), node]));
  const edges = connections.map(({ edge, times, label, v, w, name }): PlacedEdge => {
    const placed = graph.edge(v, w, name);
    const points = betweenBorders(cornersOf(placed.points), byKey.get(v), byKey.get(w));
    return { edge, times, label, labelMiddle: label === '' ? undefined : pointOf(placed), points };
  });
  return { nodes, edges };
}

/** Not the id itself: objects list integer keys first, whatever the order of insertion. */
function keyOf(id: string): string {
  return `node ${id}`;
}

/** Dagre's objects have more, and are changed by the next layout. */
function pointOf({ x, y }: Point): Point {
  return { x, y };
}

function boxOf(node: FlowNode, times: number): Box {
  const kind = shapeKindOf(node);
  const lines = kind === 'circle' ? [] : textBlock(oneLine(node.name, longestName), nodeSummary(node), widestText[kind]);
  return { node, times, lines, shape: shapeAround(kind, lines) };
}

export function labelSize(label: string): Size {
  return { width: Math.ceil(textWidth(label, 'label')) + 10, height: fonts.label.height + 4 };
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
