// Frames that the page script cannot reach (another origin, or sandboxed) are entered through the driver. The id of a control in one holds
// the path to it: `<frame element>|<frame element>|<control>`, each an id of its parent document, so that any later process finds it.
import { defined } from '../../domain/collections.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { isScroller, type Control } from '../../domain/ui/control.js';
import type { Point, Size } from '../../domain/ui/geometry.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { coveredError, outOfReachError, quoted } from '../device-kit/targets.js';
import {
  DialogOpenError,
  PageChangedError,
  PageHungError,
  type FrameElement,
  type FrameOutside,
  type PageAnswer,
  type Session,
} from './session.js';
import { FrameRefusedError } from './fence.js';
import { decodeLook, type ForeignFrame, type Prepared } from './page/messages.js';
import type { PrepareRequest } from './page/target.js';

export interface FramesLook {
  readonly document: string;
  readonly url: string;
  readonly title: string;
  readonly controls: readonly Control[];
}

/** Ads nest without end. */
const mostFrames = 30;
const deepest = 4;
/** ms for the frames around a control to come to rest. */
const restLimit = 3_000;
/** ms for which what is disabled may become usable. */
const disabledLimit = 1_000;

/** Of the whole tab; the session ends in the top frame. Of a frame whose origin is not allowed only that it is there, and where. */
export async function lookAtFrames(session: Session): Promise<FramesLook> {
  await session.toTop();
  const refused = new Map(((await session.refusedFrames?.()) ?? []).map((frame) => [frame.id, frame]));
  let left = mostFrames;

  const lookAt = async (answer: PageAnswer<'look'>, depth: number, prefix: string): Promise<readonly Control[]> => {
    const { controls, foreign } = decodeLook(answer.value);
    const parts: Control[] = [];
    let from = 0;
    for (const [index, frame] of foreign.entries()) {
      const element = answer.frames[index];
      parts.push(...controls.slice(from, frame.at).map((control) => withPrefix(control, prefix)));
      from = frame.at;
      const outside = refused.get(element?.['frame'] ?? '');
      if (outside) {
        refused.delete(outside.id);
        parts.push({ ...unread(frame, prefix, outside.name), ...defined(blankOf(outside)) });
        continue;
      }
      // A frame that shows no document has none of the browser's ids.
      if (element === undefined || element['frame'] === '' || frame.askew || depth === deepest || left-- <= 0)
        parts.push(unread(frame, prefix, 'a frame that was not read'));
      else parts.push(...(await inside(element, frame, depth + 1, prefix)));
    }
    return [...parts, ...controls.slice(from).map((control) => withPrefix(control, prefix))];
  };

  const inside = async (element: FrameElement, frame: ForeignFrame, depth: number, prefix: string): Promise<readonly Control[]> => {
    try {
      await session.enterFrame(element);
    } catch (error) {
      // The browser could not tell of it before, or it has just gone there.
      if (error instanceof FrameRefusedError) return [{ ...unread(frame, prefix, error.frame), masked: true }];
      if (error instanceof DeviceGoneError || error instanceof DialogOpenError || error instanceof PageHungError) throw error;
      return [];
    }
    try {
      return await lookAt(await session.page('look', { offset: frame.box, path: frame.path }), depth, `${prefix}${frame.id}|`);
    } catch (error) {
      // A frame that is being replaced has nothing to show yet.
      if (error instanceof DeviceGoneError || error instanceof DialogOpenError || error instanceof PageHungError) throw error;
      return [];
    } finally {
      await session.leaveFrame().catch(() => undefined);
    }
  };

  const top = await session.page('look', { offset: { x: 0, y: 0 }, path: '' });
  const read = await lookAt(top, 0, '');
  await session.toTop();
  // Where nothing is told of them they still show, and take a pointer.
  const untold = [...refused.values()].map((frame) => ({
    ...unread({ ...frame, path: '', box: frame.bounds }, '', frame.name),
    visible: false,
    ...defined(blankOf(frame)),
  }));
  return { document: top.value.document, url: top.url, title: top.value.title, controls: [...read, ...untold] };
}

/** A frame that is told of in one line, without anything that it says. */
function unread({ id, path, box }: Pick<ForeignFrame, 'id' | 'path' | 'box'>, prefix: string, name: string): Control {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round) as [number, number, number, number];
  const sight = { bounds: { x, y, width, height }, enabled: true, visible: true, interactive: false };
  return { id: `${prefix}${id}`, role: 'iframe', name, path: path.replace(/>>$/, ''), source: 'tree', ...sight };
}

/** Whole px: what is blanked is not less than what it shows. */
function blankOf({ bounds, open, focused }: FrameOutside): Pick<Control, 'bounds' | 'masked' | 'open' | 'states'> {
  const [x, y] = [Math.floor(bounds.x), Math.floor(bounds.y)];
  const [right, bottom] = [Math.ceil(bounds.x + bounds.width), Math.ceil(bounds.y + bounds.height)];
  return { bounds: { x, y, width: right - x, height: bottom - y }, masked: true, open, states: focused ? ['focused'] : undefined };
}

function withPrefix(control: Control, prefix: string): Control {
  if (prefix === '') return control;
  const { enters } = control;
  return {
    ...control,
    id: `${prefix}${control.id}`,
    ...defined({ enters: enters ? { ...enters, id: `${prefix}${enters.id}` } : undefined }),
  };
}

/** Enters the frame that holds the control. Returns its id there. */
export async function enterFrameOf(session: Session, id: string): Promise<string> {
  await session.toTop();
  const way = id.split('|');
  const own = way.pop() ?? id;
  for (const frame of way) {
    const [element] = (await session.page('find', frame)).frames;
    if (element === undefined) throw new ActionFailedError('control-gone', 'The frame that held the control is no longer there.');
    await session.enterFrame(element).catch((error: unknown) => {
      throw error instanceof PageChangedError
        ? new ActionFailedError('control-gone', 'The frame that held the control is no longer there.')
        : error;
    });
  }
  return own;
}

export type Ready = Extract<Prepared, { readonly status: 'ready' }> & { readonly ownId: string };

/** Enters the control's frame and prepares it there. The driver stays in that frame. */
export async function prepareIn(session: Session, { id, ...asked }: PrepareRequest): Promise<Ready> {
  const { name } = asked;
  const ownId = await enterFrameOf(session, id);
  const request = { ...asked, id: ownId };
  let value = await atRest(session, request);
  // Scrolling may make the page move things (sticky headers, lazy images): look again before aiming.
  if (value.status === 'ready' && value.scrolled) value = await atRest(session, request);
  switch (value.status) {
    case 'ready':
      return { ...value, ownId };
    case 'gone':
      throw new ActionFailedError('control-gone', `The control ${quoted(name)}is no longer on the page.`);
    case 'changed':
      throw new ActionFailedError('control-gone', `The control ${quoted(name)}now reads "${value.name}". Look again.`);
    case 'leads-elsewhere':
      throw new ActionFailedError('control-gone', `The control ${quoted(name)}now leads elsewhere. Look again.`);
    case 'other-row':
      throw new ActionFailedError('control-gone', `The row of ${quoted(name)}now reads "${value.row}". Look again.`);
    case 'disabled':
      throw new ActionFailedError('action-failed', `The control ${quoted(name)}is disabled: it takes no press.`);
    case 'covered':
      throw coveredError(name, value.by);
    case 'out-of-reach':
      throw outOfReachError(name);
    case 'hidden':
      throw new ActionFailedError('control-covered', `The control ${quoted(name)}is not displayed.`);
  }
}

/** What opens or slides in is not where it will be, and what a page is still filling is disabled until it is done. */
async function atRest(session: Session, request: PrepareRequest): Promise<Exclude<Prepared, { readonly status: 'moving' }>> {
  for (const began = Date.now(); ;) {
    const { value } = await session.page('prepare', { ...request, moving: Date.now() > began + restLimit });
    const isMoving = value.status === 'moving';
    if (!isMoving && (!isDisabled(value, request) || Date.now() > began + disabledLimit)) return value;
    await sleep(isMoving ? Math.min(Math.max(value.restsInMs, 20), 100) : 50);
  }
}

function isDisabled(value: Prepared, { press, pointer }: PrepareRequest): boolean {
  return value.status === 'disabled' || (value.status === 'ready' && value.kind === 'disabled' && (press === true || !pointer));
}

/** As what it was decided on. What only scrolls is named by its label, if any, and is what it is whatever it reads. */
export function asSeen(control: Pick<Control, 'id' | 'role' | 'name' | 'leads'>): Pick<PrepareRequest, 'id' | 'name' | 'leads'> {
  const { id, name, leads } = control;
  return isScroller(control) ? { id } : { id, name, leads };
}

/** The control's point in the top page, scrolled into view and uncovered. The driver ends in the top frame. */
export async function aimAt(session: Session, request: PrepareRequest): Promise<Point> {
  const { point, view } = await prepareIn(session, request);
  const frames = request.id.split('|').slice(0, -1).reverse();
  if (frames.length === 0) return point;
  let last: Point | undefined;
  for (const deadline = Date.now() + restLimit; Date.now() < deadline;) {
    const now = await leaveFrames(session, frames, { point, view }, request);
    if (last !== undefined && Math.hypot(last.x - now.x, last.y - now.y) < 1) return now;
    last = now;
    // Frames of other processes scroll a little later.
    await sleep(40);
    await enterFrameOf(session, request.id);
  }
  throw new ActionFailedError('action-failed', `The frame of the control ${quoted(request.name)}keeps moving. Wait until it is still.`);
}

async function leaveFrames(
  session: Session,
  frames: readonly string[],
  inner: { readonly point: Point; readonly view: Size },
  { name, pointer }: PrepareRequest,
): Promise<Point> {
  let { point, view } = inner;
  let covered = false;
  for (const frame of frames) {
    await session.leaveFrame();
    const { value } = await session.page('leaveFrame', { id: frame, point, view });
    if (!value) throw new ActionFailedError('control-gone', 'The frame that held the control is no longer there.');
    covered ||= value.covered;
    ({ point, view } = value);
  }
  await session.toTop();
  if (covered && pointer)
    throw new ActionFailedError('control-covered', `The frame of the control ${quoted(name)}is covered. Deal with what covers it first.`);
  return point;
}
