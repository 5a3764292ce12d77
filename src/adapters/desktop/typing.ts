// Characters as keys of a US keyboard, the layout of a virtual display. Characters without a key there are pasted.
import type { KeyboardKey, Modifier } from '../../domain/ui/keys.js';

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
export interface KeyStroke {
  readonly key: string;
  readonly shift: boolean;
}

// prettier-ignore
export const namedKeys: Readonly<Record<KeyboardKey, string>> = {
  Enter: 'Return', Tab: 'Tab', Escape: 'Escape', Space: 'Space', Backspace: 'Backspace', Delete: 'Delete', Insert: 'Insert',
  ArrowLeft: 'Left', ArrowUp: 'Up', ArrowRight: 'Right', ArrowDown: 'Down', Home: 'Home', End: 'End', PageUp: 'PageUp', PageDown: 'PageDown',
  F1: 'F1', F2: 'F2', F3: 'F3', F4: 'F4', F5: 'F5', F6: 'F6', F7: 'F7', F8: 'F8', F9: 'F9', F10: 'F10', F11: 'F11', F12: 'F12',
  Control: 'LeftControl', Alt: 'LeftAlt', Shift: 'LeftShift', Meta: 'LeftSuper',
};

export const modifierKeys: Readonly<Record<Modifier, string>> = {
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
