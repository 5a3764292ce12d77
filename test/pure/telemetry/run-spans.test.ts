import { expect, test } from '@jest/globals';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { agentSpan, toolSpan } from '../../../src/domain/telemetry/run-spans.js';

const before = { steps: 1, unknownOutcomes: 0, usage: noUsage };
const work = (effect: { readonly type: string }, event: string, more: object = {}) =>
  toolSpan('run/app-1', 'x', { effect, event: { type: event }, start: 1_000, end: 1_500, before, after: { ...before, ...more } });
const act = { type: 'perform', actions: [{ function: 'click_input', args: { text: 'Zeisig' } }] };
const call = { type: 'call', call: { name: 'find_text', arguments: { text: 'Zeisig' } } };

test.each([
  ['an action', act, 'performed', { unknownOutcomes: 1 }, { name: 'execute_tool click_input', kind: 'internal' }],
  ['one that was refused', act, 'refused', {}, { name: 'execute_tool click_input', error: 'refused' }],
  ["a flow's tool", call, 'called', {}, { name: 'execute_tool find_text', parent: 'run/app-1', start: 1_000, end: 1_500 }],
])('FL10: %s is a span, whose arguments are texts that are sent on request only', (_, effect, event, more, wanted) => {
  const { texts, ...span } = work(effect, event, more) ?? {};
  expect(span).toMatchObject(wanted);
  expect(JSON.stringify(span)).not.toContain('Zeisig');
  expect(texts).toEqual({ 'gen_ai.tool.call.arguments': '{"text":"Zeisig"}' });
});

test('FL10: what calls no tool is no span of its workflow', () => {
  for (const type of ['observe', 'ask', 'advance', 'wait', 'decide', 'think']) expect(work({ type }, 'observed')).toBeUndefined();
});

test.each([
  ['completed', undefined],
  ['cancelled', undefined],
  ['failed', 'failed'],
  ['ERROR', 'ERROR'],
])('FL10: an agent that ended with %s has the error %s', (outcome, error) => {
  const span = agentSpan({ workflow: 'run', parent: undefined, agent: 'hostAgent', start: 1, end: 2, outcome });
  expect(span.error).toBe(error);
  expect(span).toMatchObject({ parent: undefined });
});
