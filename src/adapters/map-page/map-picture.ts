// Positions of a map's screens: a tree of shortest paths, from left to right, wrapped like lines of text so that all fits on a page. Dagre,
// which draws the flows, makes the map three to eight times as high: it reserves room for each edge that passes a column.
//
// columns-1. Columns follow from the tree alone. When seventy screens all lead to each other, layers from all edges show nothing.
// columns-2. A column holds as many screens as fit the height of the page; the rest go to the next one.
// columns-3. Screens keep their predecessors' order.
// columns-4. The tree wraps to a new line where that brings the picture closest to the shape of a page.

import { grouped } from '../../domain/collections.js';
import { type Point, type Size, arrowhead, at, escaped, rounded, fonts, textBlock, textWidth } from '../dagre/drawing.js';
import { withoutTitle } from '../../domain/explorer/screen-names.js';
import { oneLine } from '../../domain/flow/one-line.js';
import type { DataScreen, GatheredWay } from './map-data.js';

/** From one screen to another, however many actions do that. Screens are referred to by index. */
export interface Way {
  readonly from: number;
  readonly to: number;
  /** Some action other than back, home or waiting leads there. */
  readonly leads: boolean;
}

interface ScreenLayout extends Size {
  /** Middles. */
  readonly places: readonly Point[];
  /** The previous screen on the shortest path from the first; undefined when no known path leads there. */
  readonly parents: ReadonlyMap<number, number | undefined>;
}

/** Width to height of the page. */
const pageShape = 1.35;
const gaps = { column: 150, row: 36, line: 80 } as const;

/** `count` screens, in the order in which they were found. */
export function layOutScreens(count: number, ways: readonly Way[], card: Size): ScreenLayout {
  const pitch = { x: card.width + gaps.column, y: card.height + gaps.row };
  const parents = firstWays(count, ways);
  const columns = columnsOf(parents, Math.max(3, Math.ceil(Math.sqrt((count * pitch.x) / pitch.y / pageShape))));
  const lines = folded(columns, pitch);
  const places: Point[] = [];
  let top = 0;
  for (const line of lines) {
    for (const [column, screens] of line.entries()) {
      const wanted = (screen: number): number => places[parents.get(screen) ?? screen]?.y ?? 0;
      const sorted = screens.toSorted((a, b) => wanted(a) - wanted(b));
      for (const [row, screen] of sorted.entries())
        places[screen] = { x: column * pitch.x + card.width / 2, y: top + row * pitch.y + card.height / 2 };
    }
    top += mostIn(line) * pitch.y - gaps.row + gaps.line;
  }
  return { places, parents, width: Math.max(1, ...lines.map(({ length }) => length)) * pitch.x - gaps.column, height: top - gaps.line };
}

/** Breadth first, in order of discovery. */
function firstWays(count: number, ways: readonly Way[]): ReadonlyMap<number, number | undefined> {
  const parents = new Map<number, number | undefined>();
  const leaving = grouped(
    ways.filter(({ leads }) => leads),
    ({ from }) => from,
  );
  const arriving = grouped(ways, ({ to }) => to);
  for (let screen = 0; screen < count; screen += 1) {
    if (parents.has(screen)) continue;
    // A screen reached only by back or home goes after the one where that is done.
    const tree = new Map([[screen, (arriving.get(screen) ?? []).find(({ from }) => parents.has(from))?.from]]);
    for (const [at] of tree) for (const { to } of leaving.get(at) ?? []) if (!parents.has(to) && !tree.has(to)) tree.set(to, at);
    for (const [at, parent] of tree) parents.set(at, parent);
  }
  return parents;
}

/** columns-2. */
function columnsOf(parents: ReadonlyMap<number, number | undefined>, room: number): readonly (readonly number[])[] {
  const columns: number[][] = [];
  const columnOf = new Map<number, number>();
  for (const [screen, parent] of parents) {
    let column = parent === undefined ? 0 : (columnOf.get(parent) ?? 0) + 1;
    while ((columns[column]?.length ?? 0) >= room) column += 1;
    while (columns.length <= column) columns.push([]);
    columns[column]?.push(screen);
    columnOf.set(screen, column);
  }
  return columns;
}

type Line = readonly (readonly number[])[];

/** columns-4. */
function folded(columns: Line, pitch: Point): readonly Line[] {
  const foldings = columns.map((_, index) => linesOf(columns, index + 1));
  const unlike = (lines: readonly Line[]): number => {
    const width = Math.max(...lines.map(({ length }) => length)) * pitch.x;
    const height = lines.reduce((sum, line) => sum + mostIn(line) * pitch.y + gaps.line, 0);
    return Math.abs(Math.log(width / height / pageShape));
  };
  return foldings.reduce((best, lines) => (unlike(lines) < unlike(best) ? lines : best), foldings[0] ?? []);
}

function linesOf(columns: Line, length: number): readonly Line[] {
  return Array.from({ length: Math.ceil(columns.length / length) }, (_, index) => columns.slice(index * length, (index + 1) * length));
}

function mostIn(line: Line): number {
  return Math.max(...line.map(({ length }) => length));
}

// The map as SVG inside its page: screens as cards with their screenshot, connected by labelled edges. All text goes through `oneLine` and
// `escaped`.

const card = { width: 208, height: 190 } as const;
const picture = { width: 208, height: 130 } as const;
const margin = 60;
/** Height with room for the buttons below the map, as a multiple of its own. */
const belowShare = 1.08;
const widestLabel = 128;
/** px. */
const aside = 14;
const longest = 300;

/** `thumbnails`: `data:` URLs, in the order of the screens; undefined where there is none. */
export function drawMap(screens: readonly DataScreen[], ways: readonly GatheredWay[], thumbnails: readonly (string | undefined)[]): string {
  const { places, parents, width, height } = layOutScreens(screens.length, ways, card);
  const lines = ways.flatMap((way) => {
    const [start, end] = [places[way.from], places[way.to]];
    return start && end ? [drawWay(way, parents.get(way.to) === way.from, start, end)] : [];
  });
  return [
    `<svg id="map" xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${Math.ceil(width) + 2 * margin} ${Math.ceil(height * belowShare) + 2 * margin}" tabindex="0" role="group" aria-label="Map. Arrow keys move it, plus and minus zoom, 0 shows all. The list beside it has the same screens.">`,
    `<defs>${arrowhead('arrow', 'tip')}${arrowhead('lit-arrow', 'tip lit')}${arrowhead('comes-arrow', 'tip comes')}<clipPath id="frame"><rect x="${-card.width / 2}" y="${-card.height / 2}" width="${card.width}" height="${card.height}" rx="8"/></clipPath></defs>`,
    '<g id="world">',
    ...lines.map(({ line }) => line),
    ...screens.map((screen, index) => drawScreen(screen, index, places[index], thumbnails[index])),
    // On top of the cards that an edge crosses.
    ...lines.map(({ label }) => label),
    '</g></svg>',
  ].join('\n');
}

/** `isFirst`: part of the tree of shortest paths. */
function drawWay(
  { from, to, names, leads }: GatheredWay,
  isFirst: boolean,
  start: Point,
  end: Point,
): { readonly line: string; readonly label: string } {
  const kind = `${isFirst ? 'first' : 'other'}${leads ? '' : ' move'}`;
  const ends = `data-from="${from}" data-to="${to}"`;
  const { path, near } = across(start, end, isFirst ? 0 : aside);
  const middle = isFirst && end.x > start.x ? { x: end.x - card.width / 2 - widestLabel / 2 - 10, y: end.y - 12 } : near;
  const title = `<title>${escaped(names.map((name) => oneLine(name, longest)).join('\n'))}</title>`;
  return {
    line: `<g class="way ${kind}" ${ends}><path class="hit" d="${path}">${title}</path><path class="edge" d="${path}"/></g>`,
    label: `<g class="what ${kind}" ${ends}>${drawLabel(labelOf(names), middle)}</g>`,
  };
}

/** `Cart +2`: the first of several actions. */
function labelOf(names: readonly string[]): string {
  const more = names.length > 1 ? ` +${names.length - 1}` : '';
  return `${cut(oneLine(names[0] ?? '', longest), widestLabel - textWidth(more, 'label'), 'label')}${more}`;
}

function cut(text: string, widest: number, role: keyof typeof fonts): string {
  if (textWidth(text, role) <= widest) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join('')}…`, role) > widest) letters.pop();
  return `${letters.join('')}…`;
}

function drawLabel(text: string, { x, y }: Point): string {
  const { width, height }: Size = { width: textWidth(text, 'label') + 10, height: fonts.label.height + 4 };
  return `<rect x="${rounded(x - width / 2)}" y="${rounded(y - height / 2)}" width="${rounded(width)}" height="${height}" rx="${height / 2}"/><text x="${rounded(x)}" y="${rounded(y + 4)}">${escaped(text)}</text>`;
}

/** From side to side; the cards in between are drawn over it. `shift`: px above the middle where it starts, below it where it ends. */
function across(from: Point, to: Point, shift: number): { readonly path: string; readonly near: Point } {
  const isRight = to.x > from.x + card.width;
  const isLeft = to.x < from.x - card.width;
  const start = { x: from.x + (isLeft ? -0.5 : 0.5) * card.width, y: from.y - shift };
  const end = { x: to.x + (isRight ? -0.5 : 0.5) * card.width, y: to.y + shift };
  const bend = Math.max(60, Math.abs(end.x - start.x) / 2.5);
  const one = { x: start.x + (isLeft ? -bend : bend), y: start.y };
  const other = { x: end.x + (isRight ? -bend : bend), y: end.y };
  return { path: `M${at(start)} C${at(one)} ${at(other)} ${at(end)}`, near: bezierAt([start, one, other, end], 0.6) };
}

function bezierAt([a, b, c, d]: readonly [Point, Point, Point, Point], t: number): Point {
  const s = 1 - t;
  const mixed = (axis: 'x' | 'y'): number => s ** 3 * a[axis] + 3 * s ** 2 * t * b[axis] + 3 * s * t ** 2 * c[axis] + t ** 3 * d[axis];
  return { x: mixed('x'), y: mixed('y') };
}

function drawScreen(screen: DataScreen, index: number, place: Point | undefined, thumbnail: string | undefined): string {
  if (!place) return '';
  const { name, title, isOutside, isDeadEnd, variants, actions } = screen;
  const [left, top] = [-card.width / 2, -card.height / 2];
  const untried = actions.filter(({ state }) => state === 'untried').length;
  const open = `<g class="screen${isOutside ? ' outside' : ''}" data-screen="${index}" transform="translate(${at(place)})"><title>${escaped(name)}</title>`;
  if (isOutside)
    return `${open}<rect class="card" x="${left}" y="-32" width="${card.width}" height="64" rx="32"/><text class="name" text-anchor="middle" y="5">${escaped(name)}</text></g>`;
  // What only this screen is called comes first: the title that it shares with others tells nothing.
  const own = withoutTitle(screen);
  const room = card.width - 20;
  const lines = textBlock(own, own === name ? '' : cut(oneLine(title, longest), room, 'summary'), room);
  const middle = top + picture.height + (card.height - picture.height) / 2;
  return [
    open,
    ...(variants > 1 ? [`<rect class="card" x="${left + 6}" y="${top + 6}" width="${card.width}" height="${card.height}" rx="8"/>`] : []),
    `<rect class="card" x="${left}" y="${top}" width="${card.width}" height="${card.height}" rx="8"/>`,
    '<g clip-path="url(#frame)">',
    thumbnail === undefined
      ? `<rect class="gone" x="${left}" y="${top}" width="${picture.width}" height="${picture.height}"/><text class="gone-text" text-anchor="middle" y="${top + picture.height / 2}">screenshot removed</text>`
      : `<image x="${left}" y="${top}" width="${picture.width}" height="${picture.height}" preserveAspectRatio="xMinYMin slice" href="${thumbnail}"/>`,
    `<path class="rule" d="M${left} ${top + picture.height}h${picture.width}"/></g>`,
    `<rect class="ring" x="${left}" y="${top}" width="${card.width}" height="${card.height}" rx="8"/>`,
    ...lines.map(
      ({ text, role, baseline }) => `<text class="${role}" x="${left + 10}" y="${rounded(middle + baseline)}">${escaped(text)}</text>`,
    ),
    ...(index === 0 ? [badge('start', 'start', left + 6, top - 9)] : []),
    ...(isDeadEnd ? [badge('dead', 'dead end', left + (index === 0 ? 56 : 6), top - 9)] : []),
    ...(untried > 0 ? [badge('untried', `${untried} untried`, left + card.width - 6, top - 9, true)] : []),
    ...(variants > 1 ? [badge('variants', `${variants} variants`, left + card.width - 6, top + picture.height - 12, true)] : []),
    '</g>',
  ].join('');
}

function badge(kind: string, text: string, x: number, y: number, endsThere = false): string {
  const width = rounded(textWidth(text, 'label') + 12);
  const left = rounded(endsThere ? x - width : x);
  return `<g class="badge ${kind}"><rect x="${left}" y="${y}" width="${width}" height="18" rx="9"/><text text-anchor="middle" x="${rounded(left + width / 2)}" y="${y + 13}">${escaped(text)}</text></g>`;
}
