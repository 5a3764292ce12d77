import { distinct } from '../../../src/adapters/opencv/template-search.js';
import type { PictureMatch } from '../../../src/ports/pictures.js';

const match = (score: number, x: number, y: number, side = 20): PictureMatch => ({
  bounds: { x, y, width: side, height: side },
  score,
  scale: side / 20,
});

test('matches come best first', () => {
  const matches = [match(0.8, 0, 0), match(0.95, 100, 0), match(0.9, 200, 0)];
  expect(distinct(matches, 5).map(({ score }) => score)).toEqual([0.95, 0.9, 0.8]);
});

test('of overlapping matches the best is kept, whatever its scale', () => {
  const matches = [match(0.8, 101, 101), match(0.9, 98, 98, 25), match(0.85, 90, 100)];
  expect(distinct(matches, 5)).toEqual([match(0.9, 98, 98, 25)]);
});

test('a match inside a much larger one is the same thing', () => {
  expect(distinct([match(0.9, 100, 100, 80), match(0.8, 120, 120)], 5)).toHaveLength(1);
  expect(distinct([match(0.8, 100, 100, 80), match(0.9, 120, 120)], 5)).toEqual([match(0.9, 120, 120)]);
});

test('neighbours that touch or overlap a little are two', () => {
  expect(distinct([match(0.9, 100, 100), match(0.8, 120, 100), match(0.7, 100, 115)], 5)).toHaveLength(3);
});

test('returns no more than asked for', () => {
  expect(distinct([match(0.9, 0, 0), match(0.8, 50, 0), match(0.7, 100, 0)], 2).map(({ score }) => score)).toEqual([0.9, 0.8]);
  expect(distinct([match(0.9, 0, 0)], 0)).toEqual([]);
});
