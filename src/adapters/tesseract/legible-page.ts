// What Tesseract reads best: dark letters on white, 30 px high. It parts a page into ink and paper by one brightness, so that of a screenshot with a dark side bar it reads only the light half (of the words of
// an admin template's pages 50 %). How much each pixel differs from the ground around it is dark on white everywhere, and grey labels too (95 %).
import sharp from 'sharp';
import { readGreyPng, type GreyPicture } from '../sharp/read-png.js';

/** Of the page to the picture. */
export const pageScale = 2;

/** px of the halved picture: wider than two strokes of a heading, narrower than a button. */
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
      // A likely resolution keeps Tesseract from guessing one.
      .withMetadata({ density: 72 * pageScale })
      .png({ compressionLevel: 1 })
      .toBuffer()
  );
}

/** The median of what lies around each pixel. Half the size does, at a fifth of the time. */
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
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const around = ground.pixels[(y >> 1) * ground.width + (x >> 1)] ?? 0;
      ink[at] = Math.max(0, 255 - contrast * Math.abs((pixels[at] ?? 0) - around));
    }
  }
  return ink;
}
