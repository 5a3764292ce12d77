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

/** px, of a PNG or a WebP, from its first chunk; undefined: it is neither. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  return pngSize(bytes) ?? webpSize(bytes);
}

/** Of the three kinds of its first chunk: with what else there is, lossless, lossy. */
function webpSize(bytes: Uint8Array): Size | undefined {
  if (!isWebp(bytes) || bytes.byteLength < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case 'VP8X':
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}
