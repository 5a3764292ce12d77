// The cache keys of decisions: each listed part matters, and nothing else (docs/design/explorer.md §4).
import { describe, expect, test } from '@jest/globals';
import { bucket, cacheKey, lifetimes, type ModelNode, type KeyParts } from '../../../src/domain/explorer/cache-keys.js';
import { nothingSpent } from '../../../src/domain/budget/budget.js';

const asked = { model: 'm', promptVersion: 1, schemaVersion: 1, notices: [] as readonly string[] };
const counters = { steps: 4, screensNew: 4, idleLoops: 0, errors: 0, restarts: 0 };
const parts: KeyParts = {
  ChooseAction: {
    signature: 's',
    delta: 0.25,
    actions: [
      { key: 'a', tried: false },
      { key: 'b', tried: false },
    ],
    policy: 'breadth',
    goal: 'pay',
    plan: ['one'],
    cursor: 0,
  },
  Verify: { previous: 's', current: 't', postcondition: 'paid' },
  DetectProgress: { signature: 's', delta: 0.25, counters },
  ShouldContinue: { counters, budget: { maxSteps: 40 }, spent: { ...nothingSpent, steps: 4 }, progress: 'NO_PROGRESS' },
  SwitchPolicy: { counters, policy: 'breadth' },
};
const nodes = Object.keys(parts) as ModelNode[];
const keyOf = <N extends ModelNode>(node: N, more: Partial<KeyParts[N]> = {}, by: Partial<typeof asked> = {}): string =>
  cacheKey(node, { ...parts[node], ...more }, { ...asked, ...by });

describe('E24: a key', () => {
  test('differs for each node', () => {
    expect(new Set(nodes.map((node) => keyOf(node))).size).toBe(5);
  });

  test.each(nodes)('of %s depends on model, prompt and schema', (node) => {
    const others = [{ model: 'n' }, { promptVersion: 2 }, { schemaVersion: 2 }].map((by) => keyOf(node, {}, by));
    expect(new Set([keyOf(node), ...others]).size).toBe(4);
  });

  const changes: readonly (readonly [ModelNode, object])[] = [
    ['ChooseAction', { signature: 't' }],
    ['ChooseAction', { delta: 0.5 }],
    ['ChooseAction', { actions: [...parts.ChooseAction.actions].reverse() }],
    ['ChooseAction', { actions: parts.ChooseAction.actions.map((each) => ({ ...each, tried: true })) }],
    ['ChooseAction', { policy: 'depth' }],
    ['ChooseAction', { goal: '' }],
    ['ChooseAction', { plan: [] }],
    ['ChooseAction', { cursor: 1 }],
    ['Verify', { previous: 'x' }],
    ['Verify', { current: 's' }],
    ['Verify', { postcondition: '' }],
    ['DetectProgress', { signature: 't' }],
    ['DetectProgress', { delta: 0 }],
    ['DetectProgress', { counters: { ...counters, screensNew: 6 } }],
    ['ShouldContinue', { counters: { ...counters, errors: 1 } }],
    ['ShouldContinue', { budget: { maxSteps: 8 } }],
    ['ShouldContinue', { budget: { maxSteps: 40, maxTokens: 10 } }],
    ['ShouldContinue', { spent: { ...nothingSpent, steps: 20 } }],
    ['ShouldContinue', { progress: 'MADE_PROGRESS' }],
    ['SwitchPolicy', { counters: { ...counters, idleLoops: 3 } }],
    ['SwitchPolicy', { policy: 'random' }],
  ];
  test.each(changes)('of %s changes with %j', (node, more) => {
    expect(keyOf(node, more)).not.toBe(keyOf(node));
  });

  const same: readonly (readonly [ModelNode, object])[] = [
    ['DetectProgress', { counters: { ...counters, steps: 5 } }],
    ['ShouldContinue', { counters: { ...counters, steps: 3 } }],
    ['ShouldContinue', { spent: { ...nothingSpent, steps: 9 } }],
    ['ChooseAction', { delta: 0.2501 }],
  ];
  test.each(same)('of %s stays the same with %j', (node, more) => {
    expect(keyOf(node, more)).toBe(keyOf(node));
  });
});

test('E24, FL24: what the browser notices of a screen is part of a key; where it notices nothing, keys are what they were', () => {
  const notices = ['The page reports an error: "no such basket"'];
  for (const node of nodes) expect(keyOf(node, {}, { notices })).not.toBe(keyOf(node));
  expect(keyOf('Verify', {}, { notices: ['another'] })).not.toBe(keyOf('Verify', {}, { notices }));
});

test('E25: the key of Verify has its two screens and the expectation, nothing of the loop', () => {
  expect(JSON.parse(keyOf('Verify'))).toEqual(['Verify', 'm', 1, 1, 's', 't', 'paid']);
});

test('E23: decisions about a screen are cached for a week, about the run for an hour', () => {
  expect(Object.entries(lifetimes).map(([node, ms]) => [node, ms / 3_600_000])).toEqual([
    ['ChooseAction', 168],
    ['Verify', 168],
    ['DetectProgress', 168],
    ['ShouldContinue', 1],
    ['SwitchPolicy', 1],
  ]);
});

test.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [5, 2],
  [6, 3],
  [10, 3],
  [11, 4],
  [1_000, 4],
])('%i counts as %i', (count, wanted) => {
  expect(bucket(count)).toBe(wanted);
});
