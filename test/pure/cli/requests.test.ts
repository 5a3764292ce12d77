import { renderRequest } from '../../../src/cli/render.js';
import { openRequestOf, commandThatAnswers } from '../../../src/client/requests.js';
import type { PendingRequest } from '../../../src/domain/human/requests.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { ProgressView } from '../../../src/workflows/messages.js';

const base = { requestId: 'q1', requestedAt: '2026-01-01T00:00:00.000Z' };
const question: PendingRequest = { ...base, kind: 'question', questions: ['Which size?', 'Which colour?'] };
const confirmation: PendingRequest = {
  ...base,
  kind: 'confirmation',
  reason: 'it pays',
  actions: [{ function: 'click_input', args: { button: 'left' }, target: { label: '12', role: 'button', name: 'Order' } }],
};

function progress(view: Partial<ProgressView>): ProgressView {
  return { state: 'PENDING', status: 'PENDING', step: 1, budgetLeft: {}, usage: noUsage, unknownOutcomes: 0, ...view };
}

test('an answer goes to the workflow that asks, or to the run itself', () => {
  expect(openRequestOf('agent-1', progress({ request: question, asker: 'agent-1/app-2' }))).toEqual({
    asker: 'agent-1/app-2',
    request: question,
  });
  expect(openRequestOf('agent-1', progress({ request: question }))).toEqual({ asker: 'agent-1', request: question });
  expect(openRequestOf('agent-1', progress({}))).toBeUndefined();
});

test('the answer command has a placeholder for each answer, and works in a shell', () => {
  expect(commandThatAnswers('npx steadyhand', { asker: 'agent-1/app-2', request: question })).toBe(
    'npx steadyhand answer agent-1/app-2 "…" "…"',
  );
  expect(commandThatAnswers('npx steadyhand', { asker: "bob's run", request: confirmation })).toBe(
    `npx steadyhand confirm 'bob'\\''s run' yes`,
  );
});

test('an approval shows exactly what it will run', () => {
  expect(renderRequest(confirmation)).toBe('Approve? it pays\n  Click “Order”');
});

test('several questions are numbered', () => {
  expect(renderRequest(question)).toBe('1. Which size?\n2. Which colour?');
});
