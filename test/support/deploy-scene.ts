// A deploy (FL3): a server, two builds of the worker of which one does not replay the histories of the other, and runs that ask before they act.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { startScriptedModel, type AnsweredTurn, type Script } from '../../examples/scripted-model/server.mjs';
import { deploymentStatus, type DeploymentStatus } from '../../src/client/deployment.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery, taskQueue } from '../../src/workflows/messages.js';
import { fastTimings } from './agent-harness.js';
import { buildWith } from './broken-worker.js';
import { commandLine, printed, type CommandLine } from './command-line.js';
import { quietRuntime } from './quiet-runtime.mjs';
import { startDevServer } from './temporal-server.js';
import { until } from './until.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

const unhandledCommand = proto.temporal.api.enums.v1.WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND;
/** What the script of a scene waits for in a prompt. */
export const theAnswer = 'this very one';

export interface DeployScene {
  readonly client: Client;
  readonly folder: string;
  readonly steadyhand: CommandLine;
  /** The program whose workflows begin otherwise. */
  readonly next: string;
  asked(): readonly AnsweredTurn[];
  /** `kinds`: none for a worker that only decides. */
  startWorker(home: string, buildId: string, kinds: string, program?: string): Promise<WorkerProcess>;
  /** With the Temporal CLI, as docs/production.md has it. */
  promote(buildId: string): Promise<string>;
  status(): Promise<DeploymentStatus>;
  start(id: string, input: object): Promise<WorkflowHandle<typeof hostAgent>>;
  /** Waits for its question, and answers. */
  answer(handle: WorkflowHandle): Promise<void>;
  /** Resolves when a history of the version before is refused by the next one. */
  isIncompatible(handle: WorkflowHandle): Promise<boolean>;
  /** Workflow tasks that failed for another reason than that a message came while they were at work. */
  failedTasks(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function startDeployScene({ script, config }: { readonly script: Script; readonly config: object }): Promise<DeployScene> {
  const server = await startDevServer();
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-deploy-'));
  const client = await connectTemporal(findTemporal(folder, { TEMPORAL_ADDRESS: server.address }));
  const model = await startScriptedModel({ script });
  const shared = join(folder, 'shared');
  const steadyhand = commandLine({ address: server.address, folder, env: { STEADYHAND_SHARED: shared } });
  // A timer where the version before has none: its histories do not replay.
  const next = await buildWith(
    'carried.policy = settled.resolved.policy;',
    'await (0, _temporalio_workflow__WEBPACK_IMPORTED_MODULE_0__.sleep)(1);',
  );
  const workers: WorkerProcess[] = [];

  return {
    ...{ client, folder, steadyhand, next: next.program },
    asked: () => model.requests(),
    async startWorker(home, buildId, kinds, program) {
      const place = join(folder, home);
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'steadyhand.config.json'), JSON.stringify({ timings: fastTimings, model: { images: false }, ...config }));
      const env = {
        OPENAI_BASE_URL: `${model.url}/v1`,
        OPENAI_API_KEY: 'scripted',
        STEADYHAND_MODEL: 'scripted-model',
        TEMPORAL_ADDRESS: server.address,
        STEADYHAND_SHARED: shared,
        STEADYHAND_KINDS: kinds,
        STEADYHAND_BUILD_ID: buildId,
      };
      const worker = await startWorkerProcess({ home: place, env, ...(program === undefined ? {} : { program }) });
      workers.push(worker);
      return worker;
    },
    promote(buildId) {
      const version = ['--deployment-name', 'steadyhand', '--build-id', buildId];
      return printed(steadyhand)('temporal', 'worker', 'deployment', 'set-current-version', ...version, '--yes');
    },
    async status() {
      const status = await deploymentStatus(client, 'steadyhand');
      if (!status) throw new Error('No worker of the deployment was ever started.');
      return status;
    },
    start: (id, input) => client.workflow.start<typeof hostAgent>('hostAgent', { taskQueue, workflowId: id, args: [input] }),
    async answer(handle) {
      const { request } = await until(async () => {
        const progress = await handle.query(progressQuery);
        return progress.request && progress;
      }, `the question of ${handle.workflowId}`);
      await handle.signal('answer', { requestId: request?.requestId, answers: [theAnswer] });
    },
    async isIncompatible(handle) {
      quietRuntime();
      const codePath = join(dirname(next.program), 'workflow-bundle.js');
      return Worker.runReplayHistory({ workflowBundle: { codePath } }, await handle.fetchHistory()).then(
        () => false,
        (error: unknown) => /[Nn]ondeterminism/.test(String(error)),
      );
    },
    async failedTasks() {
      const failed: string[] = [];
      for await (const { workflowId, runId } of client.workflow.list()) {
        const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
        for (const { workflowTaskFailedEventAttributes: attributes } of events ?? [])
          if (attributes && attributes.cause !== unhandledCommand)
            failed.push(`${workflowId}: ${attributes.cause} ${attributes.failure?.message}`);
      }
      return failed;
    },
    async close() {
      for (const worker of workers) await worker.kill('SIGKILL');
      await next.remove();
      await model.close();
      await client.connection.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
