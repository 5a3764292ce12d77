// Seeded properties: STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind. What fails says its seed, and what was counted until then.
import { expect } from '@jest/globals';
import fc from 'fast-check';

export const propertySeed = Number(process.env['STEADYHAND_SEED'] ?? 20_261_121);
export const walksOfEach = Number(process.env['STEADYHAND_WALKS'] ?? (process.env['STEADYHAND_EVERYTHING'] === '1' ? 15 : 5));
let counts: Record<string, number> = {};

/** Counts for the report of a property that fails. */
export function count(what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** For `fc.assert`. */
export const seeded = {
  seed: propertySeed,
  reporter<T>(details: fc.RunDetails<T>): void {
    const counted = JSON.stringify(counts);
    counts = {};
    if (!details.failed) return;
    const report = `${fc.defaultReportMessage(details)}\n\nSTEADYHAND_SEED=${details.seed} repeats it. Counted: ${counted}`;
    throw new Error(report, { cause: details.errorInstance });
  },
};

export function holds<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { ...seeded, numRuns: walksOfEach });
}

/** The same for what is so cheap that twenty times as many take no time. */
export function holdsOften<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { ...seeded, numRuns: 20 * walksOfEach });
}

/** Any code points, among them many of the first, which control a terminal. `fc.string({ unit: 'binary' })` lists all of them first, which takes a second. */
export const anyString = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })))
  .map((points) => String.fromCodePoint(...points));

/** Jest's matchers capture a stack trace even on success, which at every transition costs more than the machines. */
export function same(actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}
