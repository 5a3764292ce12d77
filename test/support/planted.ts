// Words that a test has planted, searched for in bytes: as they are, in UTF-16, in Base64, in hexadecimal, percent-encoded, and in whatever of the bytes is compressed.
import { constants, inflateRawSync } from 'node:zlib';
import type { Written } from './what-a-run-wrote.js';

/** `word (form) in place`. */
export function plantedIn(written: Written, words: readonly string[]): readonly string[] {
  return [...written].flatMap(([place, bytes]) => {
    const layers = [{ name: '', bytes }, ...unpacked(bytes).map((inner) => ({ name: 'compressed, ', bytes: inner }))];
    return words.flatMap((word) =>
      layers.flatMap((layer) =>
        Object.entries(formsOf(word))
          .filter(([, form]) => layer.bytes.includes(form))
          .map(([form]) => `${word} (${layer.name}${form}) in ${place}`),
      ),
    );
  });
}

function formsOf(word: string): Readonly<Record<string, Buffer>> {
  const utf16 = Buffer.from(word, 'utf16le');
  const forms = {
    plain: Buffer.from(word),
    'utf-16le': utf16,
    'utf-16be': Buffer.from(utf16).swap16(),
    hexadecimal: Buffer.from(Buffer.from(word).toString('hex')),
    'percent-encoded': Buffer.from(encodeURIComponent(word)),
  };
  return { ...forms, ...Object.fromEntries([0, 1, 2].map((shift) => [`base64 at ${shift}`, inBase64(word, shift)])) };
}

/** At that place in a group of three, without the characters that depend on what is beside it. */
function inBase64(word: string, shift: number): Buffer {
  const text = Buffer.from('\0'.repeat(shift) + word)
    .toString('base64')
    .replace(/=+$/, '');
  return Buffer.from(text.slice(Math.ceil((shift * 4) / 3), -2));
}

/** What can be read of each stream that begins anywhere: gzip, zlib, or after a local header of a zip. */
function unpacked(bytes: Buffer): readonly Buffer[] {
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 };
  const ways = [
    { mark: [0x1f, 0x8b, 0x08], skip: 10 },
    ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({ mark: [0x78, level], skip: 2 })),
    { mark: [0x50, 0x4b, 0x03, 0x04], skip: 30 },
  ];
  return ways.flatMap(({ mark, skip }) => {
    const found: Buffer[] = [];
    const needle = Buffer.from(mark);
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      try {
        // Raw, so that whatever comes behind a stream does not matter.
        found.push(inflateRawSync(bytes.subarray(at + skip), lenient));
      } catch {
        // It only looks like one.
      }
    }
    return found;
  });
}
