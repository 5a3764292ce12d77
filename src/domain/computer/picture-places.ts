// What an item of a provider's batch becomes, and places of the picture that the model was sent as places of the screen.
//
// item-1. A point of the picture becomes fractions of the screen: exact where the picture is the screen, and in proportion where it was scaled down.
import type { Point, Size } from '../ui/geometry.js';

/** `picture`: as it was sent. Both in px. */
export interface PictureOfScreen {
  readonly picture: Size;
  readonly screen: Size;
  /** Label of the field that takes what is typed, where it is known. */
  readonly field?: string | undefined;
}

/** A call of one of our functions. `refused`: a sentence for the model. */
export type ItemCall =
  | { readonly name: string; readonly args: Readonly<Record<string, unknown>>; readonly label?: string }
  | { readonly refused: string };

/** item-1. */
export function fractionOf({ x, y }: Point, { width, height }: Size): Point {
  return { x: x / width, y: y / height };
}

/** Without an exponent, which is no place; and never rounded to 1, which is outside. */
export function placeOf(point: Point, picture: Size): string {
  const { x, y } = fractionOf(point, picture);
  return [x, y].map((part) => Math.min(part, 0.999999).toFixed(6)).join(',');
}

// ── How large a picture may be that Anthropic's models are sent ─────────────────
//
// They see patches of 28 px, one token each. The smaller of their two limits, which every one of them takes as it is: a larger
// picture would be scaled by the provider or rejected, and points are px of the picture that was sent.

const patch = 28;
const mostTokens = 1_568;
const longest = 1_568;

export function tokensOfPatches({ width, height }: Size): number {
  return Math.ceil(width / patch) * Math.ceil(height / patch);
}

/** px: the longest side with which a picture of these proportions fits. */
export function longestSideThatFits({ width, height }: Size): number {
  const [long, short] = width > height ? [width, height] : [height, width];
  let side = Math.min(long, longest);
  while (side > 1 && tokensOfPatches({ width: side, height: Math.ceil((short * side) / long) }) > mostTokens) side -= 1;
  return side;
}
