// What a report and an export know of a run whose device was opened twice, under one id.
import { expect, test } from '@jest/globals';
import { readHistories } from '../../../src/client/histories.js';
import { assignThenFinish, click, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { until } from '../../support/until.js';

const world = useAgents();

test('EV4, RP30: histories of a child that was started again are all there, in their order', async () => {
  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add' }] } } });
  const run = await world.harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), click('Add'), say('FINISH')] },
    { request: 'lose', device },
  );
  const { requestId } = await run.asks('question');
  await world.harness.client.workflow.getHandle(`${run.id}/device-1`).terminate('lost');
  await until(() => world.harness.openDevices() === 0, 'the host hears of it');
  await run.handle.signal('answer', { requestId, answers: ['this'] });
  await run.handle.result();
  const { histories, forgotten } = await readHistories(world.harness.client, run.id);
  expect(forgotten).toEqual([]);
  expect(histories.map(({ workflow, type }) => `${workflow.slice(run.id.length)} ${type}`)).toEqual([
    ' hostAgent',
    '/device-1 deviceSession',
  ]);
  const sessions = histories[1]?.executions.map(({ events }) => events.at(-1) ?? {}) ?? [];
  expect(sessions.map((last) => Boolean(last.workflowExecutionTerminatedEventAttributes))).toEqual([true, false]);
});
