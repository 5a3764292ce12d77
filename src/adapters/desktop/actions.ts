// How the port's actions are performed on a desktop: with real mouse and keyboard events where a person would use them, and through the
// accessibility interface where those would be wrong.
import { assertNever } from '../../domain/errors/assert-never.js';
import type { Entry, Expected } from '../../domain/ui/read-back.js';
import type { ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import { type Performed, ActionFailedError } from '../../ports/device.js';
import { chordsOf, runsOf, type Run } from '../device-kit/read-back.js';
import { dragAlong, heldAt, letGoBefore, moveHeld, releaseHeld, type Mouse } from '../device-kit/held-pointer.js';
import { hasSecret } from '../masking-kit/secrets.js';
import { type ActionTools, entryOf, fieldNow, focusedNow, holds, notRead, refOfLive } from './live-controls.js';
import { endOf, middleOfFront, pixelsOf, pointOf } from './aim.js';
import { unlessUnanswered } from './bus-connection.js';
import { selectOption, setText } from './entry.js';
import type { Hands } from './hands.js';
import type { HandsCall } from './hands-protocol.js';
import { press } from './keyboard.js';

/** px per notch of the wheel. */
const notch = 50;

export async function perform(tools: ActionTools, action: DeviceAction): Promise<Performed> {
  if (action.type === 'read-text') return readText(tools, action);
  const entry = await act(tools, action);
  return entry ? { entry } : {};
}

async function act(tools: ActionTools, action: Exclude<DeviceAction, { readonly type: 'read-text' }>): Promise<Entry | void> {
  const { hands, applications, screen, holding } = tools;
  const mouse = mouseOf(hands);
  await letGoBefore(action, mouse, holding);
  switch (action.type) {
    case 'click':
      return hands.click(await pointOf(tools, action.target), action.button, action.clickCount);
    case 'hover':
      return hands.hover(await pointOf(tools, action.target));
    case 'drag': {
      const { from, to, via = [], button, hold = false } = action;
      const [end, start] = [await endOf(tools, to), await pointOf(tools, from)];
      return dragAlong(mouse, holding, { points: [start, ...via.map((point) => pixelsOf(screen, point)), end], button, hold });
    }
    case 'move':
      return moveHeld(mouse, holding, await endOf(tools, action.target));
    case 'release':
      return releaseHeld(mouse, holding, heldAt(holding, await endOf(tools, action.target)));
    case 'set-text':
      return setText(tools, action);
    case 'press-keys':
      return pressKeys(tools, action);
    case 'scroll': {
      const at = action.target ? await pointOf(tools, action.target) : await middleOfFront(tools);
      return hands.wheel(at, notches(action.deltaX), notches(action.deltaY));
    }
    case 'select-option':
      return selectOption(tools, action);
    case 'navigate':
      throw new ActionFailedError(
        'not-supported',
        'A desktop has no address to go to: use the address field of a browser that is open on it.',
      );
    case 'go-back':
      throw new ActionFailedError('not-supported', "A desktop has no way back: use the application's own button, or press its keys.");
    case 'select-application':
      return applications.select(action.id);
    case 'launch-application':
      return applications.launch(action.name);
    default:
      return assertNever(action);
  }
}

/** The call that alone carries the action out, when only looks and the way to it come before. Undefined: it takes several, or what no note tells of. */
export function wholeCallOf(action: DeviceAction): HandsCall | undefined {
  switch (action.type) {
    case 'click':
      return 'click';
    case 'hover':
      return 'hover';
    case 'scroll':
      return 'wheel';
    case 'press-keys':
      return action.target === undefined && /^(?:\{[A-Z0-9]+\}|[a-zA-Z0-9])$/.test(action.keys.trim()) ? 'press' : undefined;
    default:
      return undefined;
  }
}

export function mouseOf({ pressButton, carry, releaseButton }: Hands): Mouse {
  return { press: (at, button) => pressButton(at, button), carry: (along) => carry(along), release: releaseButton, cancel: releaseButton };
}

async function pressKeys(tools: ActionTools, { target, keys }: ActionOf<'press-keys'>): Promise<Entry | undefined> {
  if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
  const runs = runsOf(chordsOf(keys));
  if (target !== undefined) {
    const control = 'control' in target && target.control.source === 'tree' ? target.control : undefined;
    const isFocused = control && (await tools.bus.focus(await refOfLive(tools, control)).catch(unlessUnanswered));
    if (!isFocused) await tools.hands.click(await pointOf(tools, target), 'left', 1);
  }
  let told: Entry | undefined;
  for (const [index, run] of runs.entries()) {
    if (run.typed === undefined) await press(tools, run.chords);
    else told = (await typeRun(tools, run, index === 0)) ?? told;
  }
  return told;
}

/** Characters, read back from what has the focus. @param isFirst - no key before may still change what is there */
async function typeRun(tools: ActionTools, { chords, typed = '' }: Run, isFirst: boolean): Promise<Entry | undefined> {
  const ref = await focusedNow(tools);
  const before = ref && (await fieldNow(tools, ref));
  if (ref === undefined || before === undefined || 'unreadable' in before) {
    await press(tools, chords);
    // A space presses a button.
    return typed.trim() === '' ? undefined : notRead(before);
  }
  // Not every toolkit tells what is selected.
  const expectedOf = (text: string): Expected => (isFirst ? { kind: 'inserted', before: before.text, text } : { kind: 'contains', text });
  await press(tools, chords, (text) => holds(tools, ref, expectedOf(text)));
  return entryOf(tools, { called: 'The field', ref, expected: expectedOf(typed) });
}

async function readText(tools: ActionTools, { target }: ActionOf<'read-text'>): Promise<{ readonly text: string }> {
  if (target === undefined) return { text: await tools.readAll() };
  if (!('control' in target))
    throw new ActionFailedError('not-supported', 'Text is read from a control or the whole application, not from a point.');
  const { control } = target;
  if (control.masked) return { text: control.value ?? '' };
  if (control.source === 'ocr') return { text: control.name };
  const ref = await refOfLive(tools, control);
  const text = await tools.bus.textOf(ref).catch(unlessUnanswered);
  return { text: text || (control.value ?? control.name) };
}

function notches(px: number): number {
  return px === 0 ? 0 : Math.sign(px) * Math.max(1, Math.round(Math.abs(px) / notch));
}
