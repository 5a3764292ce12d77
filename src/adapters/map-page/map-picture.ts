// The map as SVG inside its page: screens as cards with their screenshot, connected by labelled edges. All text goes through `oneLine` and
// `escaped`.
import { arrowhead, at, escaped, rounded } from '../dagre/drawing.js';
import type { Point, Size } from '../dagre/shapes.js';
import { fonts, textBlock, textWidth } from '../dagre/text-block.js';
import { withoutTitle } from '../../domain/explorer/screen-names.js';
import { oneLine } from '../../domain/flow/one-line.js';
import type { DataScreen, GatheredWay } from './map-data.js';
import { layOutScreens } from './screen-layout.js';

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
