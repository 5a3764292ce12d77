// What one execution of a workflow may take in, and what a run may carry to the next one.
import { expect, test } from '@jest/globals';
import { procedureQuery, procedureUpdates, progressQuery, requestUpdate, taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { activity, checkpoint, documentOf, option, work } from '../../support/procedures.js';
import { until } from '../../support/until.js';

const world = useAgents();

test('CL22: calls that a procedure refuses count too: it continues as new before the server takes no more of them, and what it asks stays asked', async () => {
  const asking = documentOf([
    activity('plan', { checkpoints: [checkpoint('go', [option('yes', { transitionTo: 'ship' })], { authority: 'human' })] }),
    activity('ship', { steps: [work('tag')] }),
  ]);
  const run = await world.harness.client.workflow.start('procedure', {
    taskQueue,
    workflowId: world.harness.expect({}),
    args: [{ definition: asking }],
  });
  const asked = async () => (await run.query(progressQuery)).request?.requestId;
  const requestId = await until(asked, 'the question');
  const chain = world.harness.client.workflow.getHandle(run.workflowId);
  const refused = () => chain.executeUpdate(procedureUpdates.complete_step, { args: [{ step_id: 'tag', summary: 'done' }] });
  // The server carries out ten at a time.
  for (let calls = 0; calls < 1_600; calls += 10) {
    const replies = await Promise.all(Array.from({ length: 10 }, refused));
    expect(replies.map(({ success }) => success)).not.toContain(true);
  }
  await until(async () => {
    const { raw, runId } = await chain.describe();
    return runId !== raw.workflowExecutionInfo?.firstRunId;
  }, 'another execution');
  expect(await chain.query(procedureQuery)).toMatchObject({ revision: 0, refusals: 1_600 });
  expect(await asked()).toBe(requestId);
  await chain.terminate();
});

test('CL22: an agent that is sent more than it can carry on ends in one sentence', async () => {
  const run = await world.harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] },
    { request: 'ask', device: memoryDevice({ start: 'main', screens: { main: { title: 'Desk', controls: [] } } }) },
  );
  const { requestId } = await run.asks('question');
  for (let sent = 0; sent < 7; sent += 1) await run.handle.executeUpdate(requestUpdate, { args: [{ text: 'x'.repeat(250_000) }] });
  await run.handle.signal('answer', { requestId, answers: ['this'] });
  await expect(run.handle.result()).rejects.toMatchObject({
    cause: {
      type: 'agent-error',
      message: expect.stringMatching(
        /holds-too-much: after \d+ steps the run holds 1\.8 MB, more than the 1\.5 MB .*: send less, or divide the request$/,
      ),
    },
  });
  expect(world.harness.openDevices()).toBe(0);
});
