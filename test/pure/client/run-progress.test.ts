import { withChild } from '../../../src/client/run-progress.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { ProgressView } from '../../../src/workflows/messages.js';

const host: ProgressView = {
  state: 'RUNNING',
  status: 'ASSIGN',
  step: 1,
  budgetLeft: { maxSteps: 29 },
  usage: { ...noUsage, modelCalls: 1, costUsd: 0.01 },
  unknownOutcomes: 1,
  child: 'agent-1/app-1',
};
const question = { kind: 'question', requestId: 'app-1.q1', askedAt: '2026-01-01T00:00:00.000Z', questions: ['Which size?'] } as const;
const child: ProgressView = {
  state: 'PENDING',
  status: 'PENDING',
  step: 9,
  request: question,
  asker: 'agent-1/app-1',
  budgetLeft: { maxSteps: 21 },
  usage: { ...noUsage, modelCalls: 8, costUsd: 0.02 },
  unknownOutcomes: 0,
};

test("CL1: a run's progress is that of its working child, and its usage includes both", () => {
  expect(withChild(host, child)).toEqual({
    ...host,
    state: 'PENDING',
    status: 'PENDING',
    step: 9,
    budgetLeft: { maxSteps: 21 },
    usage: { ...noUsage, modelCalls: 9, costUsd: 0.03 },
    unknownOutcomes: 1,
    request: question,
    asker: 'agent-1/app-1',
  });
});

test("the child's own request takes precedence over what the host has received of it", () => {
  const heard = { ...host, state: 'PENDING', request: question, asker: 'agent-1/app-1' } as const;
  const { request: _, asker: __, ...answered } = { ...child, state: 'RUNNING', status: 'CONTINUE' } as const;
  const merged = withChild(heard, answered);
  expect(merged).toMatchObject({ state: 'RUNNING', status: 'CONTINUE' });
  expect(merged).not.toHaveProperty('request');
  expect(withChild(heard, child)).toMatchObject({ state: 'PENDING', request: question, asker: 'agent-1/app-1' });
});

test("the host's own request takes precedence over the child's progress", () => {
  const own = { ...question, requestId: 'q1' };
  expect(withChild({ ...host, state: 'PENDING', request: own, asker: 'agent-1' }, { ...child, state: 'RUNNING' })).toMatchObject({
    state: 'PENDING',
    request: own,
    asker: 'agent-1',
  });
});
