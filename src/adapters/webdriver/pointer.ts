// Where the mouse goes: px of the top page's viewport.
import type { Point, Size } from '../../domain/ui/geometry.js';
import { takesPointer } from '../../domain/guard/screen.js';
import { mayRead, type Control } from '../../domain/ui/control.js';
import { shortestDrag, type DeviceAction, type MouseButton, type Over, type PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import { pointInside } from '../device-kit/targets.js';
import { FrameRefusedError } from './fence.js';
import { aimAt, asSeen, lookAtFrames } from './frames.js';
import type { PrepareRequest } from './page/target.js';
import type { Session } from './session.js';

/** The part of a control that aiming needs. */
type Target = { readonly control: Pick<Control, 'id' | 'role'> & Partial<Pick<Control, 'name' | 'leads'>> } | PointTarget;

/** The target's click point. */
export async function pointOf(session: Session, target: Target, { through = false, press = false } = {}): Promise<Point> {
  if ('control' in target) return aimAt(session, { ...seenAs(target.control), pointer: true, through, press });
  await session.toTop();
  const point = await pixelsOf(session, target);
  await refuseOthers(session, point, target.over);
  return point;
}

/** Without a name it is what it is, whatever it reads. */
function seenAs({
  id,
  role,
  name,
  leads,
}: Extract<Target, { readonly control: unknown }>['control']): Pick<PrepareRequest, 'id' | 'name' | 'leads'> {
  return name === undefined ? { id } : asSeen({ id, role, name, leads });
}

/** The way of a person: the pointer comes to rest over it before it presses. What a page shows, moves or puts there when the pointer comes is there then. */
export async function pressAt(session: Session, target: Target, button: MouseButton, count: number): Promise<void> {
  let point = await pointOf(session, target, { press: true });
  for (let attempt = 1; ; attempt++) {
    await session.hover(point);
    const now = await pointOf(session, target, { press: true });
    if (Math.hypot(now.x - point.x, now.y - point.y) < still) break;
    if (attempt === mostChases) throw new ActionFailedError('out-of-reach', 'It moves away from the pointer: nothing was pressed.');
    point = now;
  }
  const seen = 'control' in target ? [{ role: target.control.role, name: target.control.name ?? '' }] : target.over;
  await session.click(point, button, count, seen && (() => isStillThere(session, point, seen)));
}

const mostChases = 5;

/** For the second press of two: after the first, something else may have come there. One made anew that reads the same is the same. */
async function isStillThere(session: Session, point: Point, seen: readonly Over[]): Promise<boolean> {
  const control = await controlAt(session, point).catch((error: unknown) => {
    if (error instanceof FrameRefusedError) return 'refused' as const;
    throw error;
  });
  return control !== 'refused' && (!control || isAmong(seen, control));
}

function isAmong(seen: readonly Over[], { role, name }: Over): boolean {
  return seen.some((each) => each.role === role && mayRead(each.name, name));
}

/** What is there by the browser's own hit test, at the moment before the pointer goes. A place where nothing is pressed does no harm. Without `over` only a frame outside the fence is refused. */
export async function refuseOthers(session: Session, point: Point, over: readonly Over[] | undefined): Promise<void> {
  if (!over && !session.refusedFrames) return;
  const control = await controlAt(session, point);
  if (!over || !control || isAmong(over, control)) return;
  const seen = over.map(({ role, name }) => `${role} "${name}"`).join(', ');
  throw new ActionFailedError(
    'control-gone',
    `At that point is ${control.role} "${control.name}" now, where ${seen === '' ? 'nothing was seen' : `${seen} was seen`}. Look again.`,
  );
}

/** Deeper than any page that was looked at. */
const mostFrames = 8;

async function controlAt(session: Session, point: Point): Promise<Over | null> {
  await session.toTop();
  let inside: Point & { readonly shown?: Size } = point;
  for (let depth = 0; depth < mostFrames; depth++) {
    const { value, frames } = await session.page('hit', inside);
    const [frame] = frames;
    if ('control' in value || frame === undefined) {
      await session.toTop();
      return 'control' in value ? value.control : null;
    }
    if (value.askew) {
      await refuseOutside(session, point);
      return null;
    }
    await session.enterFrame(frame);
    inside = { ...value.frame, shown: value.shown };
  }
  throw new ActionFailedError('out-of-reach', 'The point is in frames within frames that are too deep to look at.');
}

/** Of what is in a frame that is turned no hit test of ours tells. */
async function refuseOutside(session: Session, point: Point): Promise<void> {
  await session.toTop();
  const there = (await session.refusedFrames?.())?.find((frame) => takesPointer(frame, point));
  if (there) throw new FrameRefusedError(there.name);
}

export async function pixelsOf(session: Session, target: PointTarget): Promise<Point> {
  return pointInside(await viewOf(session), target);
}

async function viewOf(session: Session) {
  const { value: view } = await session.page('viewport', undefined);
  return { what: 'page', ...view };
}

export async function centreOfView(session: Session): Promise<Point> {
  return pointOf(session, { point: { x: 0.5, y: 0.5 }, unit: 'fraction' });
}

type Ends = Pick<Extract<DeviceAction, { readonly type: 'drag' }>, 'from' | 'to' | 'via' | 'hold'>;

const seldomTogether =
  'What the drag names is not in view together. Scroll until all of it is; or drag with hold=true to a place in view, and move_pointer from there.';

/**
 * The points of a drag, all valid at the same time: bringing one control into view may move the other away, and whatever a given point was
 * meant for.
 */
export async function wayOf(session: Session, ends: Ends): Promise<readonly Point[]> {
  const { from, to, via = [] } = ends;
  const aims = new Map<DragEnd, Point>();
  // Controls first: they may scroll, and points are judged where they are then.
  for (const end of [from, to].filter((each) => 'control' in each)) aims.set(end, await pointOf(session, end));
  if (aims.size > 0) await refuseMoved(session, aims, aims.size === 2 && via.length === 0);
  for (const end of [from, to].filter((each) => 'point' in each)) aims.set(end, await pointOf(session, end));
  const view = via.length > 0 ? await viewOf(session) : undefined;
  const between = view ? via.map((point) => pointInside(view, point)) : [];
  const [start, end] = [aims.get(from), aims.get(to)].filter((each) => each !== undefined);
  if (!start || !end) return [];
  refuseShort(ends, Math.hypot(end.x - start.x, end.y - start.y));
  const past = 'control' in to ? pastMiddle(between.at(-1) ?? start, end, to.control.bounds) : end;
  return [start, ...between, past];
}

/** px */
const furthestPast = 6;

/** What sorts takes the place of another only once it is past its middle; of what has a middle, a person would go on a little. */
function pastMiddle(from: Point, end: Point, { width, height }: Size): Point {
  const distance = Math.hypot(end.x - from.x, end.y - from.y);
  const more = Math.min(furthestPast, Math.min(width, height) / 6);
  return distance === 0 ? end : { x: end.x + ((end.x - from.x) / distance) * more, y: end.y + ((end.y - from.y) / distance) * more };
}

type DragEnd = Ends['from'];

/** px by which a control may differ from where it was seen. */
const still = 3;

/** @param mayScroll - nothing else depends on where the page was scrolled to when it was seen */
async function refuseMoved(session: Session, aims: ReadonlyMap<DragEnd, Point>, mayScroll: boolean): Promise<void> {
  const { controls } = await lookAtFrames(session);
  for (const [end, { x, y }] of aims) {
    if (!('control' in end)) continue;
    const { id, bounds: seen, role, name, path } = end.control;
    // One made anew that could be aimed at is the same (page/made-anew.ts), under an id of its own.
    const isCopy = (each: Control): boolean => each.path === path && each.role === role && mayRead(name, each.name);
    const now = (controls.find((each) => each.id === id) ?? controls.find(isCopy))?.bounds;
    if (!now) throw new ActionFailedError('control-gone', `The control "${end.control.name}" is no longer on the page.`);
    const isThere = x >= now.x - 1 && x <= now.x + now.width + 1 && y >= now.y - 1 && y <= now.y + now.height + 1;
    const isStill = mayScroll || Math.hypot(now.x - seen.x, now.y - seen.y) <= still;
    if (!isThere || !isStill) throw new ActionFailedError('out-of-reach', seldomTogether);
  }
}

/** By points it was judged as the click that it is (domain/guard/judge.ts); of controls the judge knew no points. */
function refuseShort({ from, to, hold }: Ends, distance: number): void {
  if (hold === true || distance > shortestDrag || ('point' in from && 'point' in to)) return;
  throw new ActionFailedError(
    'action-failed',
    'The two ends of the drag are at the same place: it would be a click. Name other places, or click.',
  );
}
