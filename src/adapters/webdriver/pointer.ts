// The mouse through the driver: real events at px of the top page's viewport.
import type { Point } from '../../domain/ui/geometry.js';
import { mayRead } from '../../domain/ui/same-name.js';
import type { MouseButton, Over, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pointInside } from '../point-inside.js';
import { aimAt } from './frames.js';
import type { Session } from './session.js';

/** As WebDriver numbers them. */
export const buttons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };

/** The part of a control that aiming needs. */
type Target = { readonly control: { readonly id: string; readonly name?: string | undefined } } | PointTarget;

/** The target's click point. */
export async function pointOf(session: Session, target: Target, { through = false } = {}): Promise<Point> {
  if ('control' in target)
    return aimAt(session, {
      id: target.control.id,
      pointer: true,
      through,
      ...(target.control.name !== undefined && { name: target.control.name }),
    });
  await session.toTop();
  const point = await pixelsOf(session, target);
  if (target.over) await refuseOthers(session, point, target.over);
  return point;
}

/** LK12: what is there by the browser's own hit test, at the moment before the pointer goes. A place where nothing is pressed does no harm. */
async function refuseOthers(session: Session, point: Point, over: readonly Over[]): Promise<void> {
  const control = await controlAt(session, point);
  if (!control || over.some(({ role, name }) => role === control.role && mayRead(name, control.name))) return;
  const seen = over.map(({ role, name }) => `${role} "${name}"`).join(', ');
  throw new ActionFailedError(
    'control-gone',
    `At that point is ${control.role} "${control.name}" now, where ${seen === '' ? 'nothing was seen' : `${seen} was seen`}. Look again.`,
  );
}

/** Deeper than any page that was looked at. */
const mostFrames = 8;

async function controlAt(session: Session, point: Point): Promise<Over | null> {
  let inside = point;
  for (let depth = 0; depth < mostFrames; depth++) {
    const { value, frames } = await session.page('hit', inside);
    const [frame] = frames;
    if ('control' in value || frame === undefined) {
      await session.toTop();
      return 'control' in value ? value.control : null;
    }
    await session.enterFrame(frame);
    inside = value.frame;
  }
  throw new ActionFailedError('out-of-reach', 'The point is in frames within frames that are too deep to look at.');
}

export async function pixelsOf(session: Session, target: PointTarget): Promise<Point> {
  const { value: view } = await session.page('viewport', undefined);
  return pointInside({ what: 'page', ...view }, target);
}

export async function centreOfView(session: Session): Promise<Point> {
  return pixelsOf(session, { point: { x: 0.5, y: 0.5 }, unit: 'fraction' });
}

export async function dragBetween(session: Session, from: Point, to: Point, button: MouseButton): Promise<void> {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const actions = [
    moveTo(from),
    { type: 'pointerDown', button: buttons[button] },
    // Pages start a drag only after a few px of movement, and accept the drop only after a move over its place.
    moveTo({ x: from.x + Math.sign(to.x - from.x) * 5, y: from.y + Math.sign(to.y - from.y) * 5 }, 50),
    moveTo(middle, 100),
    moveTo(to, 100),
    moveTo(to, 50),
    { type: 'pointerUp', button: buttons[button] },
  ];
  await session.command((browser) =>
    browser.performActions([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]),
  );
}

export function moveTo({ x, y }: Point, duration = 0): object {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration, origin: 'viewport' };
}
