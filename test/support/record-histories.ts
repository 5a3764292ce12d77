// Runs the interesting paths once and returns their histories, for test/replay/.
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type FlowRun, type Harness, type Run } from './agent-harness.js';
import { recordCompiled } from './record-compiled.js';
import { recordExplorers } from './record-explorers.js';
import { recordGc } from './record-gc.js';
import { recordHolds } from './record-holds.js';
import { recordProcedures } from './record-procedures.js';
import { until } from './until.js';
import { sharedServerAddress, startDevServer } from './temporal-server.js';

export interface Recorded {
  readonly name: string;
  readonly workflowId: string;
  readonly history: History;
}

const device = memoryDevice({
  start: 'main',
  screens: {
    main: {
      title: 'Main',
      controls: [
        { role: 'button', name: 'Add' },
        { role: 'button', name: 'Delete' },
        { role: 'button', name: 'Send' },
        { role: 'button', name: 'Break', on: { die: true } },
        { role: 'textbox', name: 'Note' },
      ],
    },
  },
});

const families = {
  runs: () =>
    withHarness(sharedServerAddress(), async (harness) => [
      ...(await paths(harness)),
      ...(await flowPaths(harness)),
      ...(await rememberedPaths(harness)),
    ]),
  continued: continuedAsNew,
  explorers: () => recordExplorers(sharedServerAddress()),
  procedures: () => recordProcedures(sharedServerAddress()),
  holds: () => recordHolds(sharedServerAddress()),
  gc: recordGc,
  compiled: () => recordCompiled(sharedServerAddress()),
} as const satisfies Readonly<Record<string, () => Promise<readonly Recorded[]>>>;

/** `only`: one family, where the others stay as older versions recorded them. */
export async function recordHistories(only?: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  for (const [name, record] of Object.entries(families)) if (only === undefined || only === name) recorded.push(...(await record()));
  return recorded;
}

async function paths(harness: Harness): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  const keep = async (name: string, run: Run): Promise<void> => void recorded.push(...(await historiesOf(harness, run, name)));

  const approved = await harness.run(
    {
      host: assignThenFinish,
      app: [say('PENDING', { Questions: ['Which?'] }), click('Delete', 'SCREENSHOT'), click('Add'), say('FINISH')],
    },
    { request: 'ask and approve', device },
  );
  const question = await approved.asks();
  await approved.handle.signal('answer', { requestId: question.requestId, answers: ['this'] });
  const approval = await until(
    async () => approved.progress().then(({ request }) => (request?.kind === 'confirmation' ? request : undefined)),
    'an approval',
  );
  await harness.client.workflow
    .getHandle(question.asker)
    .executeUpdate('confirm', { args: [{ requestId: approval.requestId, approved: true }] });
  await approved.handle.result();
  await keep('approved', approved);

  const rejected = await harness.run(
    { host: assignThenFinish, app: [click('Delete')] },
    { request: 'reject', device, settings: { host: 'always' } },
  );
  await rejected.handle.signal('confirm', { requestId: (await rejected.asks()).requestId, approved: false });
  await rejected.handle.result();
  await keep('rejected', rejected);

  // With ids that nobody can guess: the histories above are older.
  const asked = await harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), click('Delete'), say('FINISH')] },
    { request: 'ask anew', device },
  );
  await asked.handle.signal('answer', { requestId: (await asked.asks('question')).requestId, answers: ['this'] });
  await asked.handle.signal('confirm', { requestId: (await asked.asks('confirmation')).requestId, approved: true });
  await asked.handle.result();
  await keep('asked', asked);

  const failing = await harness.run(
    { host: assignThenFinish, app: [say('FAIL')] },
    { request: 'fail', device, settings: { maxSubtaskRetries: 0 } },
  );
  await failing.handle.result();
  await keep('failed', failing);

  const cancelled = await harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] })] },
    { request: 'cancel', device },
  );
  await cancelled.asks();
  await cancelled.handle.cancel();
  await cancelled.handle.result().catch(() => undefined);
  await keep('cancelled', cancelled);

  const lost = await harness.run(
    { host: assignThenFinish, app: [click('Break'), click('Add'), say('FINISH')] },
    { request: 'lose the device', device },
  );
  await lost.handle.result();
  await keep('lost-device', lost);
  return recorded;
}

const press = (id: string, target: string, more: object = {}) => ({ id, name: id, node_type: { type: 'Click', target }, ...more });
const ask = { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which?' } };

function chain(...nodes: readonly { readonly id: string; readonly name: string; readonly node_type: object }[]): object {
  return { name: 'chain', nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })) };
}

/** Asked, approved, an AI step, an agent; rejected; a lost device and a retry; cancelled; a nested flow that asks. */
async function flowPaths(harness: Harness): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  const keep = async (name: string, run: FlowRun): Promise<void> =>
    void recorded.push({ name: `flow-${name}`, workflowId: run.id, history: await run.handle.fetchHistory() });

  const step = [
    { text: 'look', tool_calls: [{ name: 'find_text', arguments: '{"text":"Add"}' }] },
    { text: 'there', tool_calls: [] },
  ];
  const approved = await harness.flow(
    (id) =>
      chain(
        ask,
        press('delete', 'Delete', { checks: [{ name: 'still there', check_type: 'TextPresent', params: { text: 'Add' } }] }),
        { id: 'think', name: 'think', node_type: { type: 'AiStep', prompt: `Look (${id})` } },
        { id: 'agent', name: 'agent', node_type: { type: 'AgentTask', request: `Add (${id})` } },
      ),
    { device },
    { step, app: [click('Add'), say('FINISH')] },
  );
  await approved.handle.signal('answer', { requestId: (await approved.asks('question')).requestId, answers: ['this'] });
  await approved.handle.executeUpdate('confirm', {
    args: [{ requestId: (await approved.asks('confirmation')).requestId, approved: true }],
  });
  await approved.handle.result();
  await keep('approved', approved);

  const rejected = await harness.flow(() => chain(press('delete', 'Delete')), { device });
  await rejected.handle.signal('confirm', { requestId: (await rejected.asks()).requestId, approved: false });
  await rejected.handle.result().catch(() => undefined);
  await keep('rejected', rejected);

  const lost = await harness.flow(() => chain(press('break', 'Break', { retry_unknown: true, retries: 1 }), press('add', 'Add')), {
    device,
  });
  await lost.handle.result().catch(() => undefined);
  await keep('lost-device', lost);

  const cancelled = await harness.flow(() => chain(press('add', 'Add'), ask), { device });
  await cancelled.asks();
  await cancelled.handle.cancel();
  await cancelled.handle.result().catch(() => undefined);
  await keep('cancelled', cancelled);

  const nested = await harness.flow(
    () => chain(press('add', 'Add'), { id: 'inside', name: 'inside', node_type: { type: 'Flow', name: 'inside' } }),
    {
      device,
      flows: { inside: chain(press('again', 'Add'), ask) },
    },
  );
  await nested.handle.signal('answer', { requestId: (await nested.asks('question')).requestId, answers: ['this'] });
  await nested.handle.result();
  await keep('nested', nested);
  return recorded;
}

/** An approval that is remembered for a run, and used by an agent, by a flow. */
async function rememberedPaths(harness: Harness): Promise<readonly Recorded[]> {
  const remembering = { approved: true, remember: { for: 'run' } } as const;
  const run = await harness.run(
    { host: assignThenFinish, app: [click('Send'), click('Send'), say('FINISH')] },
    { request: 'approve once', device },
  );
  const { asker, requestId } = await run.asks('confirmation');
  await harness.client.workflow.getHandle(asker).executeUpdate('confirm', { args: [{ requestId, ...remembering }] });
  await run.handle.result();
  const agent = await historiesOf(harness, run, 'remembered');

  const flow = await harness.flow(() => chain(press('send', 'Send'), press('again', 'Send')), { device });
  await flow.handle.executeUpdate('confirm', { args: [{ requestId: (await flow.asks('confirmation')).requestId, ...remembering }] });
  await flow.handle.result();
  return [...agent, { name: 'flow-remembered', workflowId: flow.id, history: await flow.handle.fetchHistory() }];
}

async function continuedAsNew(): Promise<readonly Recorded[]> {
  const server = await startDevServer({ suggestContinueAsNewAt: 32 });
  try {
    return await withHarness(server.address, async (harness) => {
      const run = await harness.run(
        { host: assignThenFinish, app: [click('Add'), click('Add'), click('Add'), click('Add'), click('Add'), say('FINISH')] },
        { request: 'long', device },
      );
      await run.handle.result();
      const flow = await harness.flow(() => chain(...Array.from({ length: 9 }, (_, index) => press(`add${index}`, 'Add'))), { device });
      await flow.handle.result();
      return [...(await partsOf(harness, run.id, 'host-agent')), ...(await partsOf(harness, flow.id, 'flow'))];
    });
  } finally {
    await server.stop();
  }
}

/** The first and the last run of a chain. */
async function partsOf(harness: Harness, workflowId: string, type: string): Promise<readonly Recorded[]> {
  const last = harness.client.workflow.getHandle(workflowId);
  const { raw } = await last.describe();
  const { firstRunId, execution } = raw.workflowExecutionInfo ?? {};
  if (!firstRunId || firstRunId === execution?.runId) throw new Error(`${workflowId} did not continue as new`);
  const first = harness.client.workflow.getHandle(workflowId, firstRunId);
  return [
    { name: `${type}-continued-first`, workflowId, history: await first.fetchHistory() },
    { name: `${type}-continued-last`, workflowId, history: await last.fetchHistory() },
  ];
}

async function historiesOf(harness: Harness, run: Run, name: string): Promise<readonly Recorded[]> {
  const of = async (type: string, workflowId: string): Promise<Recorded> => ({
    name: `${type}-${name}`,
    workflowId,
    history: await harness.client.workflow.getHandle(workflowId).fetchHistory(),
  });
  const session = `${run.id}/device-1`;
  await until(
    async () => (await harness.client.workflow.getHandle(session).describe()).status.name !== 'RUNNING',
    'the end of the session',
  );
  return Promise.all([of('host-agent', run.id), of('device-session', session)]);
}

async function withHarness<T>(address: string, work: (harness: Harness) => Promise<T>): Promise<T> {
  const harness = await startHarness({ address });
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}
