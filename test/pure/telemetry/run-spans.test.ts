import { expect, test } from '@jest/globals';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { agentSpan, workSpan } from '../../../src/domain/telemetry/run-spans.js';

const before = { steps: 1, unknownOutcomes: 0, usage: noUsage };
const work = (effect: { readonly type: string }, event: string, more: object = {}) =>
  workSpan('run/app-1', 'x', { effect, event: { type: event }, start: 1_000, end: 1_500, before, after: { ...before, ...more } });
const asked = { usage: { inputTokens: 30, outputTokens: 5, costUsd: 0, modelCalls: 1 } };
const act = { type: 'perform', actions: [{ function: 'click_input', args: { text: 'Zeisig' } }] };
const call = { type: 'call', call: { name: 'find_text', arguments: { text: 'Zeisig' } } };

test.each([
  ['a question to a model', { type: 'decide' }, 'decided', asked, { name: 'chat', kind: 'client' }],
  ['one that failed', { type: 'think' }, 'failed', asked, { name: 'chat', error: 'failed' }],
  ['an action', act, 'performed', { unknownOutcomes: 1 }, { name: 'execute_tool click_input', kind: 'internal' }],
  ['one that was refused', act, 'refused', {}, { name: 'execute_tool click_input', error: 'refused' }],
  ["a flow's tool", call, 'called', {}, { name: 'execute_tool find_text', parent: 'run/app-1', start: 1_000, end: 1_500 }],
])('FL10: %s is a span without texts', (_, effect, event, more, wanted) => {
  const span = work(effect, event, more);
  expect(span).toMatchObject(wanted);
  expect(JSON.stringify(span)).not.toContain('Zeisig');
});

test('FL10: what asks no model and calls no tool is no span', () => {
  for (const type of ['observe', 'ask', 'advance', 'wait']) expect(work({ type }, 'observed')).toBeUndefined();
});

test('FL10: a chat tells its tokens', () => {
  expect(work({ type: 'decide' }, 'decided', asked)?.attributes).toMatchObject({
    'gen_ai.usage.input_tokens': 30,
    'gen_ai.usage.output_tokens': 5,
  });
});

test('FL10: of what came before a chat, nothing is its own', () => {
  const usage = { inputTokens: 100, outputTokens: 20, costUsd: 1, modelCalls: 4 };
  const after = { ...before, usage: { ...usage, inputTokens: 130, outputTokens: 25, modelCalls: 5 } };
  const span = workSpan('run/app-1', 'x', {
    effect: { type: 'decide' },
    event: { type: 'decided' },
    start: 1,
    end: 2,
    before: { ...before, usage },
    after,
  });
  expect(span?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 30, 'gen_ai.usage.output_tokens': 5 });
});

test.each([
  ['completed', undefined],
  ['cancelled', undefined],
  ['failed', 'failed'],
  ['ERROR', 'ERROR'],
])('FL10: an agent that ended with %s has the error %s', (outcome, error) => {
  const span = agentSpan({ workflow: 'run', parent: undefined, agent: 'hostAgent', start: 1, end: 2, outcome });
  expect(span.error).toBe(error);
  expect(span).not.toHaveProperty('parent');
});
