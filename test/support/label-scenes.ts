// Screens on which controls stand close together.
import type { Bounds } from '../../src/domain/ui/geometry.js';
import type { LabelScene } from '../../src/domain/ui/label-places.js';

export const picture = { width: 1280, height: 800 };

export function tagOf(label: number): { readonly width: number; readonly height: number } {
  return { width: String(label).length * 7 + 3, height: 13 };
}

export function sceneOf(bounds: readonly Bounds[], others: readonly Bounds[] = []): LabelScene {
  return { targets: bounds.map((each, at) => ({ bounds: each, tag: tagOf(at + 1) })), others, picture };
}

function grid(columns: number, rows: number, cell: (column: number, row: number) => readonly Bounds[]): readonly Bounds[] {
  return Array.from({ length: columns * rows }, (_, at) => cell(at % columns, Math.floor(at / columns))).flat();
}

const box = (x: number, y: number, width: number, height: number): Bounds => ({ x, y, width, height });

/** Swatches that touch each other. */
export function palette(columns: number, rows: number): LabelScene {
  return sceneOf(grid(columns, rows, (column, row) => [box(200 + column * 16, 150 + row * 12, 16, 12)]));
}

/** Days that touch each other, between their names and two arrows. */
export const calendar = sceneOf(
  [box(404, 304, 20, 20), box(590, 304, 20, 20), ...grid(7, 6, (column, row) => [box(400 + column * 30, 360 + row * 24, 30, 24)])],
  [box(440, 304, 130, 20), ...grid(7, 1, (column) => [box(404 + column * 30, 332, 22, 18)])],
);

/** Rows that can be clicked, with a check box, a link and two buttons among texts; 24 px high. */
export const table = sceneOf(
  grid(1, 28, (_column, row) => {
    const y = 60 + row * 24;
    return [box(40, y, 1200, 24), box(48, y + 5, 14, 14), box(72, y + 3, 90, 18), box(1120, y + 2, 44, 20), box(1168, y + 2, 60, 20)];
  }),
  grid(8, 28, (column, row) => [box(180 + column * 115, 64 + row * 24, 100, 16)]),
);

/** Labelled fields, check boxes and buttons. */
export const form = sceneOf(
  grid(5, 20, (column, row) => {
    const [x, y] = [70 + column * 252, 12 + row * 37];
    return [box(x, y, 95, 21), box(x + 103, y + 4, 14, 14), box(x + 125, y, 44, 21)];
  }),
  grid(5, 20, (column, row) => [box(8 + column * 252, 14 + row * 37, 56, 17)]),
);
