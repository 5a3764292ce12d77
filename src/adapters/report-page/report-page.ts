// The pictures of a report, small enough to be sent around: WebP, each once, and where little has changed only that.
//
// pack-1. What is shown is what was stored, or that scaled as a whole; a difference is never laid over another difference.
// pack-2. Sizes and places are px of the stored picture, however small it is here: frames are, too.

import sharp, { type Sharp } from 'sharp';
import type { PackedLayer, PackedPicture, ReportPageData } from '../../domain/report/page-data.js';
import { oneLine } from '../../domain/flow/one-line.js';
import type { Report } from '../../domain/report/report.schema.js';
import { summaryOf } from '../../domain/report/markdown.js';
import { readBundle } from '../process-kit/programs.js';
import { singleFilePage } from './single-file-page.js';
import { listOf, recordOf, textOf } from '../../domain/checks/read-stored.js';

export interface Packed {
  readonly pictures: Readonly<Record<string, PackedPicture>>;
  /** WebP; a layer names one by its index. */
  readonly images: readonly Uint8Array[];
}

/** Undefined: it is no longer stored. */
export type ReadPicture = (ref: string) => Promise<Uint8Array | undefined>;

interface Base extends Decoded {
  readonly layer: PackedLayer;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const webp = { quality: 62, effort: 0, smartSubsample: false } as const;
/** px. */
const longestSide = 1_440;
/** Of a picture's area: a larger difference is a picture of its own. */
const largestDifference = 0.4;
/** Of 255: what PNG and scaling leave alike. */
const visibleDifference = 6;
const bases = 3;
/** Pictures that are encoded at a time. */
const atOnce = 4;

export async function packPictures(refs: readonly string[], read: ReadPicture): Promise<Packed> {
  const pictures: Record<string, PackedPicture> = {};
  const images: Promise<Uint8Array>[] = [];
  let recent: readonly Base[] = [];
  const encode = (image: Sharp): number => images.push(image.webp(webp).toBuffer()) - 1;
  for (const ref of new Set(refs)) {
    const png = await read(ref);
    if (!png) continue;
    const decoded = await decode(png);
    if (!decoded) continue;
    const { factor } = decoded;
    const size = { width: Math.round(decoded.width * factor), height: Math.round(decoded.height * factor) };
    const found = nearest(recent, decoded);
    if (found) {
      const { base, box } = found;
      const changed = box && { x: box.left * factor, y: box.top * factor, width: box.width * factor, height: box.height * factor };
      const layers = changed && box ? [{ image: encode(imageOf(decoded).extract(box)), ...changed }] : [];
      pictures[ref] = { ...size, layers: [base.layer, ...layers] };
    } else {
      const layer = { image: encode(imageOf(decoded)), x: 0, y: 0, ...size };
      pictures[ref] = { ...size, layers: [layer] };
      recent = [{ ...decoded, layer }, ...recent].slice(0, bases);
    }
    await images[images.length - atOnce];
  }
  return { pictures, images: await Promise.all(images) };
}

interface Decoded {
  readonly raw: Buffer;
  /** px, as it is shown. */
  readonly width: number;
  readonly height: number;
  /** How much larger it was stored. */
  readonly factor: number;
}

/** Undefined: it is no picture. */
async function decode(png: Uint8Array): Promise<Decoded | undefined> {
  try {
    const picture = sharp(png);
    const stored = await picture.metadata();
    const { data: raw, info } = await picture
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { raw, width: info.width, height: info.height, factor: stored.width / info.width };
  } catch {
    return undefined;
  }
}

function imageOf({ raw, width, height }: Decoded): Sharp {
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** The one of the last whole pictures that differs least, if little does; without a box: nothing differs. */
function nearest(recent: readonly Base[], picture: Decoded): { readonly base: Base; readonly box: Box | undefined } | undefined {
  const areaOf = (box: Box | undefined): number => (box ? box.width * box.height : 0);
  return recent
    .filter(({ width, height, factor }) => width === picture.width && height === picture.height && factor === picture.factor)
    .map((base) => ({ base, box: differenceOf(base.raw, picture) }))
    .filter(({ box }) => areaOf(box) <= largestDifference * picture.width * picture.height)
    .sort((a, b) => areaOf(a.box) - areaOf(b.box))[0];
}

/** What encloses every pixel that differs. Plain loops that look only outside what is enclosed already: a screen has a million pixels. */
function differenceOf(one: Buffer, { raw: other, width, height }: Decoded): Box | undefined {
  const stride = width * 3;
  const whole = { left: 0, top: 0, width, height };
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let row = 0; row < height; row += 1) {
    const start = row * stride;
    if (one.compare(other, start, start + stride, start, start + stride) === 0) continue;
    const first = firstDifference(one, other, start, start + left * 3, 1);
    const last = firstDifference(one, other, start + stride - 1, start + right * 3 + 2, -1);
    if (first >= 0) left = Math.floor((first - start) / 3);
    if (last >= 0) right = Math.floor((last - start) / 3);
    const isWithin = first < 0 && last < 0 && firstDifference(one, other, start + left * 3, start + right * 3 + 3, 1) < 0;
    if (isWithin) continue;
    [top, bottom] = [top < 0 ? row : top, row];
    // It is not going to become smaller.
    if ((right - left + 1) * (bottom - top + 1) > largestDifference * width * height) return whole;
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Its place, from there and before the end; -1: none is visible. */
function firstDifference(one: Buffer, other: Buffer, from: number, end: number, by: 1 | -1): number {
  for (let at = from; by === 1 ? at < end : at > end; at += by) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference > visibleDifference || difference < -visibleDifference) return at;
  }
  return -1;
}

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
