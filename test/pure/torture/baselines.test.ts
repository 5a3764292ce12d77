import { classOf, type BaselineRun } from '../../../bench/baselines/lib/class-of.mjs';
import { phaseNames, sharedKills } from '../../../bench/baselines/lib/kills.mjs';
import { killOf } from '../../../scripts/torture/schedule.mjs';

describe('the kills that baselines share with the torture test', () => {
  const kills = sharedKills({ seed: 1, kills: 100, items: 4 });

  test('are taken from its schedule, unchanged', () => {
    for (const { phase, ...kill } of kills) {
      expect(kill).toEqual(killOf({ seed: 1, index: kill.index, items: 4 }));
      expect(Object.keys(phaseNames)).toContain(phase);
    }
  });

  test('hit only workers, at every point that exists in a program without a journal', () => {
    expect(kills).toHaveLength(100);
    expect(new Set(kills.map(({ victim }) => victim))).toEqual(new Set(['worker']));
    expect(new Set(kills.map(({ phase }) => phase))).toEqual(new Set(Object.keys(phaseNames)));
  });

  test('are the same however many are requested', () => {
    expect(sharedKills({ seed: 1, kills: 10, items: 4 })).toEqual(kills.slice(0, 10));
  });
});

describe('the class of a kill in a baseline', () => {
  const one = { item: '1', control: 'Take 1a' };
  const two = { item: '2', control: 'Take 2a' };
  const sent = [
    { at: 10, step: 'begin', key: 'a', control: 'Take 2a' },
    { at: 11, step: 'dispatch', key: 'a', control: 'Take 2a' },
  ] as const;
  const run: BaselineRun = {
    items: ['1', '2'],
    struckAt: 12,
    effects: [one, two],
    marks: sent,
    end: { ended: true, completed: true, pressed: ['Take 1a', 'Take 2a'] },
  };

  test.each<readonly [string, string, Partial<BaselineRun>]>([
    ['once', 'every ticket was taken once', {}],
    ['once', 'it was not sent when the kill struck, and was afterwards', { marks: sent.slice(0, 1) }],
    ['once', 'it was sent again, and the ledger has one', { marks: [...sent, { at: 20, step: 'dispatch', key: 'b', control: 'Take 2a' }] }],
    ['twice', 'the ledger has a second one', { effects: [one, two, two] }],
    ['lost', 'it says that it took what the ledger does not have', { effects: [one] }],
    ['lost', 'it never ends', { end: { ended: false, completed: false, pressed: [] } }],
    ['lost', 'the ledger has more than it tells of', { end: { ended: true, completed: true, pressed: ['Take 1a'] } }],
    ['unknown', 'it fails aloud at the press', { end: { ended: true, completed: false, pressed: ['Take 1a'], failedAt: 'Take 2a' } }],
    ['missed', 'it was through before', { struckAt: undefined }],
  ])('is %s when %s', (column, _when, changed) => {
    expect(classOf({ ...run, ...changed }).column).toBe(column);
  });
});
