// The mouse through the driver: real events at px of the top page's viewport.
import type { Point } from '../../domain/ui/geometry.js';
import type { MouseButton, PointTarget } from '../../domain/ui/ui-action.js';
import { pointInside } from '../point-inside.js';
import { aimAt } from './frames.js';
import type { Session } from './session.js';

/** As WebDriver numbers them. */
export const buttons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };

/** The part of a control that aiming needs. */
type Target = { readonly control: { readonly id: string; readonly name?: string | undefined } } | PointTarget;

/** The target's click point. */
export async function pointOf(session: Session, target: Target): Promise<Point> {
  if ('control' in target)
    return aimAt(session, {
      id: target.control.id,
      pointer: true,
      ...(target.control.name !== undefined && { name: target.control.name }),
    });
  await session.toTop();
  return pixelsOf(session, target);
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
