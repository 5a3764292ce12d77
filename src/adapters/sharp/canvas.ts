// Draws boxes and numbers on raw RGB pixels (three bytes each, row by row). What lies outside the image is not drawn.
import type { Bounds } from '../../domain/ui/geometry.js';

export interface Canvas {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const scale = 2;
const glyphWidth = 5;
const glyphHeight = 7;
const padding = 2;

/** 5 × 7 digits, one number per row, with the leftmost pixel as the highest bit. At 3 × 5, an 8 looks like a colon. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
  '1': [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  '2': [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
  '3': [0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110],
  '4': [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
  '5': [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
  '6': [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
  '7': [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
  '8': [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
  '9': [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
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

/** Two pixels wide, inside the box. */
export function drawBox(canvas: Canvas, { x, y, width, height }: Bounds, colour: Colour): void {
  fillBox(canvas, { x, y, width, height: 2 }, colour);
  fillBox(canvas, { x, y: y + height - 2, width, height: 2 }, colour);
  fillBox(canvas, { x, y, width: 2, height }, colour);
  fillBox(canvas, { x: x + width - 2, y, width: 2, height }, colour);
}

/** The label in white on the box's colour: above its top left corner, or inside it at the image's upper edge. */
export function drawTag(canvas: Canvas, box: Bounds, label: string, colour: Colour): void {
  const width = label.length * (glyphWidth + 1) * scale - scale + 2 * padding;
  const height = glyphHeight * scale + 2 * padding;
  if (box.x >= canvas.width || box.y >= canvas.height || box.x + box.width <= 0 || box.y + box.height <= 0) return;
  const x = Math.max(0, Math.min(Math.floor(box.x), canvas.width - width));
  const y = Math.max(0, Math.floor(box.y) - height);
  fillBox(canvas, { x, y, width, height }, colour);
  [...label].forEach((digit, index) => {
    (glyphs[digit] ?? []).forEach((bits, row) => {
      for (let column = 0; column < glyphWidth; column++) {
        if ((bits & (1 << (glyphWidth - 1 - column))) === 0) continue;
        fillBox(
          canvas,
          { x: x + padding + (index * (glyphWidth + 1) + column) * scale, y: y + padding + row * scale, width: scale, height: scale },
          white,
        );
      }
    });
  });
}
