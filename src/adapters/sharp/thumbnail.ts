import sharp from 'sharp';

/** A WebP for people to look at, neither side longer than `maxSide` px: a few KB. */
export async function thumbnail(png: Uint8Array, maxSide: number): Promise<Uint8Array> {
  return sharp(png).resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true }).webp({ quality: 70 }).toBuffer();
}
