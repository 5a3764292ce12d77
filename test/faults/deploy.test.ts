// Fifty runs that wait, for an answer or for a request, over a deploy whose workflows begin otherwise (FL3).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import type { DeploymentStatus } from '../../src/client/deployment.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery, subtasksQuery, taskQueue } from '../../src/workflows/messages.js';
import { fastTimings, memoryDevice } from '../support/agent-harness.js';
import { assignOnce } from '../support/fault-harness.js';
import { buildWith, type OtherBuild } from '../support/broken-worker.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.js';

const unhandledCommand = proto.temporal.api.enums.v1.WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;
const asking = 3;
const idle = 47;
/** Of the idle ones: each opens a device, which takes its time. */
const requested = 5;

describe('a deploy with an incompatible change', () => {
  let server: DevServer;
  let folder: string;
  let client: Client;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let next: OtherBuild;
  let steadyhand: CommandLine;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    server = await startDevServer();
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-deploy-'));
    client = await connectTemporal(findTemporal(folder, { TEMPORAL_ADDRESS: server.address }));
    model = await startScriptedModel({
      script: ({ text, fields }) => {
        if (fields.includes('CurrentSubtask')) return assignOnce(readPrompt(text));
        return text.includes('this very one')
          ? { Function: '', Status: 'FINISH', Result: 'done', Comment: 'done' }
          : { Function: '', Status: 'PENDING', Questions: ['Which?'], Comment: 'asks' };
      },
    });
    steadyhand = commandLine({ address: server.address, folder, env: { STEADYHAND_SHARED: join(folder, 'shared') } });
    // A timer where the version before has none: its histories do not replay.
    next = await buildWith('async function resolve(input)', 'await (0, _temporalio_workflow__WEBPACK_IMPORTED_MODULE_0__.sleep)(1);');
  });

  afterAll(async () => {
    for (const worker of workers) await worker.kill('SIGKILL');
    await next?.remove();
    await model?.close();
    await client?.connection.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** `kinds`: none for a worker that only decides. */
  async function startWorker(home: string, buildId: string, kinds: string, program?: string): Promise<WorkerProcess> {
    const place = join(folder, home);
    await mkdir(place, { recursive: true });
    const settings = { slots: 8, timings: fastTimings, model: { images: false }, settings: { releaseDeviceAfter: 500 } };
    await writeFile(join(place, 'steadyhand.config.json'), JSON.stringify(settings));
    const env = {
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'scripted',
      STEADYHAND_MODEL: 'scripted-model',
      TEMPORAL_ADDRESS: server.address,
      STEADYHAND_SHARED: join(folder, 'shared'),
      STEADYHAND_KINDS: kinds,
      STEADYHAND_BUILD_ID: buildId,
    };
    const worker = await startWorkerProcess({ home: place, env, ...(program === undefined ? {} : { program }) });
    workers.push(worker);
    return worker;
  }

  async function status(): Promise<DeploymentStatus> {
    const { stdout } = await steadyhand('deploy', 'status', '--json');
    return JSON.parse(stdout) as DeploymentStatus;
  }

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });

  function start(id: string, what: object = { request: `order ${id}` }): Promise<WorkflowHandle<typeof hostAgent>> {
    const args: [unknown] = [{ ...what, device, keepOpen: true }];
    return client.workflow.start<typeof hostAgent>('hostAgent', { taskQueue, workflowId: id, args });
  }

  async function answer(handle: WorkflowHandle): Promise<void> {
    const { request } = await until(
      async () => {
        const progress = await handle.query(progressQuery);
        return progress.request && progress;
      },
      `the question of ${handle.workflowId}`,
      120_000,
    );
    await handle.signal('answer', { requestId: request?.requestId, answers: ['this very one'] });
  }

  test('FL3: fifty waiting runs end, none stuck, no error of nondeterminism; they move on when they continue as new', async () => {
    const old = await startWorker('host', '1.0.0', 'memory');
    expect(await steadyhand('deploy', 'promote', '2.0.0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no version '2.0.0', but 1.0.0"),
    });
    expect(await steadyhand('deploy', 'promote', '1.0.0')).toMatchObject({ code: 0 });
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
    const history = await first?.fetchHistory();
    const codePath = join(dirname(next.program), 'workflow-bundle.js');
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath } }, history)).rejects.toThrow(/[Nn]ondeterminism/);
    // For days: the devices are given back.
    await until(
      async () => (await client.workflow.count("WorkflowType='deviceSession' AND ExecutionStatus='Running'")).count === 0,
      'devices given back',
      60_000,
    );

    // As docs/production.md has it: the old version decides on, without devices; the new one has the host.
    await startWorker('decides', '1.0.0', 'none');
    await old.kill('SIGTERM');
    await startWorker('host', '2.0.0', 'memory', next.program);
    const promoted = await steadyhand('deploy', 'promote', '2.0.0');
    expect(promoted).toMatchObject({ code: 0, stderr: '' });
    expect(await status()).toMatchObject({ current: '2.0.0' });
    expect((await status()).versions).toEqual(
      expect.arrayContaining([expect.objectContaining({ buildId: '1.0.0', state: 'draining', open: 2 * asking + idle })]),
    );
    const fresh = await start('begins-after');
    for (const handle of [...waiting, fresh]) await answer(handle);
    for (const handle of open.slice(0, requested)) await handle.signal('request', { text: 'order this very one' });
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
      60_000,
    );
    for (const handle of [...waiting, fresh, ...open.slice(0, requested)]) {
      expect(await handle.query(subtasksQuery)).toMatchObject([{ status: 'FINISH' }]);
    }
    for (const handle of [...waiting, fresh, ...open]) await handle.cancel();
    await until(async () => (await client.workflow.count("ExecutionStatus='Running'")).count === 0, 'the end of all', 120_000);
    expect(await failedTasks(client)).toEqual([]);
  }, 480_000);
});

/** Its settings are resolved, and it waits for a request. */
async function isIdle(handle: WorkflowHandle): Promise<boolean> {
  const { raw, status } = await handle.describe();
  return status.name === 'RUNNING' && (raw.pendingActivities ?? []).length === 0 && Number(raw.workflowExecutionInfo?.historyLength) > 10;
}

/** Workflow tasks that failed for another reason than that a message came while they were at work. */
async function failedTasks(client: Client): Promise<readonly string[]> {
  const failed: string[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { workflowTaskFailedEventAttributes: attributes } of events ?? [])
      if (attributes && attributes.cause !== unhandledCommand)
        failed.push(`${workflowId}: ${attributes.cause} ${attributes.failure?.message}`);
  }
  return failed;
}
