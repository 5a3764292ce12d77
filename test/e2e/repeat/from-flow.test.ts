// RP1: two runs of a flow whose AI step did the same become a flow without it, which does the same.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { memoryDevice } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { commandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const world = useAgents();

test('RP1: an AI step becomes fixed nodes where its calls were the same in each run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-from-flow-'));
  try {
    const device = memoryDevice({
      start: 'main',
      screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: world.ledger.url } } }] } },
    });
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
    const document = JSON.parse(await readFile(file, 'utf8')) as object;
    const again = await world.harness.flow(() => document, { device });
    expect(await again.handle.result()).toMatchObject({ outcome: 'completed', usage: { modelCalls: 0 } });
    expect(world.ledger.entries.length - before).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
