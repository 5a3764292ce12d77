import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../../src/adapters/filesystem/flow-records.js';
import { join } from 'node:path';
import type { FlowResult } from '../../../src/workflows/flow.js';
import { memoryDevice, startHarness } from '../../support/agent-harness.js';
import { startDevServer } from '../../support/temporal-server.js';
import { useAgents } from '../../support/agents.js';

// Once, not replayed: what it is about is that its history is cut, and each part replays as every other flow does.
describe('a long flow', () => {
  const world = useAgents({});

  test('X18: 2,000 visits continue as new and end with the same variables and every record', async () => {
    const rounds = 200;
    const ifs = Array.from({ length: 7 }, (_, index) => `if${index}`);
    const never = {
      left: { type: 'Variable', name: 'a.success' },
      operator: 'Equals',
      right: { type: 'Literal', value: { type: 'Bool', value: false } },
    };
    const document = {
      name: 'long',
      nodes: [
        { id: 'loop', name: 'loop', node_type: { type: 'Loop', exit_condition: never, max_iterations: rounds } },
        { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Add' } },
        ...ifs.map((id) => ({ id, name: id, node_type: { type: 'If', condition: never } })),
        { id: 'end', name: 'end', node_type: { type: 'EndLoop', loop_id: 'loop' } },
      ],
      edges: [
        { from: 'loop', to: 'a', output: { type: 'LoopBody' } },
        { from: 'a', to: 'if0' },
        ...ifs.flatMap((id, index) => ['IfTrue', 'IfFalse'].map((type) => ({ from: id, to: ifs[index + 1] ?? 'end', output: { type } }))),
        { from: 'end', to: 'loop' },
      ],
    };
    const device = memoryDevice({
      start: 'main',
      screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: world.ledger.url } } }] } },
    });
    const before = world.ledger.entries.length;
    const server = await startDevServer({ suggestContinueAsNewAt: 300 });
    const harness = await startHarness({ address: server.address });
    try {
      const run = await harness.flow(() => document, { device, budget: { maxSteps: 10_000 }, settings: { maxStep: 10_000 } });
      const result = await run.handle.result();
      expect(result).toMatchObject({ outcome: 'completed', visits: 10 * rounds + 1, variables: { 'a.success': true } });
      expect(world.ledger.entries.length - before).toBe(rounds);
      const { raw } = await harness.client.workflow.getHandle(run.id).describe();
      expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(raw.workflowExecutionInfo?.execution?.runId);
      const artifacts = createFileArtifactStore({ folder: join(harness.config.shared, 'artifacts') });
      const records = await createFileFlowRecords({ folder: join(harness.config.shared, 'runs'), artifacts }).read(result.records);
      expect(records?.visits).toHaveLength(rounds);
      expect(records?.visits.every(({ status }) => status === 'ok')).toBe(true);
    } finally {
      await harness.close();
      await server.stop();
    }
  }, 120_000);

  test('F228: a run that holds too much to go on ends as failed, with a verdict for all that was seen', async () => {
    const never = { left: { type: 'Variable', name: 'a.success' }, operator: 'Equals' };
    const exit = { ...never, right: { type: 'Literal', value: { type: 'Bool', value: false } } };
    const there = { name: 'is there', check_type: 'TextPresent', params: { text: `Add${' '.repeat(60_000)}` }, on_fail: 'WarnOnly' };
    const document = {
      name: 'full',
      nodes: [
        { id: 'loop', name: 'loop', node_type: { type: 'Loop', exit_condition: exit, max_iterations: 100 } },
        { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Add' }, checks: [there] },
        { id: 'end', name: 'end', node_type: { type: 'EndLoop', loop_id: 'loop' } },
      ],
      edges: [
        { from: 'loop', to: 'a', output: { type: 'LoopBody' } },
        { from: 'a', to: 'end' },
        { from: 'end', to: 'loop' },
      ],
    };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add' }] } } });
    const server = await startDevServer({ suggestContinueAsNewAt: 200 });
    const harness = await startHarness({ address: server.address });
    try {
      const run = await harness.flow(() => document, { device });
      const failure = await run.handle.result().then(
        () => undefined,
        (error: unknown) => (error as { readonly cause: { readonly message: string; readonly details: readonly FlowResult[] } }).cause,
      );
      expect(failure?.message).toMatch(/^after \d+ visits the run holds 1\.\d MB.*\(checks 1\.\d MB, variables 0\.0 MB/);
      const [result] = failure?.details ?? [];
      expect(result?.checks.length).toBeGreaterThan(20);
      expect(result?.checks).toHaveLength(result?.steps ?? 0);
    } finally {
      await harness.close();
      await server.stop();
    }
  }, 120_000);

  test('records that cannot be written fail the run, and say where and why', async () => {
    const runs = join(world.harness.config.shared, 'runs');
    await mkdir(runs, { recursive: true });
    await writeFile(join(runs, 'blocked'), 'no folder');
    const press = { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Add' } };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add' }] } } });
    const run = await world.harness.flow(() => ({ name: 'blocked', nodes: [press], edges: [] }), { device });
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { type: 'records-unavailable', message: expect.stringContaining(join(runs, 'blocked')) },
    });
    expect(world.harness.openDevices()).toBe(0);
  });
});
