// The demo where it is slower or stopped; its plain way is in test/e2e/demo.
import { describe, expect, test } from '@jest/globals';
import { demoMs, expectOneOrder, leftOver, runDemo } from '../support/demo-run.js';

describe('the demo', () => {
  test(
    'replayed from the start at every task ends with one order, once, although the worker is killed while it is on its way, and leaves no process behind',
    () => expectOneOrder({ env: { STEADYHAND_MAX_CACHED_WORKFLOWS: '0' } }),
    demoMs,
  );

  // Once: what it leaves behind is a matter of processes, and its run comes to no end.
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
