import { byTask, differences, interval, type EvalResults, type RunFigures, summarize, survived } from '../../../bench/eval/results.js';
import { resultsText } from '../../../bench/eval/results-text.js';

function run(task: string, seed: number, success: boolean, more: Partial<RunFigures> = {}): RunFigures {
  const usage = {
    calls: 4,
    inputTokens: 900,
    outputTokens: 100,
    costUsd: 0.01,
    actions: 2,
    approvals: 0,
    questions: 0,
    unknownOutcomes: 0,
    seconds: 3,
  };
  return { task, seed, success, reward: success ? 1 : -1, outcome: 'completed', ...usage, ...more };
}

function results(runs: readonly RunFigures[], more: Partial<EvalResults> = {}): EvalResults {
  return {
    version: 1,
    suite: 'miniwob',
    mind: 'oracle',
    kill: false,
    at: '2026-11-25T12:00:00.000Z',
    seeds: 2,
    runs,
    leftOut: [],
    ...more,
  };
}

test('HE52: of runs come successes, the means of calls, actions, tokens, money and seconds, and interventions in a hundred', () => {
  const runs = [run('a', 1, true), run('a', 2, false, { calls: 8, questions: 1, approvals: 2, seconds: 5 })];
  expect(summarize(runs)).toEqual({
    ...{ runs: 2, successes: 1, calls: 6, actions: 2, tokens: 1000, costUsd: 0.01, approvals: 1, interventionsPer100: 50 },
    ...{ unknownOutcomes: 0, killed: 0, seconds: 4 },
  });
  expect(byTask([run('b', 1, true), ...runs]).map(({ task, runs: count }) => [task, count])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('HE52: nothing divides by zero', () => {
  expect(summarize([])).toMatchObject({ runs: 0, calls: 0, interventionsPer100: 0 });
  expect(interval(0, 0)).toEqual([0, 100]);
});

test.each([
  [0, 5, 0, 43.4],
  [5, 5, 56.6, 100],
  [95, 100, 88.8, 97.8],
])('HE52: %d of %d successes leave a share between %d and %d per cent', (successes, runs, low, high) => {
  const found = interval(successes, runs);
  expect(found[0]).toBeCloseTo(low, 1);
  expect(found[1]).toBeCloseTo(high, 1);
});

test('HE50: compared with the last results, what differs is told by task, and only for tasks that both have', () => {
  const before = results([run('a', 1, true), run('a', 2, true), run('gone', 1, true), run('same', 1, true)]);
  const now = results([run('a', 1, true), run('a', 2, false), run('new', 1, true), run('same', 1, true, { seconds: 9 })]);
  expect(differences(before, now).map(({ task }) => task)).toEqual(['a']);
  const text = resultsText(now, { last: before });
  expect(text).toContain('## Compared with 2026-11-25T12:00:00.000Z\n\n- a: success 2/2 → 1/2');
  expect(resultsText(now, { last: now })).toContain('- nothing differs');
});

test('HE51: of the undisturbed successes those are counted that succeed with a killed worker', () => {
  const undisturbed = results([run('a', 1, true), run('a', 2, true), run('b', 1, false)]);
  const killed = results([run('a', 1, true, { killed: true }), run('a', 2, false, { killed: true }), run('b', 1, true)], { kill: true });
  expect(survived(undisturbed, killed)).toEqual({ successes: 1, of: 2 });
  expect(survived(results([]), killed)).toBeUndefined();
  const text = resultsText(killed, { undisturbed });
  expect(text).toContain('Of 2 runs that succeed undisturbed, 1 succeeded: 50.0 %.');
  expect(text).toContain('in 2 of them the worker was killed before they ended');
});

test('HE50: the table has a line for each task and one for all; failures and what was left out are named', () => {
  const failed = run('b', 1, false, { outcome: 'failed', message: 'No listed\ncontrol.' });
  const text = resultsText(results([run('a', 1, true), failed], { leftOut: [{ task: 'z', why: 'no oracle' }] }));
  expect(text.split('\n').filter((line) => line.startsWith('|'))).toEqual([
    '| task | success | calls | actions | tokens | USD | approvals | interventions per 100 | seconds |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    '| a | 1/1 | 4.0 | 2.0 | 1000 | 0.0100 | 0.0 | 0 | 3.0 |',
    '| b | 0/1 | 4.0 | 2.0 | 1000 | 0.0100 | 0.0 | 0 | 3.0 |',
    '| **all** | 1/2 | 4.0 | 2.0 | 1000 | 0.0100 | 0.0 | 0 | 3.0 |',
  ]);
  expect(text).toContain('- b, seed 1: reward -1, the run ended failed (No listed control.)');
  expect(text).toContain('## Left out\n\n- z: no oracle');
});
