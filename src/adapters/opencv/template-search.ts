// Template matching by normalised correlation of grey values, at full size and at every position: at half size it would be four times as
// fast, but the blur removes what distinguishes small images.
// OpenCV's objects live outside the garbage collector: every Mat is created within `withMats`.
import cv, { type Mat } from '@techstark/opencv-js';
import type { PictureMatch } from '../../ports/pictures.js';
import type { GreyPicture } from '../sharp/read-png.js';
import type { Bounds } from '../../domain/ui/geometry.js';

export interface SearchRequest {
  readonly picture: GreyPicture;
  readonly template: GreyPicture;
  readonly threshold: number;
  readonly maxResults: number;
  readonly scales: readonly number[];
}

export type SearchReply = { readonly matches: readonly PictureMatch[] } | { readonly refused: string };

/** A template with less contrast correlates with everything. Standard deviation, of 255 grey values. */
const leastContrast = 1;

/** Of scores: an identical area scores 0.99999. */
const precision = 1e-4;

/** Takes a callback: OpenCV's module has a `then` that returns the module itself, so a promise of it never settles. */
export function whenReady(callback: () => void): void {
  cv.onRuntimeInitialized = callback;
}

export function search({ picture, template, threshold, maxResults, scales }: SearchRequest): SearchReply {
  return withMats((keep) => {
    const whole = keep(matOf(picture));
    const own = keep(matOf(template));
    if (isFlat(own)) return { refused: 'The template is a single colour, so it matches everywhere.' };
    const sizes = scales
      .map((scale) => ({ scale, width: Math.round(template.width * scale), height: Math.round(template.height * scale) }))
      .filter(({ width, height }) => width >= 1 && height >= 1 && width <= picture.width && height <= picture.height);
    if (sizes.length === 0) return { refused: doesNotFit({ picture, template, scales }) };
    return {
      matches: distinct(
        sizes.flatMap((size) => peaks(whole, own, size, threshold)),
        maxResults,
      ),
    };
  });
}

interface ScaledSize {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Positions that match better than their neighbours. */
function peaks(picture: Mat, template: Mat, { scale, width, height }: ScaledSize, threshold: number): readonly PictureMatch[] {
  return withMats((keep) => {
    const scaled = keep(new cv.Mat());
    cv.resize(template, scaled, new cv.Size(width, height), 0, 0, scale < 1 ? cv.INTER_AREA : cv.INTER_CUBIC);
    // Scaling may average out a fine pattern.
    if (isFlat(scaled)) return [];
    const scores = keep(new cv.Mat());
    cv.matchTemplate(picture, scaled, scores, cv.TM_CCOEFF_NORMED);
    const highest = keep(new cv.Mat());
    cv.dilate(scores, highest, keep(cv.Mat.ones(3, 3, cv.CV_8U)));
    return peaksOf(scores.data32F, highest.data32F, threshold).map(({ at, score }) => ({
      bounds: { x: at % scores.cols, y: Math.floor(at / scores.cols), width, height },
      score: Math.min(1, Number(score.toFixed(4))),
      scale,
    }));
  });
}

/** A plain loop: a million positions take 1 ms; with a callback for each, 8 ms. */
function peaksOf(
  scores: Float32Array,
  highest: Float32Array,
  threshold: number,
): readonly { readonly at: number; readonly score: number }[] {
  const found = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    // Where the picture is a single colour, every score is 0.
    if (score + precision >= threshold && score > 0 && score === highest[at]) found.push({ at, score });
  }
  return found;
}

function isFlat(picture: Mat): boolean {
  return withMats((keep) => {
    const mean = keep(new cv.Mat());
    const deviation = keep(new cv.Mat());
    cv.meanStdDev(picture, mean, deviation);
    return deviation.doubleAt(0, 0) < leastContrast;
  });
}

function doesNotFit({ picture, template, scales }: Pick<SearchRequest, 'picture' | 'template' | 'scales'>): string {
  const [whole, part] = [picture, template].map(({ width, height }) => `${width} × ${height} px`);
  return `The template (${part}) does not fit into the picture (${whole}) at scale ${scales.join(' or ')}.`;
}

function matOf({ pixels, width, height }: GreyPicture): Mat {
  const mat = new cv.Mat(height, width, cv.CV_8UC1);
  mat.data.set(pixels);
  return mat;
}

function withMats<T>(work: (keep: (mat: Mat) => Mat) => T): T {
  const kept: Mat[] = [];
  try {
    return work((mat) => {
      kept.push(mat);
      return mat;
    });
  } catch (error) {
    // OpenCV throws a number: the address of its exception.
    throw typeof error === 'number' ? new Error(String(cv.exceptionFromPtr(error).msg)) : error;
  } finally {
    for (const mat of kept) mat.delete();
  }
}

/** As a fraction of the smaller area: a match inside a larger one is the same thing found twice. */
const mostOverlap = 0.3;

/** The best first, without those that overlap a better one by more than `mostOverlap`. */
export function distinct(matches: readonly PictureMatch[], atMost: number): readonly PictureMatch[] {
  const kept: PictureMatch[] = [];
  for (const match of [...matches].sort((one, other) => other.score - one.score)) {
    if (kept.length >= atMost) break;
    if (kept.every(({ bounds }) => overlap(bounds, match.bounds) <= mostOverlap)) kept.push(match);
  }
  return kept;
}

function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}
