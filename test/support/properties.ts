// Seeded properties: STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind; seed and counts are printed.
import { afterAll, expect } from '@jest/globals';
import fc from 'fast-check';

export const propertySeed = Number(process.env['STEADYHAND_SEED'] ?? 20_261_121);
export const walksOfEach = Number(process.env['STEADYHAND_WALKS'] ?? 15);
const counts: Record<string, number> = {};
afterAll(() => {
  if (Object.keys(counts).length > 0) console.log(`seed ${propertySeed}: ${JSON.stringify(counts)}`);
});

/** Counts for the printed line. */
export function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

export function holds<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { seed: propertySeed, numRuns: walksOfEach });
}

/** The same for what is so cheap that twenty times as many take no time. */
export function holdsOften<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { seed: propertySeed, numRuns: 20 * walksOfEach });
}

/** Jest's matchers capture a stack trace even on success, which at every transition costs more than the machines. */
export function same(actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}
