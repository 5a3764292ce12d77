// The demo as it is, replayed, and interrupted.
import { describe, expect, test } from '@jest/globals';
import { demoMs, expectOneOrder, leftOver, runDemo } from '../support/demo-run.js';

describe('the demo', () => {
  test(
    'ends with exactly one order, although the worker is killed midway, and leaves no process behind',
    () => expectOneOrder({ env: {} }),
    demoMs,
  );

  test(
    'ends with one order when replayed at every task, although the worker is killed midway, and leaves no process behind',
    () => expectOneOrder({ env: { STEADYHAND_MAX_CACHED_WORKFLOWS: '0' } }),
    demoMs,
  );

  // Run once, without replay: this is about leftover processes, and the run never finishes.
  test(
    'leaves no process and no browser behind when it is interrupted while no worker runs',
    async () => {
      const { code, text, folder } = await runDemo({ interruptAt: 'is gone' });
      expect(text).toContain('Interrupted.');
      expect(code).toBe(130);
      expect(await leftOver(text, folder)).toEqual([]);
    },
    demoMs,
  );
});
