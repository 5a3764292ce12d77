import { describe, expect, test } from '@jest/globals';
import { classify, inFlight, type Facts } from '../../../scripts/torture/classing.mjs';

const effect = (item: string, letter = 'a') => ({ item, control: `Take ${item}${letter}` });
const word = (control: string, outcome: string) => ({ control, outcome, counts: control.startsWith('Take') });
const said = (outcome: string, item: string, letter = 'a') => word(`Take ${item}${letter}`, outcome);

/** Two items, each done once; killed at 100 while the second one was dispatched. */
const wellDone: Facts = {
  struckAt: 100,
  items: ['1', '2'],
  effects: [effect('1'), effect('2')],
  marks: [
    { at: 80, step: 'begin', key: 'k2', control: 'Take 2a' },
    { at: 85, step: 'intended', key: 'k2' },
    { at: 90, step: 'dispatch', key: 'k2', control: 'Take 2a' },
  ],
  said: [said('done', '1'), said('done', '2')],
  end: { ended: true, completed: true, unknownOutcomes: 0 },
};
const [begun, intended] = wellDone.marks;
const notDispatched = [begun, intended].filter((mark) => mark !== undefined);
const again = [
  ...notDispatched,
  { at: 300, step: 'begin' as const, key: 'k3' },
  { at: 310, step: 'dispatch' as const, key: 'k3', control: 'Take 2a' },
];

describe('the class of a kill', () => {
  test.each<readonly [string, string, Partial<Facts>]>([
    ['once', 'it was dispatched, and its outcome is known', {}],
    ['once', 'nothing was in flight', { marks: [] }],
    ['once', 'the action in flight had reported before', { marks: [...wellDone.marks, { at: 95, step: 'recorded' }] }],
    ['notAtAll', 'it was known not to have run, and the same decision ran later', { marks: again }],
    [
      'notAtAll',
      'it was known not to have run, and another decision had the effect later',
      {
        marks: notDispatched,
        effects: [effect('1'), effect('2', 'b')],
        said: [said('done', '1'), said('failed', '2'), said('done', '2', 'b')],
      },
    ],
    [
      'unknown',
      'unknown, and the effect happened',
      { said: [said('done', '1'), said('unknown', '2')], end: { ended: true, completed: true, unknownOutcomes: 1 } },
    ],
    [
      'unknown',
      'unknown, the effect did not happen, and a new decision made it',
      {
        effects: [effect('1'), effect('2', 'b')],
        said: [said('done', '1'), said('unknown', '2'), said('done', '2', 'b')],
        end: { ended: true, completed: true, unknownOutcomes: 1 },
      },
    ],
    [
      'once',
      'another action than the interrupted one is unknown',
      { said: [said('unknown', '1'), said('done', '2')], end: { ended: true, completed: true, unknownOutcomes: 1 } },
    ],
    ['twice', 'one decision had its effect twice', { effects: [effect('1'), effect('2'), effect('2')] }],
    [
      'twice',
      'two decisions had the same effect, and one outcome was unknown',
      { effects: [effect('1'), effect('2'), effect('2', 'b')], said: [said('unknown', '2')] },
    ],
    ['twice', 'another item than the interrupted one is there twice', { effects: [effect('1'), effect('1'), effect('2')] }],
    [
      'twice',
      'one key of the journal was dispatched twice',
      { marks: [...wellDone.marks, { at: 300, step: 'dispatch', key: 'k2', control: 'Take 2a' }] },
    ],
    [
      'twice',
      'it was twice, and the run never ended',
      { effects: [effect('1'), effect('1')], end: { ended: false, completed: false, unknownOutcomes: 0 } },
    ],
    ['lost', 'the run never ended', { end: { ended: false, completed: false, unknownOutcomes: 0 } }],
    ['lost', 'the run claims to be done without an effect', { effects: [effect('1')], said: [said('done', '1')] }],
    ['lost', 'the run says "done" of what another decision did', { effects: [effect('1'), effect('2', 'b')] }],
    ['lost', 'something happened that the run does not tell of', { said: [said('done', '1')] }],
    ['lost', 'something happened that the run says did not work', { said: [said('done', '1'), said('failed', '2')] }],
    ['missed', 'the run was through before', { struckAt: undefined }],
    [
      'notAtAll',
      'the run ended without it, and says so',
      { effects: [effect('1')], said: [said('done', '1')], end: { ended: true, completed: false, unknownOutcomes: 0 } },
    ],
    [
      'unknown',
      'the run stopped at what it does not know, and says so',
      {
        effects: [effect('1')],
        said: [said('done', '1'), said('unknown', '2')],
        end: { ended: true, completed: false, unknownOutcomes: 1 },
      },
    ],
  ])('%s: %s', (column, _why, facts) => {
    expect(classify({ ...wellDone, ...facts }).column).toBe(column);
  });

  test('no excuse overrides the ledger: a duplicate or a loss is found even in a run that no kill hit', () => {
    expect(classify({ ...wellDone, struckAt: undefined, effects: [effect('1'), effect('2'), effect('2')] }).column).toBe('twice');
    expect(classify({ ...wellDone, struckAt: undefined, effects: [effect('1')] }).column).toBe('lost');
  });

  test('claims about controls without an effect in the ledger are ignored', () => {
    expect(classify({ ...wellDone, said: [...wellDone.said, word('Full name', 'done')] }).column).toBe('once');
  });

  test('in flight is the last action that had begun, under its name once it was dispatched', () => {
    expect(inFlight(wellDone.marks, 100)).toEqual({ key: 'k2', control: 'Take 2a', dispatched: true });
    expect(inFlight(wellDone.marks, 86)).toEqual({ key: 'k2', control: 'Take 2a', dispatched: false });
    expect(inFlight(wellDone.marks, 70)).toBeUndefined();
  });
});
