// Controls of an earlier look as they are now: whether they still exist, are in front, and where.
import type { Control } from '../../domain/ui/control.js';
import { isIn, middleOf, type Bounds, type Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pointInside } from '../point-inside.js';
import { meaningOf, refOf, roles, type AccessibleRef } from './accessible.js';
import type { ActionTools } from './action-tools.js';
import type { OpenApplication } from './applications.js';
import { rootPath, UnansweredError, unlessUnanswered } from './bus-connection.js';
import { oneLine } from './controls.js';

type LookTools = Pick<ActionTools, 'bus' | 'applications' | 'screen'>;

export const isField = (role: string): boolean => ['textbox', 'searchbox', 'password'].includes(role);

export async function pointOf(tools: LookTools, target: ActionTarget<Control>): Promise<Point> {
  return 'control' in target ? aimAt(tools, target.control) : pixelsOf(tools.screen, target);
}

/** Throws `action-failed` for a point outside the screen. */
export function pixelsOf({ width, height }: Bounds, target: PointTarget): Point {
  return pointInside({ what: 'desktop', width, height }, target);
}

/** Its current position; brings its application to the front first. */
export async function aimAt(tools: LookTools, control: Control): Promise<Point> {
  if (control.source === 'ocr') return middleOf(control.bounds);
  const ref = await refOfLive(tools, control);
  const bounds = await asked(control, tools.bus.boundsOf(ref));
  const at = middleOf(bounds);
  if (bounds.width > 0 && bounds.height > 0 && isIn(tools.screen, at)) return at;
  throw new ActionFailedError('action-failed', `${control.role} "${control.name}" is outside the screen: scroll, or move its window.`);
}

/** Throws `control-gone` when it is no longer on the screen as it was seen. */
export async function refOfLive(tools: LookTools, control: Control): Promise<AccessibleRef> {
  const { bus } = tools;
  const ref = refOf(control.id);
  if (ref === undefined) throw goneError(control);
  const { name: own, role, states } = await asked(control, bus.stateOf(ref));
  const name = own === '' && role === roles.cell ? await asked(control, bus.wordsBeside(ref)) : own;
  const mayChange = isField(control.role) || control.role === 'combobox' || control.name === '';
  // A control without its own name is named by its label.
  const isOther = !mayChange && name !== '' && oneLine(name) !== control.name;
  if (states.has('defunct') || !states.has('showing') || meaningOf(role).role === undefined || isOther) throw goneError(control);
  await toFront(tools, ref, control);
  return ref;
}

async function toFront({ bus, applications }: LookTools, { bus: owner }: AccessibleRef, control: Control): Promise<void> {
  const application = (await applications.open()).find((candidate) => candidate.bus === owner);
  if (application === undefined) throw goneError(control);
  if (!application.current) await applications.select(application.id);
  await refuseBehind(bus, application, control);
}

/** Refuses a control behind a modal dialog, which would receive the action instead. */
async function refuseBehind(bus: ActionTools['bus'], { bus: owner }: OpenApplication, control: Control): Promise<void> {
  if (owner === undefined) return;
  const windows = await bus.childrenOf({ bus: owner, path: rootPath });
  const seen = await Promise.all(windows.map((window) => bus.stateOf(window).catch(unlessUnanswered)));
  const counts = new Map<number, number>();
  const placed = seen.flatMap((state) => {
    if (state === undefined) return [];
    const count = (counts.get(state.role) ?? 0) + 1;
    counts.set(state.role, count);
    return [{ ...state, path: `/${state.role}[${count}]` }];
  });
  const isModal = ({ states }: (typeof placed)[number]): boolean => states.has('modal') && states.has('showing');
  const own = placed.find(({ path }) => control.path === path || control.path.startsWith(`${path}/`));
  const dialog = own && isModal(own) ? undefined : placed.find(isModal);
  if (dialog) throw new ActionFailedError('control-covered', `The dialog "${dialog.name}" is open: answer it first.`);
}

/** A control for which its application does not answer counts as gone. */
export async function asked<T>(control: Control, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof UnansweredError ? goneError(control) : error;
  }
}

function goneError({ role, name }: Control): ActionFailedError {
  return new ActionFailedError('control-gone', `${role} "${name}" is no longer on the screen.`);
}
