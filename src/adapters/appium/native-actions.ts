// How the port's actions are performed in a native application.
//
// native-3. An option that a list does not show is refused, and the list is closed again.
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { Entry } from '../../domain/ui/read-back.js';
import type { Control } from '../../domain/ui/control.js';
import type { ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import type { Performed } from '../../ports/device.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { chordsOf, runsOf } from '../device-kit/chords.js';
import { lineOf } from '../device-kit/control-text.js';
import { unreadable, unverified, afterTyping, verified, type FieldNow } from '../device-kit/read-back.js';
import { hasSecret, refuseUnlocked } from '../masking-kit/secrets.js';
import { activate, applicationInFront, launch } from './native-applications.js';
import { drag, hover, nothingHeld, press, scroll, tap } from './native-pointer.js';
import { elementKey, elementOf, live, pointOf, seen } from './native-screen.js';
import { command, type NativeSession, driverCommand } from './native-session.js';
import type { Chord } from '../../domain/ui/keys.js';

/** ms for a list to open, and between two looks at it. */
const listLimit = 3_000;
const listPause = 150;
const mostNamed = 20;

export async function perform(session: NativeSession, action: DeviceAction): Promise<Performed> {
  if (action.type === 'read-text') return readText(session, action);
  const entry = await act(session, action);
  return entry ? { entry } : {};
}

async function act(session: NativeSession, action: Exclude<DeviceAction, { readonly type: 'read-text' }>): Promise<Entry | void> {
  const { browser } = session;
  switch (action.type) {
    case 'click':
      for (let count = 0; count < action.clickCount; count++) await press(session, await pointOf(session, action.target), action.button);
      return;
    case 'drag':
      return drag(session, action);
    case 'hover':
      return hover(session, await pointOf(session, action.target));
    case 'move':
    case 'release':
      throw nothingHeld();
    case 'set-text':
      return setText(session, action);
    case 'press-keys':
      return pressKeys(session, action);
    case 'scroll':
      return scroll(session, action);
    case 'select-option':
      return selectOption(session, action);
    case 'navigate':
      await command(() => browser.navigateTo(action.url));
      return;
    case 'go-back':
      return command(() => browser.back());
    case 'select-application':
      return activate(session, action.id);
    case 'launch-application':
      return launch(session, action.name);
    default:
      return assertNever(action);
  }
}

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
  if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
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

async function selectOption(session: NativeSession, { target, values }: ActionOf<'select-option'>): Promise<void> {
  const [wanted] = values;
  if (!('control' in target) || target.control.role !== 'combobox' || values.length !== 1 || wanted === undefined)
    throw new ActionFailedError('not-supported', 'Only one option of a drop-down can be selected; choose anything else by clicking.');
  const { browser, platform } = session;
  const { control } = target;
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
  for (const deadline = Date.now() + listLimit; come.length === 0 && Date.now() < deadline; await sleep(listPause))
    come = (await seen(session)).controls.filter((each) => each.interactive && each.visible && !before.has(placeOf(each)));
  return come;
}

async function readText(session: NativeSession, { target }: ActionOf<'read-text'>): Promise<{ readonly text: string }> {
  if (target === undefined) {
    const { controls } = await seen(session);
    const lines = controls.map(lineOf).filter((line) => line !== '');
    return { text: lines.join('\n') };
  }
  if (!('control' in target))
    throw new ActionFailedError('not-supported', 'Text is read from a control or the whole screen, not from a point.');
  return { text: lineOf((await live(session, target.control)).control) };
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
