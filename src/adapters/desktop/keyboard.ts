// Characters as keys of a US keyboard, the layout of a virtual display. Characters without a key there are pasted.

import { type KeyboardKey, type Modifier, isOfKeyboard, type Chord } from '../../domain/ui/keys.js';
import { ActionFailedError } from '../../ports/device.js';
import { type ActionTools, focusedNow, isTerminal } from './live-controls.js';
import { until } from '../process-kit/poll.js';

type Key = string;

interface Shortcuts {
  readonly paste: readonly Key[];
  readonly selectAll: readonly Key[];
  /** Moves to the end of a field. */
  readonly toEnd: readonly Key[];
  /** Closes the application in front. */
  readonly close: readonly Key[];
}

export function shortcutsOf(platform: NodeJS.Platform): Shortcuts {
  if (platform === 'darwin')
    return { paste: ['LeftCmd', 'V'], selectAll: ['LeftCmd', 'A'], toEnd: ['LeftCmd', 'Down'], close: ['LeftCmd', 'Q'] };
  return { paste: ['LeftControl', 'V'], selectAll: ['LeftControl', 'A'], toEnd: ['LeftControl', 'End'], close: ['LeftAlt', 'F4'] };
}

/** Names of nut-js's `Key`. */
interface KeyStroke {
  readonly key: string;
  readonly shift: boolean;
}

// prettier-ignore
const namedKeys: Readonly<Record<KeyboardKey, string>> = {
  Enter: 'Return', Tab: 'Tab', Escape: 'Escape', Space: 'Space', Backspace: 'Backspace', Delete: 'Delete', Insert: 'Insert',
  ArrowLeft: 'Left', ArrowUp: 'Up', ArrowRight: 'Right', ArrowDown: 'Down', Home: 'Home', End: 'End', PageUp: 'PageUp', PageDown: 'PageDown',
  F1: 'F1', F2: 'F2', F3: 'F3', F4: 'F4', F5: 'F5', F6: 'F6', F7: 'F7', F8: 'F8', F9: 'F9', F10: 'F10', F11: 'F11', F12: 'F12',
  Control: 'LeftControl', Alt: 'LeftAlt', Shift: 'LeftShift', Meta: 'LeftSuper',
};

const modifierKeys: Readonly<Record<Modifier, string>> = {
  ctrl: 'LeftControl',
  alt: 'LeftAlt',
  shift: 'LeftShift',
  meta: 'LeftSuper',
};

const plain = "`1234567890-=[]\\;',./";
const shifted = '~!@#$%^&*()_+{}|:"<>?';
// prettier-ignore
const symbolKeys = ['Grave', 'Num1', 'Num2', 'Num3', 'Num4', 'Num5', 'Num6', 'Num7', 'Num8', 'Num9', 'Num0', 'Minus', 'Equal', 'LeftBracket', 'RightBracket', 'Backslash', 'Semicolon', 'Quote', 'Comma', 'Period', 'Slash'];

/** Undefined when no key of that layout types it. */
export function strokeOf(character: string): KeyStroke | undefined {
  if (/^[a-z]$/.test(character)) return { key: character.toUpperCase(), shift: false };
  if (/^[A-Z]$/.test(character)) return { key: character, shift: true };
  if (character === ' ') return { key: 'Space', shift: false };
  // In the shifted row each digit key types its symbol: `1` gives `!`.
  for (const [row, shift] of [
    [plain, false],
    [shifted, true],
  ] as const) {
    const key = symbolKeys[row.indexOf(character)];
    if (key !== undefined && character.length === 1) return { key, shift };
  }
  return undefined;
}

// Keys and text by keyboard; what no key types goes through the clipboard.

/** Whether the field shows this much of what is typed into it; absent: it cannot be read. */
type Shows = (typed: string) => Promise<boolean>;

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
export async function press(tools: ActionTools, chords: readonly Chord[], shows?: Shows): Promise<void> {
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
export async function type(tools: ActionTools, { text, isSecret, shows }: Typing): Promise<void> {
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
async function paste(tools: ActionTools, text: string, isShown: (() => Promise<boolean>) | undefined): Promise<void> {
  const { bus, hands, platform } = tools;
  // Programs in a terminal have the usual keys for themselves.
  const held = (await isTerminal(tools, await focusedNow(tools))) ? ['LeftShift'] : [];
  const before = await hands.readClipboard();
  await changed(bus, Number.NEGATIVE_INFINITY);
  await hands.writeClipboard(text);
  const pressed = Date.now();
  await hands.press([[...held, ...shortcutsOf(platform).paste]]);
  if (isShown === undefined || !(await until(longestShown, isShown))) await changed(bus, pressed);
  await hands.writeClipboard(before);
}

/** When the application has reported a change after `since` (ms of the clock) and then none for a while, or after `longestPaste`. */
async function changed(bus: ActionTools['bus'], since: number): Promise<void> {
  const hasChanged = (): boolean => bus.quietFor() >= pasteTime && Date.now() - bus.quietFor() >= since;
  await until(longestPaste, hasChanged, pastePause);
}
