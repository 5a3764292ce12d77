import type { Bounds } from '../domain/ui/geometry.js';

export interface ReadText {
  readonly text: string;
  /** px of the given picture. */
  readonly bounds: Bounds;
  /** 0..1 */
  readonly confidence: number;
}

/** Reads text in a PNG: lines in reading order, each with its words. Errors: `PictureError`. */
export interface TextReader {
  read(picture: Uint8Array, signal?: AbortSignal): Promise<readonly ReadLine[]>;
  close(): Promise<void>;
}

export interface ReadLine extends ReadText {
  readonly words: readonly ReadText[];
}
