// Touch and mouse: W3C pointer actions, in units of the source.

import type { Control } from '../../domain/ui/control.js';
import type { Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, DeviceAction, MouseButton, ActionOf } from '../../domain/ui/ui-action.js';
import { ActionFailedError, type Performed } from '../../ports/device.js';
import {
  pixelsOf,
  pointOf,
  scaleOf,
  screenOf,
  command,
  driverCommand,
  type NativeSession,
  activate,
  applicationInFront,
  launch,
  elementKey,
  elementOf,
  live,
  seen,
} from './native-session.js';
import { oneOption, performBy, readFrom, refuseSecretKeys, type Acts } from '../device-kit/acts.js';
import type { Entry } from '../../domain/ui/read-back.js';
import { chordsOf, runsOf, unreadable, unverified, afterTyping, verified, type FieldNow } from '../device-kit/read-back.js';
import { lineOf } from '../device-kit/targets.js';
import { hasSecret, refuseUnlocked } from '../masking-kit/secrets.js';
import type { Chord } from '../../domain/ui/keys.js';
import { until } from '../process-kit/poll.js';

/** https://www.w3.org/TR/webdriver2/#pointer-input-source */
const mouseButtons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };
/** ms. */
const tapTime = 50;
const longPressTime = 800;

interface Gesture {
  /** px of the screenshot: the press, then the points of the move. `afterMs`: duration of the move to that point. */
  readonly along: readonly (Point & { readonly afterMs?: number })[];
  /** ms between the press and the move or release. */
  readonly holdMs: number;
  readonly button?: number;
}

function tap(session: NativeSession, at: Point): Promise<void> {
  return touch(session, { along: [at], holdMs: tapTime });
}

/** On touch screens a long press stands in for the right button. */
async function press(session: NativeSession, at: Point, button: MouseButton): Promise<void> {
  if (session.platform.pointer.type === 'mouse') return touch(session, { along: [at], holdMs: tapTime, button: mouseButtons[button] });
  if (button === 'middle') throw new ActionFailedError('not-supported', 'A finger has no middle button.');
  await touch(session, { along: [at], holdMs: button === 'right' ? longPressTime : tapTime });
}

async function drag(session: NativeSession, { from, to, via = [], hold }: Extract<DeviceAction, { readonly type: 'drag' }>): Promise<void> {
  if (hold) return nothingPressed();
  const screen = await screenOf(session);
  const [start, end] = [await pointOf(session, from), await pointOf(session, to)];
  const along = [...via.map((point) => pixelsOf(point, screen)), end].map((point) => ({ ...point, afterMs: 600 }));
  await touch(session, { along: [start, ...along], holdMs: 500 });
}

/** Appium ends each gesture before it answers. */
async function nothingPressed(): Promise<never> {
  throw new ActionFailedError('not-supported', 'Nothing stays pressed on this device: drag in one go, through via points.');
}

async function hover(session: NativeSession, at: Point): Promise<void> {
  const { pointer } = session.platform;
  if (pointer.type === 'touch') throw new ActionFailedError('not-supported', 'A finger does not hover: tap.');
  const actions = [{ type: 'pointerMove', ...inUnits(at, await scaleOf(session)), duration: 100, origin: 'viewport' }];
  await command(() =>
    session.browser.performActions([{ type: 'pointer', id: 'pointer', parameters: { pointerType: pointer.type }, actions }]),
  );
}

/** By px; from the middle of the screen without a target. */
async function scroll(
  session: NativeSession,
  { target, deltaX, deltaY }: { readonly target?: ActionTarget<Control>; readonly deltaX: number; readonly deltaY: number },
): Promise<void> {
  const { pointer } = session.platform;
  const screen = await screenOf(session);
  const from = target ? await pointOf(session, target) : { x: screen.width / 2, y: screen.height / 2 };
  if (pointer.type === 'mouse') {
    const at = inUnits(from, await scaleOf(session));
    const parameters = { ...at, deltaX: pointer.wheel.x * deltaX, deltaY: pointer.wheel.y * deltaY };
    await driverCommand(session, { name: 'scroll', parameters });
    return;
  }
  const clamp = (value: number, most: number): number => Math.min(Math.max(value, most * 0.05), most * 0.95);
  // Content below comes into view when the finger moves up.
  const to = { x: clamp(from.x - deltaX, screen.width), y: clamp(from.y - deltaY, screen.height) };
  await touch(session, { along: [from, { ...to, afterMs: 400 }], holdMs: tapTime });
}

async function touch(session: NativeSession, { along, holdMs, button = 0 }: Gesture): Promise<void> {
  const { browser, platform } = session;
  const unit = await scaleOf(session);
  const moveTo = (at: Point, duration: number): object => ({ type: 'pointerMove', ...inUnits(at, unit), duration, origin: 'viewport' });
  const [first, ...rest] = along;
  if (!first) return;
  const actions = [
    moveTo(first, 0),
    { type: 'pointerDown', button },
    { type: 'pause', duration: holdMs },
    ...rest.map((step) => moveTo(step, step.afterMs ?? 300)),
    { type: 'pointerUp', button },
  ];
  const parameters = { pointerType: platform.pointer.type };
  await command(() => browser.performActions([{ type: 'pointer', id: 'pointer', parameters, actions }]));
  // The gesture is done, and has ended with its own release.
  await command(() => browser.releaseActions()).catch(unlessGone);
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ActionFailedError)) throw error;
}

function inUnits({ x, y }: Point, unit: number): Point {
  return { x: Math.round(x / unit), y: Math.round(y / unit) };
}

// How the port's actions are performed in a native application.
//
// native-3. An option that a list does not show is refused, and the list is closed again.

/** ms for a list to open, and between two looks at it. */
const listLimit = 3_000;
const listPause = 150;
const mostNamed = 20;

export function perform(session: NativeSession, action: DeviceAction): Promise<Performed> {
  return performBy(acts, session, action);
}

const acts: Acts<NativeSession> = {
  async click(session, { target, button, clickCount }) {
    for (let count = 0; count < clickCount; count++) await press(session, await pointOf(session, target), button);
  },
  drag,
  hover: async (session, { target }) => hover(session, await pointOf(session, target)),
  move: nothingPressed,
  release: nothingPressed,
  'set-text': setText,
  'press-keys': pressKeys,
  scroll,
  'select-option': selectOption,
  navigate: async ({ browser }, { url }) => void (await command(() => browser.navigateTo(url))),
  'go-back': ({ browser }) => command(() => browser.back()),
  'select-application': (session, { id }) => activate(session, id),
  'launch-application': (session, { name }) => launch(session, name),
  'read-text': readText,
};

async function setText(session: NativeSession, { target, text: given, clear }: ActionOf<'set-text'>): Promise<Entry | undefined> {
  const { browser, secrets } = session;
  if (!('control' in target))
    throw new ActionFailedError('not-supported', 'Text can only be set in a control: click the point, then press keys.');
  refuseUnlocked(secrets, given);
  const { text, isSecret } = hasSecret(given)
    ? secrets.resolve(given, await applicationInFront(session), 'apps')
    : { text: given, isSecret: false };
  const { control } = target;
  const element = await elementOf(session, control);
  const before = await fieldNow(session, { element, control });
  if (clear) await command(() => browser.elementClear(element));
  // Appium logs the text of commands unless told not to.
  if (isSecret) await command(async () => browser.$({ [elementKey]: element }).addValue(text, { mask: true }));
  else if (text !== '') await command(() => browser.elementSendKeys(element, text));
  // An empty field reads as its hint.
  if (text === '') return undefined;
  return isSecret
    ? unverified(unreadable.secret)
    : entryOf(session, { element, control, before: clear && 'text' in before ? { text: '' } : before, text });
}

async function pressKeys(session: NativeSession, { target, keys }: ActionOf<'press-keys'>): Promise<Entry | undefined> {
  refuseSecretKeys(keys);
  const runs = runsOf(chordsOf(keys)).map(({ chords, typed }) => ({ typed, strokes: strokesOf(session, chords) }));
  if (target !== undefined) await tap(session, await pointOf(session, target));
  const control = target && 'control' in target ? target.control : undefined;
  let told: Entry | undefined;
  for (const { typed, strokes } of runs) {
    const element = typed === undefined ? undefined : await focusedElement(session);
    const before = element === undefined ? undefined : await fieldNow(session, { element, control });
    for (const stroke of strokes) await stroke();
    if (typed === undefined) continue;
    told =
      element === undefined || before === undefined
        ? unverified(unreadable.noField)
        : ((await entryOf(session, { element, control, before, text: typed })) ?? told);
  }
  return told;
}

async function selectOption(session: NativeSession, action: ActionOf<'select-option'>): Promise<void> {
  const { control, wanted } = oneOption(action);
  const { browser, platform } = session;
  if (platform.picker?.test(control.path)) {
    const element = await elementOf(session, control);
    return command(() => browser.elementSendKeys(element, wanted));
  }
  const shown = await openList(session, control);
  const option = shown.find(({ name }) => name === wanted);
  if (option) return tap(session, await pointOf(session, { control: option }));
  if (shown.length > 0) await command(() => browser.back());
  const names = shown.slice(0, mostNamed).map(({ name }) => name);
  throw new ActionFailedError('no-such-option', `"${control.name}" shows no option '${wanted}', only: ${names.join(', ') || 'none'}.`);
}

/** The new actionable controls; none when nothing appears in time. */
async function openList(session: NativeSession, control: Control): Promise<readonly Control[]> {
  const before = new Set((await seen(session)).controls.map(placeOf));
  await tap(session, await pointOf(session, { control }));
  let come: readonly Control[] = [];
  const hasCome = async (): Promise<boolean> => {
    come = (await seen(session)).controls.filter((each) => each.interactive && each.visible && !before.has(placeOf(each)));
    return come.length > 0;
  };
  await until(listLimit, hasCome, listPause);
  return come;
}

async function readText(session: NativeSession, action: ActionOf<'read-text'>): Promise<{ readonly text: string }> {
  const control = readFrom(action, 'screen');
  if (control === undefined) {
    const { controls } = await seen(session);
    const lines = controls.map(lineOf).filter((line) => line !== '');
    return { text: lines.join('\n') };
  }
  return { text: lineOf((await live(session, control)).control) };
}

function placeOf({ path, role, name }: Control): string {
  return JSON.stringify([path, role, name]);
}

// Behind Appium, what was typed is read back from its element.

/** ms for an application to show what it was given. */
const shows = 1_000;

interface Field {
  /** WebDriver's id. */
  readonly element: string;
  /** Undefined: keys go where the focus is. */
  readonly control: Control | undefined;
}

async function fieldNow({ browser }: NativeSession, { element, control }: Field): Promise<FieldNow> {
  if (control?.masked) return { unreadable: control.role === 'password' ? unreadable.password : unreadable.secret };
  try {
    return { text: await command(() => browser.getElementText(element)) };
  } catch (error) {
    if (error instanceof ActionFailedError && error.code === 'not-supported') return { unreadable: 'the driver does not read fields' };
    throw error;
  }
}

/** Undefined where the driver does not tell. */
async function focusedElement({ browser }: NativeSession): Promise<string | undefined> {
  try {
    const found = (await command(() => browser.getActiveElement())) as unknown as Readonly<Record<string, string>>;
    return found[elementKey] ?? found['ELEMENT'];
  } catch (error) {
    if (error instanceof ActionFailedError) return undefined;
    throw error;
  }
}

/** Throws `text-differs`. */
async function entryOf(
  session: NativeSession,
  { before, text, ...field }: Field & { readonly before: FieldNow; readonly text: string },
): Promise<Entry | undefined> {
  const expected = afterTyping(before, text);
  if (expected === undefined) return unverified('unreadable' in before ? before.unreadable : unreadable.noField);
  const called = field.control?.name ? `"${field.control.name}"` : 'The field';
  return verified({ field: called, expected, limit: shows, read: () => fieldNow(session, field) });
}

// Keyboard input of a native application: its platform's keys, and characters.

type Stroke = () => Promise<unknown>;

/** Presses nothing yet. Throws for unsupported keys, so that they are refused before any is pressed. */
function strokesOf(session: NativeSession, chords: readonly Chord[]): readonly Stroke[] {
  return chords.map((chord) => strokeOf(session, chord));
}

function strokeOf(session: NativeSession, chord: Chord): Stroke {
  const { browser, platform } = session;
  const device = platform.name || 'this device';
  if (chord.modifiers.length > 0) throw new ActionFailedError('not-supported', `${chord.modifiers.join('+')} cannot be held on ${device}.`);
  if ('named' in chord) {
    const key = platform.keys[chord.named];
    if (key !== undefined) return () => driverCommand(session, key);
    if (chord.named !== 'Enter') throw new ActionFailedError('not-supported', `'${chord.named}' cannot be pressed on ${device}.`);
  }
  const value = 'named' in chord ? '\n' : chord.character;
  const actions = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return () => command(() => browser.performActions([{ type: 'key', id: 'keyboard', actions }]));
}
