// The explorer metrics that a worker exposes to Prometheus: the worker runs as users run it, so the metrics are its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import getPort from 'get-port';
import type { ExplorerSummary } from '../../../src/domain/explorer/requests.js';
import { connectTemporal, findTemporal } from '../../../src/client/temporal-connection.js';
import type { explorer } from '../../../src/workflows/index.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.js';

let home: string;
let metrics: string;
let worker: WorkerProcess;
let client: Client;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'steadyhand-metrics-'));
  metrics = `127.0.0.1:${await getPort()}`;
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify({ kinds: ['memory'], slots: 1 }));
  const env = { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_METRICS: metrics };
  worker = await startWorkerProcess({ home, env: { ...env, STEADYHAND_MAX_CACHED_WORKFLOWS: '0' } });
  client = await connectTemporal(findTemporal(home, env));
});
afterAll(async () => {
  await worker.kill('SIGKILL');
  await client.connection.close();
  await rm(home, { recursive: true, force: true });
});

/** The sum of a metric over its tags; `tag`: only series with that tag. */
async function sumOf(name: string, tag = ''): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(tag))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test("a run's metrics equal its summary, although its workflow was replayed at every task", async () => {
  const button = (name: string, goto: string): object => ({ role: 'button', name, on: { goto } });
  const script = {
    start: 'a',
    screens: {
      a: { title: 'A', controls: [button('B', 'b'), button('C', 'c')] },
      b: { title: 'B', controls: [{ role: 'heading', name: 'B' }] },
      c: { title: 'C', controls: [{ role: 'text', name: 'C' }] },
    },
  };
  const summary: ExplorerSummary = await client.workflow.execute<typeof explorer>('explorer', {
    taskQueue,
    workflowId: `explore-metrics-${process.pid}-${Date.now().toString(36)}`,
    args: [{ appId: `metrics ${home}`, device: { kind: 'memory', capabilities: { script } }, seed: 1 }],
  });
  const ended = 'steadyhand_explorer_runs_ended';
  await until(async () => (await sumOf(ended, 'stop_reason="success"')) === 1, 'the end of the run among the metrics');
  expect({
    steps: await sumOf('steadyhand_explorer_node_latency_count', 'node="Act"'),
    screens: await sumOf('steadyhand_explorer_screens_found'),
    edges: await sumOf('steadyhand_explorer_edges_found'),
    started: await sumOf('steadyhand_explorer_runs_started'),
  }).toEqual({ steps: summary.steps, screens: summary.screens_new, edges: summary.edges_new, started: 1 });
  expect(await (await fetch(`http://${metrics}/metrics`)).text()).not.toContain(home);
});
