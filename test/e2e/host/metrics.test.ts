import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from '../../support/free-port.mjs';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.js';

test('a worker exposes its metrics where STEADYHAND_METRICS says; a second one there is refused with a reason', async () => {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-metrics-'));
  const address = `127.0.0.1:${await freePort()}`;
  const env = { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_KINDS: 'memory', STEADYHAND_METRICS: address };
  const [one, two] = [join(home, 'one'), join(home, 'two')];
  await Promise.all([one, two].map((folder) => mkdir(folder)));
  let worker: WorkerProcess | undefined;
  try {
    worker = await startWorkerProcess({ home: one, env });
    const pollers = async (): Promise<readonly string[]> => {
      const text = await (await fetch(`http://${address}/metrics`)).text();
      const lines = text.matchAll(/^temporal_num_pollers\{.*poller_type="(\w+)".*task_queue="([^"]+)"\} (\d+)$/gm);
      return [...lines].map(([, type, queue, count]) => `${queue} ${type} ${count}`);
    };
    // One for each slot, and few pollers through which a frozen host would lose tasks.
    const wanted = ['steadyhand-memory activity_task 2', 'steadyhand activity_task 2'];
    await until(
      async () => {
        const found = await pollers();
        return wanted.every((line) => found.includes(line));
      },
      `among the metrics: ${wanted.join(', ')}`,
    );
    await expect(startWorkerProcess({ home: two, env })).rejects.toThrow(
      `Metrics cannot be shown at ${address} (STEADYHAND_METRICS or "metrics"): `,
    );
  } finally {
    await worker?.kill('SIGTERM');
    await rm(home, { recursive: true, force: true });
  }
});
