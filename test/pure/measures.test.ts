import { expect, test } from '@jest/globals';
import { byteSize, byteSizeText } from '../../src/domain/text/measures.js';

test.each([
  ['20GB', 20e9],
  ['1.5 TB', 1.5e12],
  ['500mb', 500e6],
  [' 2KiB ', 2_048],
  ['1GiB', 2 ** 30],
  ['0B', undefined],
  ['7b', 7],
  ['20', undefined],
  ['GB', undefined],
  ['-1GB', undefined],
  ['1,5GB', undefined],
  ['1e9B', undefined],
  ['20GBs', undefined],
  ['0GB', undefined],
])('FL6: %j is a size of %j bytes', (text, bytes) => {
  expect(byteSize(text)).toBe(bytes);
});

test.each([
  [0, '0.0 KB'],
  [1_234, '1.2 KB'],
  [99_000, '99.0 KB'],
  [120_000, '0.1 MB'],
  [3_400_000, '3.4 MB'],
  [1_200_000_000, '1.2 GB'],
  [2e12, '2.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});
