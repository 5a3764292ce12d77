// Where the surfaces of an application, its windows and pop-ups, stand on the screen: for toolkits that measure from them.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { isTitled } from './controls.js';
import type { WindowPlace } from './front-windows.js';

/** As its toolkit tells it. */
export interface ToldSurface {
  readonly name: string;
  /** Of its content. Of a pop-up it says nothing about where that is. */
  readonly box: Bounds;
}

export interface Placing {
  /** Pixels of the screen per pixel of the toolkit. */
  readonly scale: number;
  /** On the screen: where the toolkit's 0, 0 is. */
  readonly origin: Point;
  /** px by which the origin may be wrong in any direction: a border is told by its size, not by its sides. */
  readonly doubt: Point;
}

const scales = [1, 2, 3, 4];
/** px of the toolkit: border and padding of both sides together. */
const widestBorder = 32;

/** Undefined where a window of the display is not the told one. */
export function placingOf(box: Bounds, { bounds, shadow }: WindowPlace): Placing | undefined {
  const seen = { width: bounds.width - shadow.left - shadow.right, height: bounds.height - shadow.top - shadow.bottom };
  for (const scale of scales) {
    const [across, down] = [seen.width - scale * box.width, seen.height - scale * box.height];
    if (![across, down].every((rest) => rest >= 0 && rest <= scale * widestBorder)) continue;
    return {
      scale,
      origin: {
        x: bounds.x + shadow.left + across / 2 - scale * box.x,
        y: bounds.y + shadow.top + down / 2 - scale * box.y,
      },
      doubt: { x: across / 2, y: down / 2 },
    };
  }
  return undefined;
}

/** The window of the display that each is, by title and size; undefined where there is none, or more than one. */
export function windowsOf(told: readonly ToldSurface[], seen: ReadonlyMap<number, WindowPlace>): readonly (number | undefined)[] {
  return told.map((surface) => {
    const fitting = [...seen].filter(([, place]) => placingOf(surface.box, place) !== undefined);
    const titled = fitting.filter(([, { title }]) => title !== '' && isTitled(surface.name, [title]));
    const [found, another] = titled.length > 0 ? titled : fitting;
    return another === undefined ? found?.[0] : undefined;
  });
}

export function onScreen({ scale, origin }: Placing, { x, y, width, height }: Bounds): Bounds {
  return { x: origin.x + scale * x, y: origin.y + scale * y, width: scale * width, height: scale * height };
}

export function onSurface({ scale, origin }: Placing, { x, y }: Point): Point {
  return { x: Math.floor((x - origin.x) / scale), y: Math.floor((y - origin.y) / scale) };
}

/** Wherever the surface really begins, the point is one of these or between them. */
export function pointsAround({ x, y }: Point, { doubt }: Placing): readonly Point[] {
  if (doubt.x === 0 && doubt.y === 0) return [{ x, y }];
  return [-1, 1].flatMap((across) => [-1, 1].map((down) => ({ x: x + across * doubt.x, y: y + down * doubt.y })));
}
