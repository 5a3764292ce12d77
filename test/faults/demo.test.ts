// The demo as it is, replayed, and interrupted.
import { describe, expect, test } from '@jest/globals';
import { sampled } from '../support/sampled.js';
import { until } from '../support/until.js';
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

  test.each(['SIGHUP', 'SIGKILL'] as const)(
    'leaves no process of its own behind by %s',
    async (by) => {
      const { text, folder } = await runDemo({ interruptAt: 'Run demo-', by });
      const isOwn = (line: string): boolean => line.startsWith('http') || /temporal|worker\.js/.test(line);
      await until(async () => !(await leftOver(text, folder)).some(isOwn), 'the end of server, shop, model server and worker');
    },
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
