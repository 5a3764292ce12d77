// FL6: gc by itself, as workers are configured, over Temporal's schedule, on a server of its own: a schedule belongs to all workers of a namespace.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createClientContext } from '../../../src/client/context.js';
import { createSteadyhand, type Steadyhand } from '../../../src/client/steadyhand.js';
import { gcWorkflow } from '../../../src/domain/artifacts/gc-workflow.js';
import { keepGcSchedule } from '../../../src/worker/gc.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { ArtifactStore } from '../../../src/ports/artifact-store.js';
import type { gc } from '../../../src/workflows/index.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { age } from '../../support/aged.js';
import { assignThenFinish, memoryDevice, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const { scheduleId, workflowId } = gcWorkflow;
const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });

describe('gc by itself', () => {
  let server: DevServer;
  let harness: Harness;
  let store: ArtifactStore;
  let steadyhand: Steadyhand;

  beforeAll(async () => {
    server = await startDevServer();
    harness = await startHarness({ address: server.address, config: { gc: { maxSize: '1B', every: '6h' } } });
    store = createFileArtifactStore({ folder: join(harness.config.shared, 'artifacts') });
    const env = { STEADYHAND_HOME: harness.home, TEMPORAL_ADDRESS: server.address };
    steadyhand = createSteadyhand(createClientContext({ env, folder: harness.home, program: 'steadyhand' }));
  });
  afterAll(async () => {
    await steadyhand?.close();
    await harness?.close();
    await server?.stop();
  });

  const schedule = () => harness.client.schedule.getHandle(scheduleId);

  const isThere = (ref: ArtifactRef): Promise<boolean> =>
    store.get(ref).then(
      () => true,
      () => false,
    );

  test('FL6: the schedule starts it one at a time, and what is in use or recent stays', async () => {
    const { spec, policies, action } = await schedule().describe();
    expect(spec.intervals).toMatchObject([{ every: 21_600_000 }]);
    expect(policies.overlap).toBe('SKIP');
    expect(action).toMatchObject({ workflowType: 'gc', taskQueue, args: [] });

    const run = await harness.run({ host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] })] }, { request: 'ask', device });
    await run.asks('question');
    const needed = (await harness.records(run)).flatMap(
      (record) => JSON.stringify(record).match(/sha256:[0-9a-f]{64}/g) ?? [],
    ) as ArtifactRef[];
    expect(needed.length).toBeGreaterThan(0);
    const old = await store.put(Buffer.from('nobody needs this'), 'text/plain');
    await age(join(harness.config.shared, 'artifacts'));
    const recent = await store.put(Buffer.from('nobody needs this either, yet'), 'text/plain');

    await schedule().trigger();
    await until(async () => !(await isThere(old)), 'gc has removed what nobody needs');
    expect(await isThere(recent)).toBe(true);
    expect(await Promise.all(needed.map(isThere))).toEqual(needed.map(() => true));
    const ran = await until(async () => (await schedule().describe()).info.recentActions[0], 'the schedule has started it');
    const { action: started } = ran;
    expect(started.workflow.workflowId.startsWith(workflowId)).toBe(true);
    const result = await harness.client.workflow.getHandle<typeof gc>(started.workflow.workflowId).result();
    expect(result).toMatchObject({ removed: 1, bytes: 'nobody needs this'.length });
    expect(result.leftBytes).toBeGreaterThan(1);
    await run.handle.cancel();
  });

  test('FL6: lists of runs and of schedules do not show it', async () => {
    const shown = [...(await steadyhand.list()), ...(await steadyhand.schedules.list())];
    expect(shown.filter(({ id }) => id.startsWith(workflowId))).toEqual([]);
  });

  test('FL6: another worker gives the schedule its times, and leaves it paused; one without rules leaves it alone', async () => {
    await schedule().pause('by an operator');
    const other = await startHarness({ address: server.address, config: { gc: { olderThan: '30d', every: '2h' } } });
    await other.close();
    const plain = await startHarness({ address: server.address });
    await plain.close();
    const { spec, state } = await schedule().describe();
    expect(spec.intervals).toMatchObject([{ every: 7_200_000 }]);
    expect(state).toMatchObject({ paused: true, note: 'by an operator' });
  });

  test('FL6: a schedule of something else by its id is left alone, which is said', async () => {
    await schedule().delete();
    const { client } = harness;
    const action = { type: 'startWorkflow', workflowType: 'theirs', taskQueue: 'nobody', args: ['day'] } as const;
    await client.schedule.create({ scheduleId, spec: { intervals: [{ every: '7d' }] }, action });
    const told: string[] = [];
    await keepGcSchedule(client, { maxSize: 1, every: 60_000 }, (_level, message) => told.push(message));
    expect(told).toEqual([expect.stringMatching(/^gc does not run by itself: .*'steadyhand-gc' is a schedule of something else/)]);
    expect(await schedule().describe()).toMatchObject({
      action: { workflowType: 'theirs' },
      spec: { intervals: [{ every: 604_800_000 }] },
    });
    await schedule().delete();
  });
});
