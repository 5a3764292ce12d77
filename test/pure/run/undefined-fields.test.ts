// A field that is given as `undefined` is a field that is not given: it erases no default of the guard, the budget, the timings or the settings.
import { expect, test } from '@jest/globals';
import { loadConfig } from '../../../src/config/config.js';
import { narrowBudget } from '../../../src/domain/budget/budget.js';
import { defined } from '../../../src/domain/collections.js';
import { budgetsOf, defaultBudgets } from '../../../src/domain/explorer/budgets.js';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import type { RunInput } from '../../../src/domain/run/input.js';
import { resolveRun, type RunDefaults } from '../../../src/domain/run/resolve-settings.js';

const config = loadConfig({}, '/');
const caps = { maxSteps: 7, maxTokens: 700, maxTimeMs: 70_000, maxCostUsd: 0.7 };
const defaults: RunDefaults = {
  ...config,
  effectChecks: undefined,
  budget: caps,
  guard: { ...config.guard, origins: ['https://shop.example'], apps: ['Notes'] },
};
const noCaps = { maxSteps: undefined, maxTokens: undefined, maxTimeMs: undefined, maxCostUsd: undefined };
const nothing = Object.fromEntries(Object.keys(config.settings).map((name) => [name, undefined]));

test('of a run: its guard, budget, timings and settings', () => {
  const device = { kind: 'stub' } as const;
  const plain: RunInput = { device, budget: {}, guard: {}, settings: {}, models: {} };
  const given: RunInput = {
    ...plain,
    effectChecks: undefined,
    budget: noCaps,
    guard: { origins: undefined, apps: undefined, rules: undefined },
    settings: nothing,
  };
  expect(resolveRun(defaults, given)).toStrictEqual(resolveRun(defaults, plain));
  expect(resolveRun(defaults, given)).toMatchObject({ budget: caps, timings: config.timings, settings: { maxStep: caps.maxSteps } });
  expect(Object.values(resolveRun(defaults, given).settings)).not.toContain(undefined);
  expect(parseHostAgentInput({ request: 'x', device: undefined, budget: noCaps, guard: undefined })).toEqual(
    parseHostAgentInput({ request: 'x' }),
  );
});

test('of a budget, narrowed by one that says nothing', () => {
  expect(narrowBudget(caps, noCaps)).toEqual(caps);
  expect(narrowBudget(noCaps, caps)).toEqual(caps);
});

test('of an explorer', () => {
  const own = Object.fromEntries(Object.keys(defaultBudgets).map((name) => [name, undefined]));
  expect(budgetsOf({}, noCaps, own)).toEqual(budgetsOf({}, {}, {}));
});

test('of a merge by itself: falsy values stay, and what was given is not changed', () => {
  const given = { a: undefined, b: 0, c: '', d: false, e: null };
  expect({ a: 1, ...defined(given) }).toStrictEqual({ a: 1, b: 0, c: '', d: false, e: null });
  expect(Object.keys(given)).toHaveLength(5);
  expect({ a: 1, ...defined(undefined) }).toStrictEqual({ a: 1 });
});
