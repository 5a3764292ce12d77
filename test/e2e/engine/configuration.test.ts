// What the configuration says is resolved in every execution of a run. Where a worker was restarted with another one, the run says so.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '../../../src/client.js';
import { createMemoryDriver } from '../../../src/adapters/memory/memory-driver.js';
import { startWorker, type RunningWorker } from '../../../src/worker.js';
import { assignThenFinish, click, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { storesIn } from '../../support/stores-in.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';
import { twoScreens } from '../../support/hold-screens.js';

let server: DevServer;
let harness: Harness;
let second: RunningWorker | undefined;

beforeAll(async () => {
  server = await startDevServer({ inMemory: true, suggestContinueAsNewAt: 60 });
  harness = await startHarness({ address: server.address, config: { budget: { maxSteps: 40 } } });
});

afterAll(async () => {
  await second?.stop();
  await harness?.close();
  await server?.stop();
});

test('a worker restarted with another budget and guard is told of once, in the records, the report and the cards of a run that goes on', async () => {
  const there = [click('Next'), click('Back')];
  const run = await harness.run(
    {
      host: assignThenFinish,
      app: [...there, ...there, ...there, say('PENDING', { Questions: ['Which?'] }), ...there, ...there, ...there, ...there, say('FINISH')],
    },
    { request: 'walk', device: twoScreens },
  );
  const { requestId } = await run.asks();
  const { records } = storesIn(harness.config.shared);
  const changes = async () => (await records.read(run.id)).filter(({ type }) => type === 'policy-changed');
  const { raw, runId } = await run.handle.describe();
  expect(runId).not.toBe(raw.workflowExecutionInfo?.firstRunId);
  expect(await changes()).toEqual([]);

  await harness.worker.stop();
  second = await startWorker({
    config: { ...harness.config, budget: { maxSteps: 30 }, guard: { ...harness.config.guard, apps: ['Desk', 'memory'] } },
    server: { address: server.address },
    drivers: [createMemoryDriver()],
    log: () => undefined,
  });
  await run.handle.signal('answer', { requestId, answers: ['this'] });
  const { steps } = await run.handle.result();
  expect(steps).toBeGreaterThan(14);

  const text = 'The configuration has changed since the run last continued as new: another guard and budget from here on.';
  expect(await changes()).toEqual([expect.objectContaining({ type: 'policy-changed', data: { text } })]);
  const client = await connect({ env: { TEMPORAL_ADDRESS: server.address, STEADYHAND_HOME: harness.home }, folder: harness.home });
  try {
    const card = expect.objectContaining({ id: 'step-configuration-1', title: text, agent: 'configuration' });
    const report = await client.run(run.id).report();
    expect(report.cards).toContainEqual(card);
    expect(report.head.steps).toBe(report.cards.length - 1);
    const live: unknown[] = [];
    for await (const one of client.run(run.id).cards()) live.push(one);
    expect(live).toContainEqual(card);
  } finally {
    await client.close();
  }
});
