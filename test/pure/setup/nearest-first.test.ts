import { describe, expect, test } from '@jest/globals';
import { chooseNearest, distanceBetween } from '../../support/jest/nearest-first.mjs';

describe('the distance of a test file from what was saved', () => {
  const graph: Readonly<Record<string, readonly string[]>> = {
    'guard.test': ['guard', 'cases'],
    'machine.test': ['machine', 'cases'],
    machine: ['guard', 'status'],
    cases: ['status'],
    guard: ['status'],
    // A cycle.
    status: ['machine'],
  };
  const imports = (file: string): readonly string[] => graph[file] ?? [];

  test.each([
    ['guard.test', ['guard.test'], 0],
    ['guard.test', ['guard'], 1],
    ['machine.test', ['guard'], 2],
    ['machine.test', ['guard', 'machine'], 1],
    ['guard.test', ['keys'], Infinity],
  ])('%s to %j: %d', (file, saved, expected) => {
    expect(distanceBetween(file, new Set(saved), imports)).toBe(expected);
  });
});

describe('the tests that a save runs', () => {
  const file = (name: string, distance: number, ms: number, failed = false) => ({ name, distance, ms, failed });
  const namesOf = (files: readonly { readonly name: string }[]): readonly string[] => files.map(({ name }) => name);

  test('the nearest first, quick ones before slow ones, as many as there is time for', () => {
    const { chosen, left } = chooseNearest([file('far', 3, 10), file('slow', 1, 600), file('near', 1, 200), file('next', 2, 400)], 700);
    expect(namesOf(chosen)).toEqual(['near']);
    expect(left).toBe(3);
    expect(namesOf(chooseNearest([file('far', 3, 10), file('near', 1, 200), file('next', 2, 400)], 700).chosen)).toEqual([
      'near',
      'next',
      'far',
    ]);
  });

  test('the nearest run however slow they are, and so do failed ones', () => {
    const { chosen, left } = chooseNearest([file('other', 2, 10), file('slow', 1, 5_000), file('red', 4, 3_000, true)], 700);
    expect(namesOf(chosen)).toEqual(['red', 'slow']);
    expect(left).toBe(1);
  });
});
