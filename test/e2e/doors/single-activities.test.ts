// Temporal lets any client start an activity by itself, on any queue, with whatever input (workers-1 of worker/create-workers.ts). What came of it is counted outside.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { defaultDataConverter } from '@temporalio/common';
import { assignThenFinish, click, memoryDevice, say, type } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';

const world = useAgents();

test('an activity that was started by no run does nothing, with the input of a run that waits for an approval', async () => {
  const place = { role: 'button', name: 'Delete account', on: { post: { url: world.ledger.url, body: { deleted: true } } } };
  const run = await world.harness.run(
    { host: assignThenFinish, app: [type('Reason', 'moved'), click('Delete account'), say('FINISH')] },
    {
      request: 'delete it',
      device: memoryDevice({
        start: 'main',
        screens: { main: { title: 'Account', controls: [{ role: 'textbox', name: 'Reason' }, place] } },
      }),
    },
  );
  await run.asks('confirmation');
  const { events } = await run.handle.fetchHistory();
  const scheduled = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
  const types = new Set(scheduled.map(({ activityType }) => activityType?.name));
  expect([...types]).toEqual(expect.arrayContaining(['perform', 'observe', 'decideApp', 'resolveSettings']));
  for (const { activityType, taskQueue, input } of scheduled) {
    const args = await Promise.all((input?.payloads ?? []).map((payload) => defaultDataConverter.payloadConverter.fromPayload(payload)));
    const [given] = args as readonly { readonly actions?: readonly { readonly action: object }[] }[];
    // The button that waits, in place of the field that was written into.
    const pressed = given?.actions?.map((each) => ({ ...each, action: { ...each.action, type: 'click', control: place } }));
    const ended = world.harness.client.activity.execute(activityType?.name ?? '', {
      id: randomUUID(),
      taskQueue: taskQueue?.name ?? '',
      args: pressed ? [{ ...given, actions: pressed }] : args,
      startToCloseTimeout: '20 seconds',
      heartbeatTimeout: '10 seconds',
      retry: { maximumAttempts: 1 },
    });
    await expect(ended).rejects.toMatchObject({
      cause: { type: 'not-yours', message: `Only a run can ask for '${activityType?.name}': it was started by itself.` },
    });
  }
  expect(world.ledger.entries).toHaveLength(0);
  const { requestId } = await run.asks('confirmation');
  await run.handle.signal('confirm', { requestId, approved: false });
  await run.handle.result();
  expect(world.ledger.entries).toHaveLength(0);
});
