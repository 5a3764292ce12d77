import sharp from 'sharp';
import { PictureError } from '../../ports/picture-errors.js';

/** One byte per pixel, row by row. */
export interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Transparent pixels become white. `what` is the subject of the `PictureError`'s message. */
export async function readGreyPng(png: Uint8Array, what: string): Promise<GreyPicture> {
  // sharp accepts many other formats, including SVG.
  if (!signature.equals(png.subarray(0, signature.length))) throw new PictureError(`${what} is not a PNG.`);
  const { data, info } = await sharp(png)
    .flatten({ background: 'white' })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new PictureError(`${what} is a broken PNG: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
    });
  return { pixels: data, width: info.width, height: info.height };
}
