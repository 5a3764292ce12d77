import { SteadyhandError } from '../domain/errors/errors.js';
import type { Bounds, Size } from '../domain/ui/geometry.js';

/** A picture cannot be read, or a template cannot be searched for: it is a single colour, or larger than the picture. */
export class PictureError extends SteadyhandError {
  readonly code = 'picture-unreadable';
  override readonly name = 'PictureError';
}

export interface Mark {
  readonly label: string;
  readonly role: string;
  readonly bounds: Bounds;
}

export interface PictureOf {
  readonly png: Uint8Array;
  readonly box: Bounds;
}

/** Works on PNG bytes. */
export interface Images {
  /** Set-of-marks: a box and the label at each control, coloured by role. Labels keep off what is `around`: controls without a label, texts. */
  annotate(png: Uint8Array, marks: readonly Mark[], around?: readonly Bounds[]): Promise<Uint8Array>;
  /** Fills the boxes with opaque grey. */
  blank(png: Uint8Array, boxes: readonly Bounds[]): Promise<Uint8Array>;
  /** Scales down so that neither side exceeds `maxSide` px. */
  shrink(png: Uint8Array, maxSide: number): Promise<Uint8Array>;
  /** The same as WebP, for people to look at: a fraction of its bytes. */
  compact(png: Uint8Array): Promise<Uint8Array>;
  /** The same pixels as WebP, for people too: a third of the bytes of a screenshot. Not for models: servers that speak the OpenAI API need not read it. */
  lossless(png: Uint8Array): Promise<Uint8Array>;
  /** Cuts out a box, clamped to the picture. */
  crop(png: Uint8Array, box: Bounds): Promise<Uint8Array>;
  /** The box around all that has not the colour of the corner; undefined: all of it has. */
  drawn(png: Uint8Array): Promise<Bounds | undefined>;
  /** Whether there is something to see in the box: it has not one colour all over. */
  shows(png: Uint8Array, box: Bounds): Promise<boolean>;
  /** px */
  size(png: Uint8Array): Promise<Size>;
  /** Whether a person would say that both boxes show the same: a caret or smoothed edges make no difference, a digit does. What lies outside either picture is not compared; undefined: all of it does. */
  alike(one: PictureOf, other: PictureOf): Promise<boolean | undefined>;
  /** Where pictures of one size differ, in small boxes; none where only a caret does. Of two sizes they differ all over. */
  changes(one: Uint8Array, other: Uint8Array): Promise<readonly Bounds[]>;
}

export interface PictureMatch {
  /** px of the searched picture. */
  readonly bounds: Bounds;
  /** Normalised correlation, 0..1. */
  readonly score: number;
  /** Scale of the template at the match: 1 is its own size. */
  readonly scale: number;
}

interface PictureSearchOptions {
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
