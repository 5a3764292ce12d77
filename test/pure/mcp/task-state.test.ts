// A run as a task of the Model Context Protocol (docs/design/fleet.md).
import { describe, expect, test } from '@jest/globals';
import type { Config } from '../../../src/config/config.js';
import type { OpenRequest } from '../../../src/client/requests.js';
import type { ConfirmationRequest, QuestionRequest } from '../../../src/domain/human/requests.js';
import { whereOf } from '../../../src/mcp/person.js';
import { answerTo, keyOf, shownTo, taskOf, type Answers } from '../../../src/mcp/task-state.js';

const started = '2026-11-26T08:00:00.000Z';
const requestedAt = '2026-11-26T08:01:00.000Z';
const ended = '2026-11-26T08:02:00.000Z';

const question: QuestionRequest = { kind: 'question', requestId: 'app-1.q1-s3cret', requestedAt, questions: ['Which day?'] };
const choice: QuestionRequest = {
  ...question,
  options: [
    { id: 'fri', label: 'Friday' },
    { id: 'sat', label: 'Saturday' },
  ],
};
const several: QuestionRequest = { ...question, questions: ['Which day?', 'Which room?'] };
const confirmation: ConfirmationRequest = {
  kind: 'confirmation',
  requestId: 'app-1.c2-s3cret',
  requestedAt,
  reason: 'It deletes something.',
  actions: [{ function: 'click', args: {}, target: { label: '4', role: 'button', name: 'Delete' } }],
};
const asks = (request: OpenRequest['request']): OpenRequest => ({ asker: 'agent-1', request });
const type = 'hostAgent';
const open = (request?: OpenRequest['request']) => ({ type, state: 'RUNNING', started, ...(request ? { asking: asks(request) } : {}) });
const where = whereOf({ program: 'npx steadyhand', config: () => ({ console: { publicUrl: 'https://console.example' } }) as Config });
const task = (run: Parameters<typeof taskOf>[1], answers: Answers = 'questions') => taskOf('agent-1', run, { answers, where });

describe('FL20: a run as a task', () => {
  test.each<[string, Parameters<typeof taskOf>[1], string]>([
    ['at work', open(), 'working'],
    ['completed', { type, state: 'COMPLETED', started, ended, outcome: 'completed' }, 'completed'],
    ['failed: its result says so', { type, state: 'FAILED', started, ended, outcome: 'error', message: 'It broke.' }, 'completed'],
    ['at a limit', { type, state: 'COMPLETED', started, ended, outcome: 'step-limit' }, 'completed'],
    ['cancelled', { type, state: 'CANCELED', started, ended, outcome: 'cancelled' }, 'cancelled'],
    ['terminated', { type, state: 'TERMINATED', started, ended, outcome: 'terminated' }, 'cancelled'],
  ])('FL20: %s', (_, run, status) => {
    expect(task(run)).toMatchObject({ taskId: 'agent-1', status, createdAt: started, ttlMs: null, lastUpdatedAt: run.ended ?? started });
  });

  test.each<[OpenRequest['request'], Answers, 'input_required' | 'working']>([
    [question, 'none', 'working'],
    [question, 'questions', 'input_required'],
    [question, 'approvals', 'input_required'],
    [confirmation, 'none', 'working'],
    [confirmation, 'questions', 'working'],
    [confirmation, 'approvals', 'input_required'],
  ])('FL20: %j is asked of a client that may answer %s: %s', (request, answers, status) => {
    const shown = task(open(request), answers);
    expect(shown.status).toBe(status);
    expect(shown.inputRequests === undefined).toBe(status === 'working');
    expect(shown.statusMessage).toContain(request.kind === 'question' ? 'Which day?' : 'It deletes something.');
    expect(shown.lastUpdatedAt).toBe(requestedAt);
  });

  test.each<[string, OpenRequest['asker'], Answers, 'input_required' | 'working']>([
    ['procedure', 'agent-1', 'none', 'working'],
    ['procedure', 'agent-1', 'questions', 'working'],
    ['procedure', 'agent-1', 'approvals', 'input_required'],
    ['procedure', 'agent-1/deploy', 'questions', 'input_required'],
    ['flow', 'agent-1', 'questions', 'input_required'],
  ])('FL20, P19: what a %s asks as %s is asked of a client that may answer %s: %s', (engine, asker, answers, status) => {
    const shown = task({ type: engine, state: 'PENDING', started, asking: { asker, request: choice } }, answers);
    expect(shown).toMatchObject({ status, statusMessage: expect.stringContaining('Which day?') });
    expect(shown.inputRequests === undefined).toBe(status === 'working');
    if (engine === 'procedure' && answers === 'questions' && asker === 'agent-1')
      expect(shown.statusMessage).toContain('A person answers with `npx steadyhand answer agent-1 fri`');
  });

  test('FL20, LK32: neither a task nor what an agent is shown has the id that an answer needs', () => {
    for (const request of [question, choice, confirmation])
      for (const told of [task(open(request), 'approvals'), shownTo({ operator: false, where })('agent-1', asks(request))])
        expect(JSON.stringify(told)).not.toContain('s3cret');
    expect(keyOf(asks(question))).not.toBe(keyOf(asks(confirmation)));
  });

  test.each<[OpenRequest['request'], string]>([
    [question, '`npx steadyhand answer agent-1 "…"`'],
    [choice, '`npx steadyhand answer agent-1 fri` (or another option)'],
    [confirmation, '`npx steadyhand confirm agent-1 yes` (or no)'],
  ])('P71: what is shown of %j says where a person answers it', (request, command) => {
    const answer = `A person answers with ${command}, in the console at https://console.example/runs/agent-1, or over a server for operators.`;
    expect(shownTo({ operator: false, where })('agent-1', asks(request))).toMatchObject({ answer });
    expect(task(open(request), 'none').statusMessage).toContain(answer);
  });

  test('FL20: a question is a form with a field for each; options are the only answers', () => {
    const formOf = (request: QuestionRequest) => Object.values(task(open(request)).inputRequests ?? {})[0]?.params.requestedSchema;
    expect(formOf(question)).toEqual({
      type: 'object',
      properties: { answer: { type: 'string', title: 'Which day?' } },
      required: ['answer'],
    });
    expect(formOf(several)?.required).toEqual(['answer_1', 'answer_2']);
    expect(formOf(choice)?.properties['answer']).toMatchObject({ oneOf: [{ const: 'fri', title: 'Friday' }, { const: 'sat' }] });
  });

  test.each<[string, OpenRequest['request'], Record<string, unknown>, unknown]>([
    ['a text', question, { answer: 'Friday' }, { kind: 'answer', answer: ['Friday'] }],
    ['an option', choice, { answer: 'fri' }, { kind: 'answer', answer: { optionId: 'fri' } }],
    ['two texts', several, { answer_1: 'Friday', answer_2: 'B' }, { kind: 'answer', answer: ['Friday', 'B'] }],
    ['one of two', several, { answer_1: 'Friday' }, undefined],
    ['no text', question, { answer: 3 }, undefined],
    ['nothing', question, {}, undefined],
    ['an approval', confirmation, { approved: true, note: 'go' }, { kind: 'confirm', approved: true, note: 'go' }],
    ['a rejection', confirmation, { approved: false }, { kind: 'confirm', approved: false, note: '' }],
    ['words in place of a decision', confirmation, { approved: 'yes' }, undefined],
  ])('FL20: %s', (_, request, content, answer) => {
    expect(answerTo(asks(request), content)).toEqual(answer);
  });
});
