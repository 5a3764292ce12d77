// Runs that a person takes over and gives back, once of each engine, and their histories, for test/replay/.
import { connect } from '../../src/client.js';
import type { Run as ClientRun } from '../../src/client/run.js';
import { assignThenFinish, click, say, startHarness, type Harness } from './agent-harness.js';
import { explore } from './explorers.js';
import type { Recorded } from './record-histories.js';
import { startDevServer } from './temporal-server.js';
import { until } from './until.js';
import { row, twoScreens } from './hold-screens.js';

/** An agent that asks for hands, and one whose decision is broken off; a flow, an agent below a flow; an explorer; an agent that continues as new meanwhile. */
export async function recordHolds(address: string): Promise<readonly Recorded[]> {
  const server = await startDevServer({ inMemory: true, suggestContinueAsNewAt: 60 });
  try {
    return [...(await withHarness(address, ways)), ...(await withHarness(server.address, parts))];
  } finally {
    await server.stop();
  }
}

type As = <T>(id: string, work: (run: ClientRun) => Promise<T>) => Promise<T>;

async function ways(harness: Harness, as: As): Promise<readonly Recorded[]> {
  const of = async (name: string, workflowId: string): Promise<Recorded> => ({
    name,
    workflowId,
    history: await harness.client.workflow.getHandle(workflowId).fetchHistory(),
  });

  const asking = await harness.run(
    {
      host: assignThenFinish,
      app: [say('PENDING', { Questions: ['A captcha.'], NeedsHands: true }), click('Add'), say('FINISH')],
    },
    { request: 'ask for hands', device: twoScreens },
  );
  await asking.asks('question');
  await as(asking.id, (run) => held(run, 'solved'));
  await asking.handle.result();

  const thinking = await harness.run(
    {
      host: assignThenFinish,
      app: [
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          return { Function: '', Status: 'FINISH', Result: 'r', Comment: 'done' };
        },
      ],
    },
    { request: 'think', device: twoScreens },
  );
  await until(async () => (await thinking.progress()).subtask !== undefined, 'an agent');
  await as(thinking.id, (run) => held(run, 'went on'));
  await thinking.handle.result();

  const flow = await harness.flow(
    (id) => ({
      name: 'held',
      nodes: [
        { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which?' } },
        { id: 'add', name: 'add', node_type: { type: 'Click', target: 'Add' } },
        { id: 'agent', name: 'agent', node_type: { type: 'AgentTask', request: `Add (${id})` } },
      ],
      edges: [
        { from: 'ask', to: 'add' },
        { from: 'add', to: 'agent' },
      ],
    }),
    { device: twoScreens },
    { app: [say('PENDING', { Questions: ['And now?'] }), say('FINISH')] },
  );
  for (const note of ['at the node', 'at its agent']) {
    const { requestId } = await flow.asks('question');
    await as(flow.id, async (run) => {
      await held(run, note);
      await run.answer(requestId, ['this']);
    });
    await as(flow.id, (run) => until(async () => (await run.progress()).request?.requestId !== requestId, 'the answer to be taken'));
  }
  await flow.handle.result();

  const { script } = twoScreens.capabilities;
  const explorer = await explore(harness.client, { appId: 'held', device: { kind: 'memory', script }, budget: { maxSteps: 12 } });
  await as(explorer.workflowId, async (run) => {
    await until(async () => (await run.progress()).status !== 'Starting', 'the explorer to begin');
    await held(run, '');
  });
  await explorer.result();

  return Promise.all([
    of('host-agent-held', asking.id),
    of('host-agent-held-thinking', thinking.id),
    of('flow-held', flow.id),
    of('explorer-held', explorer.workflowId),
  ]);
}

/** The first and the last part of an agent whose history is continued while it is held. */
async function parts(harness: Harness, as: As): Promise<readonly Recorded[]> {
  const run = await harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH')] },
    { request: 'wait', device: twoScreens },
  );
  const question = await run.asks('question');
  const workflowId = run.id;
  const handle = harness.client.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  await as(run.id, async (own) => {
    await own.takeOver({ by: 'Ann', reason: 'a slip' });
    await until(async () => (await own.look()) && (await handle.describe()).runId !== runId, 'another part');
    await own.act({ type: 'click', at: row(1) });
    await own.handBack({ note: 'there' });
    await own.answer(question.requestId, ['Friday']);
  });
  await run.handle.result();
  return [
    {
      name: 'host-agent-held-continued-first',
      workflowId,
      history: await harness.client.workflow.getHandle(workflowId, runId).fetchHistory(),
    },
    { name: 'host-agent-held-continued-last', workflowId, history: await handle.fetchHistory() },
  ];
}

/** Taken over, looked at, acted on, handed back. */
async function held(run: ClientRun, note: string): Promise<void> {
  await run.takeOver({ by: 'Ann', reason: 'a captcha' });
  await until(async () => (await run.progress()).hold?.parked, 'the run to stop');
  await run.look();
  await run.act({ type: 'click', at: row(1) });
  await run.handBack({ note });
}

async function withHarness<T>(address: string, work: (harness: Harness, as: As) => Promise<T>): Promise<T> {
  const harness = await startHarness({ address });
  const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: address }, folder: harness.home });
  try {
    return await work(harness, (id, own) => own(steadyhand.run(id)));
  } finally {
    await steadyhand.close();
    await harness.close();
  }
}
