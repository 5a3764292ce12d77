// What holds for every engine (drive-1 to drive-6 of src/workflows/engine/drive.ts), with a toy engine on a server that suggests continue-as-new from the first workflow task on.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client, Connection, WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { quietRuntime } from '../../support/quiet-runtime.mjs';
import { type DevServer, startDevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { slowUpdate, type toy, type ToyInput } from './drive-workflows.js';

const taskQueue = 'toys';
let server: DevServer;
let client: Client;
let native: NativeConnection;
let worker: Worker;
let ended: Promise<void>;
/** What the test's toy engine has recorded. */
let notes: string[] = [];

beforeAll(async () => {
  server = await startDevServer({ suggestContinueAsNewAt: 1 });
  client = new Client({ connection: await Connection.connect({ address: server.address }) });
  quietRuntime();
  native = await NativeConnection.connect({ address: server.address });
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('drive-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
  });
  const activities = { note: async (what: string) => void notes.push(what) };
  worker = await Worker.create({ connection: native, taskQueue, workflowBundle, activities, shutdownForceTime: '1 second' });
  ended = worker.run();
});

afterAll(async () => {
  worker?.shutdown();
  await ended;
  await native?.close();
  await client?.connection.close();
  await server?.stop();
});

beforeEach(() => {
  notes = [];
});

function start(input: ToyInput): Promise<WorkflowHandle<typeof toy>> {
  return client.workflow.start<typeof toy>('toy', { taskQueue, workflowId: `toy-${randomUUID()}`, args: [input] });
}

test('CL22: it continues as new with its state, and never before a part has done something', async () => {
  const run = await start({ script: ['count', 'count', 'count'] });
  expect(await run.result()).toMatchObject({ left: [], parts: [1, 1, 1] });
  expect(notes).toEqual([]);
});

test.each([
  ['an answer waits to be taken', { replied: true }],
  ['the carried state is too large', { overfull: true }],
] as const)('CL22: it does not continue as new while %s', async (_, why) => {
  const run = await start({ script: ['count', 'count', 'count'], ...why });
  expect((await run.result()).parts).toEqual([3]);
});

test('CL22: it continues as new only when handlers have finished', async () => {
  const run = await start({ script: ['be-called', 'count'] });
  expect(await run.executeUpdate(slowUpdate)).toBe('heard to the end');
  expect((await run.result()).parts).toEqual([1, 1]);
});

test('CL22: active time is time worked, without time spent waiting', async () => {
  const run = await start({ script: ['work-and-wait', 'work-and-wait'] });
  const { worked, waited, active } = await run.result();
  expect(waited).toBeGreaterThanOrEqual(120);
  expect(worked).toBeGreaterThanOrEqual(60);
  expect(active).toBe(worked);
});

test('CL22: a failure ends the run and releases what it holds, once', async () => {
  const run = await start({ script: ['count', 'fail'] });
  await expect(run.result()).rejects.toThrow(WorkflowFailedError);
  expect((await run.describe()).status.name).toBe('FAILED');
  expect(notes).toEqual(['released']);
});

test('CL22: a cancellation stops the run and releases what it holds, once', async () => {
  const run = await start({ script: ['count', 'hang'] });
  await until(() => notes.includes('hanging'), 'the toy at its last step');
  await run.cancel();
  await expect(run.result()).rejects.toThrow(WorkflowFailedError);
  expect((await run.describe()).status.name).toBe('CANCELLED');
  expect(notes).toEqual(['hanging', 'stopped', 'released']);
});

test('CL22: an event that the machine refuses is a bug: it fails the workflow task, not the run, which keeps what it holds', async () => {
  const run = await start({ script: ['be-refused'] });
  const failed = await until(async () => {
    const { events } = await run.fetchHistory();
    return events?.find((event) => event.workflowTaskFailedEventAttributes)?.workflowTaskFailedEventAttributes ?? undefined;
  }, 'a workflow task that failed');
  expect(failed.failure?.message).toBe("'odd' is refused while 'be-refused' is due");
  expect((await run.describe()).status.name).toBe('RUNNING');
  expect(notes).toEqual([]);
  await run.terminate();
});
