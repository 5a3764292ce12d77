// EV30: a history that grows long while somebody has taken over is continued as a new one, and they still have it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { connect } from '../../../src/client.js';
import type { Run } from '../../../src/client/run.js';
import { assignThenFinish, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { explore } from '../../support/explorers.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { row, twoScreens } from '../../support/hold-screens.js';

describe('a hold that outlives the history in which it began', () => {
  let server: DevServer;
  let harness: Harness;
  beforeAll(async () => {
    server = await startDevServer({ inMemory: true, suggestContinueAsNewAt: 60 });
    harness = await startHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  async function withRun(id: string, work: (run: Run) => Promise<void>): Promise<void> {
    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: server.address }, folder: harness.home });
    await work(steadyhand.run(id)).finally(() => steadyhand.close());
  }

  const executionOf = async (client: Client, id: string) => (await client.workflow.getHandle(id).describe()).runId;

  /** Looks until what holds has another history, twice, and acts in the last one. */
  async function heldOver(run: Run): Promise<void> {
    await run.takeOver({ by: 'Ann', reason: 'a captcha' });
    const before = await until(async () => {
      const seen = await run.progress();
      return seen.hold?.parked && seen;
    }, 'the run to stop');
    const at = before.hold?.at ?? '';
    for (let part = 1; part <= 2; part += 1) {
      const execution = await executionOf(harness.client, at);
      await until(async () => (await run.look()) && (await executionOf(harness.client, at)) !== execution, `history ${part + 1}`);
    }
    const { title } = await run.look();
    const acted = await run.act({ type: 'click', at: row(1) });
    expect(acted).toMatchObject({ outcome: { status: 'done' }, look: { title: title === 'Main' ? 'Next' : 'Main' } });
    await expect(run.takeOver({ by: 'Bob' })).rejects.toThrow(/^Ann has taken over since/);
    // One whose step is another has acted.
    expect(await run.progress()).toMatchObject({ state: 'HELD', hold: before.hold, step: before.step });
    await run.handBack({ note: 'solved' });
  }

  test('A77, EV30: of an agent: the same person has it, what is asked stays asked, and the model is told once', async () => {
    const started = await harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'done' })] },
      { request: 'ask', device: twoScreens },
    );
    const question = await started.asks('question');
    await withRun(started.id, async (run) => {
      await heldOver(run);
      await run.answer(question.requestId, ['Friday']);
    });
    const result = await started.handle.result();
    expect(result.blackboard.questions).toEqual([{ question: 'Which day?', answer: 'Friday' }]);
    const told = harness
      .asked(started)
      .filter(({ text }) => text.includes('Ann took over the screen (a captcha) and has given it back: solved.'));
    expect(told).toHaveLength(1);
  });

  test('EV30, X20: of a flow: it goes on at the same node', async () => {
    const started = await harness.flow(
      () => ({
        name: 'held',
        nodes: [
          { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which?' } },
          { id: 'add', name: 'add', node_type: { type: 'Click', target: 'Add' } },
        ],
        edges: [{ from: 'ask', to: 'add' }],
      }),
      { device: twoScreens },
    );
    const question = await started.asks('question');
    await withRun(started.id, async (run) => {
      await heldOver(run);
      await run.answer(question.requestId, ['this']);
    });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed', visits: 2, unknownOutcomes: 0 });
  });

  test('E79, EV30: of an explorer: it explores on', async () => {
    const { script } = twoScreens.capabilities;
    const handle = await explore(harness.client, { device: { kind: 'memory', script }, budget: { maxSteps: 40 } });
    await withRun(handle.workflowId, async (run) => {
      // The first explorer of a worker opens the database.
      await until(async () => (await run.progress()).status !== 'Starting', 'the explorer to begin');
      await heldOver(run);
    });
    expect(await handle.result()).toMatchObject({ stop_reason: expect.any(String) });
  });
});
