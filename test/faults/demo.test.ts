// The demo as it is, replayed, and interrupted.
import { describe, expect, test } from '@jest/globals';
import { sampled } from '../support/sampled.js';
import { demoMs, expectOneOrder, leftOver, runDemo } from '../support/demo-run.js';

describe('the demo', () => {
  test.each(
    sampled([
      ['replayed at every task', { STEADYHAND_MAX_CACHED_WORKFLOWS: '0' }],
      ['as it is', {}],
    ] as const),
  )(
    'ends with exactly one order (%s), although the worker is killed midway, and leaves no process behind',
    (_name, env) => expectOneOrder({ env }),
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
