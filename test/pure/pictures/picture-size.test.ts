import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pictureSize } from '../../../src/domain/ui/png.js';

const sides = [
  [1, 1],
  [100, 60],
  [1_280, 800],
  [3, 5_000],
] as const;

test('FL6, EV20: the size of a picture is read from its head, whatever kind it is of', async () => {
  for (const [width, height] of sides) {
    const plain = sharp({ create: { width, height, channels: 3, background: '#346' } });
    const clear = sharp({ create: { width, height, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });
    const pictures = [
      plain.clone().png(),
      plain.clone().webp({ lossless: true, effort: 2 }),
      plain.clone().webp({ quality: 70 }),
      clear.clone().webp({ quality: 70 }),
      clear.clone().webp({ lossless: true }),
    ];
    for (const picture of pictures) expect(pictureSize(await picture.toBuffer())).toEqual({ width, height });
  }
});

test('what is no picture, or cut off, has no size', async () => {
  const webp = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#346' } })
    .webp()
    .toBuffer();
  for (const bytes of [Buffer.alloc(0), Buffer.from('no picture at all, but text'), webp.subarray(0, 20)])
    expect(pictureSize(bytes)).toBeUndefined();
});
