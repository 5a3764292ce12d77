// One HTML file that shows a map, without network, server or other files.
//
// map-1. Content from pages (titles, labels, keys) is data: escaped in the SVG, JSON for the script, text nodes in what the script creates. Nothing else runs,
//     even if that were broken (page-1 of single-file-page.ts).
import type { NamedGraph } from '../../ports/screen-graph.js';
import { readBundle } from '../process-kit/built.js';
import { escaped } from '../dagre/drawing.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { singleFilePage } from '../report-page/single-file-page.js';
import { gatheredWays, mapDataOf } from './map-data.js';
import { drawMap } from './map-picture.js';
import { mapStyle } from './map-style.js';

export interface MapPictures {
  /** WebP, in the order of the screens; undefined when it no longer exists. */
  readonly screens: readonly (Uint8Array | undefined)[];
  /** Screenshots of other variants, as far as they exist. */
  readonly variants: Readonly<Record<number, readonly Uint8Array[]>>;
}

export function drawMapPage(graph: NamedGraph, pictures: MapPictures): string {
  const script = readBundle('map-view.js', 'The script of the map').trim();
  const variants = Object.fromEntries(Object.entries(pictures.variants).map(([place, some]) => [place, some.map(address)]));
  const data = mapDataOf(graph, variants);
  const thumbnails = pictures.screens.map((picture) => (picture === undefined ? undefined : address(picture)));
  const name = escaped(oneLine(graph.app, longestName));
  const body = `<main id="stage">
${drawMap(data.screens, gatheredWays(graph), thumbnails)}
<div id="zoom"><button type="button" data-zoom="in" aria-label="Zoom in">+</button><button type="button" data-zoom="out" aria-label="Zoom out">−</button><button type="button" data-zoom="all">All</button></div>
<div id="legend"><label><input type="checkbox" id="others" checked> other ways</label><label><input type="checkbox" id="moves"> back, home, waiting</label></div>
</main>
<aside>
<div id="head"><h1>${name}</h1><div id="counts">${countsOf(graph)}</div>
<input id="search" type="search" placeholder="Search names, actions, keys  ( / )" aria-label="Search names, actions, keys" autocomplete="off" spellcheck="false">
<div id="found" role="status"></div></div>
<div id="panel"></div>
</aside>`;
  return singleFilePage({ title: `Map of ${graph.app}`, style: mapStyle, script, data, body });
}

const longestName = 300;

function countsOf({ screens, edges, runs }: NamedGraph): string {
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [count(screens.length, 'screen'), count(edges.length, 'edge'), count(runs.length, 'run')].join(' · ');
}

function address(webp: Uint8Array): string {
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
}
