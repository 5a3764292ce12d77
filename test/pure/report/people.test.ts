import type { HistoryFact } from '../../../src/domain/run/entry.js';
import { requestsOf } from '../../../src/domain/report/requests.js';
import { durationsOf } from '../../../src/domain/report/assemble.js';
import { activity, asked, at, event, history, message, state } from '../../support/sample-report.js';
import { requestFrom } from '../../../src/domain/human/requests.js';

const id = 'app-1.c2-37r4s9pz890mr6xbzabyete6dq';
const request = {
  ...{ kind: 'confirmation', requestId: id, requestedAt: at('00:20'), reason: 'pays or orders something' },
  actions: [{ function: 'click_input', args: { button: 'left' }, target: { label: '8', role: 'button', name: 'Place order' } }],
  facts: { values: ['Day = Friday'], beside: ['It is final.'] },
};
const child = 'run-1/app-1';
const running = state('RUNNING', event('Upsert', 5, '00:01', child));
const waits = state('CONFIRM', event('Upsert', 20, '00:20', child));
const goesOn = state('RUNNING', event('Upsert', 30, '00:50', child));
const request1 = asked(request, event('ActivityTaskCompleted', 21, '00:20', child));
const told = (...entries: readonly HistoryFact[]) => history({ workflow: child, entries });
const asking = (...messages: readonly HistoryFact[]) => told(running, waits, request1, goesOn, ...messages);
const confirm = (body: object, time: string) =>
  message(event('WorkflowExecutionUpdateAccepted', 28, time, child), {
    ...{ name: 'confirm', through: 'update', body: { requestId: id, ...body }, sentBy: '7@desk' },
  });

test('EV2: an approval says what was asked, who decided, when, by which client, and how long it waited', () => {
  const [ask, ...others] = requestsOf([...history(), ...asking(confirm({ approved: true, by: 'Ann', note: 'fine' }, '00:49'))]);
  expect(others).toEqual([]);
  expect(ask).toMatchObject({
    ...{ id: 'app-1.c2', kind: 'approval', text: 'pays or orders something', actions: ['Click “Place order”'] },
    ...{
      values: ['beside it: It is final.', 'fields: Day = Friday'],
      state: 'approved',
      by: 'Ann',
      sentBy: '7@desk',
      note: 'fine',
      through: 'update',
      waitedMs: 29_000,
    },
  });
});

test.each([
  ['rejected', asking(confirm({ approved: false }, '00:49')), undefined, { state: 'rejected' }],
  [
    'decided by the last message before it went on: a wrong one changes nothing',
    asking(confirm({ approved: true }, '00:25'), confirm({ approved: false }, '00:49')),
    undefined,
    { state: 'rejected' },
  ],
  ['withdrawn when the run went on without an answer', asking(), undefined, { state: 'withdrawn' }],
  ['waiting while nobody has answered', told(running, waits, request1), undefined, { state: 'waiting' }],
  ['waiting by the word of its worker', told(request1), request, { state: 'waiting' }],
] as const)('EV2: an approval is %s', (_, entries, pending, expected) => {
  expect(requestsOf(entries, pending)).toMatchObject([expected]);
});

test('EV2: the id of a request is told without what only an operator may know', () => {
  expect(JSON.stringify(requestsOf(asking(confirm({ approved: true }, '00:49'))))).not.toContain('37r4s9');
});

test('EV2: an engine that shows its question in its details only still says who answered when', () => {
  const own = history({
    entries: [
      state('PENDING', event('Upsert', 8, '00:10')),
      message(event('Signaled', 11, '00:39'), {
        ...{ name: 'answer', through: 'signal', body: { requestId: 'q1', answers: ['Friday'] }, sentBy: '7@desk' },
      }),
      state('RUNNING', event('Upsert', 12, '00:40')),
    ],
  });
  expect(requestsOf(own)).toMatchObject([
    { kind: 'question', text: '', state: 'answered', answer: 'Friday', requestedAt: at('00:10'), waitedMs: 29_000 },
  ]);
});

test('EV2: what people and devices are waited for is not active, and nothing is counted twice', () => {
  const held = activity({
    ...{ id: '1', name: 'leaseDevice' },
    scheduled: event('ActivityTaskScheduled', 3, '00:40'),
    started: event('ActivityTaskStarted', 4, '00:55'),
  });
  expect(durationsOf([...history({ entries: [held], ended: '02:00' }), ...asking()], at('09:00'))).toEqual({
    total: 120_000,
    people: 30_000,
    devices: 5_000,
    active: 85_000,
  });
});

test('EV2: without a history no duration is made up', () => {
  expect(durationsOf([], at('09:00'))).toBeUndefined();
});

describe('a hold', () => {
  const taken = { name: 'takeOver', through: 'update' as const, body: { by: 'Ann' }, sentBy: '7@desk' };
  const held = told(
    ...[running, waits, request1],
    message(event('WorkflowExecutionUpdateAccepted', 23, '00:24', child), taken),
    state('HELD', event('Upsert', 22, '00:25', child)),
    state('CONFIRM', event('Upsert', 26, '00:35', child)),
    ...[goesOn, confirm({ approved: true }, '00:49')],
  );

  test('EV2: in the middle of a question ends neither the question nor the wait for people', () => {
    expect(requestsOf(held)).toMatchObject([{ state: 'approved', waitedMs: 29_000 }]);
    expect(durationsOf([...history({ ended: '02:00' }), ...held], at('09:00'))).toMatchObject({
      people: 30_000,
    });
  });
});

describe('what a run without a parent asked', () => {
  const secret = '37r4s9pz890mr6xbzabyete6dq';
  const question = { kind: 'question', requestId: '', requestedAt: '', questions: ['Which day?'] };

  test.each([
    ['a run', { number: 2, request: question }, `q2-${secret}`],
    ['a run below a procedure', { number: 1, frameName: 'step-1', request: { ...request, requestId: '' } }, `step-1.c1-${secret}`],
  ])('EV2: of %s is known by the activity that drew the id', (_of, input, requestId) => {
    expect(requestFrom(input, { secret, tell: 0 }, at('00:10'))).toEqual({ ...input.request, requestId, requestedAt: at('00:10') });
  });

  test.each([[undefined], [{}], [{ number: 1 }], ['word']])('EV2: is not made up from %j', (input) => {
    expect(requestFrom(input, secret, at('00:10'))).toBeUndefined();
  });
});
