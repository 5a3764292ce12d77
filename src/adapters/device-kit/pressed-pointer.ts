// A mouse button that stays pressed between two actions.
//
// held-1. It is written down before the button is pressed, and forgotten after it was let go: a button outlives the worker that pressed it, and the next worker takes it over with the device.
// held-2. Whatever is done with the device that does not move or release what is held lets go of it first, where it was pressed: at most a click there, as which it was judged. That is a part of the action that follows, in whose journal entry it is done.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Point } from '../../domain/ui/geometry.js';
import type { DeviceAction, PressedPointer, MouseButton } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';

export interface PressedPoint extends PressedPointer {
  readonly button: MouseButton;
  /** The tab whose page was told, where there are tabs. */
  readonly where?: string;
}

export interface PressedState {
  readonly held: PressedPoint | undefined;
  keep(held: PressedPoint): Promise<void>;
  forget(): Promise<void>;
}

/** @param file - in the device's folder */
export async function openPressedState(file: string): Promise<PressedState> {
  let held = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as PressedPoint,
    () => undefined,
  );
  return {
    get held() {
      return held;
    },
    keep: async (next) => {
      held = next;
      await writeFile(file, JSON.stringify(next));
    },
    forget: async () => {
      held = undefined;
      await rm(file, { force: true });
    },
  };
}

export interface Mouse {
  /** `hold`: for later; where it can be told apart, letting go in the same place is then no click. */
  press(at: Point, button: MouseButton, hold: boolean): Promise<void>;
  /** Through these points, the button pressed. */
  carry(along: readonly Point[], button: MouseButton): Promise<void>;
  release(at: Point, button: MouseButton): Promise<void>;
  /** Lets go there so that as little as possible comes of it. */
  cancel(at: Point, button: MouseButton): Promise<void>;
}

/** ms at the end of the way: what takes a drop may ask its server, or decide in its next frame. */
const beforeRelease = 60;

/** Presses at the first of the points, moves through the others and, unless it is to stay, lets go at the last. */
export async function dragAlong(
  mouse: Mouse,
  holding: PressedState,
  { points, button, hold, where }: { readonly points: readonly Point[]; readonly hold: boolean } & Pick<PressedPoint, 'button' | 'where'>,
): Promise<void> {
  const [pressed, at] = [points[0], points.at(-1)];
  if (!pressed || !at) return;
  await holding.keep({ button, pressed, at, where });
  await mouse.press(pressed, button, hold);
  await mouse.carry(wayThrough(points), button);
  if (hold) return;
  await sleep(beforeRelease);
  await mouse.release(at, button);
  await holding.forget();
}

export async function movePressed(mouse: Mouse, holding: PressedState, to: Point): Promise<void> {
  const held = required(holding);
  await holding.keep({ ...held, at: to });
  await mouse.carry(wayThrough([held.at, to]), held.button);
}

/** @param at - where it was seen to be held */
export function pressedWhere(holding: PressedState, at: Point): PressedPoint {
  const held = required(holding);
  if (Math.hypot(held.at.x - at.x, held.at.y - at.y) < 2) return held;
  throw new ActionFailedError('not-held', `The mouse is held at ${held.at.x}, ${held.at.y} now, not where it was seen. Look again.`);
}

export async function releasePressed(mouse: Mouse, holding: PressedState, { at, button }: PressedPoint): Promise<void> {
  await mouse.release(at, button);
  await holding.forget();
}

/** held-2. `where`: the tab that is in front. */
export async function releaseBefore({ type }: DeviceAction, mouse: Mouse, holding: PressedState, where?: string): Promise<void> {
  const { held } = holding;
  if (!held || type === 'move' || type === 'release' || type === 'read-text') return;
  if (held.where === where) {
    await mouse.carry(wayThrough([held.at, held.pressed]), held.button);
    await mouse.cancel(held.pressed, held.button);
  }
  await holding.forget();
}

function required({ held }: PressedState): PressedPoint {
  if (held) return held;
  throw new ActionFailedError('not-held', 'Nothing is pressed: it has been let go, or the user interface is another one.');
}

/** px between two moves, as far as there are enough of them. */
const stride = 25;
const mostSteps = 20;
/** px: less is no drag to most applications. */
const nudge = 6;

/** Small steps, the first of them smaller: applications begin a drag after a few px, and sort by what is passed on the way. */
export function wayThrough(points: readonly Point[]): readonly Point[] {
  return points.slice(1).flatMap((to, index) => stepsBetween(points[index] ?? to, to));
}

function stepsBetween(from: Point, to: Point): readonly Point[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance === 0) return [to];
  const count = Math.min(mostSteps, Math.max(2, Math.ceil(distance / stride)));
  const parts = [Math.min(0.5, nudge / distance), ...Array.from({ length: count }, (_, index) => (index + 1) / count)];
  return parts.map((part) => ({ x: Math.round(from.x + (to.x - from.x) * part), y: Math.round(from.y + (to.y - from.y) * part) }));
}
