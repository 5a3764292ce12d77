// Helpers for writing SVG pictures.
import type { Point } from './shapes.js';

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
