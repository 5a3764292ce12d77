import sharp, { type Region } from 'sharp';
import type { Bounds, Size } from '../../domain/ui/geometry.js';
import { placeLabels } from '../../domain/ui/label-places.js';
import type { Images, Mark, PictureOf } from '../../ports/pictures.js';
import { colourOfRole, drawBox, drawLeader, drawTag, fillBox, inkOf, scaleOf, tagSizeOf, type Canvas } from './canvas.js';

/** A WebP for people to look at, neither side longer than `maxSide` px: a few KB. */
export async function thumbnail(png: Uint8Array, maxSide: number): Promise<Uint8Array> {
  return sharp(png).resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true }).webp({ quality: 70 }).toBuffer();
}

// Images with sharp. Marks, digits included, are painted into the raw pixels: no fonts to install, no SVG to lay out, and a screenshot with
// hundreds of labels costs little more than decoding and encoding it.

const grey = [128, 128, 128] as const;
// Marked screenshots are sent once and stored: speed matters more than size.
const fastPng = { compressionLevel: 2, adaptiveFiltering: false } as const;

export function createSharpImages(): Images {
  return {
    async annotate(png, marks, around = []) {
      if (marks.length === 0) return png;
      return painted(png, (canvas) => {
        drawMarks(canvas, marks, around);
      });
    },
    async blank(png, boxes) {
      if (boxes.length === 0) return png;
      return painted(png, (canvas) => {
        for (const box of boxes) fillBox(canvas, box, grey);
      });
    },
    async shrink(png, maxSide) {
      const { width, height } = await sharp(png).metadata();
      if (Math.max(width, height) <= maxSide) return png;
      return sharp(png).resize({ width: maxSide, height: maxSide, fit: 'inside' }).png(fastPng).toBuffer();
    },
    async compact(png) {
      return sharp(png).webp({ quality: 70, effort: 1 }).toBuffer();
    },
    async lossless(png) {
      // A higher effort costs more and saves little; a lower one saves a quarter only (docs/benchmarks.md).
      return sharp(png).webp({ lossless: true, effort: 2 }).toBuffer();
    },
    async crop(png, box) {
      const { width, height } = await sharp(png).metadata();
      return sharp(png)
        .extract(clamped(box, width, height))
        .png(fastPng)
        .toBuffer();
    },
    size: sizeOf,
    async drawn(png) {
      const size = await sizeOf(png);
      const { info } = await sharp(png)
        .flatten({ background: 'white' })
        .trim({ threshold: slight })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
      const isWhole = width === size.width && height === size.height;
      return isWhole && !(await this.shows(png, { x: 0, y: 0, ...size }))
        ? undefined
        : { x: 0 - trimOffsetLeft, y: 0 - trimOffsetTop, width, height };
    },
    async shows(png, box) {
      const boxes = inBoth(box, await sizeOf(png), box, await sizeOf(png));
      if (!boxes) return false;
      const greys = await greysOf({ png, box }, boxes.one);
      const usual = greys.toSorted((one, other) => one - other)[Math.floor(greys.length / 2)] ?? 0;
      return greys.filter((light) => Math.abs(light - usual) > noticeable).length > mostPixels;
    },
    async alike(one, other) {
      const boxes = inBoth(one.box, await sizeOf(one.png), other.box, await sizeOf(other.png));
      if (!boxes) return undefined;
      const [was, is] = await Promise.all([greysOf(one, boxes.one), greysOf(other, boxes.other)]);
      return isSlight(
        was.flatMap((light, at) => (Math.abs(light - (is[at] ?? 0)) > noticeable ? [at] : [])),
        boxes.one.width,
      );
    },
    async changes(one, other) {
      const [was, is] = await Promise.all([coloursOf(one), coloursOf(other)]);
      const { width, height } = is.info;
      if (was.info.width !== width || was.info.height !== height) return [{ x: 0, y: 0, width, height }];
      const changed = differing(was.data, is.data);
      return isSlight(changed, width) ? [] : cellsOf(changed, width);
    },
  };
}

/** Boxes, then lines, then labels: nothing crosses a label. Places are found before anything is drawn, since boxes would pass for content. */
function drawMarks(canvas: Canvas, marks: readonly Mark[], around: readonly Bounds[]): void {
  const scale = scaleOf(canvas);
  const targets = marks.map(({ label, bounds }) => ({ bounds, tag: tagSizeOf(label, scale) }));
  const places = placeLabels({ targets, others: around, picture: canvas, ink: inkOf(canvas) });
  const tags = marks.flatMap(({ label, role }, at) => {
    const place = places[at];
    return place ? [{ ...place, label, style: { colour: colourOfRole(role), scale } }] : [];
  });
  for (const { role, bounds } of marks) drawBox(canvas, bounds, colourOfRole(role));
  for (const { leader, style } of tags) if (leader) drawLeader(canvas, leader, style);
  for (const { box, label, style } of tags) drawTag(canvas, box, label, style);
}

async function sizeOf(png: Uint8Array): Promise<Size> {
  const { width, height } = await sharp(png).metadata();
  return { width, height };
}

/** Of 255: less is no other colour. */
const slight = 8;
/** Of 255: less is smoothing. */
const noticeable = 48;
const mostPixels = 4;
/** px */
const caretWidth = 2;

/** A few pixels, or a caret: nothing that one reads. */
function isSlight(changed: readonly number[], width: number): boolean {
  if (changed.length <= mostPixels) return true;
  let [least, most] = [width, 0];
  for (const at of changed) [least, most] = [Math.min(least, at % width), Math.max(most, at % width)];
  return most - least < caretWidth;
}

function coloursOf(png: Uint8Array) {
  return sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Numbers of pixels, of three bytes each. */
function differing(one: Uint8Array, other: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < one.length; at += 3)
    for (let byte = at; byte < at + 3; byte += 1)
      if (Math.abs((one[byte] ?? 0) - (other[byte] ?? 0)) > slight) {
        found.push(at / 3);
        break;
      }
  return found;
}

/** px */
const cell = 16;

function cellsOf(pixels: readonly number[], width: number): readonly Bounds[] {
  const across = Math.ceil(width / cell);
  const cells = new Set(pixels.map((at) => Math.floor(at / width / cell) * across + Math.floor((at % width) / cell)));
  return [...cells].map((at) => ({ x: (at % across) * cell, y: Math.floor(at / across) * cell, width: cell, height: cell }));
}

async function greysOf({ png }: PictureOf, box: Bounds): Promise<readonly number[]> {
  const { x: left, y: top, width, height } = box;
  return [...(await sharp(png).extract({ left, top, width, height }).flatten({ background: 'white' }).greyscale().raw().toBuffer())];
}

/** The part of the boxes that lies inside both pictures, whole px; undefined: there is none. */
function inBoth(one: Bounds, oneSize: Size, other: Bounds, otherSize: Size): { readonly one: Bounds; readonly other: Bounds } | undefined {
  const [first, second] = [rounded(one), rounded(other)];
  const left = Math.max(0, -first.x, -second.x);
  const top = Math.max(0, -first.y, -second.y);
  const width = Math.min(first.width, second.width, oneSize.width - first.x, otherSize.width - second.x) - left;
  const height = Math.min(first.height, second.height, oneSize.height - first.y, otherSize.height - second.y) - top;
  if (width < 1 || height < 1) return undefined;
  const part = ({ x, y }: Bounds): Bounds => ({ x: x + left, y: y + top, width, height });
  return { one: part(first), other: part(second) };
}

function rounded({ x, y, width, height }: Bounds): Bounds {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

async function painted(png: Uint8Array, paint: (canvas: Canvas) => void): Promise<Uint8Array> {
  const { data, info } = await coloursOf(png);
  const { width, height } = info;
  paint({ pixels: data, width, height });
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png(fastPng)
    .toBuffer();
}

// At least one pixel, even for a box outside the image.
function clamped({ x, y, width, height }: Bounds, maxWidth: number, maxHeight: number): Region {
  const left = Math.min(Math.max(0, Math.floor(x)), maxWidth - 1);
  const top = Math.min(Math.max(0, Math.floor(y)), maxHeight - 1);
  const right = Math.min(Math.max(left + 1, Math.ceil(x + width)), maxWidth);
  const bottom = Math.min(Math.max(top + 1, Math.ceil(y + height)), maxHeight);
  return { left, top, width: right - left, height: bottom - top };
}
