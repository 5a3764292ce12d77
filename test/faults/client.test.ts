// A client program whose Temporal server goes away and comes back.
import { expect, test } from '@jest/globals';
import { connect } from '../../src/client.js';
import { startHarness } from '../support/agent-harness.js';
import { orderingBrain, orderingDevice } from '../support/ordering.js';
import { startDevServer } from '../support/temporal-server.js';

test('CL1: events continue when the server comes back', async () => {
  const server = await startDevServer();
  const harness = await startHarness({ address: server.address });
  const steadyhand = await connect({ env: { STEADYHAND_HOME: harness.home, TEMPORAL_ADDRESS: server.address }, folder: harness.home });
  const id = harness.expect(orderingBrain);
  const run = await steadyhand.startAgent({ request: `Order a kettle ${id}`, device: orderingDevice }, { id });
  const types: string[] = [];
  let second: typeof server | undefined;
  for await (const { type, ...event } of run.events({ everyMs: 50 })) {
    types.push(type);
    if (type === 'asked' && types.filter((each) => each === 'asked').length === 1) await server.stop({ keepFolder: true });
    if (type === 'disconnected') second = await startDevServer({ port: server.port, dbFilename: server.dbFilename });
    if (type === 'reconnected') await run.answer(undefined, ['red']);
    if (type === 'asked' && 'request' in event && event.request.kind === 'confirmation') await run.confirm(event.request, true);
  }
  // Where the server was away for long, what it was asked meanwhile is done again.
  expect(types.filter((type) => type !== 'card')).toEqual([
    'asked',
    'disconnected',
    'reconnected',
    'answered',
    'asked',
    'answered',
    'ended',
  ]);
  await steadyhand.close();
  await harness.close();
  await second?.stop();
  await server.stop();
});
