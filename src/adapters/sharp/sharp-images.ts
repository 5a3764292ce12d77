// Images with sharp. Marks, digits included, are painted into the raw pixels: no fonts to install, no SVG to lay out, and a screenshot with
// hundreds of labels costs little more than decoding and encoding it.
import sharp, { type Region } from 'sharp';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Images } from '../../ports/images.js';
import { colourOfRole, drawBox, drawTag, fillBox, type Canvas } from './canvas.js';

const grey = [128, 128, 128] as const;
// Marked screenshots are sent once and stored: speed matters more than size.
const fastPng = { compressionLevel: 2, adaptiveFiltering: false } as const;

export function createSharpImages(): Images {
  return {
    async annotate(png, marks) {
      if (marks.length === 0) return png;
      return painted(png, (canvas) => {
        for (const { role, bounds } of marks) drawBox(canvas, bounds, colourOfRole(role));
        // Labels after all boxes, so that no box crosses one.
        for (const { label, role, bounds } of marks) drawTag(canvas, bounds, label, colourOfRole(role));
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
    async crop(png, box) {
      const { width, height } = await sharp(png).metadata();
      return sharp(png)
        .extract(clamped(box, width, height))
        .png(fastPng)
        .toBuffer();
    },
  };
}

async function painted(png: Uint8Array, paint: (canvas: Canvas) => void): Promise<Uint8Array> {
  const { data, info } = await sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
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
