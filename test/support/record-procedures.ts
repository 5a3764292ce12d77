// Runs the interesting paths of a procedure once and returns their histories, for test/replay/.
import { randomBytes } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import { durableCalls } from './procedure-calls.js';
import { answerUpdate, procedureQuery, progressQuery } from '../../src/workflows/messages.js';
import { loadedDocument, stateOf } from '../conformance/procedure-calls-conformance.js';
import { memoryDevice, startHarness } from './agent-harness.js';
import { made, type AgentCall, type GivenReply } from './disobedient-agents.js';
import { chainOf } from './explorers.js';
import { activity, checkpoint, documentOf, flowOf, is, option, work } from './procedures.js';
import type { Recorded } from './record-histories.js';
import { startDevServer } from './temporal-server.js';
import { until } from './until.js';

const workflow_id = 'release';
const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);
const device = memoryDevice({ start: 'main', screens: { main: { title: 'Desk', controls: [{ role: 'button', name: 'Add' }] } } });
const failing = { ...flowOf('failing'), nodes: [{ id: 'press', name: 'press', node_type: { type: 'Click', target: 'Nowhere' } }] };

const whole = documentOf(
  [
    activity('plan', {
      steps: [work('look', { run: { flow: 'look' } }), work('press', { run: { flow: 'failing' }, required: false }), work('read')],
      loops: [{ id: 'each', type: 'forEach', variable: 'part', over: 'parts', steps: [work('check')] }],
      checkpoints: [
        checkpoint('soon', [option('later'), option('now')], { blocking: false, defaultOption: 'later', autoAdvanceMs: 800 }),
        checkpoint('go', [option('yes', { setVariable: { go: true } }), option('no')], { authority: 'human' }),
      ],
      transitions: [
        { to: 'ship', condition: is('go') },
        { to: 'plan', isDefault: true },
      ],
    }),
    activity('ship', { steps: [work('tag')] }),
  ],
  {
    variables: [
      { name: 'parts', type: 'array', defaultValue: ['a', 'b'] },
      { name: 'go', type: 'boolean', defaultValue: false },
    ],
    flows: { look: flowOf('look'), failing },
  },
);
const long = documentOf([
  activity('again', {
    loops: [
      {
        id: 'l',
        type: 'doWhile',
        condition: is('unset', false),
        maxIterations: 1,
        steps: Array.from({ length: 30 }, (_, index) => work(`s${index}`)),
      },
    ],
  }),
]);

/** A full run with every feature; cancelled while a person is asked; aborted while the engine does a step; the first and the last part of one that continued as new. */
export async function recordProcedures(address: string): Promise<readonly Recorded[]> {
  const server = await startDevServer({ suggestContinueAsNewAt: 40 });
  try {
    return [...(await withClient(address, ways)), ...(await withClient(server.address, parts))];
  } finally {
    await server.stop();
  }
}

async function ways(client: Client): Promise<readonly Recorded[]> {
  const answered = await begin(client, whole, 'answered');
  const words = async (optionId: string): Promise<void> => {
    const { requestId } = await until(async () => (await answered.handle.query(progressQuery)).request, 'a question');
    await answered.handle.executeUpdate(answerUpdate, { args: [{ requestId, optionId }] });
  };
  await words('skip');
  await answered.at('read');
  await answered.call({ call: 'complete_step', step_id: 'tag', summary: 'not yet' });
  for (const step_id of ['read', 'check', 'check']) await answered.call({ call: 'complete_step', step_id, summary: `did ${step_id}` });
  await words('yes');
  await answered.at('tag');
  await answered.call({ call: 'complete_step', step_id: 'tag', summary: 'tagged' });
  await answered.handle.result();

  const cancelled = await begin(client, whole, 'cancelled');
  await until(async () => (await cancelled.handle.query(progressQuery)).request, 'a question');
  await cancelled.handle.cancel();
  await cancelled.handle.result().catch(() => undefined);

  const aborted = await begin(client, whole, 'aborted');
  await aborted.call({ call: 'abort_workflow', reason: 'enough' });
  await aborted.handle.result();
  return Promise.all([answered, cancelled, aborted].map(({ name, handle }) => historyOf(name, handle)));
}

async function parts(client: Client): Promise<readonly Recorded[]> {
  const run = await begin(client, long, 'parts');
  for (let step = 0; step < 30; step += 1) await run.call({ call: 'complete_step', step_id: `s${step}`, summary: 'done' });
  await run.handle.result();
  const runs = await chainOf(client, run.handle);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || runs.length === 1) throw new Error('the procedure did not continue as new');
  const { workflowId } = run.handle;
  return [
    { name: 'procedure-continued-first', workflowId, history: first },
    { name: 'procedure-continued-last', workflowId, history: last },
  ];
}

async function begin(client: Client, document: unknown, name: string) {
  const id = `procedure-${name}-${Date.now().toString(36)}`;
  const calls = durableCalls({
    client: () => Promise.resolve(client),
    loaded: new Map([[workflow_id, loadedDocument(document)]]),
    tokens,
    by: 'agent',
    answers: 'agent',
    run: { device },
    newId: () => id,
  });
  let state = stateOf(await calls.start_workflow({ workflow_id }));
  const handle = client.workflow.getHandle(id);
  return {
    name,
    handle,
    async call(call: AgentCall): Promise<void> {
      ({ state } = (await made(calls, workflow_id, { state, call })) as GivenReply);
    },
    async at(step: string): Promise<void> {
      await until(async () => {
        const seen = (await calls.get_position({ workflow_id, state })) as GivenReply;
        state = seen.state;
        return seen.position.step === step;
      }, `step ${step}`);
      await handle.query(procedureQuery);
    },
  };
}

async function historyOf(name: string, handle: WorkflowHandle): Promise<Recorded> {
  return { name: `procedure-${name}`, workflowId: handle.workflowId, history: await handle.fetchHistory() };
}

async function withClient<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const harness = await startHarness({ address });
  return work(harness.client).finally(() => harness.close());
}
