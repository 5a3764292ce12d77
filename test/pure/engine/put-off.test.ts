// How long a workflow waits for a model's server (ask-2 of workflows/engine/ask-models.ts).
import { putOff } from '../../../src/workflows/engine/ask-models.js';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

/** Of a server that always says the same. */
function waited({ everyMs, isAway, budgetMs, untilMs }: { everyMs: number; isAway: boolean; budgetMs?: number; untilMs: number }) {
  let now = 0;
  for (let times = 0; ; times += 1) {
    const leftMs = budgetMs === undefined ? undefined : budgetMs - now;
    const put = putOff({ message: '', at: now + everyMs, isAway }, { now, since: 0, awaySince: isAway ? 0 : undefined, leftMs });
    if ('because' in put) return { ms: now, times, because: put.because };
    expect(put.at).toBe(Math.ceil(put.at));
    now = put.at;
    if (now >= untilMs) return { ms: now, times, because: undefined };
  }
}

test.each([11 * second, minute, hour])('M3: a wait of %i ms that a server dictates is cut by no limit but the budget', (everyMs) => {
  for (const budgetMs of [2 * hour, 2 * day, 30 * day]) {
    const { ms, times, because } = waited({ everyMs, isAway: false, budgetMs, untilMs: Infinity });
    expect(because).toContain('budget.maxTimeMs');
    expect(ms).toBeGreaterThan(budgetMs - everyMs - second);
    // A history has room for some ten thousand questions.
    expect(times).toBeLessThan(1_500);
  }
  expect(waited({ everyMs, isAway: false, untilMs: 30 * day }).because).toBeUndefined();
});

test('a server that is away is waited for as long as the budget allows, or an hour', () => {
  const away = { everyMs: minute, isAway: true, untilMs: Infinity };
  expect(waited(away)).toMatchObject({ because: expect.stringContaining('away for an hour') as unknown });
  expect(waited(away).ms).toBeGreaterThan(58 * minute);
  expect(waited({ ...away, budgetMs: 3 * minute })).toMatchObject({ ms: 3 * minute });
  expect(waited({ ...away, budgetMs: day }).ms).toBeGreaterThan(day - 2 * minute);
});

test('the first waits last as long as the server says', () => {
  expect(putOff({ message: '', at: 11_000, isAway: false }, { now: 0, since: 0, awaySince: undefined, leftMs: undefined })).toEqual({
    at: 11_000,
  });
});
