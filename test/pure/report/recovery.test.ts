import { killedWorkerText } from '../../../src/domain/device/recovery.js';
import { assembleReport, type Gathered } from '../../../src/domain/report/assemble.js';
import { killsOf } from '../../../src/domain/report/losses.js';
import { reportSchema } from '../../../src/domain/report/report.schema.js';
import { summaryOf } from '../../../src/domain/report/markdown.js';
import { timeScale } from '../../../src/domain/report/iso-time.js';
import type { StepEntry } from '../../../src/domain/run/entry.js';
import { activity, at, event, history, sampleCard, sampleReport } from '../../support/sample-report.js';

const lost = (id: string, name: string, more: object) =>
  activity({ id, name, ended: event('ActivityTaskFailed', 12, '00:15'), end: 'failed', ...more });

test.each([
  ['the next worker told it', [lost('perform-9', 'perform', { message: killedWorkerText })], [{ kind: 'kill', lost: ['perform-9'] }]],
  ['its heartbeats stopped', [lost('perform-9', 'perform', { end: 'timed-out', timeout: 'heartbeat' })], [{ kind: 'silence' }]],
  [
    'what was lost together is one death',
    [
      lost('perform-9', 'perform', { message: killedWorkerText, summary: 'click "Order"' }),
      lost('1', 'leaseDevice', { message: killedWorkerText }),
    ],
    [{ lost: ['perform-9 (click "Order")', 'leaseDevice'], after: at('00:11'), before: at('00:15'), host: 'host' }],
  ],
  ['another failure is none', [lost('perform-9', 'perform', { message: 'the control has changed' })], []],
  ['a time limit is none', [lost('2', 'decideApp', { end: 'timed-out', timeout: 'start-to-close' })], []],
] as const)('EV4: a worker was killed: %s', (_, activities, expected) => {
  const kills = killsOf(activities);
  expect(kills).toHaveLength(expected.length);
  expect(kills).toMatchObject(expected);
});

const recovery = {
  ...{ kind: 'work', at: at('00:20'), work: 'perform-9', actions: 'click_input "Place order" [8]', attempt: 1, host: 'host', epoch: 1 },
  ...{ evidence: 'worker-shutdown', journal: 'journal-done', decision: 'use-journal' },
};
const told = history({
  ended: '01:00',
  entries: [
    lost('perform-9', 'perform', { message: killedWorkerText }),
    activity({
      ...{ id: '26', name: 'outcomeOf', verdicts: ['done'], end: 'completed' },
      scheduled: event('ActivityTaskScheduled', 20, '00:18'),
      ended: event('ActivityTaskCompleted', 22, '00:19'),
    }),
  ],
});
const recorded = (data: unknown): StepEntry => ({
  ...{ seq: 'run-1/app-1#000002.4-observed.x-9', at: at('00:21'), type: 'observed', data: { recovery: [data] } },
});
const gathered: Gathered = {
  ...{
    run: 'run-1',
    engine: 'agent',
    made: at('10:00'),
    head: sampleReport().head,
    checks: [],
    missing: [],
    pending: undefined,
  },
  cards: [
    sampleCard({ id: 'step-app-1-1', actions: [{ text: 'click_input "Place order" [8]' }] }),
    sampleCard({ id: 'step-app-1-2', number: 2, at: at('00:21') }),
  ],
  entries: [recorded(recovery), ...told],
};

test('EV4: a recovery tells what Temporal and the journal said, what was decided, and the events that prove it', () => {
  const [found] = assembleReport(gathered).recoveries;
  expect(found?.said).toEqual([
    { who: 'Temporal', text: 'its worker was stopped while it ran' },
    { who: 'journal', text: 'the journal has its outcome: done' },
    { who: 'decision', text: 'that outcome is taken' },
  ]);
  expect(found?.events.map(({ id }) => id)).toEqual([10, 11, 12, 22]);
});

test('EV4: the step that decided an action shows what the journal told of it later', () => {
  const [card] = assembleReport(gathered).cards;
  expect(card).toMatchObject({ actions: [{ outcome: 'done', effect: expect.stringContaining('journal') }], flags: ['recovered'] });
});

test('EV4: an outcome that nobody knows is unknown, and the summary says that it was not sent again', () => {
  const unknown = { ...recovery, journal: 'journal-unknown', decision: 'accept-unknown' };
  const head = { ...gathered.head, unknownOutcomes: 1 };
  const report = assembleReport({ ...gathered, head, entries: [recorded(unknown), ...told] });
  expect(report.cards[0]?.actions[0]?.outcome).toBe('unknown');
  expect(summaryOf(report).join('\n')).toContain('was not sent again');
});

test('EV4: the time line has a row for whoever was at work, and marks the kill, the journal and the decision', () => {
  const { lane } = assembleReport(gathered);
  expect(lane?.rows.map(({ id }) => id)).toEqual(['run', 'worker host', 'device host']);
  expect(lane?.marks.map(({ kind }) => kind)).toEqual(['start', 'kill', 'journal', 'decision', 'end']);
  expect(lane?.spans.map(({ kind }) => kind)).toEqual(['lost', 'work', 'down']);
});

test('EV4: a recovery of another version of this program is left out', () => {
  const data = [{}, { at: 5 }, { at: at('00:20'), kind: 'later' }, null, 'text'];
  expect(assembleReport({ ...gathered, entries: data.map(recorded) }).recoveries).toEqual([]);
});

test('EV7: what is put together is a report by its schema', () => {
  expect(() => reportSchema.parse(assembleReport(gathered))).not.toThrow();
  expect(() => reportSchema.parse(assembleReport({ ...gathered, entries: [], cards: [] }))).not.toThrow();
});

describe('the scale of a time line', () => {
  test('EV4: a long wait takes little room, and is marked', () => {
    const { place, cuts } = timeScale([0, 1_000, 2_000, 30_000_000, 30_001_000]);
    expect(cuts).toHaveLength(1);
    expect(cuts[0]?.ms).toBe(29_998_000);
    expect(place(2_000)).toBeGreaterThan(0.2);
  });

  test.each([[[]], [[5]], [[5, 5]], [[0, 10, 20]]])('EV4: places grow with time, from 0 to 1: %j', (moments) => {
    const { place } = timeScale(moments);
    const places = moments.map(place);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const each of places) expect(each >= 0 && each <= 1).toBe(true);
  });
});
