import type { FlowNode } from '../../domain/flow/document.js';

// Line breaking without knowing the viewer's font: widths are those of DejaVu Sans, the widest common fallback, so other fonts have room to
// spare.

export interface TextLine {
  readonly text: string;
  readonly role: 'name' | 'summary';
  readonly width: number;
  /** Px from the middle of the block, downwards: its edges and the baseline. */
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
}

/** `em`: bold is wider. */
export const fonts = {
  name: { size: 13, height: 17, em: 1.1 },
  summary: { size: 11, height: 14, em: 1 },
  label: { size: 11, height: 14, em: 1.1 },
} as const;
const mostLines = 2;
const gap = 2;

/** The first match wins; widths in em. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 0],
  [/[ijlI.,:;'|! ]/, 0.36],
  [/[frt()[\]/\\"*-]/, 0.5],
  [/[mwMW@%…×]/, 1],
  [/[A-Z]/, 0.78],
  [/[ -~]/, 0.64],
  [/[\u00A0-\u10FF]/, 0.85],
  [/\p{Extended_Pictographic}/u, 1.35],
];
const widestCharacter = 1.05;

/** The name above what the node does, at most two lines each, none wider than `widest` px. */
export function textBlock(name: string, summary: string, widest: number): readonly TextLine[] {
  const lines = [
    ...wrapped(name, 'name', widest).map((text) => ({ text, role: 'name' }) as const),
    ...wrapped(summary, 'summary', widest).map((text) => ({ text, role: 'summary' }) as const),
  ];
  const height = lines.reduce((sum, { role }) => sum + fonts[role].height, gap);
  let top = -height / 2;
  return lines.map((line, index) => {
    if (line.role === 'summary' && lines[index - 1]?.role === 'name') top += gap;
    const upper = top;
    top += fonts[line.role].height;
    return { ...line, width: textWidth(line.text, line.role), top: upper, bottom: top, baseline: top - fonts[line.role].height * 0.27 };
  });
}

export function textWidth(text: string, role: keyof typeof fonts): number {
  const { size, em } = fonts[role];
  return (
    [...text].reduce((sum, character) => sum + (widths.find(([known]) => known.test(character))?.[1] ?? widestCharacter), 0) * size * em
  );
}

function wrapped(text: string, role: TextLine['role'], widest: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    const fitting = fittingStart(rest, role, widest);
    if (fitting.length === rest.length) return [...lines, rest];
    if (lines.length + 1 === mostLines) return [...lines, `${fittingStart(rest, role, widest - textWidth('…', role)).trimEnd()}…`];
    const line = fitting.slice(0, breakIn(fitting, rest[fitting.length]));
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** The first of these that leaves at most half of the line empty: after the last space, after the last dot or the like, at the end. */
function breakIn(fitting: string, next: string | undefined): number {
  if (next === ' ') return fitting.length;
  const starts = [/^.*\s/su, /^.*[._/,;:-]/su].map((start) => start.exec(fitting)?.[0].length ?? 0);
  return starts.find((length) => length >= fitting.length / 2) ?? fitting.length;
}

const graphemes = new Intl.Segmenter();

function fittingStart(text: string, role: TextLine['role'], widest: number): string {
  let fitting = '';
  for (const { segment } of graphemes.segment(text)) {
    if (fitting !== '' && textWidth(fitting + segment, role) > widest) return fitting;
    fitting += segment;
  }
  return fitting;
}

// The boxes of a drawing: the size that their text needs, and where edges meet them. All are convex.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

type ShapeKind = 'rectangle' | 'stadium' | 'rhombus' | 'hexagon' | 'trapezoid' | 'circle';

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

// Helpers for writing SVG pictures.

const origin: Point = { x: 0, y: 0 };
/** Px before and after a corner. */
const bend = 28;

export function arrowhead(id: string, style: string): string {
  return `<marker id="${id}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path class="${style}" d="M0 0.5 10 5 0 9.5 2.5 5z"/></marker>`;
}

/** Straight lines with a rounded bend at each corner. */
export function smooth(points: readonly Point[]): string {
  const bends = points.slice(1, -1).map((corner, index) => {
    const [before, behind] = [points[index] ?? corner, points[index + 2] ?? corner];
    return `L${at(towards(corner, before))} Q${at(corner)} ${at(towards(corner, behind))}`;
  });
  return `M${at(points[0] ?? origin)} ${bends.join(' ')} L${at(points.at(-1) ?? origin)}`;
}

/** A point on the side, some way from the corner, at most halfway. */
function towards(corner: Point, end: Point): Point {
  const length = Math.hypot(end.x - corner.x, end.y - corner.y);
  const share = Math.min(0.5, bend / length);
  return { x: corner.x + (end.x - corner.x) * share, y: corner.y + (end.y - corner.y) * share };
}

export function at({ x, y }: Point): string {
  return `${rounded(x)} ${rounded(y)}`;
}

export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
