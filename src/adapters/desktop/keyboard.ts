// Keys and text by keyboard; what no key types goes through the clipboard.
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfKeyboard, type Chord } from '../../domain/ui/keys.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { ActionTools } from './action-tools.js';
import { modifierKeys, namedKeys, shortcutsOf, strokeOf } from './typing.js';

type KeyboardTools = Pick<ActionTools, 'bus' | 'hands' | 'platform'>;

/** Characters. Typing takes a few ms each; longer text is pasted. */
const longestTyped = 300;
/** ms without a report of a change after which the application has done what the keys before asked of it. */
const pasteTime = 150;
/** ms at most for that, also for an application that reports no changes. */
const longestPaste = 1_000;
const pastePause = 20;

export async function press(tools: KeyboardTools, chords: readonly Chord[]): Promise<void> {
  let keys: (readonly string[])[] = [];
  const flush = async (): Promise<void> => {
    if (keys.length > 0) await tools.hands.press(keys);
    keys = [];
  };
  for (const chord of chords) {
    const pressed = keysOf(chord);
    if (pressed) keys.push(pressed);
    else if ('character' in chord) {
      await flush();
      await paste(tools, chord.character);
    }
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

/** Types where the focus is. */
export async function type(tools: KeyboardTools, text: string, isSecret: boolean): Promise<void> {
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
  return paste(tools, text.replace(/\r\n?/g, '\n'));
}

/** Through the clipboard, whose text is restored afterwards: not before the application has fetched what is pasted. */
async function paste({ bus, hands, platform }: KeyboardTools, text: string): Promise<void> {
  const before = await hands.readClipboard();
  await changed(bus, Number.NEGATIVE_INFINITY);
  await hands.writeClipboard(text);
  const pressed = Date.now();
  await hands.press([shortcutsOf(platform).paste]);
  await changed(bus, pressed);
  await hands.writeClipboard(before);
}

/** When the application has reported a change after `since` (ms of the clock) and then none for a while, or after `longestPaste`. */
async function changed(bus: ActionTools['bus'], since: number): Promise<void> {
  for (const deadline = Date.now() + longestPaste; Date.now() < deadline; await sleep(pastePause)) {
    const quietFor = bus.quietFor();
    if (quietFor >= pasteTime && Date.now() - quietFor >= since) return;
  }
}
