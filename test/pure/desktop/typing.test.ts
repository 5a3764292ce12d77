import { strokeOf } from '../../../src/adapters/desktop/keyboard.js';

const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

test('every printable ASCII character is one key, and no two share one', () => {
  const strokes = printable.map((character) => JSON.stringify(strokeOf(character)));
  expect(strokes).not.toContain(undefined);
  expect(new Set(strokes).size).toBe(printable.length);
});

test.each(['é', 'ß', '日', '👍', '\n', '\t', ''])('%j has no key', (character) => {
  expect(strokeOf(character)).toBeUndefined();
});
