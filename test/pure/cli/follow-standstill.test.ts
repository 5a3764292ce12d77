// `--follow` of a run in which nothing happens, because its workflow code fails.
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { followRun } from '../../../src/cli/follow.js';
import { standstillText } from '../../../src/client/errors.js';
import type { Run, RunResult } from '../../../src/client/run.js';
import type { RunEvent } from '../../../src/client/run-events.js';
import { createContextDouble } from './context-double.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface Described {
  readonly attempt?: number;
  readonly children?: readonly string[];
}

/** Follows a run for half a minute, in which nothing but those events is seen; then it ends. */
async function follow(described: Readonly<Record<string, Described>>, everyMs?: number): Promise<readonly string[]> {
  const { context, warned } = createContextDouble();
  const describeWorkflowExecution = ({ execution }: { readonly execution: { readonly workflowId: string } }) => {
    const { attempt, children = [] } = described[execution.workflowId] ?? {};
    return Promise.resolve({
      ...(attempt === undefined ? {} : { pendingWorkflowTask: { attempt } }),
      pendingChildren: children.map((workflowId) => ({ workflowId })),
    });
  };
  const client = { options: { namespace: 'default' }, workflowService: { describeWorkflowExecution } } as unknown as Client;
  async function* events(): AsyncGenerator<RunEvent> {
    for (let at = 0; at < 30_000; at += everyMs ?? 30_000) {
      await new Promise((resolve) => setTimeout(resolve, everyMs ?? 30_000));
      if (everyMs !== undefined) yield { type: 'answered', requestId: 'one' };
    }
    yield { type: 'ended', end: { outcome: 'completed' } as never };
  }
  const run = { id: 'run', events, result: () => Promise.resolve({} as RunResult<unknown>) } as unknown as Run;
  const following = followRun({ ...context, client: () => Promise.resolve(client) }, run);
  await jest.advanceTimersByTimeAsync(31_000);
  await following;
  return warned;
}

test.each<[string, Readonly<Record<string, Described>>, readonly string[]]>([
  ['its workflow task fails', { run: { attempt: 5 } }, [standstillText]],
  ['that of a child below it fails', { run: { children: ['run/app-1'] }, 'run/app-1': { attempt: 3 } }, [standstillText]],
  ['it waits', { run: { children: ['run/app-1'] } }, []],
  ['its workflow task is at its first attempt', { run: { attempt: 1 } }, []],
  ['a worker was killed in its workflow task', { run: { attempt: 2 } }, []],
])('while nothing is seen of a run and %s, that is told once, or not at all', async (_what, described, told) => {
  expect(await follow(described)).toEqual(told);
});

test('while something is seen, nobody is asked', async () => {
  expect(await follow({ run: { attempt: 5 } }, 1_000)).toEqual([]);
});
