import { expect, test } from '@jest/globals';
import { nothingSpent } from '../../../src/domain/budget/budget.js';
import { bucketsOf, engineOfType, metrics, tallyOf, usedBetween, type Tally } from '../../../src/domain/telemetry/metrics.js';

const names = Object.entries(metrics);

test.each(names)('FL11: %s is named by the conventions', (name, { type, ...metric }) => {
  const unit = 'unit' in metric ? metric.unit : undefined;
  expect(name).toMatch(/^steadyhand_[a-z_]+$/);
  expect(name.endsWith('_total')).toBe(type === 'counter');
  if (unit === 's') expect(name).toMatch(/_seconds$/);
  if (unit === 'USD') expect(name).toMatch(/_usd$/);
});

test.each(names)('FL11: the labels of %s are few', (_, { labels }) => {
  const known = ['engine', 'outcome', 'decision', 'direction', 'kind', 'answer', 'result'];
  expect(labels.filter((label) => !known.includes(label))).toEqual([]);
  expect(labels.length).toBeLessThanOrEqual(2);
});

test('FL11: every histogram has buckets of its own, in rising order', () => {
  const histograms = names.filter(([, { type }]) => type === 'histogram').map(([name]) => name);
  const buckets = bucketsOf();
  expect(Object.keys(buckets).sort()).toEqual(histograms.sort());
  for (const bounds of Object.values(buckets)) expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
});

test.each([
  ['hostAgent', 'agent'],
  ['appAgent', 'agent'],
  ['flow', 'flow'],
  ['explorer', 'explorer'],
  ['procedure', 'procedure'],
  ['invoices', 'own'],
  ['constructor', 'own'],
])('the engine of a workflow of type %s is %s', (type, engine) => expect(engineOfType(type)).toBe(engine));

const some: Tally = {
  steps: 3,
  unknownOutcomes: 1,
  usage: { inputTokens: 100, outputTokens: 20, costUsd: 0.25, modelCalls: 2 },
};

test('FL11: what came between two states is measured', () => {
  const more: Tally = { steps: 4, unknownOutcomes: 2, usage: { inputTokens: 150, outputTokens: 30, costUsd: 0.5, modelCalls: 3 } };
  expect(usedBetween('flow', some, more)).toEqual([
    { name: 'steadyhand_steps_total', value: 1, labels: { engine: 'flow' } },
    { name: 'steadyhand_unknown_outcomes_total', value: 1, labels: { engine: 'flow' } },
    { name: 'steadyhand_model_calls_total', value: 1, labels: { engine: 'flow' } },
    { name: 'steadyhand_tokens_total', value: 50, labels: { engine: 'flow', direction: 'in' } },
    { name: 'steadyhand_tokens_total', value: 10, labels: { engine: 'flow', direction: 'out' } },
    { name: 'steadyhand_cost_usd', value: 0.25, labels: { engine: 'flow' } },
  ]);
});

test('FL11: nothing is measured where nothing was used, or a state says less than before', () => {
  expect(usedBetween('agent', some, some)).toEqual([]);
  expect(usedBetween('agent', some, tallyOf({ spent: nothingSpent, unknownOutcomes: 0 }))).toEqual([]);
});
