import type { Size } from './geometry.js';

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bytes up to the end of the first chunk, which has width and height. */
export const pngHead = 33;

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** RIFF, a length, WEBP. */
export function isWebp(bytes: Uint8Array): boolean {
  return (
    [0x52, 0x49, 0x46, 0x46].every((byte, index) => bytes[index] === byte) &&
    [0x57, 0x45, 0x42, 0x50].every((byte, index) => bytes[index + 8] === byte)
  );
}

/** px, from the first chunk; undefined: it is no PNG. */
export function pngSize(bytes: Uint8Array): Size | undefined {
  if (!isPng(bytes) || bytes.byteLength < 24) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
