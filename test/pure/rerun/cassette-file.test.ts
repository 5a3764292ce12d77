// LK73: a cassette may be a stranger's.
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readCassette } from '../../../src/rerun/cassette-file.js';

test('what is small and would become a hundred times as large is not unpacked', () => {
  const small = gzipSync(Buffer.alloc(128 * 1024 * 1024, 0x20));
  expect(small.length).toBeLessThan(200_000);
  const before = process.memoryUsage.rss();
  expect(() => readCassette(small, 'a.json.gz')).toThrow(/^a\.json\.gz is no recorded run: unpacked, it has more than \d+ bytes\.$/);
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024);
});

test('what is no gzip at all is no recorded run', () => {
  expect(() => readCassette(Buffer.from([0x1f, 0x8b, 0, 0]), 'a.json.gz')).toThrow(
    /^a\.json\.gz is no recorded run.*make one with `steadyhand export <id>`\.$/,
  );
});
