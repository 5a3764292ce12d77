// An Appium session with a native application, and its commands. The driver's errors become the port's errors here and nowhere else.

import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import type { Secrets } from '../../ports/secrets.js';
import { withoutRequest, type Browser } from '../webdriver/session.js';
import type { DriverCommand, Platform } from './platform.js';
import { applicationOfCapabilities } from '../../domain/device/device-spec.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, PointTarget } from '../../domain/ui/ui-action.js';
import { pointInside, coveredError, outOfReachError } from '../device-kit/targets.js';
import { controlsWithoutSecrets } from '../masking-kit/masked-device.js';
import { cut, readSource, type PlacedControl } from './page-source.js';

export interface NativeSession {
  readonly browser: Browser;
  readonly platform: Platform;
  /** As returned by the server. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Id of the application that was in front when the session started. */
  readonly application: string;
  readonly secrets: Secrets;
  /** px of the screenshot per unit of the source; undefined until the driver has been asked. */
  scale: number | undefined;
}

/** Runs a WebDriver command. Throws `ActionFailedError` or `DeviceGoneError`. */
export function command<T>(run: () => Promise<T>): Promise<T> {
  return run().catch(throwMeaning);
}

/** Runs one of the driver's own commands. Throws as `command` does. */
export function driverCommand<T>(
  { browser, platform }: Pick<NativeSession, 'browser' | 'platform'>,
  { name, parameters = {} }: DriverCommand,
): Promise<T> {
  return command(() => browser.executeScript(`${platform.prefix}: ${name}`, [parameters]) as Promise<T>);
}

/** Returns `otherwise` when the driver does not have the command. One that failed may succeed the next time. */
export function unlessUnsupported<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ActionFailedError && error.code === 'not-supported') return otherwise;
    throw error;
  };
}

const goneMessages =
  /invalid session id|session is either terminated|no such driver|ECONNREFUSED|ECONNRESET|fetch failed|UND_ERR|instrumentation process is not running/i;
const unsupportedMessages =
  /unknown (command|method)|not yet implemented|not implemented|unsupported operation|could not be found, or a request was received using an HTTP method/i;

/** Always throws. https://www.w3.org/TR/webdriver2/#errors, and what Appium adds. */
function throwMeaning(error: unknown): never {
  if (error instanceof ActionFailedError || error instanceof DeviceGoneError) throw error;
  const text = withoutRequest(error instanceof Error ? `${error.name} ${error.message}` : String(error));
  const [line = text] = text.replace(/^(\w*Error:? )+/, '').split('\n');
  if (goneMessages.test(text)) throw new DeviceGoneError(`The Appium session is gone: ${line}`);
  if (unsupportedMessages.test(text)) throw new ActionFailedError('not-supported', `The driver behind Appium cannot do that: ${line}`);
  if (/no such element|stale element/i.test(text)) throw new ActionFailedError('control-gone', line);
  throw new ActionFailedError('action-failed', line);
}

// The applications of a phone or a computer behind Appium: the one in front, those installed, and how to open one.

/** Files to install rather than to open. */
const installable = /\.(apk|apks|ipa|app|zip|msix|appx)$/i;
/** `queryAppState`: https://developer.apple.com/documentation/xctest/xcuiapplication/state; Android's driver uses the same numbers. */
const runsBehind = 2;

/** Id of the application in front; when a driver does not report it, the one that the capabilities name. */
export async function applicationInFront(session: Pick<NativeSession, 'browser' | 'platform' | 'capabilities'>): Promise<string> {
  const { front, name } = session.platform;
  if (front) return front.idOf(await driverCommand<unknown>(session, front));
  return applicationOfCapabilities(session.capabilities) ?? name;
}

/** The application with that id, as the one in front. */
export function applicationOf(id: string): Application {
  return { id, name: id.split(/[/\\]/).at(-1) ?? id, running: true, current: true };
}

/** The one in front, then the others to choose from. */
export async function listApplications(session: NativeSession): Promise<readonly Application[]> {
  const { application: own, platform } = session;
  const [front, others] = [await applicationInFront(session), await installed(session)];
  const stateOfOwn = (): Promise<number> =>
    driverCommand<number>(session, { name: 'queryAppState', parameters: platform.applications.byId(own) }).catch(unlessUnsupported(0));
  const isBehind = own !== '' && front !== own && (await stateOfOwn()) >= runsBehind;
  const ids = new Set([...(isBehind ? [own] : []), ...others.toSorted()]);
  ids.delete(front);
  return [applicationOf(front), ...[...ids].map((id) => ({ ...applicationOf(id), running: isBehind && id === own, current: false }))];
}

/** Opens the application with that id, or brings it to the front. Throws `no-such-application`. */
export async function activate(session: NativeSession, id: string): Promise<void> {
  const { launch, byId } = session.platform.applications;
  await driverCommand(session, { name: launch, parameters: byId(id) }).catch((error: unknown) => {
    if (error instanceof ActionFailedError && error.code !== 'not-supported')
      throw new ActionFailedError('no-such-application', `'${id}' could not be opened: ${error.message}`);
    throw error;
  });
}

/** Opens an application by its id; a file is installed first. */
export async function launch(session: NativeSession, name: string): Promise<void> {
  if (!installable.test(name)) return activate(session, name);
  const before = new Set(await installed(session));
  await driverCommand(session, { name: 'installApp', parameters: session.platform.applications.byFile(name) });
  const [come] = (await installed(session)).filter((id) => !before.has(id));
  if (come === undefined)
    throw new ActionFailedError('no-such-application', `'${name}' was installed, but no new application appeared: launch it by its id.`);
  await activate(session, come);
}

export async function terminate(session: NativeSession, id: string): Promise<void> {
  await driverCommand(session, { name: 'terminateApp', parameters: session.platform.applications.byId(id) });
}

/** Empty when the driver cannot list applications. */
async function installed(session: NativeSession): Promise<readonly string[]> {
  const listed = await driverCommand<unknown>(session, { name: 'listApps' }).catch(unlessUnsupported([]));
  // Android's driver lists ids, the one for Apple's phones an object per id.
  return Array.isArray(listed) ? listed.map(String) : Object.keys(listed ?? {});
}

// What is on a native application's screen, and where.
//
// native-1. A target is looked up by its XPath in the current source and must match what was seen; otherwise it is gone.

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
