// EV30–EV35 as a report tells them: from history alone, who had taken over, when, what they did, and nothing of what they typed.
import { requestsOf, waitsOf } from '../../../src/domain/report/requests.js';
import { assembleReport, durationsOf, type Gathered } from '../../../src/domain/report/assemble.js';
import { holdsOf } from '../../../src/domain/report/holds.js';
import { markdownReport, summaryOf } from '../../../src/domain/report/markdown.js';
import { reportSchema } from '../../../src/domain/report/report.schema.js';
import type { HistoryFact, MessageEntry, MessageFacts } from '../../../src/domain/run/entry.js';
import { activity, asked, at, event, history, message, sampleCard, sampleReport, state as stateAt } from '../../support/sample-report.js';

const child = 'run-1/app-1';
const ref = (digit: string): string => `sha256:${digit.repeat(64)}`;
const sealed = `{{sealed:h1.${'A'.repeat(43)}.${'B'.repeat(16)}.${'C'.repeat(30)}}}`;

const update = (name: string, id: number, time: string, body: unknown, more: Partial<MessageFacts> = {}): MessageEntry =>
  message(event('UpdateAccepted', id, time), { name, through: 'update', body, sentBy: '7@desk', ...more });
const state = (name: string, id: number, time: string, workflow?: string) => stateAt(name, event('Upsert', id, time, workflow));
const took = (time: string, more: object = {}) => update('takeOver', 20, time, { by: 'Ann', reason: 'a code', ...more });
const gave = (time: string, body: object = { note: 'signed in' }) => update('handBack', 40, time, body);
const acted = (id: number, time: string, action: object, reply?: object) => {
  const replied = reply && { reply, replied: event('UpdateCompleted', id + 1, time) };
  return update('act', id, time, { by: 'Ann', action }, replied);
};
const looked = (id: number, time: string, picture: string) =>
  update('look', id, time, {}, { reply: { picture }, replied: event('UpdateCompleted', id + 1, time) });

const states = [state('PENDING', 8, '00:10'), state('HELD', 21, '00:20'), state('RUNNING', 41, '00:50')];
const held = history({ entries: [...states, took('00:20'), gave('00:50')], ended: '02:00' });
const below = history({
  workflow: child,
  entries: [
    looked(22, '00:22', ref('a')),
    acted(
      24,
      '00:24',
      { type: 'click', at: { x: 100, y: 35 } },
      { outcome: { status: 'done' }, on: 'button "Next"', look: { picture: ref('b') } },
    ),
    acted(26, '00:26', { type: 'text', sealed }, { outcome: { status: 'done' }, look: { picture: ref('c') } }),
    acted(28, '00:28', { type: 'keys', keys: '{ENTER}' }, { outcome: { status: 'failed', message: 'no focus' }, approved: 'sends a form' }),
    acted(30, '00:30', { type: 'go-back' }),
    activity({
      ...{ id: 'p1', name: 'personAct', summary: 'Ann: click at 100, 35' },
      scheduled: event('ActivityTaskScheduled', 25, '00:24', child),
    }),
  ],
});

test('EV30: a hold says who had taken over, why, from when to when, and the note', () => {
  expect(holdsOf([...held, ...below])).toMatchObject([
    {
      ...{ by: 'Ann', reason: 'a code', from: at('00:20'), to: at('00:50'), heldMs: 30_000, state: 'handed-back', note: 'signed in' },
      ...{ sentBy: '7@desk', acts: [{ text: 'click “Next” (button)' }, {}, {}, {}] },
    },
  ]);
});

const among = (...entries: readonly HistoryFact[]) => history({ entries: [...states, ...entries], ended: '02:00' });
test.each([
  ['its time was up', among(took('00:20')), { state: 'ran-out', to: at('00:50') }],
  [
    'the run ended meanwhile',
    history({ entries: [...states.slice(0, 2), took('00:20')], ended: '02:00' }),
    { state: 'ended', to: at('02:00') },
  ],
  ['it goes on', history({ entries: [...states.slice(0, 2), took('00:20')] }), { state: 'held' }],
  ['somebody else handed it back', among(took('00:20'), gave('00:50', { by: 'Bob' })), { state: 'handed-back', returnedBy: 'Bob' }],
])('EV30: how a hold ended: %s', (_name, entries, expected) => {
  const [hold, ...others] = holdsOf(entries);
  expect(others).toEqual([]);
  expect(hold).toMatchObject(expected);
});

test('EV30: two holds, each with its own acts; a takeover while somebody has taken over begins none', () => {
  const again = [took('00:20'), took('00:21', { by: 'Bob' }), gave('00:30'), took('00:40', { by: 'Bob', reason: '' }), gave('00:45')];
  const changes = ['HELD', 'RUNNING', 'HELD', 'RUNNING'].map((name, index) =>
    state(name, 20 + index, ['00:20', '00:30', '00:40', '00:45'][index] ?? ''),
  );
  const act = acted(50, '00:42', { type: 'go-back' }, { outcome: { status: 'done' } });
  const holds = holdsOf(history({ entries: [...changes, ...again, act], ended: '02:00' }));
  expect(holds.map(({ by, from, acts }) => [by, from, acts.length])).toEqual([
    ['Ann', at('00:20'), 0],
    ['Bob', at('00:40'), 1],
  ]);
});

const gathered: Gathered = {
  ...{ run: 'run-1', engine: 'agent', made: at('10:00'), head: sampleReport().head, checks: [], missing: [] },
  ...{
    pending: undefined,
    entries: [...held, ...below],
    cards: [sampleCard(), sampleCard({ id: 'step-app-1-2', number: 2, at: at('01:00') })],
  },
};
const report = assembleReport(gathered);

test('EV32, EV34: each act is a card among the steps: before and after, where it was aimed at, what came of it, what it approved', () => {
  expect(report.cards.map(({ id }) => id)).toEqual(['step-app-1-1', 'act-1', 'act-2', 'act-3', 'act-4', 'step-app-1-2']);
  const [, click, text, keys, lost] = report.cards;
  expect(click).toMatchObject({
    ...{ kind: 'act', agent: 'Ann', title: 'Click “Next” (button)', flags: ['by-hand'], pictures: { before: ref('a'), after: ref('b') } },
    ...{ frames: [{ x: 86, y: 21, width: 28, height: 28 }], actions: [{ outcome: 'done' }] },
  });
  expect(click?.events.map(({ id }) => id)).toEqual([24, 25, 11, 25]);
  expect(text).toMatchObject({ title: 'Type a text (hidden)', pictures: { before: ref('b'), after: ref('c') } });
  expect(keys).toMatchObject({ flags: ['by-hand', 'failed'], notes: ['Approved by Ann, who did it by hand: it sends a form.'] });
  expect(lost?.actions).toEqual([{ text: 'go back' }]);
});

test('EV33: nothing of what was typed is in a report, sealed or not', () => {
  expect(JSON.stringify(report)).not.toContain('sealed');
  expect(summaryOf(report).join('\n')).toContain('What was typed stands nowhere.');
});

test('EV4: the time line has who had taken over, the acts, and the end of it', () => {
  const people = report.lane?.marks.filter(({ row }) => row === 'person').map(({ kind, text }) => [kind, text]);
  expect(people).toEqual([
    ['took', 'Ann took over: a code'],
    ['act', 'Ann: click “Next” (button) (done)'],
    ['act', 'Ann: type a text (hidden) (done)'],
    ['act', 'Ann: press {ENTER} (failed)'],
    ['act', 'Ann: go back'],
    ['gave', 'It was handed back: signed in'],
  ]);
  expect(report.lane?.spans).toEqual(
    expect.arrayContaining([expect.objectContaining({ row: 'person', kind: 'hold', from: at('00:20'), to: at('00:50') })]),
  );
});

test('EV7, EV8: summary, Markdown and JSON say who had taken over, when, and what they did', () => {
  expect(() => reportSchema.parse(report)).not.toThrow();
  const line =
    'By hand: Ann held the run from 10:00:20 to 10:00:50 UTC (a code). They did: click “Next” (button), type a text (hidden), press {ENTER}, go back (2 done, 1 failed, 1 not known). What was typed stands nowhere. It was handed back: signed in.';
  expect(summaryOf(report)).toContain(line);
  const text = markdownReport(report);
  expect(text).toContain('### By hand: Ann, 10:00:20 to 10:00:50 (a code)');
  expect(text).toContain('- 10:00:24 click “Next” \\(button\\): done');
});

test('EV2: a hold is time that people were waited for, counted once with the question that it came into', () => {
  expect(durationsOf([...held, ...below], at('09:00'))).toEqual({ total: 120_000, people: 40_000, devices: 0, active: 80_000 });
  expect(waitsOf(held)).toMatchObject([{ from: { at: at('00:10') }, to: { at: at('00:50') } }]);
});

const question = { kind: 'question', requestId: 'q1', requestedAt: at('00:10'), questions: ['A code?'] };
const asking = (request: Readonly<Record<string, unknown>>, ...answers: readonly MessageEntry[]) =>
  history({
    workflow: child,
    entries: [
      ...[state('PENDING', 8, '00:10', child), state('HELD', 21, '00:20', child)],
      ...[state('PENDING', 41, '00:50', child), state('RUNNING', 51, '01:00', child)],
      asked(request, event('ActivityTaskCompleted', 9, '00:10', child)),
      ...answers,
    ],
  });

test('EV31: a question that asked for hands is answered by handing back', () => {
  const holds = holdsOf(held);
  expect(requestsOf(asking({ ...question, needsHands: true }), undefined, holds)).toMatchObject([
    { state: 'answered', needsHands: true, answer: 'signed in', by: 'Ann', answeredAt: at('00:50'), waitedMs: 40_000 },
  ]);
});

test.each(['00:30', '00:55'])('EV30: a question that was answered at %s is answered, whoever had taken over meanwhile', (time) => {
  const answer = update('answer', 45, time, { requestId: 'q1', answers: ['Friday'] });
  expect(requestsOf(asking(question, answer), undefined, holdsOf(held))).toMatchObject([{ state: 'answered', answer: 'Friday' }]);
});
