// Runs the interesting paths once and returns their histories, for test/replay/.
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness, type Run } from './agent-harness.js';
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
        { role: 'textbox', name: 'Note' },
      ],
    },
  },
});

export async function recordHistories(): Promise<readonly Recorded[]> {
  return [...(await withHarness(sharedServerAddress(), paths)), ...(await continuedAsNew())];
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

  const rejected = await harness.run({ host: assignThenFinish, app: [click('Delete')] }, { request: 'reject', device });
  await rejected.handle.signal('confirm', { requestId: (await rejected.asks()).requestId, approved: false });
  await rejected.handle.result();
  await keep('rejected', rejected);

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
  return recorded;
}

async function continuedAsNew(): Promise<readonly Recorded[]> {
  const server = await startDevServer({ suggestContinueAsNewAt: 40 });
  try {
    return await withHarness(server.address, async (harness) => {
      const run = await harness.run(
        { host: assignThenFinish, app: [click('Add'), click('Add'), click('Add'), click('Add'), click('Add'), say('FINISH')] },
        { request: 'long', device },
      );
      await run.handle.result();
      const child = harness.client.workflow.getHandle(`${run.id}/app-1`);
      const first = (await child.describe()).raw.workflowExecutionInfo?.firstRunId ?? '';
      return [
        {
          name: 'app-agent-continued-first',
          workflowId: child.workflowId,
          history: await harness.client.workflow.getHandle(child.workflowId, first).fetchHistory(),
        },
        { name: 'app-agent-continued-last', workflowId: child.workflowId, history: await child.fetchHistory() },
      ];
    });
  } finally {
    await server.stop();
  }
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
  return Promise.all([of('host-agent', run.id), of('app-agent', `${run.id}/app-1`), of('device-session', session)]);
}

async function withHarness<T>(address: string, work: (harness: Harness) => Promise<T>): Promise<T> {
  const harness = await startHarness({ address });
  try {
    return await work(harness);
  } finally {
    await harness.close();
  }
}
