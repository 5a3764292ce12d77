// The input that Tesseract reads best: dark letters on white, 30 px high. Tesseract separates ink from paper by one brightness, so of a
// screenshot with a dark side bar it reads only the light half (50 % of the words of an admin template's pages). The difference of each
// pixel from its background is dark on white everywhere, even for grey labels (95 %).
import sharp from 'sharp';
import { readGreyPng, type GreyPicture } from '../sharp/read-png.js';

/** Scale of the page relative to the image. */
export const pageScale = 2;

/** px of the halved image: wider than two strokes of a heading, narrower than a button. */
const groundWindow = 13;
const contrast = 2;

export async function legiblePage(png: Uint8Array): Promise<Uint8Array> {
  const picture = await readGreyPng(png, 'The picture');
  const { width, height } = picture;
  const page = inkOf(picture, await groundOf(picture));
  return (
    sharp(page, { raw: { width, height, channels: 1 } })
      .resize({ width: width * pageScale, height: height * pageScale, kernel: 'cubic' })
      .toColourspace('b-w')
      // A plausible resolution keeps Tesseract from guessing one.
      .withMetadata({ density: 72 * pageScale })
      .png({ compressionLevel: 1 })
      .toBuffer()
  );
}

/** The median of each pixel's surroundings. Half the size is enough, in a fifth of the time. */
async function groundOf({ pixels, width, height }: GreyPicture): Promise<GreyPicture> {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const ground = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...half, fit: 'fill', kernel: 'nearest' })
    .median(Math.min(groundWindow, half.width, half.height))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { pixels: ground, ...half };
}

function inkOf({ pixels, width, height }: GreyPicture, ground: GreyPicture): Uint8Array {
  const ink = new Uint8Array(pixels.length);
  const { abs, max } = Math;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const around = ground.pixels[(y >> 1) * ground.width + (x >> 1)] ?? 0;
      ink[at] = max(0, 255 - contrast * abs((pixels[at] ?? 0) - around));
    }
  }
  return ink;
}
