// The boxes of a drawing: the size that their text needs, and where edges meet them. All are convex.
import type { FlowNode } from '../../domain/flow/document.js';
import type { TextLine } from './text-block.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type ShapeKind = 'rectangle' | 'stadium' | 'rhombus' | 'hexagon' | 'trapezoid' | 'circle';

export interface Shape extends Size {
  readonly kind: ShapeKind;
  /** Corners relative to the middle; for round shapes, enough points for edges to end at. */
  readonly outline: readonly Point[];
}

const padding = { x: 14, y: 9 } as const;
const slant = 14;
const narrowest = 96;
const circleRadius = 15;

export function shapeKindOf({ node_type: { type } }: FlowNode): ShapeKind {
  switch (type) {
    case 'If':
    case 'Switch':
      return 'rhombus';
    case 'Loop':
      return 'hexagon';
    case 'EndLoop':
      return 'circle';
    case 'AiStep':
    case 'AgentTask':
      return 'stadium';
    case 'Ask':
      return 'trapezoid';
    default:
      return 'rectangle';
  }
}

export function shapeAround(kind: ShapeKind, lines: readonly TextLine[]): Shape {
  if (kind === 'circle') return { kind, width: 2 * circleRadius, height: 2 * circleRadius, outline: circle(circleRadius) };
  const text = { width: Math.max(0, ...lines.map(({ width }) => width)), height: 2 * Math.max(0, ...lines.map(({ bottom }) => bottom)) };
  if (kind === 'rhombus') return rhombusAround(lines, text.height);
  const width = Math.max(narrowest, Math.ceil(text.width + 2 * (padding.x + (kind === 'hexagon' || kind === 'trapezoid' ? slant / 2 : 0))));
  const height = Math.ceil(text.height + 2 * padding.y);
  return { kind, width, height, outline: outlineOf(kind, width / 2, height / 2) };
}

/** The flattest that is not much wider than its text: near its upper and lower tips a line has less room. */
function rhombusAround(lines: readonly TextLine[], textHeight: number): Shape {
  const height = Math.ceil(textHeight * 1.5 + 2 * padding.y);
  const width = Math.max(
    narrowest,
    ...lines.map((line) => Math.ceil((line.width + 6) / (1 - (2 * Math.max(Math.abs(line.top), Math.abs(line.bottom))) / height))),
  );
  return { kind: 'rhombus', width, height, outline: outlineOf('rhombus', width / 2, height / 2) };
}

function outlineOf(kind: Exclude<ShapeKind, 'circle'>, x: number, y: number): readonly Point[] {
  switch (kind) {
    case 'rhombus':
      return points([0, -y], [x, 0], [0, y], [-x, 0]);
    case 'hexagon':
      return points([slant - x, -y], [x - slant, -y], [x, 0], [x - slant, y], [slant - x, y], [-x, 0]);
    case 'trapezoid':
      return points([slant - x, -y], [x - slant, -y], [x, y], [-x, y]);
    case 'rectangle':
    case 'stadium':
      return points([-x, -y], [x, -y], [x, y], [-x, y]);
  }
}

function circle(radius: number): readonly Point[] {
  const corners = 24;
  return Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

function points(...corners: readonly (readonly [number, number])[]): readonly Point[] {
  return corners.map(([x, y]) => ({ x, y }));
}

/** Where the line from the middle to a point outside leaves the shape. */
export function borderPoint({ outline }: Shape, middle: Point, outside: Point): Point {
  const way = { x: outside.x - middle.x, y: outside.y - middle.y };
  const share = Math.min(1, ...outline.map((corner, index) => crossing(way, corner, outline[(index + 1) % outline.length] ?? corner)));
  return { x: middle.x + way.x * share, y: middle.y + way.y * share };
}

/** How far along the line from (0, 0) it crosses that side, as a fraction; never, if the side is behind or beside it. */
function crossing(way: Point, from: Point, to: Point): number {
  const side = { x: to.x - from.x, y: to.y - from.y };
  const parallel = way.x * side.y - way.y * side.x;
  if (parallel === 0) return Number.POSITIVE_INFINITY;
  const alongWay = (from.x * side.y - from.y * side.x) / parallel;
  const alongSide = (from.x * way.y - from.y * way.x) / parallel;
  return alongWay >= 0 && alongSide >= 0 && alongSide <= 1 ? alongWay : Number.POSITIVE_INFINITY;
}
