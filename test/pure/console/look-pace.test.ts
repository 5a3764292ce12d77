// How often the console asks for a picture of a held run (EV32).
import { describe, expect, test } from '@jest/globals';
import { lookPace } from '../../../src/pages/console/look-pace.js';

describe('EV32: the pace of pictures', () => {
  test.each([
    ['nobody acted, a quick look', Infinity, 50, { periodMs: 700, maxAgeMs: 350 }],
    ['nobody acted, a slow look', Infinity, 400, { periodMs: 350, maxAgeMs: 200 }],
    ['nobody acted, a very slow look', Infinity, 2_000, { periodMs: 200, maxAgeMs: 200 }],
    ['somebody acts', 0, 50, { periodMs: 200, maxAgeMs: 200 }],
    ['somebody acted just now', 2_999, 50, { periodMs: 200, maxAgeMs: 200 }],
    ['somebody acted a while ago', 3_000, 50, { periodMs: 700, maxAgeMs: 350 }],
  ])('%s', (_what, sinceActMs, tookMs, pace) => {
    expect(lookPace(sinceActMs, tookMs)).toEqual(pace);
  });

  test('five a second while somebody acts, and no picture becomes a second old as long as looks take less than half of one', () => {
    for (let tookMs = 0; tookMs < 500; tookMs += 1) {
      expect(1_000 / lookPace(0, tookMs).periodMs).toBe(5);
      // Shown when its look ends, and until the next one has: one look after another, each as long.
      const { periodMs } = lookPace(Infinity, tookMs);
      expect(Math.max(periodMs, tookMs) + tookMs).toBeLessThanOrEqual(1_000);
    }
  });
});
