// What is on a native application's screen, and where.
//
// native-1. A target is looked up by its XPath in the current source and must match what was seen; otherwise it is gone.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { pointInside } from '../device-kit/point-inside.js';
import { controlsWithoutSecrets } from '../masking-kit/masked-device.js';
import { coveredError, outOfReachError } from '../device-kit/unreached.js';
import { applicationInFront } from './native-applications.js';
import { command, driverCommand, unlessUnsupported, type NativeSession } from './native-session.js';
import { cut, readSource, type PlacedControl } from './page-source.js';

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
  const { placed, application } = await placedNow(session);
  return { application, controls: placed.map(({ control }) => control) };
}

async function placedNow(session: NativeSession): Promise<{ readonly placed: readonly PlacedControl[]; readonly application: string }> {
  const source = await command(() => session.browser.getPageSource());
  const application = await applicationInFront(session);
  const placed = readSource(source, { application, scale: await scaleOf(session) });
  const told = controlsWithoutSecrets(
    session.secrets,
    placed.map(({ control }) => control),
  );
  return {
    application,
    placed: placed.map((each, index) => ({ ...each, control: shownAs(told[index] ?? each.control, each.words, session) })),
  };
}

/** Its pixels are blanked also for a text that is shown in it and not told. */
function shownAs(control: Control, words: string, { secrets }: NativeSession): Control {
  const told = cut(control);
  return secrets.mask(words) === words ? told : { ...told, masked: true };
}

/** native-1. */
export async function live(session: NativeSession, control: Control): Promise<PlacedControl> {
  const { placed } = await placedNow(session);
  const now = placed.find(({ control: { path, role } }) => path === control.path && role === control.role);
  const mayChange = control.value !== undefined || control.name === '';
  if (now === undefined || !now.isShown || (!mayChange && now.control.name !== control.name))
    throw new ActionFailedError('control-gone', `${control.role} "${control.name}" is no longer on the screen.`);
  return now;
}

/** WebDriver's id of its element. Refused behind a dialog. */
export async function elementOf(session: NativeSession, control: Control): Promise<string> {
  const { control: now, aim } = await live(session, control);
  if (aim.status === 'covered' && aim.by.modal) throw coveredError(control.name, aim.by.what);
  const found = (await command(() => session.browser.findElement('xpath', now.id))) as unknown as Readonly<Record<string, string>>;
  return found[elementKey] ?? found['ELEMENT'] ?? '';
}

/** px of the screenshot. */
export async function screenOf(session: NativeSession): Promise<Bounds> {
  const [rect, unit] = [await command(() => session.browser.getWindowRect()), await scaleOf(session)];
  return { x: 0, y: 0, width: rect.width * unit, height: rect.height * unit };
}

/** px of the screenshot: where a control can be hit, or the given point. */
export async function pointOf(session: NativeSession, target: ActionTarget<Control>): Promise<Point> {
  const screen = await screenOf(session);
  if (!('control' in target)) return pixelsOf(target, screen);
  const { aim } = await live(session, target.control);
  const { name } = target.control;
  if (aim.status === 'covered') throw coveredError(name, aim.by.what);
  const [point] = aim.status === 'ready' ? aim.points : [];
  if (!point) throw outOfReachError(name);
  return point;
}

/** Throws `action-failed` for a point outside the screen. */
export function pixelsOf(target: PointTarget, { width, height }: Bounds): Point {
  return pointInside({ what: 'screen', width, height }, target);
}
