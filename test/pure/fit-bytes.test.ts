import { expect, test } from '@jest/globals';
import { fitBytes } from '../../src/domain/text/fit-bytes.js';

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['too long for it', 8, 'too l…'],
  ['日本語のとても長い文', 12, '日本語…'],
  ['🙂🙂🙂🙂', 12, '🙂🙂…'],
])('%j in %i bytes is %j', (text, bytes, expected) => {
  expect(fitBytes(text, bytes)).toBe(expected);
  expect(Buffer.byteLength(fitBytes(text, bytes))).toBeLessThanOrEqual(bytes);
});
