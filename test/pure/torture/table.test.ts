import { describe, expect, test } from '@jest/globals';
import { isGood, rowsOf, summarize } from '../../../scripts/torture/table.mjs';

const kill = (point: string, column: string, more = {}) => ({
  point,
  column,
  victim: 'worker',
  ms: 5_000,
  calmMs: 2_000,
  finished: true,
  ...more,
});

describe('the results table', () => {
  test('counts by point and by victim, and leaves out of both what came too late', () => {
    const summary = summarize(
      [
        kill('after-intended', 'unknown', { ms: 9_000 }),
        kill('after-intended', 'once'),
        kill('random', 'missed'),
        kill('random', 'notAtAll', { victim: 'server' }),
      ],
      2_000,
    );
    expect(summary.byPoint.find(({ point }) => point === 'after-intended')).toMatchObject({
      kills: 2,
      unknown: 1,
      once: 1,
      extraSeconds: 5,
    });
    expect(summary.byPoint.find(({ point }) => point === 'random')).toMatchObject({ kills: 1, missed: 1, notAtAll: 1 });
    expect(summary.byVictim.find(({ victim }) => victim === 'server')).toMatchObject({ kills: 1 });
    expect(summary.all).toMatchObject({ kills: 3, missed: 1, twice: 0, lost: 0 });
  });

  test.each([
    ['something ran twice', kill('random', 'twice')],
    ['something was lost', kill('random', 'lost')],
    ['a run did not finish', kill('random', 'notAtAll', { finished: false })],
  ])('is not good when %s', (_what, bad) => {
    expect(isGood(summarize([kill('random', 'once')], 2_000))).toBe(true);
    expect(isGood(summarize([kill('random', 'once'), bad], 2_000))).toBe(false);
  });

  test('has a row for each point and a total, with the columns that the judge knows', () => {
    const { head, rows } = rowsOf(summarize([kill('before-done', 'unknown')], 2_000));
    expect(head).toEqual([
      'killed',
      'kills',
      'ran once',
      'not at all, said so',
      'unknown, said so',
      'TWICE',
      'LOST IN SILENCE',
      'extra s, median',
    ]);
    expect(rows).toContainEqual(['before done', '1', '0', '0', '1', '0', '0', '3.0']);
    expect(rows.at(-1)).toEqual(['all', '1', '0', '0', '1', '0', '0', '3.0']);
  });
});
