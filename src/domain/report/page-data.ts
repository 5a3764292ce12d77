// What a report's page holds beside the report itself: the contract between what writes the page and the script in it.
import type { Report } from './report.schema.js';

export interface ReportPageData {
  readonly report: Report;
  readonly summary: readonly string[];
  /** By reference. */
  readonly pictures: Readonly<Record<string, PackedPicture>>;
  /** Prompts and replies by reference: who said which of `sayings`. */
  readonly texts: Readonly<Record<string, readonly (readonly [who: string, saying: number])[]>>;
  /** Each once, however many prompts begin with it. */
  readonly sayings: readonly string[];
}

/** A whole picture, or what differs from one. Each layer names an element of the page (`p<number>`) with its WebP in base64. px. */
export interface PackedPicture {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly PackedLayer[];
}

export interface PackedLayer {
  readonly image: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
