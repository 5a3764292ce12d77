// Keys and text by keyboard; what no key types goes through the clipboard.
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfKeyboard, type Chord } from '../../domain/ui/keys.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { ActionTools } from './action-tools.js';
import { until } from './applications.js';
import { modifierKeys, namedKeys, shortcutsOf, strokeOf } from './typing.js';

type KeyboardTools = Pick<ActionTools, 'bus' | 'hands' | 'platform'>;

/** Whether the field shows this much of what is typed into it; absent: it cannot be read. */
export type Shows = (typed: string) => Promise<boolean>;

/** Characters. Typing takes a few ms each; longer text is pasted. */
const longestTyped = 300;
/** ms without a report of a change after which the application has done what the keys before asked of it. */
const pasteTime = 150;
/** ms at most for that, also for an application that reports no changes. */
const longestPaste = 1_000;
const pastePause = 20;
/** ms at most for a field to show what is pasted into it. */
const longestShown = 5_000;

/** In parts: keys, and characters that are pasted together. */
export async function press(tools: KeyboardTools, chords: readonly Chord[], shows?: Shows): Promise<void> {
  let keys: (readonly string[])[] = [];
  let pasted = '';
  let typed = '';
  const flush = async (): Promise<void> => {
    if (keys.length > 0) await tools.hands.press(keys);
    if (pasted !== '') await paste(tools, pasted, shows && (() => shows(typed)));
    keys = [];
    pasted = '';
  };
  for (const chord of chords) {
    const pressed = keysOf(chord);
    if (pressed ? pasted !== '' : keys.length > 0) await flush();
    if (pressed) keys.push(pressed);
    typed += 'character' in chord ? chord.character : chord.named === 'Space' ? ' ' : '';
    if (!('character' in chord)) continue;
    if (!pressed) pasted += chord.character;
  }
  await flush();
}

/** Undefined for a character that no key types. */
function keysOf(chord: Chord): readonly string[] | undefined {
  const held = chord.modifiers.map((modifier) => modifierKeys[modifier]);
  if ('named' in chord) {
    if (!isOfKeyboard(chord.named)) throw new ActionFailedError('not-supported', `A desktop has no key '${chord.named}'.`);
    return [...held, namedKeys[chord.named]];
  }
  const stroke = strokeOf(chord.character);
  if (stroke) return [...new Set([...held, ...(stroke.shift ? [modifierKeys.shift] : []), stroke.key])];
  if (held.length === 0) return undefined;
  throw new ActionFailedError(
    'not-supported',
    `No key types '${chord.character}', so ${chord.modifiers.join('+')} cannot be held with it.`,
  );
}

interface Typing {
  readonly text: string;
  readonly isSecret: boolean;
  readonly shows?: Shows | undefined;
}

/** Types where the focus is. */
export async function type(tools: KeyboardTools, { text, isSecret, shows }: Typing): Promise<void> {
  const characters = [...text];
  const isTypable = characters.length <= longestTyped && characters.every((character) => strokeOf(character) !== undefined);
  if (isTypable)
    return press(
      tools,
      characters.map((character) => ({ modifiers: [], character })),
    );
  if (isSecret)
    throw new ActionFailedError(
      'not-supported',
      'This secret has characters that no key types, and must not go through the clipboard. Set it as the text of a control.',
    );
  const whole = text.replace(/\r\n?/g, '\n');
  return paste(tools, whole, shows && (() => shows(whole)));
}

/** Through the clipboard, whose text is restored afterwards: not before the application has fetched what is pasted, which its field shows. */
async function paste({ bus, hands, platform }: KeyboardTools, text: string, isShown: (() => Promise<boolean>) | undefined): Promise<void> {
  const before = await hands.readClipboard();
  await changed(bus, Number.NEGATIVE_INFINITY);
  await hands.writeClipboard(text);
  const pressed = Date.now();
  await hands.press([shortcutsOf(platform).paste]);
  if (isShown === undefined || !(await until(longestShown, isShown))) await changed(bus, pressed);
  await hands.writeClipboard(before);
}

/** When the application has reported a change after `since` (ms of the clock) and then none for a while, or after `longestPaste`. */
async function changed(bus: ActionTools['bus'], since: number): Promise<void> {
  for (const deadline = Date.now() + longestPaste; Date.now() < deadline; await sleep(pastePause)) {
    const quietFor = bus.quietFor();
    if (quietFor >= pasteTime && Date.now() - quietFor >= since) return;
  }
}
