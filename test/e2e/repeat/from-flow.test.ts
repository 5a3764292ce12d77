// RP1: runs of a flow whose AI step or agent did the same become a flow without it, which does the same.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { click, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { commandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const world = useAgents();

/** `beside`: other controls, before it. */
const counter = (...beside: readonly string[]) =>
  memoryDevice({
    start: 'main',
    screens: {
      main: {
        title: 'Counter',
        controls: [
          { role: 'heading', name: 'Counter' },
          ...beside.map((name) => ({ role: 'button', name })),
          { role: 'button', name: 'Add', on: { post: { url: world.ledger.url } } },
        ],
      },
    },
  });

test('RP1, RP3: an AI step becomes fixed nodes on targets where its calls were the same in each run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-from-flow-'));
  try {
    const device = counter();
    const calls = (...names: readonly string[]) => ({
      text: '',
      tool_calls: names.map((name) => ({ name, arguments: '{"text":"Add"}' })),
    });
    const once = async () => {
      const run = await world.harness.flow(
        () => ({ name: 'add', nodes: [{ id: 'step', name: 'Add one', node_type: { type: 'AiStep', prompt: `add one (${marker})` } }] }),
        { device },
      );
      await run.handle.result();
      return run.id;
    };
    const marker = world.harness.expect({
      step: [calls('find_text', 'click'), { text: 'added', tool_calls: [] }, calls('click'), { text: 'added', tool_calls: [] }],
    });
    const runs = [await once(), await once()];
    const file = join(folder, 'add.flow.json');
    const steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    const { code, stdout, stderr } = await steadyhand('flow', 'from-run', ...runs, '--out', file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('"Add one", find_text {"text":"Add"}: it only looked');
    const before = world.ledger.entries.length;
    const document = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
    expect(document.nodes).toMatchObject([
      { node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Add' }, screen: 'Counter' } },
      { node_type: { type: 'Expect' } },
    ]);
    expect(stdout).not.toContain('by its text alone');
    const again = await world.harness.flow(() => document, { device: counter('Other', 'Another') });
    expect(await again.handle.result()).toMatchObject({ outcome: 'completed', usage: { modelCalls: 0 } });
    expect(world.ledger.entries.length - before).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("RP1, RP2: an agent's task becomes the nodes of its own run", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-from-task-'));
  try {
    const run = await world.harness.flow(
      (id) => ({ name: 'add', nodes: [{ id: 'task', name: 'Add one', node_type: { type: 'AgentTask', request: `add one (${id})` } }] }),
      { device: counter() },
      { app: [click('Add'), say('FINISH', { Result: 'added' })] },
    );
    await run.handle.result();
    const file = join(folder, 'add.flow.json');
    const steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    expect(await steadyhand('flow', 'from-run', run.id, '--out', file)).toMatchObject({ code: 0, stderr: '' });
    const document = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
    expect(document.nodes).toMatchObject([
      { id: 'task', node_type: { type: 'Act', target: { role: 'button', name: 'Add' } } },
      { id: 'task-2', node_type: { type: 'Expect' } },
    ]);
    const before = world.ledger.entries.length;
    const again = await world.harness.flow(() => document, { device: counter('Other') });
    expect(await again.handle.result()).toMatchObject({ outcome: 'completed', usage: { modelCalls: 0 } });
    expect(world.ledger.entries.length - before).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
