import { expect, test } from '@jest/globals';
import { measureQueueHop } from '../../../src/client/queue-hop.js';
import { connectTemporal, findTemporal } from '../../../src/client/temporal-connection.js';
import { until } from '../../support/until.js';
import { startDevServer } from '../../support/temporal-server.js';

test('FL5: a server that reads its queues seldom is told by a trial, which it leaves completed', async () => {
  const server = await startDevServer({ dynamicConfig: { 'history.transferProcessorMaxPollRPS': 10 }, inMemory: true });
  try {
    const client = await connectTemporal(findTemporal('', { TEMPORAL_ADDRESS: server.address }));
    try {
      expect(await measureQueueHop(client)).toBeGreaterThan(25);
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
