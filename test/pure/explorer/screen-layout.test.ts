// Maps of every shape, from chains to complete graphs: cards never overlap, and the picture stays readable.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layOutScreens, type Way } from '../../../src/adapters/map-page/map-picture.js';
import { count, holds } from '../../support/properties.js';

const card = { width: 200, height: 150 };
const way = (from: number, to: number, leads = true): Way => ({ from, to, leads });

const maps = fc.integer({ min: 1, max: 90 }).chain((screens) =>
  fc.record({
    screens: fc.constant(screens),
    ways: fc.array(fc.record({ from: fc.nat(screens - 1), to: fc.nat(screens - 1), leads: fc.boolean() }), { maxLength: 400 }),
  }),
);

describe('the layout of screens', () => {
  test('each screen has its own place on the page', () => {
    holds(maps, ({ screens, ways }) => {
      const { places, width, height } = layOutScreens(screens, ways, card);
      expect(places).toHaveLength(screens);
      for (const [index, { x, y }] of places.entries()) {
        expect(x >= card.width / 2 && x <= width - card.width / 2 && y >= card.height / 2 && y <= height - card.height / 2).toBe(true);
        expect(places.slice(index + 1).some((other) => Math.abs(other.x - x) < card.width && Math.abs(other.y - y) < card.height)).toBe(
          false,
        );
      }
      count('maps');
    });
  });

  test.each([
    ['a chain', (index: number) => index - 1],
    ['a star', () => 0],
    ['a tree', (index: number) => Math.floor((index - 1) / 3)],
  ])('%s of seventy is roughly as wide as a page', (_, parentOf) => {
    const ways = Array.from({ length: 69 }, (_each, index) => way(parentOf(index + 1), index + 1));
    const { width, height, parents } = layOutScreens(70, ways, card);
    expect(width / height).toBeGreaterThan(0.7);
    expect(width / height).toBeLessThan(2.8);
    expect(ways.every(({ from, to }) => parents.get(to) === from)).toBe(true);
  });

  test('the shortest way counts, and back or home only if nothing else leads there', () => {
    const { parents } = layOutScreens(5, [way(0, 1), way(1, 2), way(0, 2), way(2, 0), way(2, 3, false), way(3, 2)], card);
    expect([...parents]).toEqual([
      [0, undefined],
      [1, 0],
      [2, 0],
      [3, 2],
      [4, undefined],
    ]);
  });
});
