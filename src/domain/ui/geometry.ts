/** Pixels of the screenshot that was taken with it (CSS pixels of the viewport in a browser), origin at the top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Bounds extends Point {
  readonly width: number;
  readonly height: number;
}
