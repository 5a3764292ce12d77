import sharp from 'sharp';

/** A PNG of one colour. */
export async function picture(
  width: number,
  height: number,
  background: { readonly r: number; readonly g: number; readonly b: number } = { r: 250, g: 250, b: 250 },
): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
