// An application of a phone, a tablet or another system, by its page source, W3C pointer actions and Appium's commands for applications.
//
// N1. A target is found by its XPath in the source of this moment, and must be what was seen; else it is gone.
// N2. What the driver behind Appium cannot do is refused as `not-supported`, never in silence.
// N3. An option that is not among those that a list shows is refused, and the list closed again.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/assert-never.js';
import { applicationOfCapabilities } from '../../domain/device/capabilities.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { KeySyntaxError, parseKeys, type Chord, type NamedKey } from '../../domain/ui/keys.js';
import type { Application } from '../../domain/ui/observation.js';
import type { ActionTarget, DeviceAction, MouseButton, PointTarget } from '../../domain/ui/ui-action.js';
import type { Device, Look } from '../../ports/device.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import { hasSecret, withoutSecrets, type Secrets } from '../secrets.js';
import type { Browser } from '../webdriver/session.js';
import { controlsOfSource } from './page-source.js';

export interface NativeOptions {
  readonly browser: Browser;
  /** Of the session. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Id of the application that was in front when it began. */
  readonly application: string;
  readonly secrets: Secrets;
  readonly end: () => Promise<void>;
}

const quietAfter = 400;
const lookPause = 150;
/** For a list to open. */
const listLimit = 3_000;
const mostNamed = 20;
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** Of Android: https://developer.android.com/reference/android/view/KeyEvent */
// prettier-ignore
const androidKeys: Readonly<Partial<Record<NamedKey, number>>> = {
  Enter: 66, Tab: 61, Escape: 111, Space: 62, Backspace: 67, Delete: 112, ArrowUp: 19, ArrowDown: 20, ArrowLeft: 21, ArrowRight: 22, Home: 122, End: 123, PageUp: 92, PageDown: 93,
  GoHome: 3, GoBack: 4, AppSwitch: 187, AudioVolumeUp: 24, AudioVolumeDown: 25, AudioVolumeMute: 164, Power: 26,
};
/** Of Apple's phones: names of `mobile: pressButton`. */
const iosButtons: Readonly<Partial<Record<NamedKey, string>>> = {
  GoHome: 'home',
  AudioVolumeUp: 'volumeup',
  AudioVolumeDown: 'volumedown',
};
/** https://www.w3.org/TR/webdriver2/#pointer-input-source */
const mouseButtons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };
/** How a driver's own commands begin. */
const prefixes: Readonly<Record<string, string>> = { mac: 'macos', windows: 'windows' };
/** Files that are installed rather than opened. */
const installable = /\.(apk|apks|ipa|app|zip|msix|appx)$/i;
/** `queryAppState`: https://developer.apple.com/documentation/xctest/xcuiapplication/state; Android's driver uses the same numbers. */
const runsBehind = 2;

export function createNativeDevice({ browser, capabilities, application: own, secrets, end }: NativeOptions): Device {
  const platform = platformOf(capabilities);
  const device = platform || 'this device';
  const isOfApple = isApple(platform);
  /** There a pointer is a mouse, with its buttons and its wheel. */
  const isDesktop = platform === 'mac' || platform === 'windows';
  const extension = <T>(name: string, parameters: object = {}): Promise<T> => extensionOf<T>(browser, platform, name, parameters);

  let quietNotBefore = 0;

  const currentApp = (): Promise<string> => applicationInFront(browser, capabilities);

  const applicationOf = (id: string): Application => ({ id, name: id.split(/[/\\]/).at(-1) ?? id, running: true, current: true });

  const idOf = (id: string): object => (platform === 'android' ? { appId: id } : { bundleId: id });

  /** What a driver does not list is not there to choose. */
  const installed = async (): Promise<readonly string[]> => {
    const listed = await extension<unknown>('listApps').catch(unlessUnsupported([]));
    // Android's names them, that of Apple's phones tells of each.
    return Array.isArray(listed) ? listed.map(String) : Object.keys(listed ?? {});
  };

  const listApplications = async (): Promise<readonly Application[]> => {
    const [front, others] = [await currentApp(), await installed()];
    const isBehind = front !== own && (await extension<number>('queryAppState', idOf(own)).catch(unlessUnsupported(0))) >= runsBehind;
    const ids = new Set([...(isBehind ? [own] : []), ...others.toSorted()]);
    ids.delete(front);
    return [applicationOf(front), ...[...ids].map((id) => ({ ...applicationOf(id), running: isBehind && id === own, current: false }))];
  };

  let scale = platform === 'android' ? 1 : undefined;
  /** px of the screenshot for a unit of the source: 1 on Android, 2 or 3 on phones of Apple. */
  const scaleOf = async (): Promise<number> =>
    (scale ??= (await extension<{ readonly scale?: number }>('deviceScreenInfo').catch(unlessUnsupported({ scale: 1 }))).scale ?? 1);

  const seen = async (): Promise<{ readonly controls: readonly Control[]; readonly app: string }> => {
    const [source, app, ofScreen] = [await command(() => browser.getPageSource()), await currentApp(), await scaleOf()];
    return {
      app,
      controls: controlsOfSource(source, { application: app, scale: ofScreen }).map((control) => withoutSecrets(secrets, control)),
    };
  };

  const look = async (): Promise<Look> => {
    const { app, controls } = await seen();
    const heading = controls.find(({ role, visible }) => role === 'heading' && visible)?.name;
    const application = applicationOf(app);
    return { application, title: heading ?? application.name, controls, notices: [] };
  };

  /** N1. */
  const live = async (control: Control): Promise<Control> => {
    const { controls } = await seen();
    const now = controls.find(({ path, role }) => path === control.path && role === control.role);
    const mayChange = control.value !== undefined || control.name === '';
    if (now === undefined || !now.visible || (!mayChange && now.name !== control.name))
      throw new ActionFailedError('control-gone', `${control.role} "${control.name}" is no longer on the screen.`);
    return now;
  };

  const elementOf = async (control: Control): Promise<string> => {
    const { id } = await live(control);
    const found = (await command(() => browser.findElement('xpath', id))) as unknown as Readonly<Record<string, string>>;
    return found[elementKey] ?? found['ELEMENT'] ?? '';
  };

  const screen = async (): Promise<Bounds> => {
    const [rect, unit] = [await command(() => browser.getWindowRect()), await scaleOf()];
    return { x: 0, y: 0, width: rect.width * unit, height: rect.height * unit };
  };

  const pointOf = async (target: ActionTarget<Control>): Promise<Point> => {
    const { x, y, width, height } = await screen();
    if ('control' in target) {
      const { bounds } = await live(target.control);
      return { x: bounds.x + Math.floor(bounds.width / 2), y: bounds.y + Math.floor(bounds.height / 2) };
    }
    return pixels(target, { x, y, width, height });
  };

  /** In units of the source, which are those of the pointer. */
  const touch = async (steps: readonly (Point & { readonly afterMs?: number })[], holdMs: number, button = 0): Promise<void> => {
    const unit = await scaleOf();
    const at = ({ x, y }: Point, duration: number): object => ({
      type: 'pointerMove',
      x: Math.round(x / unit),
      y: Math.round(y / unit),
      duration,
      origin: 'viewport',
    });
    const [first, ...rest] = steps;
    if (!first) return;
    const actions = [
      at(first, 0),
      { type: 'pointerDown', button },
      { type: 'pause', duration: holdMs },
      ...rest.map((step) => at(step, step.afterMs ?? 300)),
      { type: 'pointerUp', button },
    ];
    const pointerType = isDesktop ? 'mouse' : 'touch';
    await command(() => browser.performActions([{ type: 'pointer', id: 'pointer', parameters: { pointerType }, actions }]));
    await command(() => browser.releaseActions()).catch(unlessUnsupported(undefined));
  };

  const setText = async ({ target, text: given, clear }: Extract<DeviceAction, { type: 'set-text' }>): Promise<void> => {
    if (!('control' in target))
      throw new ActionFailedError('not-supported', 'A text is set into a control: click the point, then press keys.');
    const { text, isSecret } = hasSecret(given) ? secrets.resolve(given, await currentApp()) : { text: given, isSecret: false };
    const element = await elementOf(target.control);
    if (clear) await command(() => browser.elementClear(element));
    if (text === '') return;
    // Appium writes what it is told into its log, unless it is told not to.
    if (isSecret) await command(async () => browser.$({ [elementKey]: element }).addValue(text, { mask: true }));
    else await command(() => browser.elementSendKeys(element, text));
  };

  /** A finger that stays is the right button where there are fingers. */
  const press = async (at: Point, button: MouseButton): Promise<void> => {
    if (isDesktop) return touch([at], 50, mouseButtons[button]);
    if (button === 'middle') throw new ActionFailedError('not-supported', 'A finger has no middle button.');
    await touch([at], button === 'right' ? 800 : 50);
  };

  const pressKeys = async ({ target, keys }: Extract<DeviceAction, { type: 'press-keys' }>): Promise<void> => {
    if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
    // What cannot be pressed is refused before anything is.
    const strokes = chordsOf(keys).map(strokeOf);
    if (target !== undefined) await touch([await pointOf(target)], 50);
    for (const stroke of strokes) await stroke();
  };

  const strokeOf = (chord: Chord): (() => Promise<unknown>) => {
    if (chord.modifiers.length > 0)
      throw new ActionFailedError('not-supported', `${chord.modifiers.join('+')} cannot be held on ${device}.`);
    if ('named' in chord) {
      const keycode = platform === 'android' ? androidKeys[chord.named] : undefined;
      if (keycode !== undefined) return () => extension('pressKey', { keycode });
      const button = isOfApple ? iosButtons[chord.named] : undefined;
      if (button !== undefined) return () => extension('pressButton', { name: button });
      if (platform === 'android' || chord.named !== 'Enter')
        throw new ActionFailedError('not-supported', `'${chord.named}' cannot be pressed on ${device}.`);
    }
    const value = 'named' in chord ? '\n' : chord.character;
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    return () => command(() => browser.performActions([{ type: 'key', id: 'keyboard', actions }]));
  };

  const scroll = async ({ target, deltaX, deltaY }: Extract<DeviceAction, { type: 'scroll' }>): Promise<void> => {
    const view = await screen();
    const from = target ? await pointOf(target) : { x: view.width / 2, y: view.height / 2 };
    if (isDesktop) {
      const [at, unit] = [from, await scaleOf()];
      // Their wheels turn up, and that of macOS to the left, where numbers rise.
      const parameters = {
        x: Math.round(at.x / unit),
        y: Math.round(at.y / unit),
        deltaX: platform === 'mac' ? -deltaX : deltaX,
        deltaY: -deltaY,
      };
      await extension('scroll', parameters);
      return;
    }
    const clamp = (value: number, most: number): number => Math.min(Math.max(value, most * 0.05), most * 0.95);
    // What is to come from below is drawn up.
    const to = { x: clamp(from.x - deltaX, view.width), y: clamp(from.y - deltaY, view.height) };
    await touch([from, { ...to, afterMs: 400 }], 50);
  };

  const activate = async (id: string): Promise<void> => {
    await extension(isDesktop ? 'launchApp' : 'activateApp', idOf(id)).catch((error: unknown) => {
      if (error instanceof ActionFailedError && error.code !== 'not-supported')
        throw new ActionFailedError('no-such-application', `'${id}' could not be opened: ${error.message}`);
      throw error;
    });
  };

  /** An application by its id; a file of one is installed first. */
  const launch = async (name: string): Promise<void> => {
    if (!installable.test(name)) return activate(name);
    const before = new Set(await installed());
    await extension('installApp', platform === 'android' ? { appPath: name } : { app: name });
    const [come] = (await installed()).filter((id) => !before.has(id));
    if (come === undefined)
      throw new ActionFailedError('no-such-application', `'${name}' was installed, and brought nothing new: launch it by its id.`);
    await activate(come);
  };

  const selectOption = async ({ target, values }: Extract<DeviceAction, { type: 'select-option' }>): Promise<void> => {
    const [wanted] = values;
    if (!('control' in target) || target.control.role !== 'combobox' || values.length !== 1 || wanted === undefined)
      throw new ActionFailedError('not-supported', 'One option of a drop-down can be selected; click what else is to be chosen.');
    const { control } = target;
    // A wheel has its options in it, and takes one as its text.
    if (isOfApple && /PickerWheel/.test(control.path)) {
      const element = await elementOf(control);
      return command(() => browser.elementSendKeys(element, wanted));
    }
    const before = new Set((await seen()).controls.map(placeOf));
    await touch([await pointOf(target)], 50);
    let come: readonly Control[] = [];
    for (const deadline = Date.now() + listLimit; come.length === 0 && Date.now() < deadline; await sleep(lookPause))
      come = (await seen()).controls.filter((each) => each.interactive && each.visible && !before.has(placeOf(each)));
    const option = come.find(({ name }) => name === wanted);
    if (option) return touch([await pointOf({ control: option })], 50);
    if (come.length > 0) await command(() => browser.back());
    const names = come.slice(0, mostNamed).map(({ name }) => name);
    throw new ActionFailedError('no-such-option', `"${control.name}" shows no option '${wanted}', only: ${names.join(', ') || 'none'}.`);
  };

  const perform = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
    switch (action.type) {
      case 'click':
        for (let count = 0; count < action.clickCount; count++) await press(await pointOf(action.target), action.button);
        return {};
      case 'drag': {
        const view = await screen();
        await touch([pixels(action.from, view), { ...pixels(action.to, view), afterMs: 600 }], 500);
        return {};
      }
      case 'set-text':
        await setText(action);
        return {};
      case 'press-keys':
        await pressKeys(action);
        return {};
      case 'scroll':
        await scroll(action);
        return {};
      case 'select-option':
        await selectOption(action);
        return {};
      case 'read-text': {
        if (action.target === undefined)
          return {
            text: (await seen()).controls
              .map(lineOf)
              .filter((line) => line !== '')
              .join('\n'),
          };
        if (!('control' in action.target))
          throw new ActionFailedError('not-supported', 'Text is read from a control or the whole screen, not from a point.');
        return { text: lineOf(await live(action.target.control)) };
      }
      case 'navigate':
        await command(() => browser.navigateTo(action.url));
        return {};
      case 'go-back':
        await command(() => browser.back());
        return {};
      case 'select-application':
        await activate(action.id);
        return {};
      case 'launch-application':
        await launch(action.name);
        return {};
      default:
        return assertNever(action);
    }
  };

  return {
    kind: 'appium',
    application: own,
    listApplications,
    async selectApplication(id) {
      if (id !== (await currentApp())) await activate(id);
    },
    launchApplication: launch,
    async closeApplication(id) {
      await extension('terminateApp', idOf(id));
    },
    screenshot: async () => Buffer.from(await command(() => browser.takeScreenshot()), 'base64'),
    look,
    source: async () => {
      const { controls } = await seen();
      return controls
        .map(({ role, name, value, path }) => `${path} ${role} "${name}"${value === undefined ? '' : ` = ${value}`}`)
        .join('\n');
    },
    async perform(action, signal) {
      signal.throwIfAborted();
      try {
        return await perform(action);
      } finally {
        if (action.type !== 'read-text') quietNotBefore = Date.now() + quietAfter;
      }
    },
    async settle(maxMs) {
      let last = '';
      let since = Date.now();
      for (const deadline = Date.now() + maxMs; ; await sleep(lookPause)) {
        const now = createHash('sha256')
          .update(await command(() => browser.getPageSource()))
          .digest('hex');
        if (now !== last) [last, since] = [now, Date.now()];
        if (Date.now() - since >= quietAfter && Date.now() >= quietNotBefore) return true;
        if (Date.now() >= deadline) return false;
      }
    },
    takeDownloads: async () => [],
    detach: async () => undefined,
    close: end,
  };
}

/** Id of the application in front; where a driver does not tell, what its capabilities name. */
export async function applicationInFront(browser: Browser, capabilities: Readonly<Record<string, unknown>>): Promise<string> {
  const platform = platformOf(capabilities);
  if (platform === 'android') return extensionOf<string>(browser, platform, 'getCurrentPackage');
  if (isApple(platform)) return (await extensionOf<{ readonly bundleId?: string }>(browser, platform, 'activeAppInfo')).bundleId ?? '';
  return applicationOfCapabilities(capabilities) ?? platform;
}

function platformOf(capabilities: Readonly<Record<string, unknown>>): string {
  return String(capabilities['platformName'] ?? '').toLowerCase();
}

function isApple(platform: string): boolean {
  return platform === 'ios' || platform === 'tvos';
}

function command<T>(run: () => Promise<T>): Promise<T> {
  return run().catch(throwMeaning);
}

function extensionOf<T>(browser: Browser, platform: string, name: string, parameters: object = {}): Promise<T> {
  return command(() => browser.executeScript(`${prefixes[platform] ?? 'mobile'}: ${name}`, [parameters]) as Promise<T>);
}

function placeOf({ path, role, name }: Control): string {
  return JSON.stringify([path, role, name]);
}

function pixels({ point, unit }: PointTarget, { width, height }: Bounds): Point {
  const at = unit === 'px' ? point : { x: point.x * (width - 1), y: point.y * (height - 1) };
  if (!(at.x >= 0 && at.y >= 0 && at.x < width && at.y < height))
    throw new ActionFailedError(
      'action-failed',
      `The point ${point.x}, ${point.y} (${unit}) is outside the screen's ${width} × ${height} px.`,
    );
  return at;
}

function chordsOf(keys: string): readonly Chord[] {
  try {
    return parseKeys(keys);
  } catch (error) {
    if (error instanceof KeySyntaxError) throw new ActionFailedError('action-failed', error.message);
    throw error;
  }
}

function lineOf({ name, value }: Control): string {
  return [name, value].filter((text) => text !== undefined && text !== '').join(': ');
}

/** Never returns. https://www.w3.org/TR/webdriver2/#errors, and what Appium adds. */
function throwMeaning(error: unknown): never {
  if (error instanceof ActionFailedError || error instanceof DeviceGoneError) throw error;
  const text = String(error instanceof Error ? `${error.name} ${error.message}` : error);
  const [line = text] = text.replace(/^(\w*Error:? )+/, '').split('\n');
  if (
    /invalid session id|session is either terminated|no such driver|ECONNREFUSED|ECONNRESET|fetch failed|UND_ERR|instrumentation process is not running/i.test(
      text,
    )
  )
    throw new DeviceGoneError(`The session of Appium is gone: ${line}`);
  if (
    /unknown (command|method)|not yet implemented|not implemented|unsupported operation|could not be found, or a request was received using an HTTP method/i.test(
      text,
    )
  )
    throw new ActionFailedError('not-supported', `The driver behind Appium cannot do that: ${line}`);
  if (/no such element|stale element/i.test(text)) throw new ActionFailedError('control-gone', line);
  throw new ActionFailedError('action-failed', line);
}

/** What a driver cannot say is taken for `otherwise`. */
function unlessUnsupported<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ActionFailedError) return otherwise;
    throw error;
  };
}
