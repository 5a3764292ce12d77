// Baseline (a): its own dev server, and one worker per open run, so that a kill strikes only that run. A worker that has ended is restarted at once.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { startDevServer } from '../../../test/support/dev-server.mjs';
import { startChild } from '../lib/child.mjs';

const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
const workflowsPath = fileURLToPath(new URL('workflow.mjs', import.meta.url));

export async function startTemporal({ folder, lanes, owns }) {
  const workers = [];
  let stopping = false;
  let server;
  let connection;
  owns(async () => {
    stopping = true;
    await Promise.all(workers.map((worker) => worker.end()));
    await connection?.close();
    await server?.stop({ signal: 'SIGKILL' });
  });
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  writeFileSync(join(folder, 'workflow.js'), code);
  server = await startDevServer();
  connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection });

  async function keep(lane) {
    const worker = startChild({ program, args: [folder, server.address, `lane-${lane}`] });
    workers[lane] = worker;
    void worker.ended.then(() => stopping || keep(lane));
    await worker.ready;
  }
  for (let lane = 0; lane < lanes && !stopping; lane += 1) await keep(lane);

  return {
    pidOf: (lane) => workers[lane].pid,
    async run({ id, lane, attachment, limitMs, started }) {
      // The worker of the previous run may still be starting.
      await workers[lane].ready;
      const handle = await client.workflow.start('takeAll', { taskQueue: `lane-${lane}`, workflowId: id, args: [{ run: id, attachment }] });
      started();
      try {
        return { ended: true, completed: true, pressed: await client.withDeadline(Date.now() + limitMs, () => handle.result()) };
      } catch (error) {
        if (stopping) throw error;
        if (error.name === 'WorkflowFailedError') return { ended: true, completed: false, pressed: [], words: String(error.cause) };
        await handle.terminate('the comparison gave it up').catch(() => undefined);
        return { ended: false, completed: false, pressed: [], words: 'still open' };
      }
    },
  };
}
