import sharp from 'sharp';
import { isPng } from '../../domain/ui/png.js';
import { PictureError } from '../../ports/pictures.js';

/** One byte per pixel, row by row. */
export interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Transparent pixels become white. `what` is the subject of the `PictureError`'s message. */
export async function readGreyPng(png: Uint8Array, what: string): Promise<GreyPicture> {
  // sharp accepts many other formats, including SVG.
  if (!isPng(png)) throw new PictureError(`${what} is not a PNG.`);
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
