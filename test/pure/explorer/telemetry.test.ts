// How a run reports its budgets (docs/design/explorer.md §5): at the start of each loop, and at its end.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noUsage, type Usage } from '../../../src/domain/budget/usage.js';
import { startState } from '../../../src/domain/explorer/agent-state.js';
import { defaultBudgets, type ExplorerBudgets } from '../../../src/domain/explorer/budgets.js';
import type { Remaining } from '../../../src/domain/explorer/budgets.js';
import { startedEvents, stopEvents, turnEvents } from '../../../src/domain/explorer/telemetry.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { drive, setting, worldOf, type Drive } from './world.js';

const corridor = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`r${index}`, { on: `r${index + 1}`, stay: `r${index}` }]));
const asks = { ...setting, plane: 'always' as const };
const costs = (usage: Usage) =>
  worldOf(corridor, (effect) => (effect.type === 'ask' ? { type: 'unanswered', why: 'unreachable', usage } : undefined));

interface LoopTold {
  readonly loop: unknown;
  readonly left: Remaining;
}

/** At the start of each loop, and at the end. */
function told({ states, last }: Drive): { readonly loops: readonly LoopTold[]; readonly end: Remaining } {
  const [first, ...others] = states;
  const turns = others.flatMap((after, index) => turnEvents({ before: states[index] ?? after, after, nodeMs: 0, model: 'm' }));
  const loops = [...(first ? startedEvents(first) : []), ...turns].filter(([type]) => type === 'agent.loop_start');
  const [, stop] = stopEvents(last, null, 0);
  return {
    loops: loops.map(([, payload]) => ({ loop: payload['loop_num'], left: payload['budget_remaining'] as Remaining })),
    end: stop?.[1]['budget_remaining'] as Remaining,
  };
}

test('E45: each loop starts by reporting the remaining steps, tokens, time and money', () => {
  const usage = { ...noUsage, inputTokens: 300, outputTokens: 100, costUsd: 0.25 };
  const run = drive(costs(usage), { run: asks, msAnEffect: 10, budgets: { max_steps: 3, max_cost: 10 } });
  const { loops, end } = told(run);
  expect(loops.map(({ loop }) => loop)).toEqual([1, 2, 3]);
  expect(loops.map(({ left }) => left.steps)).toEqual([3, 2, 1]);
  expect(loops[0]?.left).toEqual({ steps: 3, tokens: 100_000, time_ms: 600_000, cost: 10 });
  // Four questions in each loop.
  expect(loops.map(({ left }) => left.tokens)).toEqual([100_000, 98_400, 96_800]);
  expect(loops.map(({ left }) => left.cost)).toEqual([10, 9, 8]);
  const spent = run.states.find(({ loop }) => loop === 2)?.active_ms ?? 0;
  expect(spent).toBeGreaterThan(0);
  expect(loops[1]?.left.time_ms).toBe(600_000 - spent);
  expect(end).toMatchObject({ steps: 0 });
});

test('E45: without a cap on money no remaining money is reported', () => {
  const { loops } = told(drive(costs(noUsage), { run: asks, budgets: { max_steps: 1 } }));
  expect(loops[0]?.left.cost).toBeUndefined();
});

test.each<[keyof Remaining, string, Partial<ExplorerBudgets>, Partial<Usage>, number]>([
  ['tokens', 'tokens', { max_tokens: 1_000 }, { inputTokens: 4_000 }, 1],
  ['cost', 'cost', { max_cost: 0.5 }, { costUsd: 0.4 }, 1],
  ['time_ms', 'time', { max_time_ms: 1_000 }, {}, 700],
])('E45: an overdrawn budget (%s) has 0 left', (dimension, breached, budgets, used, msAnEffect) => {
  const run = drive(costs({ ...noUsage, ...used }), { run: asks, budgets, msAnEffect });
  expect(run.last).toMatchObject({ stop_reason: 'budget_exhausted', breached });
  const { usage, active_ms } = run.last;
  expect({ tokens: usage.inputTokens > 1_000, cost: usage.costUsd > 0.5, time_ms: active_ms > 1_000, steps: false }[dimension]).toBe(true);
  expect(told(run).end[dimension]).toBe(0);
});

test('E45: whatever was spent, no reported value is negative or increases', () => {
  const amount = fc.nat(5_000);
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 1, max: 500 }), (inputTokens, outputTokens, cents, msAnEffect) => {
      const usage = { ...noUsage, inputTokens, outputTokens, costUsd: cents / 1_000 };
      const budgets = { max_steps: 6, max_tokens: 12_000, max_time_ms: 4_000, max_cost: 3 };
      const { loops, end } = told(drive(costs(usage), { run: asks, budgets, msAnEffect }));
      const all = [...loops.map(({ left }) => left), end];
      for (const dimension of ['steps', 'tokens', 'time_ms', 'cost'] as const) {
        const amounts = all.map((left) => left[dimension] ?? -1);
        expect(amounts.every((left, index) => left >= 0 && left <= (amounts[index - 1] ?? Infinity))).toBe(true);
      }
    }),
    { ...seeded, numRuns: 14 * walksOfEach },
  );
});

test('E45: the initial state reports everything', () => {
  const start = startState({ runId: 'r', appId: 'a', budgets: defaultBudgets, policy: 'breadth', seed: 1, at: '' });
  expect(startedEvents(start).map(([type]) => type)).toEqual(['agent.session_started', 'agent.loop_start', 'agent.node_start']);
});
