// Positions of a flow's nodes and edges: dagre's layers, from top to bottom.

import { Graph, layout } from '@dagrejs/dagre';
import { type FlowDocument, type FlowEdge, type FlowNode, nodeText } from '../../domain/flow/document.js';
import { edgeLabel, nodeSummary } from '../../domain/flow/node-summary.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { edgeKey, type VisitedEdges } from '../../domain/flow/graph.js';
import {
  borderPoint,
  shapeAround,
  shapeKindOf,
  type Point,
  type Shape,
  type Size,
  fonts,
  textBlock,
  textWidth,
  type TextLine,
  arrowhead,
  at,
  escaped,
  rounded,
  smooth,
} from './drawing.js';
import { currentStyle, groupOf, pictureStyle } from './picture-style.js';

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

// A flow as a self-contained SVG document: no external script, font or style.
//
// picture-1. It has a background, and a dark colour scheme for viewers that ask for one; those without media queries show the light one.
// picture-2. All text goes through `oneLine`, which removes what XML forbids, and `escaped`.

/** `current`: id of the node at work. */
export function drawSvg(flow: FlowDocument, visited: VisitedEdges = { nodes: {}, edges: {} }, current?: string): string {
  const { nodes, edges } = layOut(flow, visited);
  const { x, y, width, height } = pageAround(nodes, edges);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" font-family="system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" text-anchor="middle">`,
    `<title>${escaped(oneLine(flow.name, longestTitle))}</title>`,
    `<style>${pictureStyle}${current === undefined ? '' : currentStyle}</style>`,
    `<defs>${arrowhead('arrow', 'tip')}${arrowhead('visited-arrow', 'tip visited')}</defs>`,
    `<rect class="page" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
    // Visited edges go on top.
    ...[...edges].sort((a, b) => Number(a.times > 0) - Number(b.times > 0)).map(edgePath),
    ...edges.map(drawLabel),
    ...nodes.map((placed) => drawNode(placed, placed.node.id === current)),
    '</svg>\n',
  ].join('\n');
}

const longestTitle = 300;
const origin: Point = { x: 0, y: 0 };
/** Wide enough for the text at a node's corner. */
const margin = 40;

function pageAround(nodes: readonly PlacedNode[], edges: readonly PlacedEdge[]): Point & Size {
  const boxes = [
    ...nodes.map(({ middle, shape }) => ({ middle, size: shape })),
    ...edges.flatMap(({ label, labelMiddle: middle }) => (middle ? [{ middle, size: labelSize(label) }] : [])),
  ];
  const corners = [
    ...boxes.flatMap(({ middle: { x, y }, size: { width, height } }) => [
      { x: x - width / 2, y: y - height / 2 },
      { x: x + width / 2, y: y + height / 2 },
    ]),
    ...edges.flatMap(({ points }) => points),
  ];
  const least = (values: readonly number[]): number => Math.floor(values.reduce((a, b) => Math.min(a, b), Infinity)) - margin;
  const most = (values: readonly number[]): number => Math.ceil(values.reduce((a, b) => Math.max(a, b), -Infinity)) + margin;
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [least(xs), least(ys)];
  return { x, y, width: most(xs) - x, height: most(ys) - y };
}

function edgePath({ points, times }: PlacedEdge): string {
  const visited = times > 0;
  return `<path class="edge${visited ? ' visited' : ''}" d="${smooth(points)}" marker-end="url(#${visited ? 'visited-arrow' : 'arrow'})"/>`;
}

function drawLabel({ label, labelMiddle, times }: PlacedEdge): string {
  if (labelMiddle === undefined) return '';
  return `<g class="label${times > 0 ? ' visited' : ''}">${pill(label, labelMiddle)}</g>`;
}

function pill(text: string, middle: Point): string {
  const { width, height } = labelSize(text);
  const rectangle = `<rect x="${rounded(middle.x - width / 2)}" y="${rounded(middle.y - height / 2)}" width="${rounded(width)}" height="${height}" rx="${height / 2}"/>`;
  return `${rectangle}<text x="${rounded(middle.x)}" y="${rounded(middle.y + fonts.label.size * 0.36)}">${escaped(text)}</text>`;
}

function drawNode(placed: PlacedNode, isNow: boolean): string {
  const { node, times, lines, shape, middle } = placed;
  const states = [...(node.enabled ? [] : ['disabled']), ...(times > 0 ? ['visited'] : []), ...(isNow ? ['now'] : [])];
  return [
    `<g class="${['node', groupOf(node.node_type.type), ...states].join(' ')}" transform="translate(${at(middle)})">`,
    `<title>${escaped(titleOf(placed))}</title>`,
    box(shape),
    ...lines.map(({ text, role, baseline }) => `<text class="${role}" y="${rounded(baseline)}">${escaped(text)}</text>`),
    ...(times > 0 ? [drawTimes(shape, `×${times}`)] : []),
    ...(isNow ? [`<g class="mark">${pill('now', { x: 0, y: shape.height / 2 })}</g>`] : []),
    '</g>',
  ].join('');
}

/** Px. With a larger radius the corners of four lines of text would stick out. */
const roundest = 26;

function box({ kind, width, height, outline }: Shape): string {
  switch (kind) {
    case 'circle':
      return `<circle class="box" r="${width / 2}"/><path class="sign" d="M-5.5 -1.5A5.7 5.7 0 1 1 -3 4.8M-8.5 -4.5 -5.6 -1 -2 -3.8"/>`;
    case 'rectangle':
    case 'stadium':
      return `<rect class="box" x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${kind === 'stadium' ? Math.min(height / 2, roundest) : 6}"/>`;
    default:
      return `<polygon class="box" points="${outline.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`;
  }
}

/** On the upper right corner, or beside it where a shape has no room there. */
function drawTimes(shape: Shape, text: string): string {
  const corner = borderPoint(shape, origin, { x: shape.width, y: -shape.height });
  const { width } = labelSize(text);
  const isNarrow = shape.kind === 'rhombus' || shape.kind === 'circle';
  const middle = isNarrow ? { x: corner.x + width / 2 - 4, y: corner.y - 4 } : { x: corner.x + 8 - width / 2, y: -shape.height / 2 };
  return `<g class="times">${pill(text, middle)}</g>`;
}

function titleOf({ node, times }: PlacedNode): string {
  const states = [...(node.enabled ? [] : ['disabled']), ...(times > 0 ? [`visited ×${times}`] : [])];
  return [nodeText({ id: oneLine(node.id, longestTitle), name: oneLine(node.name, longestTitle) }), nodeSummary(node), ...states].join(
    '\n',
  );
}
