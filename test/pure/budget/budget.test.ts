import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addSpent,
  breachedLimit,
  budgetLeft,
  narrowBudget,
  nothingSpent,
  withoutSteps,
  type Budget,
} from '../../../src/domain/budget/budget.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { seeded } from '../../support/properties.js';

const spent = { steps: 3, usage: { inputTokens: 60, outputTokens: 40, costUsd: 0.5, modelCalls: 2 }, timeMs: 1_000 };
const caps = ['maxSteps', 'maxTokens', 'maxTimeMs', 'maxCostUsd'] as const;
const budget: fc.Arbitrary<Budget> = fc.record(Object.fromEntries(caps.map((cap) => [cap, fc.nat(100)])), { requiredKeys: [] });

describe('A73: a budget', () => {
  test.each([
    ['step-limit', { maxSteps: 3 }, { maxSteps: 4 }],
    ['budget-tokens', { maxTokens: 100 }, { maxTokens: 101 }],
    ['budget-time', { maxTimeMs: 1_000 }, { maxTimeMs: 1_001 }],
    ['budget-cost', { maxCostUsd: 0.5 }, { maxCostUsd: 0.51 }],
  ] as const)('%s is reached when all of it is used, not before', (outcome, reached, left) => {
    expect(breachedLimit(reached, spent)).toBe(outcome);
    expect(breachedLimit(left, spent)).toBeUndefined();
  });

  test('A61: the step cap is named first', () => {
    expect(breachedLimit({ maxSteps: 1, maxTokens: 1, maxTimeMs: 1, maxCostUsd: 0 }, spent)).toBe('step-limit');
    expect(breachedLimit(withoutSteps({ maxSteps: 1 }), spent)).toBeUndefined();
  });

  test('without caps there is no limit', () => {
    expect(breachedLimit({}, spent)).toBeUndefined();
    expect(budgetLeft({}, spent)).toEqual({});
  });

  test('what is left for a child is never negative', () => {
    expect(budgetLeft({ maxSteps: 2, maxTokens: 150, maxTimeMs: 999, maxCostUsd: 2 }, spent)).toEqual({
      maxSteps: 0,
      maxTokens: 50,
      maxTimeMs: 0,
      maxCostUsd: 1.5,
    });
  });

  test('usage adds up', () => {
    expect(addSpent(addSpent(nothingSpent, spent), { steps: 1 })).toEqual({ ...spent, steps: 4 });
    expect(addSpent(nothingSpent, {})).toEqual({ steps: 0, usage: noUsage, timeMs: 0 });
  });

  test('narrowing never widens a cap, and keeps each cap that either side sets', () => {
    fc.assert(
      fc.property(budget, budget, (outer, inner) => {
        const narrowed = narrowBudget(outer, inner);
        for (const cap of caps) {
          const named = [outer[cap], inner[cap]].filter((value) => value !== undefined);
          expect(narrowed[cap]).toBe(named.length === 0 ? undefined : Math.min(...named));
        }
      }),
      seeded,
    );
  });
});
