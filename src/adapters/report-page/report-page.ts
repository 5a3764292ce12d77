// One HTML file that shows a run, without network, server or other files (EV1).
//
// report-1. Text of pages, models and persons is data: JSON without `<` for the script, text nodes in what the script creates, and never an address of a link.
// report-2. Nothing else runs, even if report-1 were broken: the page's policy allows its one script and one style by their hashes, and only embedded images.
// report-3. The pictures come after the script, so that the first thing painted does not wait for them.
import { createHash } from 'node:crypto';
import { oneLine } from '../../domain/flow/one-line.js';
import type { ReportPageData } from '../../domain/report/page-data.js';
import type { Report } from '../../domain/report/report.schema.js';
import { summaryOf } from '../../domain/report/summary.js';
import { readBundle } from '../built.js';
import { escaped } from '../dagre/drawing.js';
import { packPictures, type ReadPicture } from './pack-pictures.js';
import { packTexts, type ReadJson } from './stored-texts.js';

export interface ReportStore {
  readonly picture: ReadPicture;
  readonly json: ReadJson;
}

const longestTitle = 200;

export async function drawReportPage(report: Report, { picture, json }: ReportStore): Promise<string> {
  const [packed, texts] = await Promise.all([packPictures(picturesOf(report), picture), packTexts(textsOf(report), json)]);
  const data: ReportPageData = { report, summary: summaryOf(report), pictures: packed.pictures, ...texts };
  const script = readBundle('report-view.js', 'The script of the report').trim();
  const style = readBundle('report-view.css', 'The style of the report').trim();
  const policy = `default-src 'none'; img-src data:; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const images = packed.images.map(
    (webp, index) => `<script type="text/plain" id="p${index}">${Buffer.from(webp).toString('base64')}</script>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(oneLine(report.head.request === '' ? report.run : report.head.request, longestTitle))} – ${escaped(oneLine(report.run, longestTitle))}</title>
<style>${style}</style>
</head>
<body>
<div id="root"><noscript>This report is drawn by the script inside it, which is switched off here.</noscript></div>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>
${images.join('\n')}
</body>
</html>
`;
}

/** In the order of the steps, so that a picture is compared with the one before it. */
function picturesOf({ cards, asks }: Report): readonly string[] {
  const ofCards = cards.flatMap(({ pictures: { before, after } }) => [before, after]);
  return [...ofCards, ...asks.map(({ picture }) => picture)].filter((ref) => ref !== undefined);
}

function textsOf({ cards }: Report): readonly string[] {
  return cards.flatMap(({ prompt, reply }) => [prompt, reply]).filter((ref) => ref !== undefined);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
