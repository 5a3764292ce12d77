// How the port's actions are performed on a desktop: with real mouse and keyboard events where a person would use them, and through the
// accessibility interface where those would be wrong.
import type { Entry, Expected } from '../../domain/ui/read-back.js';
import type { ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import { type Performed, ActionFailedError } from '../../ports/device.js';
import { performBy, readFrom, refuseSecretKeys, type Acts } from '../device-kit/acts.js';
import { chordsOf, runsOf, type Run } from '../device-kit/read-back.js';
import { dragAlong, pressedWhere, releaseBefore, movePressed, releasePressed, type Mouse } from '../device-kit/pressed-pointer.js';
import { type ActionTools, entryOf, fieldNow, focusedNow, holds, isTerminal, notRead, refOfLive, timesShown } from './live-controls.js';
import { endOf, middleOfFront, pixelsOf, pointOf } from './aim.js';
import { unlessUnanswered } from './bus-connection.js';
import { selectOption, setText } from './entry.js';
import type { Hands } from './input.js';
import type { InputCall } from './input-protocol.js';
import { press } from './keyboard.js';
import type { AccessibleRef } from './accessible.js';
import { until } from '../process-kit/poll.js';

/** px per notch of the wheel. */
const notch = 50;

const acts: Acts<ActionTools> = {
  click: async (tools, { target, button, clickCount }) => tools.hands.click(await pointOf(tools, target), button, clickCount),
  hover: async (tools, { target }) => tools.hands.hover(await pointOf(tools, target)),
  async drag(tools, { from, to, via = [], button, hold = false }) {
    const [end, start] = [await endOf(tools, to), await pointOf(tools, from)];
    const points = [start, ...via.map((point) => pixelsOf(tools.screen, point)), end];
    return dragAlong(mouseOf(tools.hands), tools.holding, { points, button, hold });
  },
  move: async (tools, { target }) => movePressed(mouseOf(tools.hands), tools.holding, await endOf(tools, target)),
  release: async (tools, { target }) =>
    releasePressed(mouseOf(tools.hands), tools.holding, pressedWhere(tools.holding, await endOf(tools, target))),
  'set-text': setText,
  'press-keys': pressKeys,
  async scroll(tools, { target, deltaX, deltaY }) {
    const at = target ? await pointOf(tools, target) : await middleOfFront(tools);
    return tools.hands.wheel(at, notches(deltaX), notches(deltaY));
  },
  'select-option': selectOption,
  async navigate() {
    throw new ActionFailedError(
      'not-supported',
      'A desktop has no address to go to: use the address field of a browser that is open on it.',
    );
  },
  async 'go-back'() {
    throw new ActionFailedError('not-supported', "A desktop has no way back: use the application's own button, or press its keys.");
  },
  'select-application': ({ applications }, { id }) => applications.select(id),
  'launch-application': ({ applications }, { name }) => applications.launch(name),
  'read-text': readText,
};

export async function perform(tools: ActionTools, action: DeviceAction): Promise<Performed> {
  if (action.type !== 'read-text') await releaseBefore(action, mouseOf(tools.hands), tools.holding);
  return performBy(acts, tools, action);
}

/** The call that alone carries the action out, when only looks and the way to it come before. Undefined: it takes several, or what no note tells of. */
export function wholeCallOf(action: DeviceAction): InputCall | undefined {
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
  refuseSecretKeys(keys);
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
    const isSeen = ref && typed.trim() !== '' && (await isTerminal(tools, ref)) ? await seenTyped(tools, ref, typed) : undefined;
    await press(tools, chords);
    // A space presses a button.
    return typed.trim() === '' || (await isSeen?.()) ? undefined : notRead(before);
  }
  // Not every toolkit tells what is selected.
  const expectedOf = (text: string): Expected => (isFirst ? { kind: 'inserted', before: before.text, text } : { kind: 'contains', text });
  await press(tools, chords, (text) => holds(tools, ref, expectedOf(text)));
  return entryOf(tools, { called: 'The field', ref, expected: expectedOf(typed) });
}

/** ms for a terminal to show what is typed. */
const echoes = 2_000;

async function seenTyped(tools: ActionTools, ref: AccessibleRef, typed: string): Promise<() => Promise<boolean>> {
  const before = await timesShown(tools, ref, typed);
  return () => until(echoes, async () => (await timesShown(tools, ref, typed)) > before);
}

async function readText(tools: ActionTools, action: ActionOf<'read-text'>): Promise<{ readonly text: string }> {
  const control = readFrom(action, 'application');
  if (control === undefined) return { text: await tools.readAll() };
  if (control.masked) return { text: control.value ?? '' };
  if (control.source === 'ocr') return { text: control.name };
  const ref = await refOfLive(tools, control);
  const text = await tools.bus.textOf(ref).catch(unlessUnanswered);
  return { text: text || (control.value ?? control.name) };
}

function notches(px: number): number {
  return px === 0 ? 0 : Math.sign(px) * Math.max(1, Math.round(Math.abs(px) / notch));
}
