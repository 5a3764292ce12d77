import type { Bounds } from '../domain/ui/geometry.js';

export interface PictureMatch {
  /** px of the searched picture. */
  readonly bounds: Bounds;
  /** Normalised correlation, 0..1. */
  readonly score: number;
  /** Of the template, at which it was found: 1 is its own size. */
  readonly scale: number;
}

export interface PictureSearchOptions {
  /** Least score, 0..1. */
  readonly threshold: number;
  readonly maxResults: number;
  /** Sizes of the template that are tried; 1 alone when none are given. */
  readonly scales?: readonly number[];
  readonly signal?: AbortSignal;
}

/** Finds a small picture in a large one, both PNG. Matches come best first and do not overlap. Errors: `PictureError`. */
export interface PictureSearch {
  find(picture: Uint8Array, template: Uint8Array, options: PictureSearchOptions): Promise<readonly PictureMatch[]>;
  close(): Promise<void>;
}
