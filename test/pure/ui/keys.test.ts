import fc from 'fast-check';
import {
  escapeKeys,
  keyNames,
  KeySyntaxError,
  parseKeys,
  toldKeyNames,
  keysByName,
  type Chord,
  type Modifier,
  type NamedKey,
} from '../../../src/domain/ui/keys.js';

const typed = (character: string, ...modifiers: readonly Modifier[]): Chord => ({ modifiers, character });
const named = (key: NamedKey, ...modifiers: readonly Modifier[]): Chord => ({ modifiers, named: key });

test('HE11: a model is told each key of a keyboard, but for modifiers, in both ways of naming keys', () => {
  const modifierKeys = ['Control', 'Alt', 'Shift', 'Meta'];
  const phone = /^(Go|App|Power|AudioVolume)/;
  const all = new Set(Object.values(keyNames).filter((key) => !modifierKeys.includes(key) && !phone.test(key)));
  const written = keysByName
    .slice(0, keysByName.indexOf(';'))
    .replace('{F1} … {F12}', Array.from({ length: 12 }, (_, index) => `{F${index + 1}}`).join(' '));
  expect(new Set(written.split(' ').map((key) => (parseKeys(key)[0] as { named: NamedKey }).named))).toEqual(all);
  const names = toldKeyNames.replace('F1 … F12', Array.from({ length: 12 }, (_, index) => `F${index + 1}`).join(', ')).split(', ');
  expect(new Set(names.slice(0, -1))).toEqual(all);
});

describe('key sequences', () => {
  test.each<[string, readonly Chord[]]>([
    ['', []],
    ['ab', [typed('a'), typed('b')]],
    ['a b', [typed('a'), typed(' '), typed('b')]],
    ['{ENTER}', [named('Enter')]],
    ['{enter}', [named('Enter')]],
    ['~', [named('Enter')]],
    ['a\r\n\t', [typed('a'), named('Enter'), named('Tab')]],
    ['^a', [typed('a', 'ctrl')]],
    ['^+a', [typed('a', 'ctrl', 'shift')]],
    ['^^a', [typed('a', 'ctrl')]],
    ['%{F4}', [named('F4', 'alt')]],
    ['+{TAB}', [named('Tab', 'shift')]],
    ['^(ac)v', [typed('a', 'ctrl'), typed('c', 'ctrl'), typed('v')]],
    ['^(a+(b))', [typed('a', 'ctrl'), typed('b', 'ctrl', 'shift')]],
    ['{DOWN 3}', [named('ArrowDown'), named('ArrowDown'), named('ArrowDown')]],
    ['{x 2}', [typed('x'), typed('x')]],
    ['{^}{%}{+}{(}{)}{{}{}}{~}', ['^', '%', '+', '(', ')', '{', '}', '~'].map((character) => typed(character))],
    ['^{BACKSPACE}', [named('Backspace', 'ctrl')]],
    ['{LWIN}', [named('Meta')]],
    ['äß🙂', [typed('ä'), typed('ß'), typed('🙂')]],
    ['{🙂}', [typed('🙂')]],
  ])('%j is parsed into key presses', (keys, chords) => {
    expect(parseKeys(keys)).toEqual(chords);
  });

  test.each([
    ['{NOSUCHKEY}', /\{NOSUCHKEY\} is not a key\. Known: ENTER/],
    ['ab{ENTER', /at character 3: '\{' is never closed/],
    ['^(a', /'\(' is never closed/],
    ['a)', /'\)' without '\('/],
    ['a}', /'\}' without '\{'/],
    ['^', /a key must follow ctrl/],
    ['{}', /is not a key/],
    ['{a 1000}', /repeats more than 100 times/],
    ['x'.repeat(6_000), /more than 5000 keys/],
  ])('%j is refused with the place and the fix', (keys, message) => {
    expect(() => parseKeys(keys)).toThrow(KeySyntaxError);
    expect(() => parseKeys(keys)).toThrow(message);
  });

  test('any escaped text types exactly itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const plain = text.replace(/[\r\n\t]/g, '');
        const chords = parseKeys(escapeKeys(plain));
        expect(chords.map((chord) => ('character' in chord && chord.modifiers.length === 0 ? chord.character : '?')).join('')).toBe(plain);
      }),
    );
  });

  test('no input makes the parser throw anything but a KeySyntaxError', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('^', '%', '+', '(', ')', '{', '}', '~', 'a', ' ', '1', 'ENTER'), maxLength: 30 }),
        (keys) => {
          try {
            parseKeys(keys);
          } catch (error) {
            expect(error).toBeInstanceOf(KeySyntaxError);
          }
        },
      ),
    );
  });
});
