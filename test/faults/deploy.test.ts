// Fifty runs that wait, for an answer or for a request, over a deploy whose workflows begin otherwise (FL3).
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { missingFor } from '../../src/client/run-start.js';
import { loadConfig } from '../../src/config/config.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { subtasksQuery } from '../../src/workflows/messages.js';
import { memoryDevice } from '../support/agent-harness.js';
import { startDeployScene, theAnswer, type DeployScene } from '../support/deploy-scene.js';
import { assignOnce } from '../support/fault-harness.js';
import { until } from '../support/until.js';

const asking = 3;
const idle = 47;
/** Of the idle ones: each opens a device, which takes its time. */
const requested = 5;

describe('a deploy with an incompatible change', () => {
  let scene: DeployScene;
  beforeAll(async () => {
    scene = await startDeployScene({
      config: { slots: 8, settings: { releaseDeviceAfter: 500 } },
      script: ({ text, fields }) => {
        if (fields.includes('CurrentSubtask')) return assignOnce(readPrompt(text));
        return text.includes(theAnswer)
          ? { Function: '', Status: 'FINISH', Result: 'done', Comment: 'done' }
          : { Function: '', Status: 'PENDING', Questions: ['Which?'], Comment: 'asks' };
      },
    });
  });
  afterAll(() => scene?.close());

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });

  const start = (id: string, what: object = { request: `order ${id}` }): Promise<WorkflowHandle<typeof hostAgent>> =>
    scene.start(id, { ...what, device, keepOpen: true });

  test('FL3: fifty waiting runs end, none stuck, no error of nondeterminism; they move on when they continue as new', async () => {
    const { client, steadyhand, startWorker, promote, status, answer } = scene;
    const old = await startWorker('host', '1.0.0', 'memory');
    const missing = () => missingFor({ client: () => Promise.resolve(client), config: () => loadConfig({}, scene.folder) }, 'memory');
    // It polls, and gets nothing yet.
    await until(async () => (await missing()) === 'version', 'a worker that gets no runs');
    const early = await start('begins-before');
    expect((await steadyhand('show', 'begins-before')).stdout).toMatch(/^It waits for a worker: none answers\..*`npx steadyhand doctor`/m);
    await promote('1.0.0');
    await until(async () => (await missing()) === undefined, 'a worker for new runs');
    await until(async () => (await early.query(subtasksQuery)).length === 0, 'the run that waited');
    await early.cancel();
    await early.result().catch(() => undefined);
    const waiting = await Promise.all(Array.from({ length: asking }, (_, n) => start(`asks-${n + 1}`)));
    const open = await Promise.all(Array.from({ length: idle }, (_, n) => start(`idle-${n + 1}`, {})));
    await until(
      async () => (await client.workflow.count("SteadyhandState='PENDING' AND ExecutionStatus='Running'")).count >= asking,
      'the questions',
      240_000,
    );
    await Promise.all(open.map((handle) => until(() => isIdle(handle), 'an idle run', 240_000)));
    // It is incompatible: a history of the version before does not replay.
    const [first] = waiting;
    expect(first && (await scene.isIncompatible(first))).toBe(true);
    // For days: the devices are given back.
    await until(
      async () => (await client.workflow.count("WorkflowType='deviceSession' AND ExecutionStatus='Running'")).count === 0,
      'devices given back',
    );

    // As docs/production.md has it: the old version decides on, without devices; the new one has the host.
    await startWorker('decides', '1.0.0', 'none');
    await old.kill('SIGTERM');
    await startWorker('host', '2.0.0', 'memory', scene.next);
    await promote('2.0.0');
    expect(await status()).toMatchObject({ current: '2.0.0' });
    expect((await status()).versions).toEqual(expect.arrayContaining([expect.objectContaining({ buildId: '1.0.0', open: asking + idle })]));
    const fresh = await start('begins-after');
    for (const handle of [...waiting, fresh]) await answer(handle);
    for (const handle of open.slice(0, requested)) await handle.signal('request', { text: `order ${theAnswer}` });
    // What is wrong is ignored, and wakes the run all the same.
    for (const handle of open.slice(requested)) await handle.signal('answer', { requestId: 'nobody-asks', answers: [''] });

    // keepOpen: each waits for a further request, on the new version.
    await until(
      async () => (await status()).versions.some(({ buildId, open }) => buildId === '2.0.0' && open === asking + idle + 1),
      'all on the new version',
      240_000,
    );
    await until(
      async () => (await status()).versions.some(({ buildId, open }) => buildId === '1.0.0' && open === 0),
      'none on the old one',
    );
    // A run moves before it begins with what was requested.
    for (const handle of [...waiting, fresh, ...open.slice(0, requested)]) {
      const statuses = async () => (await handle.query(subtasksQuery)).map(({ status: is }) => is).join();
      await until(async () => (await statuses()) === 'FINISH', `the end of the subtask of ${handle.workflowId}`);
    }
    for (const handle of [...waiting, fresh, ...open]) await handle.cancel();
    await until(async () => (await client.workflow.count("ExecutionStatus='Running'")).count === 0, 'the end of all');
    expect(await scene.failedTasks()).toEqual([]);
  }, 480_000);
});

/** Its settings are resolved, and it waits for a request. */
async function isIdle(handle: WorkflowHandle): Promise<boolean> {
  const { raw, status } = await handle.describe();
  return status.name === 'RUNNING' && (raw.pendingActivities ?? []).length === 0 && Number(raw.workflowExecutionInfo?.historyLength) > 10;
}
