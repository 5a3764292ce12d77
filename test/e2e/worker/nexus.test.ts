// Runs for workflows of other namespaces, over Nexus (docs/design/fleet.md).
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  Client,
  Connection,
  WorkflowFailedError,
  type WorkflowHandle,
  type WorkflowHandleWithFirstExecutionRunId,
} from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { answerUpdate, progressQuery, taskQueue } from '../../../src/workflows/messages.js';
import { openDataConverter } from '../../../src/client.js';
import { startHarness, type Harness } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../../support/temporal-server.js';
import { findAll, historiesOf } from '../../support/what-a-run-wrote.js';
import { until } from '../../support/until.js';
import { callersTrace, type callFlow } from './nexus-workflows.js';

/** Opens no device. */
const asking: FlowInputDocument = {
  name: 'ask',
  nodes: [{ id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which day?' } }],
  edges: [],
};

interface OtherNamespace {
  readonly client: Client;
  call(flow: unknown): Promise<WorkflowHandleWithFirstExecutionRunId<typeof callFlow>>;
  /** The run that carries it out, in our namespace: the operation's token names it. */
  runOf(caller: WorkflowHandle<typeof callFlow>): Promise<string>;
  close(): Promise<void>;
}

/** Of the server at `address`, with a worker of its own and an endpoint to our queue. */
async function openOtherNamespace(address: string, dataConverter: DataConverter = {}): Promise<OtherNamespace> {
  const namespace = `elsewhere-${randomUUID().slice(0, 8)}`;
  const endpoint = `steadyhand-${randomUUID().slice(0, 8)}`;
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 } as never });
  const target = { worker: { namespace: 'default', taskQueue } };
  await connection.operatorService.createNexusEndpoint({ spec: { name: endpoint, target } });
  const client = new Client({ connection, namespace, dataConverter });
  const workflowsPath = fileURLToPath(new URL('nexus-workflows.ts', import.meta.url));
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [workflowsPath],
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (webpack) => ({ ...webpack, resolve: { ...webpack.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
    ...(dataConverter.failureConverterPath === undefined ? {} : { failureConverterPath: dataConverter.failureConverterPath }),
  });
  // The server needs some seconds until it knows a namespace everywhere.
  const worker = await until(
    () => Worker.create({ connection: native, namespace, taskQueue: 'callers', workflowBundle, dataConverter }).catch(() => undefined),
    'the namespace',
  );
  const running = worker.run();
  return {
    client,
    call: (flow) =>
      client.workflow.start<typeof callFlow>('callFlow', {
        taskQueue: 'callers',
        workflowId: `caller-${randomUUID()}`,
        args: [{ endpoint, flow: flow as FlowInputDocument }],
      }),
    runOf: (caller) =>
      until(async () => {
        const { pendingNexusOperations } = (await caller.describe()).raw;
        const [operation] = pendingNexusOperations ?? [];
        if (operation?.lastAttemptFailure) throw new Error(operation.lastAttemptFailure.message ?? 'the operation failed');
        const token = operation?.operationToken;
        return token ? (JSON.parse(Buffer.from(token, 'base64url').toString()) as { readonly wid: string }).wid : undefined;
      }, 'the run'),
    async close() {
      worker.shutdown();
      await running.catch(() => undefined);
      await native.close();
      await connection.close();
    },
  };
}

describe('FL23: another namespace', () => {
  const world = useAgents();
  let other: OtherNamespace;
  beforeAll(async () => {
    other = await openOtherNamespace(sharedServerAddress());
  });
  afterAll(() => other?.close());

  test('FL23, FL10: a workflow of another namespace runs a flow here, as part of its trace, where a person answers it', async () => {
    const caller = await other.call(asking);
    const id = await other.runOf(caller);
    expect(id).toMatch(/^flow-/);
    const run = world.harness.client.workflow.getHandle(id);
    expect((await run.describe()).memo?.['trace']).toEqual(callersTrace);
    const { requestId } = await until(async () => (await run.query(progressQuery)).request, 'the question');
    await run.executeUpdate(answerUpdate, { args: [{ requestId, answers: ['Friday'] }] });
    expect(await caller.result()).toBe('completed');
  });

  test('FL23: cancelled there, it ends here', async () => {
    const caller = await other.call(asking);
    const id = await other.runOf(caller);
    await caller.cancel();
    await expect(caller.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    await expect(world.harness.client.workflow.getHandle(id).result()).rejects.toBeInstanceOf(WorkflowFailedError);
  });

  test('FL23: an input that no run would accept fails at once, with the sentence', async () => {
    const caller = await other.call('no flow');
    const failure: unknown = await caller.result().catch((error: unknown) => error);
    const messages: string[] = [];
    for (let error = failure; error instanceof Error; error = error.cause) messages.push(error.message);
    expect(messages.at(-1)).toMatch(/^input\.flowRef is "no flow"/);
  });
});

describe('LK60: another namespace, where payloads are encrypted', () => {
  const keys = JSON.stringify({ keys: [{ id: 'first', secret: randomBytes(32).toString('base64url') }] });
  let server: DevServer;
  let harness: Harness;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await startDevServer({ inMemory: true });
    closing.push(() => server.stop());
    harness = await startHarness({ address: server.address, env: { STEADYHAND_ENCRYPTION_KEYS: keys } });
    closing.push(() => harness.close());
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const callers = async (keysOfTheirs: Readonly<Record<string, string>>): Promise<OtherNamespace> => {
    const dataConverter = await openDataConverter({ env: keysOfTheirs, folder: harness.home });
    const other = await openOtherNamespace(server.address, dataConverter);
    closing.push(() => other.close());
    return other;
  };

  test('LK60, FL23: a caller with the keys reads the result, and nobody else what was given and what came of it', async () => {
    const { client, call, runOf } = await callers({ STEADYHAND_ENCRYPTION_KEYS: keys });
    const caller = await call(asking);
    const id = await runOf(caller);
    const run = harness.client.workflow.getHandle(id);
    const { requestId } = await until(async () => (await run.query(progressQuery)).request, 'the question');
    await run.executeUpdate(answerUpdate, { args: [{ requestId, answers: ['Friday'] }] });
    expect(await caller.result()).toBe('completed');
    const written = new Map([...(await historiesOf(harness.client, id)), ...(await historiesOf(client, caller.workflowId))]);
    expect(written.size).toBeGreaterThan(1);
    expect(findAll(written, ['Which day?', 'Friday'])).toEqual([]);
  });

  test('LK60, FL23: a caller without them is refused at once with a sentence that he can read, and no run begins', async () => {
    const { call } = await callers({});
    const failure: unknown = await (await call(asking)).result().catch((error: unknown) => error);
    const messages: string[] = [];
    for (let error = failure; error instanceof Error; error = error.cause) messages.push(error.message);
    expect(messages.at(-1)).toMatch(/^Payloads are encrypted here, .* `dataConverter: await openDataConverter\(\)`/);
    expect(await harness.client.workflow.count("WorkflowType='flow' AND ExecutionStatus='Running'")).toMatchObject({ count: 0 });
  });
});
