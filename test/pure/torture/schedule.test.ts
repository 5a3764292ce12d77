import { describe, expect, test } from '@jest/globals';
import { afterLease, besidesFrom, killOf, points, scheduleOf } from '../../../scripts/torture/schedule.mjs';

describe('the schedule of kills', () => {
  test('is the same for the same seed, and differs for another', () => {
    expect(scheduleOf({ seed: 1, kills: 50, items: 4 })).toEqual(scheduleOf({ seed: 1, kills: 50, items: 4 }));
    expect(scheduleOf({ seed: 2, kills: 50, items: 4 })).not.toEqual(scheduleOf({ seed: 1, kills: 50, items: 4 }));
  });

  test('gives a single kill as it is in the full schedule', () => {
    const whole = scheduleOf({ seed: 7, kills: 200, items: 4 });
    for (const index of [0, 1, 17, 199]) expect(killOf({ seed: 7, index, items: 4 })).toEqual(whole[index]);
  });

  test('does not depend on the number of kills', () => {
    expect(scheduleOf({ seed: 3, kills: 200, items: 4 }).slice(0, 40)).toEqual(scheduleOf({ seed: 3, kills: 40, items: 4 }));
  });

  test.each([1, 2, 3])('has each named point once in every round of ten, and the random moments twice (seed %i)', (seed) => {
    const kills = scheduleOf({ seed, kills: 100, items: 4 });
    for (let round = 0; round < 10; round += 1) {
      const found = kills.slice(round * 10, round * 10 + 10).map(({ point }) => point);
      expect(found.toSorted()).toEqual([...points, 'random'].toSorted());
    }
  });

  test('hits every victim at every point within a thousand kills, on every item, at moments over the whole run', () => {
    const kills = scheduleOf({ seed: 1, kills: 1_000, items: 4 });
    const pairs = new Set(kills.map(({ point, victim }) => `${point} ${victim}`));
    expect(pairs.size).toBe(points.length * 4);
    expect(new Set(kills.map(({ item }) => item))).toEqual(new Set([1, 2, 3, 4]));
    const tenths = new Set(kills.filter(({ point }) => point === 'random').map(({ fraction }) => Math.floor(fraction * 10)));
    expect(tenths.size).toBe(10);
  });

  test('has kills of hands and freezes of workers besides, which change none of the others', () => {
    const whole = scheduleOf({ seed: 1, kills: 100, besides: 200, items: 4 });
    expect(whole.slice(0, 100)).toEqual(scheduleOf({ seed: 1, kills: 100, items: 4 }));
    const besides = whole.slice(100);
    expect(besides.map(({ index }) => index)).toEqual(Array.from({ length: 200 }, (_, index) => besidesFrom + index));
    expect(new Set(besides.map(({ victim }) => victim))).toEqual(new Set(['hand', 'frozen worker']));
    expect(besides.every(({ victim, point }) => (victim === 'frozen worker') === (point === afterLease))).toBe(true);
  });

  test('gives every kill its own seed, an integer below 2³²', () => {
    const seeds = scheduleOf({ seed: 1, kills: 1_000, items: 4 }).map(({ seed }) => seed);
    expect(new Set(seeds).size).toBe(1_000);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true);
  });

  test('kills a run that continues as new before its last items', () => {
    const items = scheduleOf({ seed: 1, kills: 500, items: 4 }).filter(({ point }) => point === 'at-continue-as-new');
    expect(Math.max(...items.map(({ item }) => item))).toBeLessThanOrEqual(2);
  });
});
