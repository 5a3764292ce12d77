// Draws boxes and numbers on raw RGB pixels (three bytes each, row by row). What lies outside the image is not drawn.
import { clippedTo, grownBy, type Bounds, type Point, type Size } from '../../domain/ui/geometry.js';

export interface Canvas {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const glyphWidth = 6;
const glyphHeight = 9;
/** Of which the outer half is the white edge that sets a tag off from a dark picture. */
const padding = 2;

/** 6 × 9 digits, one number per row, with the leftmost pixel as the highest bit; strokes are two wide, and may be read in a scaled picture. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [0b011110, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b110011, 0b011110],
  '1': [0b001100, 0b011100, 0b111100, 0b001100, 0b001100, 0b001100, 0b001100, 0b001100, 0b111111],
  '2': [0b011110, 0b110011, 0b000011, 0b000011, 0b000110, 0b001100, 0b011000, 0b110000, 0b111111],
  '3': [0b011110, 0b110011, 0b000011, 0b000011, 0b001110, 0b000011, 0b000011, 0b110011, 0b011110],
  '4': [0b000110, 0b001110, 0b001110, 0b011110, 0b010110, 0b110110, 0b111111, 0b000110, 0b000110],
  '5': [0b111111, 0b110000, 0b110000, 0b111110, 0b110011, 0b000011, 0b000011, 0b110011, 0b011110],
  '6': [0b001110, 0b011000, 0b110000, 0b111110, 0b110011, 0b110011, 0b110011, 0b110011, 0b011110],
  '7': [0b111111, 0b000011, 0b000011, 0b000110, 0b000110, 0b001100, 0b001100, 0b011000, 0b011000],
  '8': [0b011110, 0b110011, 0b110011, 0b110011, 0b011110, 0b110011, 0b110011, 0b110011, 0b011110],
  '9': [0b011110, 0b110011, 0b110011, 0b110011, 0b110011, 0b011111, 0b000011, 0b000110, 0b011100],
};

const buttonRed: Colour = [200, 30, 40];
const linkBlue: Colour = [25, 80, 200];
const fieldGreen: Colour = [10, 120, 60];
const choiceViolet: Colour = [125, 45, 175];
const listBrown: Colour = [160, 85, 0];
const menuTeal: Colour = [0, 115, 125];
const otherGrey: Colour = [80, 80, 80];

const colours: Readonly<Record<string, Colour>> = {
  button: buttonRed,
  link: linkBlue,
  textbox: fieldGreen,
  searchbox: fieldGreen,
  password: fieldGreen,
  spinbutton: fieldGreen,
  date: fieldGreen,
  checkbox: choiceViolet,
  radio: choiceViolet,
  switch: choiceViolet,
  slider: choiceViolet,
  combobox: listBrown,
  listbox: listBrown,
  option: listBrown,
  menuitem: menuTeal,
  menuitemcheckbox: menuTeal,
  menuitemradio: menuTeal,
  tab: menuTeal,
  treeitem: menuTeal,
};

export function colourOfRole(role: string): Colour {
  return colours[role] ?? otherGrey;
}

export function fillBox({ pixels, width, height }: Canvas, box: Bounds, [red, green, blue]: Colour): void {
  const left = Math.max(0, Math.floor(box.x));
  const right = Math.min(width, Math.ceil(box.x + box.width));
  const bottom = Math.min(height, Math.ceil(box.y + box.height));
  for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y++) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
    }
  }
}

/** px; a wider line would leave nothing of a swatch. */
const narrow = 24;

/** Inside the box: two pixels wide, one of a small box. */
export function drawBox(canvas: Canvas, { x, y, width, height }: Bounds, colour: Colour): void {
  const line = Math.min(width, height) < narrow ? 1 : 2;
  fillBox(canvas, { x, y, width, height: line }, colour);
  fillBox(canvas, { x, y: y + height - line, width, height: line }, colour);
  fillBox(canvas, { x, y, width: line, height }, colour);
  fillBox(canvas, { x: x + width - line, y, width: line, height }, colour);
}

/** How many pixels of the picture a pixel of a tag takes: large pictures are made smaller before a model sees them. */
export function scaleOf({ width, height }: Size): number {
  return Math.max(1, Math.round(Math.sqrt(width * height) / 1200));
}

/** Nothing for an empty label. */
export function tagSizeOf(label: string, scale: number): Size {
  if (label === '') return { width: 0, height: 0 };
  return { width: (label.length * (glyphWidth + 1) - 1 + 2 * padding) * scale, height: (glyphHeight + 2 * padding) * scale };
}

/** The label in white on the colour of its kind, with a white edge. */
export function drawTag(canvas: Canvas, { x, y, width, height }: Bounds, label: string, { colour, scale }: TagStyle): void {
  fillBox(canvas, { x, y, width, height }, white);
  fillBox(canvas, grownBy(-scale, { x, y, width, height }), colour);
  [...label].forEach((digit, index) => {
    (glyphs[digit] ?? []).forEach((bits, row) => {
      for (let column = 0; column < glyphWidth; column++) {
        if ((bits & (1 << (glyphWidth - 1 - column))) === 0) continue;
        const left = x + (padding + index * (glyphWidth + 1) + column) * scale;
        fillBox(canvas, { x: left, y: y + (padding + row) * scale, width: scale, height: scale }, white);
      }
    });
  });
}

export interface TagStyle {
  readonly colour: Colour;
  readonly scale: number;
}

/** From a tag to its control, where it ends in a dot. Its pale edge lets through what is below. */
export function drawLeader(canvas: Canvas, { from, to }: { readonly from: Point; readonly to: Point }, { colour, scale }: TagStyle): void {
  const steps = Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / scale);
  const points = Array.from({ length: steps + 1 }, (_, step) => ({
    x: Math.round(from.x + ((to.x - from.x) * step) / Math.max(1, steps)),
    y: Math.round(from.y + ((to.y - from.y) * step) / Math.max(1, steps)),
  }));
  const isSteep = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  for (const { x, y } of points)
    for (const side of [-scale, scale])
      paleBox(canvas, { x: x + (isSteep ? side : 0), y: y + (isSteep ? 0 : side), width: scale, height: scale });
  for (const { x, y } of points) fillBox(canvas, { x, y, width: scale, height: scale }, colour);
  const dot = { x: Math.round(to.x) - scale, y: Math.round(to.y) - scale, width: 3 * scale, height: 3 * scale };
  fillBox(canvas, dot, colour);
}

function paleBox({ pixels, width, height }: Canvas, box: Bounds): void {
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++)
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x++)
      for (let at = (y * width + x) * 3, end = at + 3; at < end; at++) pixels[at] = ((pixels[at] ?? 0) + 255) / 2;
}

/** Of 3 × 255: the colours of two pixels next to each other differ by more. */
const edge = 60;

/** The share of a box in which something is shown: pixels with an edge to the right or below, as text is full of. */
export function inkOf(canvas: Canvas): (box: Bounds) => number {
  const { width, height } = canvas;
  const line = width + 1;
  // A picture whose marks have no labels is never asked.
  let sums: Uint32Array | undefined;
  return (box) => {
    sums ??= edgeSums(canvas);
    const { x, y, width: wide, height: high } = clippedTo({ width, height }, box);
    const [left, right] = [Math.floor(x), Math.ceil(x + wide)];
    const [top, bottom] = [Math.floor(y) * line, Math.ceil(y + high) * line];
    const edges = (sums[bottom + right] ?? 0) - (sums[bottom + left] ?? 0) - (sums[top + right] ?? 0) + (sums[top + left] ?? 0);
    return wide * high > 0 ? edges / (wide * high) : 0;
  };
}

/** For each pixel the edges above and left of it: four of them give those of any box. */
function edgeSums({ pixels, width, height }: Canvas): Uint32Array {
  const line = width + 1;
  const sums = new Uint32Array(line * (height + 1));
  const light = new Int16Array(width);
  const below = new Int16Array(width);
  const readRow = (y: number, row: Int16Array): void => {
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3) row[x] = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0);
  };
  readRow(0, light);
  for (let y = 0; y < height; y++) {
    readRow(Math.min(y + 1, height - 1), below);
    let inRow = 0;
    for (let x = 0; x < width; x++) {
      const here = light[x] ?? 0;
      const across = (light[x + 1] ?? here) - here;
      const down = (below[x] ?? here) - here;
      if (across > edge || across < -edge || down > edge || down < -edge) inRow++;
      sums[(y + 1) * line + x + 1] = (sums[y * line + x + 1] ?? 0) + inRow;
    }
    light.set(below);
  }
  return sums;
}
