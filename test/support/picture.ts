import sharp from 'sharp';

const drawn = new Map<string, Promise<Uint8Array>>();

/** A PNG of one colour; one of the same size and colour is encoded once. */
export function picture(
  width: number,
  height: number,
  background: { readonly r: number; readonly g: number; readonly b: number } = { r: 250, g: 250, b: 250 },
): Promise<Uint8Array> {
  const key = JSON.stringify([width, height, background]);
  const known =
    drawn.get(key) ??
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  drawn.set(key, known);
  return known;
}
