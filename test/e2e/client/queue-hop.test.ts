import { expect, test } from '@jest/globals';
import { judgeQueueHop } from '../../../src/cli/doctor/server.js';
import { measureQueueHop } from '../../../src/client/queue-hop.js';
import { connectTemporal, findTemporal } from '../../../src/client/temporal-connection.js';
import { until } from '../../support/until.js';
import { startDevServer } from '../../support/temporal-server.js';

test('FL5: a server that reads its queues seldom is told by a trial, which it leaves completed', async () => {
  const server = await startDevServer({ dynamicConfig: { 'history.transferProcessorMaxPollRPS': 4 }, inMemory: true });
  try {
    const client = await connectTemporal(findTemporal('', { TEMPORAL_ADDRESS: server.address }));
    try {
      // Reads are 250 ms apart: a busy machine whose calls take half as long still waits for them.
      expect(judgeQueueHop(await measureQueueHop(client))).toMatchObject({ name: 'Task queues', status: 'warn' });
      const count = (query: string) => client.workflow.count(query).then(({ count: found }) => found);
      await until(async () => (await count('WorkflowType="steadyhandTrial" AND ExecutionStatus!="Running"')) === 1, 'the end of the trial');
      expect(await count('WorkflowType="steadyhandTrial" AND ExecutionStatus="Completed"')).toBe(1);
    } finally {
      await client.connection.close();
    }
  } finally {
    await server.stop();
  }
});
