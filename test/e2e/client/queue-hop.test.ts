import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { measureQueueHop } from '../../../src/client/queue-hop.js';
import { connectTemporal, findTemporal } from '../../../src/client/temporal-connection.js';
import { until } from '../../support/until.js';
import { startDevServer } from '../../support/temporal-server.js';

test('FL5: a server that reads its queues seldom is told by a trial, which it leaves completed', async () => {
  const server = await startDevServer({ dynamicConfig: { 'history.transferProcessorMaxPollRPS': 4 }, inMemory: true });
  try {
    const client = await connectTemporal(findTemporal('', { TEMPORAL_ADDRESS: server.address }));
    try {
      expect(await measureQueueHop(client)).toBeGreaterThan(20);
      const count = (query: string) => client.workflow.count(query).then(({ count: found }) => found);
      await until(async () => (await count('WorkflowType="steadyhandTrial" AND ExecutionStatus!="Running"')) === 4, 'the end of the trial');
      expect(await count('WorkflowType="steadyhandTrial" AND ExecutionStatus="Completed"')).toBe(4);
    } finally {
      await client.connection.close();
    }
  } finally {
    await server.stop();
  }
});

test('FL5: also one with the defaults of Temporal, on a machine that is busy at every core', async () => {
  const server = await startDevServer({ dynamicConfig: { 'history.transferProcessorMaxPollRPS': 20 }, inMemory: true });
  const busy = Array.from({ length: 4 }, () => new Worker('for (;;);', { eval: true }));
  try {
    const client = await connectTemporal(findTemporal('', { TEMPORAL_ADDRESS: server.address }));
    try {
      for (let attempt = 0; attempt < 3; attempt += 1) expect(await measureQueueHop(client)).toBeGreaterThan(20);
    } finally {
      await client.connection.close();
    }
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()));
    await server.stop();
  }
});
