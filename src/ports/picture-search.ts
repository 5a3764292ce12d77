import type { Bounds } from '../domain/ui/geometry.js';

export interface PictureMatch {
  /** px of the searched picture. */
  readonly bounds: Bounds;
  /** Normalised correlation, 0..1. */
  readonly score: number;
  /** Scale of the template at the match: 1 is its own size. */
  readonly scale: number;
}

export interface PictureSearchOptions {
  /** Minimum score, 0..1. */
  readonly threshold: number;
  readonly maxResults: number;
  /** Scales of the template to try; default: only 1. */
  readonly scales?: readonly number[];
  readonly signal?: AbortSignal;
}

/** Finds a small picture in a large one, both PNG. Matches come best first and do not overlap by more than 30 %. Errors: `PictureError`. */
export interface PictureSearch {
  find(picture: Uint8Array, template: Uint8Array, options: PictureSearchOptions): Promise<readonly PictureMatch[]>;
  close(): Promise<void>;
}
