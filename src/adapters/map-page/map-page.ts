// One HTML file that shows a map, without network, server or other files.
//
// map-1. Content from pages (titles, labels, keys) is data: escaped in the SVG, JSON without `<` for the script, text nodes in what the
// script creates.
// map-2. Nothing else runs, even if map-1 were broken: the page's policy allows its one script and one style by their hashes, and only
// embedded images.
import { createHash } from 'node:crypto';
import type { NamedGraph } from '../../ports/screen-graph.js';
import { readBundle } from '../built.js';
import { escaped } from '../dagre/drawing.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { gatheredWays, mapDataOf, type MapData } from './map-data.js';
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
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(script)}'; style-src '${hashOf(mapStyle)}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Map of ${name}</title>
<style>${mapStyle}</style>
</head>
<body>
<main id="stage">
${drawMap(data.screens, gatheredWays(graph), thumbnails)}
<div id="zoom"><button type="button" data-zoom="in" aria-label="Zoom in">+</button><button type="button" data-zoom="out" aria-label="Zoom out">−</button><button type="button" data-zoom="all">All</button></div>
<div id="legend"><label><input type="checkbox" id="others" checked> other ways</label><label><input type="checkbox" id="moves"> back, home, waiting</label></div>
</main>
<aside>
<div id="head"><h1>${name}</h1><div id="counts">${countsOf(graph)}</div>
<input id="search" type="search" placeholder="Search names, actions, keys  ( / )" aria-label="Search names, actions, keys" autocomplete="off" spellcheck="false">
<div id="found" role="status"></div></div>
<div id="panel"></div>
</aside>
<script type="application/json" id="data">${jsonInPage(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

const longestName = 300;

function countsOf({ screens, edges, runs }: NamedGraph): string {
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  return [count(screens.length, 'screen'), count(edges.length, 'edge'), count(runs.length, 'run')].join(' · ');
}

/** The result can contain neither the end of the script element nor a comment. */
function jsonInPage(data: MapData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function address(webp: Uint8Array): string {
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
