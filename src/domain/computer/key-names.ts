// Keys by the names that providers use (`CTRL`, `ARROWLEFT`; xdotool's `Page_Down`, `Return`), as a sequence of ours (domain/ui/keys.ts).
import { escapeKeys, keyNames } from '../ui/keys.js';

const signs: Readonly<Record<string, string>> = { CTRL: '^', CONTROL: '^', ALT: '%', OPTION: '%', SHIFT: '+' };
const aliases: Readonly<Record<string, string>> = {
  CMD: 'WIN',
  COMMAND: 'WIN',
  SUPER: 'WIN',
  OPTION: 'ALT',
  PRIOR: 'PGUP',
  NEXT: 'PGDN',
  KPENTER: 'ENTER',
};
/** Characters that xdotool spells. */
// prettier-ignore
const spelled: Readonly<Record<string, string>> = {
  PLUS: '+', MINUS: '-', EQUAL: '=', UNDERSCORE: '_', COMMA: ',', PERIOD: '.', SLASH: '/', BACKSLASH: '\\', SEMICOLON: ';', COLON: ':',
  APOSTROPHE: "'", QUOTEDBL: '"', GRAVE: '`', BRACKETLEFT: '[', BRACKETRIGHT: ']',
};

/** What presses them together, or a sentence that tells why nothing does. A letter is its key: Shift is named where it is meant. */
export function keysOf(names: readonly string[]): { readonly keys: string } | { readonly because: string } {
  if (names.length === 0) return { because: 'No key is named.' };
  const held = names.filter((name) => signs[plain(name)] !== undefined);
  const pressed = names.filter((name) => signs[plain(name)] === undefined);
  // A modifier alone is pressed itself.
  const keys = pressed.length > 0 ? pressed : held;
  const unknown = keys.find((name) => keyOf(name) === undefined);
  if (unknown !== undefined) return { because: `${JSON.stringify(unknown.slice(0, 40))} is not a key that is known here.` };
  if (keys.length > 1 && keys.some((name) => keyOf(name) === '{WIN}'))
    return { because: `${names.join('+').slice(0, 80)} cannot be pressed: only Ctrl, Alt and Shift are held with another key.` };
  const text = keys.map(keyOf).join('');
  if (pressed.length === 0) return { keys: text };
  const holding = [...new Set(held.map((name) => signs[plain(name)]))].join('');
  return { keys: holding !== '' && keys.length > 1 ? `${holding}(${text})` : `${holding}${text}` };
}

function keyOf(name: string): string | undefined {
  if ([...name].length === 1) return escapeKeys(name.toLowerCase());
  const character = spelled[plain(name)];
  if (character !== undefined) return escapeKeys(character);
  const word = aliases[plain(name)] ?? plain(name);
  return Object.hasOwn(keyNames, word) ? `{${keyNames[word as keyof typeof keyNames] === 'Meta' ? 'WIN' : word}}` : undefined;
}

/** `Page_Down`, `arrow left` → `PAGEDOWN`, `ARROWLEFT`. */
function plain(name: string): string {
  return name.length === 1 ? name : name.toUpperCase().replace(/[\s_-]+/g, '');
}
