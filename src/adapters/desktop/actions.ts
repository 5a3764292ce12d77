// What an action of the port is on a desktop: real events of mouse and keyboard where a person would make them, the accessibility interface where those would be wrong.
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/assert-never.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import { isOfKeyboard, KeySyntaxError, parseKeys, type Chord } from '../../domain/ui/keys.js';
import type { ActionTarget, DeviceAction, PointTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { hasSecret, type Secrets } from '../secrets.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import { UnansweredError } from './accessibility-bus.js';
import { meaningOf, refOf, roles, type AccessibleRef } from './accessible.js';
import type { Applications, OpenApplication } from './applications.js';
import { oneLine } from './controls.js';
import type { Hands } from './hands.js';
import { modifierKeys, namedKeys, shortcutsOf, strokeOf } from './typing.js';

export interface ActionTools {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  readonly screen: Bounds;
  readonly platform: NodeJS.Platform;
  /** All that can be read, as text. */
  readonly readAll: () => Promise<string>;
}

/** px that a notch of the wheel is taken for. */
const notch = 50;
/** Key by key it takes a few ms a character; what is longer is pasted. */
const longestTyped = 300;
/** What is pasted must have been fetched before the clipboard is given back. */
const pasteTime = 150;
/** For a list that was clicked to be open, and between two looks; for an option that is reached by keys to be the chosen one. */
const walkPause = 200;
const longestWalk = 2_000;

const isField = (role: string): boolean => ['textbox', 'searchbox', 'password'].includes(role);

export function createActions({ bus, hands, applications, secrets, screen, platform, readAll }: ActionTools) {
  const shortcuts = shortcutsOf(platform);

  const pixelsOf = ({ point, unit }: PointTarget): Point => {
    const at = unit === 'px' ? point : { x: point.x * (screen.width - 1), y: point.y * (screen.height - 1) };
    if (!isInside(screen, at)) {
      throw new ActionFailedError(
        'action-failed',
        `The point ${point.x}, ${point.y} (${unit}) is outside the desktop's ${screen.width} × ${screen.height} px.`,
      );
    }
    return at;
  };

  /** Where it is now; its application is brought to the front first. */
  const aimAt = async (control: Control): Promise<Point> => {
    if (control.source === 'ocr') return centreOf(control.bounds);
    const ref = await refOfLive(control);
    const bounds = await asked(control, bus.boundsOf(ref));
    const at = centreOf(bounds);
    if (bounds.width > 0 && bounds.height > 0 && isInside(screen, at)) return at;
    throw new ActionFailedError('action-failed', `${control.role} "${control.name}" is outside the screen: scroll, or move its window.`);
  };

  /** Throws `control-gone` when it is not on the screen as it was seen. */
  const refOfLive = async (control: Control): Promise<AccessibleRef> => {
    const ref = refOf(control.id);
    if (ref === undefined) throw goneError(control);
    const { name: own, role, states } = await asked(control, bus.stateOf(ref));
    const name = own === '' && role === roles.cell ? await asked(control, bus.wordsBeside(ref)) : own;
    const mayChange = isField(control.role) || control.role === 'combobox' || control.name === '';
    // What labels it is its name where it has none of its own.
    const isOther = !mayChange && name !== '' && oneLine(name) !== control.name;
    if (states.has('defunct') || !states.has('showing') || meaningOf(role).role === undefined || isOther) throw goneError(control);
    await toFront(ref, control);
    return ref;
  };

  const toFront = async ({ bus: owner }: AccessibleRef, control: Control): Promise<void> => {
    const application = (await applications.open()).find((candidate) => candidate.bus === owner);
    if (application === undefined) throw goneError(control);
    if (!application.current) await applications.select(application.id);
    await refuseBehind(application, control);
  };

  /** A modal dialog takes what is meant for the windows behind it. */
  const refuseBehind = async ({ bus: owner }: OpenApplication, control: Control): Promise<void> => {
    if (owner === undefined) return;
    const windows = await bus.childrenOf({ bus: owner, path: '/org/a11y/atspi/accessible/root' });
    const seen = await Promise.all(windows.map((window) => bus.stateOf(window).catch(() => undefined)));
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
  };

  const pointOf = async (target: ActionTarget<Control>): Promise<Point> => ('control' in target ? aimAt(target.control) : pixelsOf(target));

  const press = async (chords: readonly Chord[]): Promise<void> => {
    let keys: (readonly string[])[] = [];
    const flush = async (): Promise<void> => {
      if (keys.length > 0) await hands.press(keys);
      keys = [];
    };
    for (const chord of chords) {
      const held = chord.modifiers.map((modifier) => modifierKeys[modifier]);
      if ('named' in chord) {
        if (!isOfKeyboard(chord.named)) throw new ActionFailedError('not-supported', `A desktop has no key '${chord.named}'.`);
        keys.push([...held, namedKeys[chord.named]]);
      } else {
        const stroke = strokeOf(chord.character);
        if (stroke) keys.push([...new Set([...held, ...(stroke.shift ? [modifierKeys.shift] : []), stroke.key])]);
        else if (held.length > 0)
          throw new ActionFailedError(
            'not-supported',
            `No key types '${chord.character}', so that ${chord.modifiers.join('+')} cannot be held with it.`,
          );
        else {
          await flush();
          await paste(chord.character);
        }
      }
    }
    await flush();
  };

  /** By the clipboard, which has its text again afterwards. */
  const paste = async (text: string): Promise<void> => {
    const before = await hands.readClipboard();
    await hands.writeClipboard(text);
    await hands.press([shortcuts.paste]);
    await sleep(pasteTime);
    await hands.writeClipboard(before);
  };

  const type = async (text: string, isSecret: boolean): Promise<void> => {
    const characters = [...text];
    const isTypable = characters.length <= longestTyped && characters.every((character) => strokeOf(character) !== undefined);
    if (isTypable) return press(characters.map((character) => ({ modifiers: [], character })));
    if (isSecret)
      throw new ActionFailedError(
        'not-supported',
        'This secret has characters that no key types, and the clipboard is no place for it. Set it into a field that tells of itself.',
      );
    return paste(text.replace(/\r\n?/g, '\n'));
  };

  /** For the application that has the field, whichever is in front. */
  const secretFor = async (target: ActionTarget<Control>, given: string): Promise<ReturnType<Secrets['resolve']>> => {
    const ref = 'control' in target ? refOf(target.control.id) : undefined;
    const application = ref && (await applications.open()).find(({ bus: owner }) => owner === ref.bus);
    if (application === undefined)
      throw new ActionFailedError('secret-refused', 'A secret is set into a field that tells of itself, not at a place on the screen.');
    return secrets.resolve(given, application.name);
  };

  const setText = async ({ target, text: given, clear }: Extract<DeviceAction, { type: 'set-text' }>): Promise<void> => {
    const { text, isSecret } = hasSecret(given) ? await secretFor(target, given) : { text: given, isSecret: false };
    if ('control' in target && target.control.source === 'tree') {
      const { control } = target;
      const ref = await refOfLive(control);
      if (['slider', 'spinbutton'].includes(control.role)) {
        if (text.trim() === '' || !Number.isFinite(Number(text)))
          throw new ActionFailedError('action-failed', `'${given}' is no number, and ${control.role} "${control.name}" takes one.`);
        return asked(control, bus.setValue(ref, Number(text)));
      }
      if (!isField(control.role)) throw new ActionFailedError('not-supported', `${control.role} "${control.name}" takes no text.`);
      await asked(control, bus.focus(ref));
      const isSet = await (clear ? bus.setText(ref, text) : bus.appendText(ref, text)).catch(notThere);
      if (isSet) return;
    }
    await hands.click(await pointOf(target), 'left', 1);
    await hands.press([clear ? shortcuts.selectAll : shortcuts.toEnd]);
    if (text === '') await hands.press([['Delete']]);
    else await type(text, isSecret);
  };

  const selectOption = async ({ target, values }: Extract<DeviceAction, { type: 'select-option' }>): Promise<void> => {
    const [wanted] = values;
    if (!('control' in target) || target.control.role !== 'combobox' || values.length !== 1 || wanted === undefined)
      throw new ActionFailedError('not-supported', 'One option of a drop-down can be selected; click what else is to be chosen.');
    const { control } = target;
    const ref = await refOfLive(control);
    const options = await asked(control, optionNames(ref));
    const index = options.findIndex((name) => oneLine(name) === oneLine(wanted));
    if (index < 0)
      throw new ActionFailedError(
        'no-such-option',
        `"${control.name}" has no option '${wanted}', only: ${options.slice(0, 20).join(', ')}.`,
      );
    const took = (await asked(control, bus.facesOf(ref))).includes('Selection')
      ? await asked(control, bus.selectChild(ref, index))
      : await walkTo(control, ref, index, oneLine(wanted));
    if (!took) throw new ActionFailedError('action-failed', `"${control.name}" did not take '${wanted}'.`);
  };

  /** As a person at the keyboard does it, for toolkits that let nobody select. */
  const walkTo = async (control: Control, ref: AccessibleRef, index: number, wanted: string): Promise<boolean> => {
    await hands.click(await aimAt(control), 'left', 1);
    await sleep(walkPause);
    await press(parseKeys(`{HOME}${'{DOWN}'.repeat(index)}{ENTER}`));
    for (const deadline = Date.now() + longestWalk; Date.now() < deadline; await sleep(walkPause))
      if (oneLine((await asked(control, bus.stateOf(ref))).name) === wanted) return true;
    return false;
  };

  /** By their numbers for `Selection`: those of the list that the drop-down opens. */
  const optionNames = async (ref: AccessibleRef): Promise<readonly string[]> => {
    const [list] = await bus.childrenOf(ref);
    const options = list === undefined ? [] : await bus.childrenOf(list);
    return Promise.all(options.map(async (option) => (await bus.stateOf(option)).name));
  };

  const readText = async ({ target }: Extract<DeviceAction, { type: 'read-text' }>): Promise<{ readonly text: string }> => {
    if (target === undefined) return { text: await readAll() };
    if (!('control' in target))
      throw new ActionFailedError('not-supported', 'Text is read from a control or the whole application, not from a point.');
    const { control } = target;
    if (control.masked) return { text: control.value ?? '' };
    if (control.source === 'ocr') return { text: control.name };
    const ref = await refOfLive(control);
    const text = await bus.textOf(ref).catch(notThere);
    return { text: secrets.mask(text || (control.value ?? control.name)) };
  };

  const pressOn = async ({ target, keys }: Extract<DeviceAction, { type: 'press-keys' }>): Promise<void> => {
    if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
    const chords = chordsOf(keys);
    if (target !== undefined) {
      const isFocused =
        'control' in target && target.control.source === 'tree' && (await bus.focus(await refOfLive(target.control)).catch(notThere));
      if (!isFocused) await hands.click(await pointOf(target), 'left', 1);
    }
    await press(chords);
  };

  const perform = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
    switch (action.type) {
      case 'click':
        await hands.click(await pointOf(action.target), action.button, action.clickCount);
        return {};
      case 'drag':
        await hands.drag(pixelsOf(action.from), pixelsOf(action.to), action.button);
        return {};
      case 'set-text':
        await setText(action);
        return {};
      case 'press-keys':
        await pressOn(action);
        return {};
      case 'scroll':
        await hands.wheel(action.target ? await pointOf(action.target) : centreOf(screen), notches(action.deltaX), notches(action.deltaY));
        return {};
      case 'select-option':
        await selectOption(action);
        return {};
      case 'read-text':
        return readText(action);
      case 'navigate':
        throw new ActionFailedError(
          'not-supported',
          'A desktop has no address to go to: use the address field of a browser that is open on it.',
        );
      case 'go-back':
        throw new ActionFailedError('not-supported', "A desktop has no way back: use the application's own button, or press its keys.");
      case 'select-application':
        await applications.select(action.id);
        return {};
      case 'launch-application':
        await applications.launch(action.name);
        return {};
      default:
        return assertNever(action);
    }
  };

  return { perform };
}

/** A control whose application does not answer for it is not there. */
async function asked<T>(control: Control, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof UnansweredError ? goneError(control) : error;
  }
}

function notThere(error: unknown): undefined {
  if (!(error instanceof UnansweredError)) throw error;
  return undefined;
}

function goneError({ role, name }: Control): ActionFailedError {
  return new ActionFailedError('control-gone', `${role} "${name}" is no longer on the screen.`);
}

function chordsOf(keys: string): readonly Chord[] {
  try {
    return parseKeys(keys);
  } catch (error) {
    if (error instanceof KeySyntaxError) throw new ActionFailedError('action-failed', error.message);
    throw error;
  }
}

function centreOf({ x, y, width, height }: Bounds): Point {
  return { x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) };
}

function isInside({ x, y, width, height }: Bounds, at: Point): boolean {
  return at.x >= x && at.y >= y && at.x < x + width && at.y < y + height;
}

function notches(px: number): number {
  return px === 0 ? 0 : Math.sign(px) * Math.max(1, Math.round(Math.abs(px) / notch));
}
