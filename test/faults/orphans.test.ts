// HP7: devices whose owners ended while no worker was there.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const many = 20;
let harness: FaultHarness;
beforeAll(async () => {
  harness = await startFaultHarness({ address: sharedServerAddress(), slots: many });
});
afterAll(() => harness?.close());

test(`HP7: ${many} devices that nobody owns any more end with their processes within a minute of the next worker`, async () => {
  const [host] = harness.hosts;
  const runs = await Promise.all(Array.from({ length: many }, () => harness.start(threePresses(harness.ledger.url, { guarded: 1 }))));
  // Until then a process that starts another looks like two.
  const asks = async () => Promise.all(runs.map(async (run) => (await harness.progress(run)).request !== undefined));
  await until(async () => (await asks()).every(Boolean), 'a question of each run');
  await harness.worker.kill('SIGKILL');
  expect(await harness.hands()).toHaveLength(many);
  await Promise.all(runs.map((run) => run.terminate()));
  await host?.startAgain();
  const since = Date.now();
  await until(async () => (await harness.drivers()).length === 0 && (await harness.devices()).length === 0, 'the end of all of them');
  expect(await harness.hands()).toEqual([]);
  console.info(`${many} orphaned devices: gone ${((Date.now() - since) / 1_000).toFixed(1)} s after the next worker was ready`);
});
