// One HTML file that shows a run, without network, server or other files.
//
// report-1. Text of pages, models and persons is data: JSON for the script, text nodes in what the script creates, and never an address of a link. Nothing else
//     runs, even if that were broken (page-1 of single-file-page.ts).
// report-2. The pictures come after the script, so that the first thing painted does not wait for them.
import { oneLine } from '../../domain/flow/one-line.js';
import type { ReportPageData } from '../../domain/report/page-data.js';
import type { Report } from '../../domain/report/report.schema.js';
import { summaryOf } from '../../domain/report/summary.js';
import { readBundle } from '../process-kit/built.js';
import { singleFilePage } from './single-file-page.js';
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
  const images = packed.images.map(
    (webp, index) => `<script type="text/plain" id="p${index}">${Buffer.from(webp).toString('base64')}</script>`,
  );
  return singleFilePage({
    title: `${oneLine(report.head.request || report.run, longestTitle)} – ${oneLine(report.run, longestTitle)}`,
    style,
    script,
    data,
    body: '<div id="root"><noscript>This report is drawn by the script inside it, which is switched off here.</noscript></div>',
    later: images.join('\n'),
  });
}

/** In the order of the steps, so that a picture is compared with the one before it. */
function picturesOf({ cards, asks }: Report): readonly string[] {
  const ofCards = cards.flatMap(({ pictures: { before, after } }) => [before, after]);
  return [...ofCards, ...asks.map(({ picture }) => picture)].filter((ref) => ref !== undefined);
}

function textsOf({ cards }: Report): readonly string[] {
  return cards.flatMap(({ prompt, reply }) => [prompt, reply]).filter((ref) => ref !== undefined);
}
