import { replayOf, type Replay, successOf } from '../../../src/domain/library/replay.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { compiledFlow } from '../../support/library.js';

const flow = compiledFlow();
const run = { run: 'flow-1', execution: 'x', ended: '2026-01-01T00:00:00.000Z' };
const end = { outcome: 'completed', verdict: 'passed', usage: noUsage, timeMs: 1_000 };

test('RP12: a replay counts as success when it came to its end by itself and its checks agree', () => {
  const replays: readonly Replay[] = [
    replayOf(flow, end, run),
    replayOf(flow, { ...end, verdict: 'failed' }, run),
    replayOf(flow, { ...end, fallback: 'flow-1/agent-1', usage: { ...noUsage, costUsd: 0.1, modelCalls: 3 } }, run),
    replayOf(flow, { ...end, outcome: 'failed' }, run),
    { ...replayOf(flow, end, run), version: 2 },
  ];
  const { versions, runs, saved } = successOf(flow, replays);
  expect(runs).toBe(5);
  expect(versions).toEqual([
    { version: 2, runs: 1, succeeded: 1, fallbacks: 0 },
    { version: 1, runs: 4, succeeded: 1, fallbacks: 1 },
  ]);
  // Three completed for 0.25 $ each, less what they took.
  expect(saved?.usd).toBeCloseTo(0.65);
  expect(saved?.ms).toBe(3 * 61_000 - 5_000);
});

test('RP12: what is saved is not told where the first run’s cost is not known', () => {
  expect(successOf({}, [replayOf(flow, end, run)])).toMatchObject({ saved: undefined });
});
