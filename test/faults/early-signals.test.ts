// Signals that enter a workflow's history before it learns that the sender has started, because its own task failed meanwhile. Both are then handled in one task, the signals first.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { until } from '../support/until.js';
import { breakWorkflows } from '../support/broken-worker.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { sharedServerAddress } from '../support/temporal-server.js';

let harness: FaultHarness;
beforeAll(async () => {
  harness = await startFaultHarness({ address: sharedServerAddress() });
});
afterAll(() => harness?.close());

/** Until then the workflow under test cannot get past that line. */
async function whileBroken<T>(opening: string, act: () => Promise<T>): Promise<T> {
  const [host] = harness.hosts;
  const broken = await breakWorkflows(opening, 'broken by a deploy');
  try {
    await harness.worker.kill('SIGTERM');
    await host?.startAgain(broken.program);
    return await act();
  } finally {
    await harness.restart('SIGTERM');
    await broken.remove();
  }
}

async function received({ workflowId }: WorkflowHandle, signal: string): Promise<boolean> {
  const { events } = await harness.client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? []).some(({ workflowExecutionSignaledEventAttributes: signaled }) => signaled?.signalName === signal);
}

test('a device session that gives up before its owner knows that it has started: the run ends and says why', async () => {
  const handle = await whileBroken('const runId = session.firstExecutionRunId;', async () => {
    const begun = await harness.client.workflow.start('hostAgent', {
      taskQueue,
      workflowId: `early-${process.pid}-${Date.now().toString(36)}`,
      args: [{ request: 'press', device: { kind: 'stub', capabilities: { scriptFile: '/no/such/file' } } }],
    });
    await until(() => received(begun, 'deviceFailed'), 'the end of the session');
    return begun;
  });
  await expect(handle.result()).rejects.toMatchObject({ cause: { message: expect.stringMatching(/no\/such\/file/) } });
});
