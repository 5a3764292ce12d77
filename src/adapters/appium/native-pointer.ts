// Touch and mouse: W3C pointer actions, in units of the source.
import type { Control } from '../../domain/ui/control.js';
import type { Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, DeviceAction, MouseButton } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pixelsOf, pointOf, scaleOf, screenOf } from './native-screen.js';
import { command, driverCommand, type NativeSession } from './native-session.js';

/** https://www.w3.org/TR/webdriver2/#pointer-input-source */
const mouseButtons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };
/** ms. */
const tapTime = 50;
const longPressTime = 800;

interface Gesture {
  /** px of the screenshot: the press, then the points of the move. `afterMs`: duration of the move to that point. */
  readonly along: readonly (Point & { readonly afterMs?: number })[];
  /** ms between the press and the move or release. */
  readonly holdMs: number;
  readonly button?: number;
}

export function tap(session: NativeSession, at: Point): Promise<void> {
  return touch(session, { along: [at], holdMs: tapTime });
}

/** On touch screens a long press stands in for the right button. */
export async function press(session: NativeSession, at: Point, button: MouseButton): Promise<void> {
  if (session.platform.pointer.type === 'mouse') return touch(session, { along: [at], holdMs: tapTime, button: mouseButtons[button] });
  if (button === 'middle') throw new ActionFailedError('not-supported', 'A finger has no middle button.');
  await touch(session, { along: [at], holdMs: button === 'right' ? longPressTime : tapTime });
}

export async function drag(
  session: NativeSession,
  { from, to, via = [], hold }: Extract<DeviceAction, { readonly type: 'drag' }>,
): Promise<void> {
  if (hold) throw nothingHeld();
  const screen = await screenOf(session);
  const [start, end] = [await pointOf(session, from), await pointOf(session, to)];
  const along = [...via.map((point) => pixelsOf(point, screen)), end].map((point) => ({ ...point, afterMs: 600 }));
  await touch(session, { along: [start, ...along], holdMs: 500 });
}

/** Appium ends each gesture before it answers. */
export function nothingHeld(): ActionFailedError {
  return new ActionFailedError('not-supported', 'Nothing stays pressed on this device: drag in one go, through via points.');
}

export async function hover(session: NativeSession, at: Point): Promise<void> {
  const { pointer } = session.platform;
  if (pointer.type === 'touch') throw new ActionFailedError('not-supported', 'A finger does not hover: tap.');
  const actions = [{ type: 'pointerMove', ...inUnits(at, await scaleOf(session)), duration: 100, origin: 'viewport' }];
  await command(() =>
    session.browser.performActions([{ type: 'pointer', id: 'pointer', parameters: { pointerType: pointer.type }, actions }]),
  );
}

/** By px; from the middle of the screen without a target. */
export async function scroll(
  session: NativeSession,
  { target, deltaX, deltaY }: { readonly target?: ActionTarget<Control>; readonly deltaX: number; readonly deltaY: number },
): Promise<void> {
  const { pointer } = session.platform;
  const screen = await screenOf(session);
  const from = target ? await pointOf(session, target) : { x: screen.width / 2, y: screen.height / 2 };
  if (pointer.type === 'mouse') {
    const at = inUnits(from, await scaleOf(session));
    const parameters = { ...at, deltaX: pointer.wheel.x * deltaX, deltaY: pointer.wheel.y * deltaY };
    await driverCommand(session, { name: 'scroll', parameters });
    return;
  }
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, most * 0.05), most * 0.95);
  // Content below comes into view when the finger moves up.
  const to = { x: clamp(from.x - deltaX, screen.width), y: clamp(from.y - deltaY, screen.height) };
  await touch(session, { along: [from, { ...to, afterMs: 400 }], holdMs: tapTime });
}

async function touch(session: NativeSession, { along, holdMs, button = 0 }: Gesture): Promise<void> {
  const { browser, platform } = session;
  const unit = await scaleOf(session);
  const moveTo = (at: Point, duration: number): object => ({ type: 'pointerMove', ...inUnits(at, unit), duration, origin: 'viewport' });
  const [first, ...rest] = along;
  if (!first) return;
  const actions = [
    moveTo(first, 0),
    { type: 'pointerDown', button },
    { type: 'pause', duration: holdMs },
    ...rest.map((step) => moveTo(step, step.afterMs ?? 300)),
    { type: 'pointerUp', button },
  ];
  const parameters = { pointerType: platform.pointer.type };
  await command(() => browser.performActions([{ type: 'pointer', id: 'pointer', parameters, actions }]));
  // The gesture is done, and has ended with its own release.
  await command(() => browser.releaseActions()).catch(unlessGone);
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ActionFailedError)) throw error;
}

function inUnits({ x, y }: Point, unit: number): Point {
  return { x: Math.round(x / unit), y: Math.round(y / unit) };
}
