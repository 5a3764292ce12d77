// Where the surfaces of an application, its windows and pop-ups, stand on the screen: for toolkits that measure from them.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { isTitled } from './controls.js';
import type { FrontWindows, WindowPlace } from './front-windows.js';
import { idOf, type Accessible, type AccessibleRef } from './accessible.js';
import { boundsOf, ofWindow } from './accessible-calls.js';
import { processOf, unlessUnanswered, type BusConnection } from './bus-connection.js';

/** As its toolkit tells it. */
export interface ReportedSurface {
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
export function windowsOf(told: readonly ReportedSurface[], seen: ReadonlyMap<number, WindowPlace>): readonly (number | undefined)[] {
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

export interface Surface {
  readonly ref: AccessibleRef;
  /** Of the display. */
  readonly window: number;
}

const nowhere: Bounds = { x: 0, y: 0, width: 0, height: 0 };

/** By the ids of what is in them, themselves included. */
export type Surfaces = ReadonlyMap<string, Surface>;

/** Of an application, as its windows have just been read. */
export async function surfacesOf(connection: BusConnection, display: FrontWindows, windows: readonly Accessible[]): Promise<Surfaces> {
  const [top] = windows;
  if (top === undefined) return new Map();
  const ids = await display.ofProcess(await processOf(connection, top.ref.bus));
  const popUps = windows.flatMap(popUpsIn);
  const [forWindows, forPopUps] = await Promise.all([
    matched(connection, display, { parts: windows, seen: ids }),
    matched(connection, display, { parts: popUps, seen: popUps.length === 0 ? [] : await display.popups(ids) }),
  ]);
  const own = new Map<string, Surface | undefined>([...forWindows, ...forPopUps]);
  const surfaces = new Map<string, Surface>();
  const enter = (object: Accessible, around: Surface | undefined): void => {
    const surface = own.has(idOf(object.ref)) ? own.get(idOf(object.ref)) : around;
    if (surface) surfaces.set(idOf(object.ref), surface);
    for (const child of object.children) enter(child, surface);
  };
  for (const window of windows) enter(window, undefined);
  return surfaces;
}

interface Sides {
  readonly parts: readonly Accessible[];
  readonly seen: readonly number[];
}

async function matched(
  connection: BusConnection,
  display: FrontWindows,
  { parts, seen }: Sides,
): Promise<ReadonlyMap<string, Surface | undefined>> {
  const [boxes, places] = await Promise.all([
    Promise.all(parts.map(async ({ ref }) => (await boundsOf(connection, ref, ofWindow).catch(unlessUnanswered)) ?? nowhere)),
    Promise.all(seen.map(async (id) => [id, await display.placeOf(id)] as const)),
  ]);
  const there = new Map(places.filter((each): each is readonly [number, WindowPlace] => each[1] !== undefined));
  const told = parts.map(({ name }, index) => ({ name, box: boxes[index] ?? nowhere }));
  const found = windowsOf(told, there);
  return new Map(
    parts.map(({ ref }, index) => {
      const window = found[index];
      return [idOf(ref), window === undefined ? undefined : { ref, window }];
    }),
  );
}

/** Within its windows. */
function popUpsIn({ children }: Accessible): readonly Accessible[] {
  return children.flatMap((child) => [...(child.states.has('modal') ? [child] : []), ...popUpsIn(child)]);
}
