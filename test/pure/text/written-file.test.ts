// What a person saves as a file is read, or refused in one sentence with the place.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { largestWritten, writtenJson, writtenText, WrittenFileError } from '../../../src/domain/text/written-file.js';

const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof WrittenFileError) return `file${error.place} ${error.message}`;
    throw error;
  }
  return 'taken';
};

const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('Bytes', () => {
  test.each([
    ['UTF-8', Buffer.from('{"a": "é😀"}\r\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff{"a": "é😀"}\r\n')],
    ['UTF-8 with two of them', Buffer.from('\ufeff\ufeff{"a": "é😀"}\r\n')],
    ['UTF-16 little endian', utf16('{"a": "é😀"}\r\n', 'le')],
    ['UTF-16 big endian', utf16('{"a": "é😀"}\r\n', 'be')],
  ])('%s is read', (_name, bytes) => {
    expect(writtenText(bytes)).toBe('{"a": "é😀"}\r\n');
    expect(writtenJson(writtenText(bytes))).toEqual({ a: 'é😀' });
  });

  test('what changes nothing for a reader stays: a replacement character that was written is one', () => {
    expect(writtenText(Buffer.from('a\ufffdb'))).toBe('a\ufffdb');
  });

  test.each([
    ['Latin-1', Buffer.from('{\r\n"a": "x caf\xe9"}', 'latin1'), 'file:2:12 is not UTF-8 there: save it as UTF-8'],
    ['half of a character in UTF-16', utf16('{"a": "\ud83d"}', 'le'), 'file:1:8 is not UTF-16 there: save it as UTF-8'],
    ['a cut UTF-16', utf16('{}', 'le').subarray(0, 5), 'file:1:2 is not UTF-16 there: save it as UTF-8'],
    ['UTF-16 without a mark', Buffer.from('{"a": 1}', 'utf16le'), 'file:1:2 has a zero byte, which no text has: save it as UTF-8'],
    ['a surrogate as UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22]), 'file:1:2 is not UTF-8 there: save it as UTF-8'],
    ['what is too large', Buffer.alloc(largestWritten + 1, ' '), 'file has more than 16 MB, the most that is read'],
  ])('%s is refused', (_name, bytes, refusal) => {
    expect(refusalOf(() => writtenText(bytes))).toBe(refusal);
  });
});

describe('JSON', () => {
  test.each([
    ['{"name": "x", "name": "y"}', ':1:15 has the key "name" a second time in one object, after 1:2: keep one of them'],
    ['{"a": {"b": 1,\r\n "\\u0062": 2}}', ':2:2 has the key "b" a second time in one object, after 1:8: keep one of them'],
    ['{"a": {"__proto__": 1, "__proto__": 2}}', ':1:24 has the key "__proto__" a second time in one object, after 1:8: keep one of them'],
    ['{ // note\n"a": 1}', ':1:3 has a comment, and JSON takes none: remove it'],
    ['{"a": 1 /* note */}', ':1:9 has a comment, and JSON takes none: remove it'],
    ['# note\n{}', ':1:1 has a comment, and JSON takes none: remove it'],
    ['{"a": 1}\n// note', ':2:1 has a comment, and JSON takes none: remove it'],
    ['{"a": [1, 2,\n]}', ':1:12 has a comma with nothing after it: remove it'],
    ['{"a": 1,}', ':1:8 has a comma with nothing after it: remove it'],
    ['{"a": "half \\ud83d"}', ':1:13 has half of a character, \\ud83d without its other half: write both or neither'],
    ['{"a": "\\n\\\\\\udc00 \\ud83d"}', ':1:12 has half of a character, \\udc00 without its other half: write both or neither'],
    ['{"a\\ud800": 1}', ':1:4 has half of a character, \\ud800 without its other half: write both or neither'],
    ['{"a": "\ud800"}', ':1:8 has half of a character, \\ud800 without its other half: write both or neither'],
    ['{"a": "x\ny"}', ":1:9 is not JSON: in a text this control character is written '\\u000a'"],
    ['{"a": "C:\\Users"}', ":1:10 is not JSON: '\\' comes before a sign that takes none; for itself write it twice"],
    ['{"a": "x', ':1:7 is not JSON: a text has no closing quote'],
    ["{'a': 1}", ":1:2 is not JSON: expected a key in double quotes or '}', found \"'\""],
    ['{"a" 1}', ':1:6 is not JSON: expected \':\', found "1"'],
    ['{"a": 01}', ':1:7 is not JSON: expected a value, found "01"'],
    ['{"a": \u200b1}', ':1:7 is not JSON: expected a value, found "\\u200b"'],
    ['{"a": NaN}', ':1:7 is not JSON: expected a value, found "NaN"'],
    ['{"a": 1} x', ':1:10 is not JSON: expected the end, found "x"'],
    ['[1 2]', ":1:4 is not JSON: expected ',' or ']', found \"2\""],
    ['[,]', ':1:2 is not JSON: expected a value or \']\', found ","'],
    ['[1}', ":1:3 is not JSON: expected ',' or ']', found \"}\""],
    ['', ':1:1 is not JSON: expected a value, found the end'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, ':1:65 is nested deeper than 64 levels'],
  ])('%j is refused', (text, refusal) => {
    expect(refusalOf(() => writtenJson(text))).toBe(`file${refusal}`);
  });

  test.each([
    ['the same key in two objects', '[{"a": 1}, {"a": {"a": 2}}]'],
    ['what looks like a comment in a text', '{"a": "// # /* x */ https://shop.example"}'],
    ['a whole character in two halves', '{"a": "\\ud83d\\ude00"}'],
    ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`],
    ['no more than a text', ' "x" '],
  ])('%s is taken', (_name, text) => {
    expect(writtenJson(text)).toEqual(JSON.parse(text));
  });

  test('any value that JSON writes is read, with any white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent).replaceAll('\n', '\r\n');
        expect(writtenJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('what JSON.parse refuses is refused, wherever a text is broken', () => {
    const sound = '{"a": [1, -2.5e+3, "x\\n\\u00e9"], "b": {"c": null, "d": true}, "e": []}';
    const signs = fc.constantFrom(
      '',
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      '0',
      '-',
      '.',
      'e',
      't',
      ' ',
      '\n',
      '\t',
      '\u0001',
      '/',
      '#',
    );
    fc.assert(
      fc.property(fc.nat(sound.length), fc.nat(3), signs, (at, cut, sign) => {
        const text = sound.slice(0, at) + sign + sound.slice(at + cut);
        const isSound = (): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        };
        const refusal = refusalOf(() => writtenJson(text));
        if (!isSound()) expect(refusal).toMatch(/^file:1:\d+ |^file:2:\d+ /);
        else expect(refusal).toMatch(/^taken$|a second time/);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['texts', `[${'"\\u00e9 some text", '.repeat(100_000)}0]`],
    ['a long text', `"${'\\n'.repeat(1_000_000)}"`],
    ['keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}": ${index}`).join(',')}}`],
    ['white space', `${' '.repeat(4_000_000)}x`],
    ['digits', `[${'1'.repeat(2_000_000)}x]`],
    ['what is opened', '['.repeat(4_000_000)],
    ['a text that never ends', `"${'\\"'.repeat(1_000_000)}`],
  ])('megabytes of %s take no longer than a moment', (_name, text) => {
    const since = performance.now();
    refusalOf(() => writtenJson(text));
    expect(performance.now() - since).toBeLessThan(3_000);
  });
});
