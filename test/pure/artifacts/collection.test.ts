import { describe, expect, test } from '@jest/globals';
import { planCollection, type StoredArtifact } from '../../../src/domain/artifacts/collection.js';
import { chanceOf } from '../../support/chance.js';

const at = (ref: string, time: number, more: Partial<StoredArtifact> = {}): StoredArtifact => ({ ref, at: time, bytes: 10, ...more });
const none: ReadonlySet<string> = new Set();
const names = (stored: readonly StoredArtifact[]): string => stored.map(({ ref }) => ref).join('');

/** In no order. */
const stored = [at('c', 30), at('a', 10), at('d', 40), at('b', 20)];

describe('what is removed', () => {
  test.each([
    ['nothing without a rule', { keep: none }, '', 40],
    ['by age, what is older', { keep: none, before: 30 }, 'ab', 20],
    ['by age, not what is in use', { keep: new Set(['a']), before: 30 }, 'b', 30],
    ['by size, nothing while there is room', { keep: none, toSize: { bytes: 40, before: 99 } }, '', 40],
    ['by size, the oldest first and not one more', { keep: none, toSize: { bytes: 25, before: 99 } }, 'ab', 20],
    ['by size, not what is in use, so younger ones', { keep: new Set(['a', 'b']), toSize: { bytes: 25, before: 99 } }, 'cd', 20],
    ['by size, all that may go when it does not suffice', { keep: new Set(['a', 'd']), toSize: { bytes: 5, before: 99 } }, 'bc', 20],
    ['by size, not what was stored lately', { keep: none, toSize: { bytes: 0, before: 30 } }, 'ab', 20],
    ['by both: what is too old, and more', { keep: none, before: 20, toSize: { bytes: 15, before: 99 } }, 'abc', 10],
    ['by both: what is too old, though there is room', { keep: none, before: 20, toSize: { bytes: 100, before: 99 } }, 'a', 30],
  ])('FL6: %s', (_, rules, removed, left) => {
    const plan = planCollection(stored, rules);
    expect(names(plan.remove)).toBe(removed);
    expect(plan).toMatchObject({ freed: removed.length * 10, left: { count: 4 - removed.length, bytes: left } });
  });

  test('FL6: what something else holds too is spared by size, and frees nothing by age', () => {
    const held = [at('a', 10, { isHeldElsewhere: true }), at('b', 20)];
    expect(names(planCollection(held, { keep: none, toSize: { bytes: 10, before: 99 } }).remove)).toBe('b');
    expect(planCollection(held, { keep: none, before: 99 })).toMatchObject({ freed: 10, left: { count: 0, bytes: 0 } });
  });

  test('FL6: things stored at the same time go in the order of their references', () => {
    expect(names(planCollection([at('b', 1), at('c', 1), at('a', 1)], { keep: none, toSize: { bytes: 10, before: 99 } }).remove)).toBe(
      'ab',
    );
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('FL6: whatever is stored, nothing in use goes, and as little as suffices (seed %i)', (seed) => {
    const chance = chanceOf(seed);
    const many = Array.from({ length: 60 }, (_, index) => at(`r${index}`, chance(50), { bytes: chance(20) }));
    const keep = new Set(many.filter(() => chance(3) === 0).map(({ ref }) => ref));
    const limit = chance(700);
    const { remove, left } = planCollection(many, { keep, toSize: { bytes: limit, before: 40 } });
    expect(remove.some(({ ref, at: time }) => keep.has(ref) || time >= 40)).toBe(false);
    const removed = new Set(remove);
    const eligible = many.filter(({ ref, at: time }) => !keep.has(ref) && time < 40);
    if (left.bytes > limit) expect(remove).toHaveLength(eligible.length);
    else if (remove.length > 0) expect(left.bytes + (remove.at(-1)?.bytes ?? 0)).toBeGreaterThan(limit);
    const youngest = Math.max(...remove.map(({ at: time }) => time));
    expect(eligible.filter((each) => !removed.has(each) && each.at < youngest)).toEqual([]);
  });
});
