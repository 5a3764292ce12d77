// Where a pointer goes on a desktop: to a point where the window in front is the application's, and the control is what is hit there; or nowhere.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import { commonOf, middleOf, type Bounds, type Point } from '../../domain/ui/geometry.js';
import { aimAmong, shownThrough } from '../../domain/ui/layers.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import { pointInside, coveredError, outOfReachError } from '../device-kit/targets.js';
import { idOf, roles } from './accessible.js';
import { type ActionTools, asked, liveOf, type LiveControl } from './live-controls.js';
import type { OpenApplication } from './applications.js';
import type { FrontWindows } from './front-windows.js';
import { boxesOf, obstaclesFor, type Place, type Scene } from './look.js';
import { windowHit, type Meant, type WindowHit } from './window-hit.js';
import { until } from '../process-kit/poll.js';

/** ms between the questions to a toolkit that has to be asked again. */
const askAgain = 15;
/** ms for a window to come to the front. */
const riseLimit = 1_000;

/** `missed`: the window is right, and something else in it is hit. */
type Miss = WindowHit | { readonly status: 'missed'; readonly at: Point };

export async function pointOf(tools: ActionTools, target: ActionTarget<Control>): Promise<Point> {
  if ('control' in target) return aimAt(tools, target.control);
  const point = pixelsOf(tools.screen, target);
  await refuseElsewhere(tools, point, {});
  return point;
}

/** Where something is dropped: on the bare desktop, too, where windows are moved to. */
export async function endOf(tools: ActionTools, target: ActionTarget<Control>): Promise<Point> {
  if ('control' in target) return aimAt(tools, target.control);
  const point = pixelsOf(tools.screen, target);
  await refuseElsewhere(tools, point, { mayBeBare: true });
  return point;
}

/** The middle of the window that was looked at. */
export async function middleOfFront(tools: ActionTools): Promise<Point> {
  const [window] = (await tools.scene()).application?.windows ?? [];
  const { x, y } = middleOf(window ? commonOf(tools.screen, window.bounds) : tools.screen);
  const point = { x: Math.floor(x), y: Math.floor(y) };
  await refuseElsewhere(tools, point, {});
  return point;
}

/** Throws `action-failed` for a point outside the screen. */
export function pixelsOf({ width, height }: Bounds, target: PointTarget): Point {
  return pointInside({ what: 'desktop', width, height }, target);
}

/** Refuses a point where the window in front is of another application than the one that was looked at. */
export async function refuseElsewhere(
  { front, scene, applications }: ActionTools,
  point: Point,
  { mayBeBare = false, name }: { readonly mayBeBare?: boolean; readonly name?: string },
): Promise<void> {
  if (front === undefined) return;
  const windows = await front.windows();
  const seen = (await scene()).application;
  let hit = await hitBy(windows, point, seen && meantBy(seen));
  // It may have opened its first window of another process since.
  if (hit.status === 'covered' && seen) {
    const now = (await applications.open()).find(({ id }) => id === seen.id);
    hit = await hitBy(windows, point, now && meantBy(now));
  }
  if (hit.status === 'hit' || (hit.status === 'background' && mayBeBare)) return;
  if (name !== undefined) throw hit.status === 'covered' ? coveredError(name, hit.by) : outOfReachError(name);
  const at = `${point.x}, ${point.y}`;
  if (hit.status === 'background') throw new ActionFailedError('out-of-reach', `At ${at} is no window, only the bare desktop.`);
  throw new ActionFailedError('control-covered', `At ${at} is ${hit.by}, not ${seen?.name ?? 'what was looked at'}. Deal with that first.`);
}

/** A point where a pointer hits the control; brings its application, and its window, to the front first. */
export async function aimAt(tools: ActionTools, control: Control): Promise<Point> {
  if (control.source === 'ocr') {
    const point = middleOf(control.bounds);
    await refuseElsewhere(tools, point, { name: control.name });
    return point;
  }
  const live = await liveOf(tools, control);
  const scene = await tools.scene(control);
  const place = scene.places.get(control.id);
  if (place?.behind) throw coveredError(control.name, 'what is open in front of it, a menu or a pop-up');
  const trial: Trial = { tools, control, live, scene, place };
  const first = await tried(trial);
  if (first.point) return first.point;
  if (!(await tools.bus.scrollTo(live.ref))) throw first.error;
  const second = await tried(trial);
  if (second.point) return second.point;
  throw second.error;
}

interface Trial {
  readonly tools: ActionTools;
  readonly control: Control;
  readonly live: LiveControl;
  readonly scene: Scene;
  readonly place: Place | undefined;
}

type Tried = { readonly point: Point } | { readonly point?: never; readonly error: ActionFailedError };

async function tried(trial: Trial): Promise<Tried> {
  const { tools, control, live, scene, place } = trial;
  const { bus, screen } = tools;
  const [bounds, clips] = await Promise.all([asked(control, bus.boundsOf(live.ref)), boxesOf(bus, place?.clips ?? [])]);
  const boxes = place?.clips.flatMap((ref) => clips.get(idOf(ref)) ?? []) ?? [];
  const layer = { order: place?.order ?? [], shown: shownThrough([screen, ...boxes], bounds) };
  const aim = aimAmong(layer, obstaclesFor(layer, scene.obstacles));
  if (aim.status === 'covered') return { error: coveredError(control.name, aim.by.what) };
  if (aim.status === 'out-of-reach') return { error: outOfReachError(control.name) };
  const missed = await firstHit(trial, aim.points);
  if ('point' in missed) return missed;
  const by = missed.status === 'covered' ? missed.by : missed.status === 'missed' ? await coverIn(trial, missed.at) : undefined;
  return { error: by === undefined ? outOfReachError(control.name) : coveredError(control.name, by) };
}

async function coverIn({ tools: { bus }, live: { ref, window } }: Trial, point: Point): Promise<string | undefined> {
  return window && bus.coverAt({ window: window.ref, ref, point });
}

/** One of the points that is hit, if need be after its window was brought to the front; why the first was not, if none is. */
async function firstHit(trial: Trial, points: readonly Point[]): Promise<{ readonly point: Point } | Miss> {
  const windows = await trial.tools.front?.windows();
  const meant = await meantWith(trial);
  const found = await hitAmong(trial, points, windows && { windows, meant });
  const [point] = points;
  const isWindow = 'status' in found && found.status === 'covered' && found.isWindow;
  if (!isWindow || !windows || !point || meant.own === undefined) return found;
  await trial.tools.applications.raise(`0x${meant.own.toString(16)}`);
  await until(riseLimit, async () => (await hitBy(windows, point, meant)).status === 'hit');
  return hitAmong(trial, points, { windows, meant });
}

/** What X is asked by; absent where there is none. */
interface Asked {
  readonly windows: FrontWindows;
  readonly meant: Meant;
}

async function hitAmong(trial: Trial, points: readonly Point[], ask: Asked | undefined): Promise<{ readonly point: Point } | Miss> {
  let why: Miss | undefined;
  for (const point of points) {
    const hit: WindowHit = ask ? await hitBy(ask.windows, point, ask.meant) : { status: 'hit' };
    const isRight = hit.status === 'hit';
    if (isRight && (await isHitInside(trial, point))) return { point };
    why ??= isRight ? { status: 'missed', at: point } : hit;
  }
  return why ?? { status: 'background' };
}

async function isHitInside({ tools: { bus }, control, live: { ref, window }, scene: { toolkit } }: Trial, point: Point): Promise<boolean> {
  // A menu is a window of its own, which X was asked about.
  if (window === undefined || toolkit.hitTests === 0 || control.path.includes(`/${roles.popUpMenu}[`)) return true;
  let isHit = false;
  for (let asking = 0; asking < toolkit.hitTests; asking++) {
    if (asking > 0) await sleep(askAgain);
    isHit = await bus.isAt({ window: window.ref, ref, point });
  }
  return isHit;
}

async function hitBy(windows: FrontWindows, point: Point, meant: Meant | undefined): Promise<WindowHit> {
  const found = await windows.at(point);
  if (meant === undefined) return windowHit(found && { ...found, isKin: false, openedFrom: [] }, meantByNobody, noBarriers);
  const own = [...meant.windows.keys()];
  const [modal, menus, openedFrom] = await Promise.all([windows.modal(own), windows.menus(own), found ? windows.openedFrom(found.id) : []]);
  const isKin = found !== undefined && own.some((window) => windows.areKin(window, found.id));
  return windowHit(found && { ...found, isKin, openedFrom }, meant, { modal, menus });
}

const noBarriers = { modal: [], menus: [] };
const meantByNobody: Meant = { windows: new Map(), pid: 0, own: undefined, mayBeMenu: true };

function meantBy({ pid, windows }: OpenApplication): Meant {
  return { pid, windows: new Map(windows.map(({ id, title }) => [Number(id), title])), own: undefined, mayBeMenu: true };
}

async function meantWith({ tools: { bus }, live: { ref, application, window }, control }: Trial): Promise<Meant> {
  // Two windows of one title cannot be told apart.
  const [titled, another] = application.windows.filter(({ title }) => title !== '' && title === window?.name);
  const byTitle = titled !== undefined && another === undefined ? Number(titled.id) : undefined;
  const own = (await asked(control, bus.windowOf(ref))) ?? byTitle;
  return { ...meantBy(application), own, mayBeMenu: control.role.startsWith('menuitem') };
}
