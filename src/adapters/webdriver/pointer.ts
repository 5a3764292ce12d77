// Where the mouse goes: px of the top page's viewport.
import type { Point } from '../../domain/ui/geometry.js';
import { mayRead } from '../../domain/ui/same-name.js';
import { shortestDrag, type Over, type PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pointInside } from '../point-inside.js';
import { aimAt } from './frames.js';
import type { Session } from './session.js';

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
  const point = await pixelsOf(session, target);
  if (target.over) await refuseOthers(session, point, target.over);
  return point;
}

/** LK12: what is there by the browser's own hit test, at the moment before the pointer goes. A place where nothing is pressed does no harm. */
export async function refuseOthers(session: Session, point: Point, over: readonly Over[]): Promise<void> {
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

interface Ends {
  readonly from: Target;
  readonly to: Target;
  readonly hold?: true | undefined;
}

/** Bringing one of two controls into view may move the other away. */
const mostTries = 3;

/** Both ends, on the screen at the same time. */
export async function endsOf(session: Session, { from, to, hold }: Ends): Promise<readonly [Point, Point]> {
  let start = await pointOf(session, from);
  for (let attempt = 1; attempt <= mostTries; attempt++) {
    const end = await pointOf(session, to);
    const again = 'control' in from ? await pointOf(session, from) : start;
    if (Math.hypot(again.x - start.x, again.y - start.y) < 1) return refusedIfShort([start, end], { from, to, hold });
    start = again;
  }
  throw new ActionFailedError(
    'out-of-reach',
    'The two ends of the drag are never in view together. Drag with hold=true to a point near the edge, then move on from there.',
  );
}

/** By points it was judged as the click that it is (domain/guard/judge.ts); of controls the judge knew no points. */
function refusedIfShort([start, end]: readonly [Point, Point], { from, to, hold }: Ends): readonly [Point, Point] {
  const isJudged = hold === true || ('point' in from && 'point' in to);
  if (isJudged || Math.hypot(end.x - start.x, end.y - start.y) > shortestDrag) return [start, end];
  throw new ActionFailedError(
    'action-failed',
    'The two ends of the drag are at the same place: it would be a click. Name other places, or click.',
  );
}
