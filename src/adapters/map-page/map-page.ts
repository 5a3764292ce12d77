import { dark, light, type Palette } from '../dagre/picture-style.js';
import type { NamedGraph } from '../../ports/screen-graph.js';
import { readBundle } from '../process-kit/programs.js';
import { escaped } from '../dagre/drawing.js';
import { oneLine } from '../../domain/flow/one-line.js';
import { singleFilePage } from '../report-page/single-file-page.js';
import { gatheredWays, mapDataOf } from './map-data.js';
import { drawMap } from './map-picture.js';

function variables({ page, ink, muted, line, visited, onVisited, groups }: Palette): string {
  const { step, decision, loop, person } = groups;
  return [
    `--page:${page};--ink:${ink};--muted:${muted};--line:${line};--lit:${visited};--on-lit:${onVisited};--card:${step[0]};--rim:${step[1]}`,
    `--untried:${decision[0]};--untried-rim:${decision[1]};--start:${loop[0]};--start-rim:${loop[1]};--dead:${person[0]};--dead-rim:${person[1]}`,
  ].join(';');
}

const mapStyle = `
:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:grid;grid-template-columns:1fr 380px;background:var(--page);color:var(--ink);font:14px/1.45 system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
#stage{position:relative;overflow:hidden;min-width:0;min-height:0}
#map{width:100%;height:100%;display:block;cursor:grab;touch-action:none;user-select:none}
#map.dragged{cursor:grabbing}
:focus-visible{outline:2px solid var(--lit);outline-offset:2px}
#map:focus-visible{outline-offset:-2px}
.edge,.hit{fill:none}
.hit{stroke:transparent;stroke-width:12}
.edge{stroke:var(--line);stroke-width:1.5;marker-end:url(#arrow)}
.tip{fill:var(--line)}
.tip.lit{fill:var(--lit)}
.tip.comes{fill:var(--start-rim)}
.other .edge{stroke-opacity:.28;marker-end:none}
.move .edge{stroke-dasharray:4 4}
.what rect{fill:var(--page);fill-opacity:.88}
.what text{fill:var(--muted);font-size:11px;text-anchor:middle}
.what.other{display:none}
.no-others .way.other:not(.lit),.no-moves .way.move:not(.first):not(.lit){display:none}
.screen{cursor:pointer}
.card{fill:var(--card);stroke:var(--rim)}
.ring{fill:none;stroke:none;stroke-width:3}
.screen:hover .ring{stroke:var(--rim)}
.rule{stroke:var(--rim);stroke-opacity:.5}
.gone{fill:var(--page)}
.gone-text{fill:var(--muted);font-size:12px;font-style:italic}
.name{fill:var(--ink);font-size:13px;font-weight:600}
.summary{fill:var(--muted);font-size:11px}
.outside .name{font-weight:400;font-style:italic}
.outside .card{stroke-dasharray:5 4}
.badge text{font-size:11px;font-weight:600;fill:var(--ink)}
.badge rect{stroke-width:1}
.badge.untried rect{fill:var(--untried);stroke:var(--untried-rim)}
.badge.start rect{fill:var(--start);stroke:var(--start-rim)}
.badge.dead rect{fill:var(--dead);stroke:var(--dead-rim)}
.badge.variants rect{fill:var(--page);stroke:var(--rim)}
.narrowed .screen:not(.lit){opacity:.3}
.narrowed .way:not(.lit){opacity:.12}
.narrowed .what:not(.lit){display:none}
.way.lit .edge{stroke:var(--lit);stroke-width:2.5;stroke-opacity:1;marker-end:url(#lit-arrow)}
.way.lit.comes .edge{stroke:var(--start-rim);marker-end:url(#comes-arrow)}
.what.lit{display:inline}
.far .what,.what.under{display:none}
.what.lit text{fill:var(--lit);font-weight:600}
.what.lit.comes text{fill:var(--start-rim)}
.screen.chosen .ring{stroke:var(--lit)}
#zoom{position:absolute;left:16px;bottom:16px;display:flex;gap:6px}
#legend{position:absolute;right:16px;bottom:16px;display:flex;gap:14px;padding:6px 12px;border:1px solid var(--rim);border-radius:8px;background:var(--page);color:var(--muted)}
#legend label{display:flex;gap:6px;align-items:center}
button,input{font:inherit;color:inherit}
button{border:1px solid var(--rim);border-radius:8px;background:var(--page);cursor:pointer}
#zoom button{min-width:36px;height:36px;padding:0 10px}
aside{display:flex;flex-direction:column;min-height:0;border-left:1px solid var(--rim);background:var(--card)}
#head{padding:16px 16px 10px;border-bottom:1px solid var(--rim)}
h1{margin:0;font-size:17px;overflow-wrap:anywhere}
h2{margin:6px 0;font-size:16px;overflow-wrap:anywhere}
h3{margin:0;font-size:13px}
h1,h2,li,.text,.go{unicode-bidi:isolate}
#counts,.quiet{color:var(--muted)}
#search{width:100%;margin-top:10px;padding:7px 10px;border:1px solid var(--rim);border-radius:8px;background:var(--page)}
#found{color:var(--muted)}
#found:not(:empty){margin-top:6px}
#panel{flex:1;min-height:0;overflow:auto;padding:12px 16px 24px}
ul{list-style:none;margin:0;padding:0}
.rows button{display:flex;gap:10px;width:100%;align-items:center;padding:6px;border-color:transparent;background:none;text-align:left}
.rows button:hover{background:var(--page)}
.rows button[aria-pressed=true]{border-color:var(--lit);background:var(--page)}
.rows .text{min-width:0;flex:1;overflow-wrap:anywhere}
.rows .quiet{display:block;font-size:12px}
.mini{flex:none;width:64px;height:40px;border-radius:4px;object-fit:cover;object-position:left top;background:var(--page)}
.large{display:block;width:100%;max-width:480px;border:1px solid var(--rim);border-radius:8px;margin:8px 0}
.chips{display:flex;flex-wrap:wrap;gap:6px;margin:8px 0}
.chip{padding:1px 9px;border:1px solid var(--rim);border-radius:99px;font-size:12px;background:var(--page)}
.chip.dead{background:var(--dead);border-color:var(--dead-rim)}
.chip.untried{background:var(--untried);border-color:var(--untried-rim)}
.chip.start{background:var(--start);border-color:var(--start-rim)}
details{margin-top:10px;border-top:1px solid var(--rim);padding-top:8px}
summary{cursor:pointer;font-weight:600}
.acts{margin-top:4px}
.acts li{padding:3px 0;overflow-wrap:anywhere}
.go{display:inline;padding:0;border:0;background:none;color:var(--lit);text-align:left;text-decoration:underline;overflow-wrap:anywhere}
.pictures{display:grid;grid-template-columns:1fr 1fr;gap:8px;margin-top:8px}
.pictures img{width:100%;border:1px solid var(--rim);border-radius:6px}
#back{padding:4px 10px}
@media (max-width:900px){body{grid-template-columns:1fr;grid-template-rows:1fr 46%}aside{border-left:0;border-top:1px solid var(--rim)}#head{padding:8px 16px}}
@media (max-width:560px){#zoom{bottom:64px}#legend{left:16px;gap:4px 14px;font-size:12px}}
@media print{body{display:block}aside,#zoom,#legend{display:none}}
`;

// One HTML file that shows a map, without network, server or other files.
//
// map-1. Content from pages (titles, labels, keys) is data: escaped in the SVG, JSON for the script, text nodes in what the script creates. Nothing else runs,
//     even if that were broken (page-1 of single-file-page.ts).

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
