// EV30, EV35 for the other engines: a flow, an agent below a flow, an explorer, a procedure.
import { describe, expect, test } from '@jest/globals';
import type { Run } from '../../../src/client/run.js';
import { click, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { asClient } from '../../support/as-client.js';
import { explore } from '../../support/explorers.js';
import { until } from '../../support/until.js';
import { row, twoScreens } from '../../support/hold-screens.js';

describe('a person at the wheel of other engines', () => {
  const world = useAgents();

  const withRun = <T>(id: string, work: (run: Run) => Promise<T>): Promise<T> => asClient(world.harness, id, work);

  const flowOf = (...nodes: readonly { readonly id: string; readonly name: string; readonly node_type: object }[]) => ({
    name: 'held',
    nodes,
    edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })),
  });

  test('EV30, EV35, X20: a flow that asks is held in place, and what follows is done on the screen as the person left it', async () => {
    const started = await world.harness.flow(
      () =>
        flowOf(
          { id: 'look', name: 'look', node_type: { type: 'FindText', search_text: 'Add' } },
          { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which?' } },
          { id: 'add', name: 'add', node_type: { type: 'Click', target: 'Add' } },
        ),
      { device: twoScreens },
    );
    const question = await started.asks('question');
    await withRun(started.id, async (run) => {
      expect(await run.takeOver({ by: 'Ann' })).toMatchObject({ parked: true, at: started.id });
      expect(await run.act({ type: 'click', at: row(1) })).toMatchObject({ outcome: { status: 'done' }, look: { title: 'Next' } });
      await run.answer(question.requestId, ['this']);
      expect(await run.progress()).toMatchObject({ state: 'HELD' });
      await run.handBack({ note: 'went on' });
    });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  });

  test('EV30: the hold of a flow reaches the agent that works for it', async () => {
    const started = await world.harness.flow(
      (id) => flowOf({ id: 'agent', name: 'agent', node_type: { type: 'AgentTask', request: `Add (${id})` } }),
      { device: twoScreens },
      { app: [say('PENDING', { Questions: ['Which?'] }), click('Add'), say('FINISH')] },
    );
    const question = await started.asks('question');
    await withRun(started.id, async (run) => {
      expect(await run.takeOver({ by: 'Ann' })).toMatchObject({ parked: true, at: started.id });
      expect(await run.look()).toMatchObject({ title: 'Main' });
      await run.handBack();
      await until(async () => (await run.progress()).state === 'PENDING', 'the question again');
      await run.answer(question.requestId, ['this']);
    });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
  });

  test('E79, EV30, EV35: an explorer is parked, and identifies the screen again', async () => {
    const { script } = twoScreens.capabilities;
    const handle = await explore(world.harness.client, { device: { kind: 'memory', script }, budget: { maxSteps: 40 } });
    await withRun(handle.workflowId, async (run) => {
      // The first explorer of a worker opens the database.
      await until(async () => (await run.progress()).status !== 'Starting', 'the explorer to begin');
      const held = await run.takeOver({ by: 'Ann' });
      if (!held.parked) await until(async () => (await run.progress()).hold?.parked, 'the explorer to stop');
      const { step } = await run.progress();
      expect(await run.look()).toMatchObject({ width: 640 });
      await run.look();
      expect((await run.progress()).step).toBe(step);
      await run.handBack();
    });
    expect(await handle.result()).toMatchObject({ stop_reason: expect.any(String) });
  });
});
