// A gc by itself, and its history, for test/replay/.
import { gcWorkflow } from '../../src/domain/artifacts/gc-workflow.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { startHarness } from './agent-harness.js';
import type { Recorded } from './record-histories.js';
import { startDevServer } from './temporal-server.js';

/** On a server of its own: what is collected is what no run of that server needs. */
export async function recordGc(): Promise<readonly Recorded[]> {
  const server = await startDevServer();
  try {
    const harness = await startHarness({ address: server.address, config: { gc: { maxSize: '1GB' } } });
    try {
      const { type, workflowId } = gcWorkflow;
      const handle = await harness.client.workflow.start(type, { taskQueue, workflowId, args: [] });
      await handle.result();
      return [{ name: 'gc-collected', workflowId, history: await handle.fetchHistory() }];
    } finally {
      await harness.close();
    }
  } finally {
    await server.stop();
  }
}
