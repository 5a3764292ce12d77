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
import { listOf, recordOf, textOf } from '../../domain/checks/recorded-data.js';

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

// Prompts and replies as they are stored, each text once: most prompts of a run begin alike.

type ReadJson = (ref: string) => Promise<unknown>;

/** What cannot be read is left out: the page says that it is no longer stored. */
async function packTexts(refs: readonly string[], read: ReadJson): Promise<Pick<ReportPageData, 'texts' | 'sayings'>> {
  const places = new Map<string, number>();
  const texts: Record<string, readonly (readonly [string, number])[]> = {};
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  for (const ref of new Set(refs)) {
    const stored = await read(ref).catch(() => undefined);
    if (stored !== undefined) texts[ref] = saidIn(stored).map(([who, text]) => [who, placeOf(text)] as const);
  }
  return { texts, sayings: [...places.keys()] };
}

/** Of a prompt `messages`, of a reply `turns`; any other form as JSON. */
function saidIn(stored: unknown): readonly (readonly [who: string, text: string])[] {
  const { messages, turns } = recordOf(stored) ?? {};
  const told = [
    ...listOf(messages).map((one) => [textOf(one['role']), textOf(one['text'])] as const),
    ...listOf(turns).map((one) => ['model', textOf(one['text'])] as const),
  ];
  return told.length > 0 ? told : [['', JSON.stringify(stored, undefined, 2)]];
}
