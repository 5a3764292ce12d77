// What is on a native application's screen, and where.
//
// native-1. A target is looked up by its XPath in the current source and must match what was seen; otherwise it is gone.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pointInside } from '../point-inside.js';
import { withoutSecrets } from '../concealing.js';
import { applicationInFront } from './native-applications.js';
import { command, driverCommand, unlessUnsupported, type NativeSession } from './native-session.js';
import { controlsOfSource } from './page-source.js';

/** WebDriver's name for the id of an element: https://www.w3.org/TR/webdriver2/#elements */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** px of the screenshot per unit of the source: 1 on Android, 2 or 3 on iPhones. */
export async function scaleOf(session: NativeSession): Promise<number> {
  if (session.platform.scale !== 'asked') return session.platform.scale;
  session.scale ??=
    (await driverCommand<{ readonly scale?: number }>(session, { name: 'deviceScreenInfo' }).catch(unlessUnsupported({ scale: 1 })))
      .scale ?? 1;
  return session.scale;
}

/** The controls with secrets removed, and the id of their application. */
export async function seen(session: NativeSession): Promise<{ readonly controls: readonly Control[]; readonly application: string }> {
  const source = await command(() => session.browser.getPageSource());
  const application = await applicationInFront(session);
  const controls = controlsOfSource(source, { application, scale: await scaleOf(session) });
  return { application, controls: controls.map((control) => withoutSecrets(session.secrets, control)) };
}

/** native-1. */
export async function live(session: NativeSession, control: Control): Promise<Control> {
  const { controls } = await seen(session);
  const now = controls.find(({ path, role }) => path === control.path && role === control.role);
  const mayChange = control.value !== undefined || control.name === '';
  if (now === undefined || !now.visible || (!mayChange && now.name !== control.name))
    throw new ActionFailedError('control-gone', `${control.role} "${control.name}" is no longer on the screen.`);
  return now;
}

/** WebDriver's id of its element. */
export async function elementOf(session: NativeSession, control: Control): Promise<string> {
  const { id } = await live(session, control);
  const found = (await command(() => session.browser.findElement('xpath', id))) as unknown as Readonly<Record<string, string>>;
  return found[elementKey] ?? found['ELEMENT'] ?? '';
}

/** px of the screenshot. */
export async function screenOf(session: NativeSession): Promise<Bounds> {
  const [rect, unit] = [await command(() => session.browser.getWindowRect()), await scaleOf(session)];
  return { x: 0, y: 0, width: rect.width * unit, height: rect.height * unit };
}

/** px of the screenshot: the middle of a control, or the given point. */
export async function pointOf(session: NativeSession, target: ActionTarget<Control>): Promise<Point> {
  const screen = await screenOf(session);
  if (!('control' in target)) return pixelsOf(target, screen);
  const { bounds } = await live(session, target.control);
  return { x: bounds.x + Math.floor(bounds.width / 2), y: bounds.y + Math.floor(bounds.height / 2) };
}

/** Throws `action-failed` for a point outside the screen. */
export function pixelsOf(target: PointTarget, { width, height }: Bounds): Point {
  return pointInside({ what: 'screen', width, height }, target);
}
