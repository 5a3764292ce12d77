import {
  differsText,
  numberKept,
  readBack,
  typedInto,
  type Expected,
  type FieldFacts,
  type FieldText,
} from '../../../src/domain/ui/read-back.js';
import { deviceTexts } from '../../../src/testing/device-texts.js';

const exactly = (text: string): Expected => ({ kind: 'exactly', text });
const kindOf = (expected: Expected, found: string | FieldText, facts?: FieldFacts): string => {
  const seen = readBack(expected, typeof found === 'string' ? { text: found } : found, facts);
  return seen.kind === 'adjusted' ? seen.how : seen.kind;
};

describe('HE7: what a field holds is compared with what was to be there', () => {
  test.each(deviceTexts)('%s: itself is the same; with a byte more, or a character less, it differs', (_name, text) => {
    expect(kindOf(exactly(text), text)).toBe('same');
    expect(kindOf(exactly(text), `${text}\u0000`)).toBe('differs');
    expect(kindOf(exactly(text), `${text}ࠀ`)).toBe('differs');
    const characters = [...text];
    for (const [index, character] of characters.entries()) {
      if (/\s/.test(character)) continue;
      expect(kindOf(exactly(text), [...characters.slice(0, index), ...characters.slice(index + 1)].join(''))).toBe('differs');
    }
  });

  test.each([
    ['a\r\nb', 'a\nb', {}],
    ['a b', 'a\u00a0b', {}],
    ['é', 'e\u0301', {}],
    ['a\nb', 'a\n\nb\n', { isRich: true }],
  ] satisfies [string, string, FieldFacts][])('%j read back as %j is the same', (text, found, facts) => {
    expect(kindOf(exactly(text), found, facts)).toBe('same');
  });

  test.each([
    ['too long for it', 'too long', { limit: 8 }, 'the field took no more than its limit'],
    ['too long for it', 'too long', {}, 'differs'],
    ['too long for it', 'other on', { limit: 8 }, 'differs'],
    ['a\nb', 'a b', { isOneLine: true }, 'the field put it on one line'],
    ['a\nb', 'a b', {}, 'differs'],
    ['  Ada ', 'Ada', {}, 'the field changed its spaces'],
    ['abc-1', 'ABC-1', {}, 'the field changed upper and lower case'],
    ['"so" it is...', '“so” it is…', {}, 'the field changed quotes, dashes, dots or signs'],
    ['6*7/2-1', '6×7÷2−1', {}, 'the field changed quotes, dashes, dots or signs'],
    ['hello  "you"', 'Hello “you”', {}, 'the field changed spaces, case or quotes'],
    ['5551234567', '(555) 123-4567', {}, 'the field formatted it'],
    ['5551234567', '+1 (555) 123-4567', {}, 'the field formatted it'],
    ['123', '1123', {}, 'differs'],
    ['1234.5', '1,234.50', {}, 'the field formatted it'],
    ['1234,5', '1.234,50 €', {}, 'the field formatted it'],
    ['2026-03-04', '3/4/2026', {}, 'the field formatted it'],
    ['2026-03-04', '3/5/2026', {}, 'differs'],
    ['12', '21', {}, 'differs'],
    ['a\nb\nc', 'b\nc', { isRich: true, isDrawn: true }, 'unverified'],
    ['a\nb\nc', 'b\nc', { isRich: true }, 'differs'],
    ['a\nbc', 'a\nb', { isRich: true, isDrawn: true }, 'differs'],
    ['-5', '5', {}, 'differs'],
    ['1.5', '15', {}, 'differs'],
    ['007', '7', {}, 'the field formatted it'],
    ['AB12CD', 'AB-12-CD', {}, 'the field formatted it'],
    ['a_b', 'a-b', {}, 'differs'],
    ['a@b', 'a2b', {}, 'differs'],
    ['abc', '', {}, 'differs'],
    ['abc\n', '', {}, 'unverified'],
    ['red,', '', {}, 'unverified'],
  ] satisfies [string, string, FieldFacts, string][])('%j read back as %j (%j): %s', (text, found, facts, told) => {
    expect(kindOf(exactly(text), found, facts)).toBe(told);
  });

  test('what a field completes is selected; the same text that is not selected differs', () => {
    expect(kindOf(exactly('Ber'), { text: 'Berlin', selection: { start: 3, end: 6 } })).toBe('the field completed it');
    expect(kindOf(exactly('Ber'), { text: 'Berlin', selection: { start: 6, end: 6 } })).toBe('differs');
  });

  test.each([
    ['replaces what is selected', { text: 'one two', selection: { start: 4, end: 7 } }, 'one 日本'],
    ['goes where the caret is', { text: 'one two', selection: { start: 3, end: 3 } }, 'one日本 two'],
  ] satisfies [string, FieldText, string][])('typing %s', (_name, before, after) => {
    expect(kindOf(typedInto(before, '日本'), after)).toBe('same');
    expect(kindOf(typedInto(before, '日本'), after.replace('本', ''))).toBe('differs');
    expect(kindOf(typedInto(before, '日本'), `${after}x`)).toBe('differs');
  });

  test('where the caret is not known, the text stands for one part of what was there, and nothing else changed', () => {
    const typed = typedInto({ text: 'one two' }, 'new');
    for (const after of ['newone two', 'one newtwo', 'one two'.concat('new'), 'new', 'one new', 'new two'])
      expect([after, kindOf(typed, after)]).toEqual([after, 'same']);
    for (const after of ['one two', 'one twonew?', 'one newtw', 'one xnewtwo', 'onetwo new', 'ne one two'])
      expect([after, kindOf(typed, after)]).toEqual([after, 'differs']);
  });

  test.each([
    [30, 30, undefined],
    [0.1, 0.1000000001, undefined],
    [500, 100, 'the field kept to its limit'],
    [-500, 0, 'the field kept to its limit'],
    [32, 30, 'the field rounded it'],
    [30, 40, 'lost'],
    [30, 0, 'lost'],
  ])('a number field from 0 to 100 in steps of 5 that was set to %p and is %p: %p', (wanted, is, told) => {
    expect(numberKept(wanted, is, { min: 0, max: 100, step: 5 })).toBe(told);
  });

  test('what hides its text, and what hands it on, is not verified', () => {
    expect(kindOf(exactly('sesame'), '••••••')).toBe('unverified');
    expect(kindOf(exactly('red,'), '')).toBe('unverified');
  });

  test('a difference is told by lengths and its place, in characters, never by the text', () => {
    const seen = readBack(exactly('Pass 👍日本'), { text: 'Pass 👍日本\u0000\u0000' });
    expect(seen).toEqual({ kind: 'differs', expected: 8, found: 10, at: 9 });
    if (seen.kind !== 'differs') throw new Error('it differs');
    expect(differsText('"Name"', seen)).toBe(
      '"Name" was to hold 8 characters after this and holds 10 characters: they differ at its end. Look at what it holds before you type again.',
    );
    const lost = readBack(exactly('日本語'), { text: '日語' });
    if (lost.kind !== 'differs') throw new Error('it differs');
    expect(differsText('"Name"', lost)).toContain('from character 2 on');
    expect(differsText('"Name"', lost)).not.toMatch(/[日本語]/);
  });

  test.each([
    ['€ 0.00', '1250', '€ 12.50', 'the field shifts its digits to the left'],
    ['0,05', '1', '0,51', 'the field shifts its digits to the left'],
    ['€ 0.00', '1250', '€ 1250.00', 'differs'],
    ['€ 0.00', '1250', '€ 125.00', 'differs'],
    ['Room 0', '12', 'Room 12', 'differs'],
  ])('%s, %s typed behind it: %s is what is told', (before, text, found, told) => {
    const end = { start: before.length, end: before.length };
    expect(kindOf(typedInto({ text: before, selection: end }, text), found)).toBe(told);
    // As a text of its own, and anywhere else, it is another amount.
    expect(kindOf(exactly(`${before}${text}`), found)).toBe('differs');
    expect(kindOf(typedInto({ text: before, selection: { start: 0, end: 0 } }, text), found)).toBe('differs');
  });
});
