// Key sequences as models write them (pywinauto's syntax): `{ENTER}`, `^a`, `%{F4}`, `+{TAB}`, `^(ac)`, `{DOWN 3}`, plain text.
//
//   ^ ctrl   % alt   + shift    a modifier holds for the next key, or for all keys in the parentheses after it
//   {NAME}   a named key        {NAME 3}  three times        {^} {%} {+} {(} {)} {{} {}} {~}  the character itself        ~  Enter
//
// Blanks are typed as they stand. Line ends become Enter, tabs Tab.
import { SteadyhandError } from '../errors/errors.js';

export const modifiers = ['ctrl', 'alt', 'shift', 'meta'] as const;
export type Modifier = (typeof modifiers)[number];

export type NamedKey = (typeof keyNames)[keyof typeof keyNames];

/** One key with its held modifiers: a character as typed, or a named key. */
export type Chord =
  | { readonly modifiers: readonly Modifier[]; readonly character: string }
  | { readonly modifiers: readonly Modifier[]; readonly named: NamedKey };

/** Names allowed in braces, in upper case, and the keys they mean. */
// prettier-ignore
export const keyNames = {
  ENTER: 'Enter', RETURN: 'Enter', TAB: 'Tab', ESC: 'Escape', ESCAPE: 'Escape', SPACE: 'Space',
  BACKSPACE: 'Backspace', BACK: 'Backspace', BKSP: 'Backspace', BS: 'Backspace', DELETE: 'Delete', DEL: 'Delete', INSERT: 'Insert', INS: 'Insert',
  UP: 'ArrowUp', DOWN: 'ArrowDown', LEFT: 'ArrowLeft', RIGHT: 'ArrowRight',
  ARROWUP: 'ArrowUp', ARROWDOWN: 'ArrowDown', ARROWLEFT: 'ArrowLeft', ARROWRIGHT: 'ArrowRight',
  HOME: 'Home', END: 'End', PGUP: 'PageUp', PAGEUP: 'PageUp', PGDN: 'PageDown', PAGEDOWN: 'PageDown',
  F1: 'F1', F2: 'F2', F3: 'F3', F4: 'F4', F5: 'F5', F6: 'F6', F7: 'F7', F8: 'F8', F9: 'F9', F10: 'F10', F11: 'F11', F12: 'F12',
  CTRL: 'Control', CONTROL: 'Control', VK_CONTROL: 'Control', ALT: 'Alt', VK_MENU: 'Alt', SHIFT: 'Shift', VK_SHIFT: 'Shift',
  WIN: 'Meta', LWIN: 'Meta', RWIN: 'Meta', CMD: 'Meta', META: 'Meta',
  GOHOME: 'GoHome', GOBACK: 'GoBack', APPSWITCH: 'AppSwitch', POWER: 'Power',
  VOLUMEUP: 'AudioVolumeUp', VOLUMEDOWN: 'AudioVolumeDown', VOLUMEMUTE: 'AudioVolumeMute',
} as const;

/** What a model is told of them, the same for every device: each key once, by its shortest usual name. */
export const keysByName =
  '{ENTER} {TAB} {ESC} {SPACE} {BACKSPACE} {DELETE} {INSERT} {UP} {DOWN} {LEFT} {RIGHT} {HOME} {END} {PGUP} {PGDN} {F1} … {F12}; ^ is Ctrl, + Shift, % Alt; a number repeats: "^a", "{TAB 2}"';

/** The same keys for tools that take a key's own name. */
export const toldKeyNames =
  'Enter, Tab, Escape, Space, Backspace, Delete, Insert, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown, F1 … F12, or a character';

/** Keys of phones; no keyboard has them. */
const phoneKeys = ['GoHome', 'GoBack', 'AppSwitch', 'Power', 'AudioVolumeUp', 'AudioVolumeDown', 'AudioVolumeMute'] as const;
export type KeyboardKey = Exclude<NamedKey, (typeof phoneKeys)[number]>;

const modifierSigns: Readonly<Record<string, Modifier>> = { '^': 'ctrl', '%': 'alt', '+': 'shift' };
const modifierOfKey: Readonly<Partial<Record<NamedKey, Modifier>>> = { Control: 'ctrl', Alt: 'alt', Shift: 'shift', Meta: 'meta' };
const maxRepeat = 100;
/** As many as a sequence may have, and so a text that is typed by keys. */
export const mostKeys = 5_000;

/** Keys that do not parse. The message gives the position and the fix. */
export class KeySyntaxError extends SteadyhandError {
  readonly code = 'key-syntax';
  override readonly name = 'KeySyntaxError';

  constructor(keys: string, at: number, problem: string) {
    super(`Keys '${keys.length > 80 ? `${keys.slice(0, 80)}…` : keys}' at character ${at + 1}: ${problem}`);
  }
}

/** Throws `KeySyntaxError`. */
export function parseKeys(keys: string): readonly Chord[] {
  const reader: Reader = { keys, characters: [...keys], at: 0 };
  const chords: Chord[] = [];
  while (reader.at < reader.characters.length) {
    chords.push(...readOne(reader, []));
    if (chords.length > mostKeys) throw new KeySyntaxError(keys, reader.at, `more than ${mostKeys} keys. Use set_edit_text for long text.`);
  }
  return chords;
}

export function isOfKeyboard(key: NamedKey): key is KeyboardKey {
  return !(phoneKeys as readonly NamedKey[]).includes(key);
}

/** `keys` that type exactly this text. */
export function escapeKeys(text: string): string {
  return text.replace(/[\^%+~(){}]/g, '{$&}');
}

interface Reader {
  readonly keys: string;
  readonly characters: readonly string[];
  at: number;
}

function readOne(reader: Reader, held: readonly Modifier[]): readonly Chord[] {
  const start = reader.at;
  const character = reader.characters[reader.at++];
  if (character === undefined) throw new KeySyntaxError(reader.keys, start, `a key must follow ${held.join('+')}.`);
  const modifier = modifierSigns[character];
  if (modifier) return readOne(reader, held.includes(modifier) ? held : [...held, modifier]);
  switch (character) {
    case '(':
      return readGroup(reader, held, start);
    case ')':
      throw new KeySyntaxError(reader.keys, start, `')' without '('. Write {)} for the character.`);
    case '{':
      return readBraces(reader, held, start);
    case '}':
      throw new KeySyntaxError(reader.keys, start, `'}' without '{'. Write {}} for the character.`);
    case '\r':
      return [];
    case '~':
    case '\n':
      return [{ modifiers: held, named: 'Enter' }];
    case '\t':
      return [{ modifiers: held, named: 'Tab' }];
    default:
      return [{ modifiers: held, character }];
  }
}

function readGroup(reader: Reader, held: readonly Modifier[], start: number): readonly Chord[] {
  const chords: Chord[] = [];
  while (reader.characters[reader.at] !== ')') {
    if (reader.at >= reader.characters.length)
      throw new KeySyntaxError(reader.keys, start, `'(' is never closed. Write {(} for the character.`);
    chords.push(...readOne(reader, held));
  }
  reader.at++;
  return chords;
}

function readBraces(reader: Reader, held: readonly Modifier[], start: number): readonly Chord[] {
  // `{}}` is the closing brace itself.
  const from = reader.characters[reader.at] === '}' && reader.characters[reader.at + 1] === '}' ? reader.at + 1 : reader.at;
  const end = reader.characters.indexOf('}', from);
  if (end < 0) throw new KeySyntaxError(reader.keys, start, `'{' is never closed. Write {{} for the character.`);
  const body = reader.characters.slice(reader.at, end).join('');
  reader.at = end + 1;
  const [, name = '', count] = /^(.+?)(?: +(\d+))?$/su.exec(body) ?? [];
  const repeat = count === undefined ? 1 : Number(count);
  if (repeat > maxRepeat) throw new KeySyntaxError(reader.keys, start, `{${body}} repeats more than ${maxRepeat} times.`);
  return Array.from({ length: repeat }, () => chordOf(reader, start, held, name));
}

function chordOf(reader: Reader, start: number, held: readonly Modifier[], name: string): Chord {
  if ([...name].length === 1) return { modifiers: held, character: name };
  const named = Object.entries(keyNames).find(([key]) => key === name.toUpperCase())?.[1];
  if (named === undefined) {
    throw new KeySyntaxError(reader.keys, start, `{${name}} is not a key. Known: ${[...new Set(Object.keys(keyNames))].join(', ')}.`);
  }
  return { modifiers: held.filter((modifier) => modifier !== modifierOfKey[named]), named };
}
