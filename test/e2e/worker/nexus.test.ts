// Runs for workflows of other namespaces, over Nexus (docs/design/fleet.md).
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { answerUpdate, progressQuery, taskQueue } from '../../../src/workflows/messages.js';
import { useAgents } from '../../support/agents.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { callersTrace, type callFlow } from './nexus-workflows.js';

/** Opens no device. */
const asking: FlowInputDocument = {
  name: 'ask',
  nodes: [{ id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Which day?' } }],
  edges: [],
};

describe('FL23: another namespace', () => {
  const world = useAgents();
  const namespace = `elsewhere-${randomUUID().slice(0, 8)}`;
  const endpoint = `steadyhand-${randomUUID().slice(0, 8)}`;
  let connection: Connection;
  let native: NativeConnection;
  let elsewhere: Client;
  let worker: Worker;
  let running: Promise<void>;

  beforeAll(async () => {
    connection = await Connection.connect({ address: sharedServerAddress() });
    native = await NativeConnection.connect({ address: sharedServerAddress() });
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: { seconds: 86_400 } as never });
    const target = { worker: { namespace: 'default', taskQueue } };
    await connection.operatorService.createNexusEndpoint({ spec: { name: endpoint, target } });
    elsewhere = new Client({ connection, namespace });
    const workflowsPath = fileURLToPath(new URL('nexus-workflows.ts', import.meta.url));
    const workflowBundle = await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: [workflowsPath],
      logger: new DefaultLogger('ERROR'),
      webpackConfigHook: (webpack) => ({ ...webpack, resolve: { ...webpack.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
    });
    // The server needs some seconds until it knows a namespace everywhere.
    worker = await until(
      () => Worker.create({ connection: native, namespace, taskQueue: 'callers', workflowBundle }).catch(() => undefined),
      'the namespace',
      30_000,
    );
    running = worker.run();
  }, 120_000);
  afterAll(async () => {
    worker?.shutdown();
    await running?.catch(() => undefined);
    await native?.close();
    await connection?.close();
  });

  const call = (flow: unknown) =>
    elsewhere.workflow.start<typeof callFlow>('callFlow', {
      taskQueue: 'callers',
      workflowId: `caller-${randomUUID()}`,
      args: [{ endpoint, flow: flow as FlowInputDocument }],
    });

  /** The run that carries it out, in our namespace: the operation's token names it. */
  async function runOf(caller: Awaited<ReturnType<typeof call>>): Promise<string> {
    return until(async () => {
      const { pendingNexusOperations } = (await caller.describe()).raw;
      const [operation] = pendingNexusOperations ?? [];
      if (operation?.lastAttemptFailure) throw new Error(operation.lastAttemptFailure.message ?? 'the operation failed');
      const token = operation?.operationToken;
      return token ? (JSON.parse(Buffer.from(token, 'base64url').toString()) as { readonly wid: string }).wid : undefined;
    }, 'the run');
  }

  test('FL23, FL10: a workflow of another namespace runs a flow here, as part of its trace, where a person answers it', async () => {
    const caller = await call(asking);
    const id = await runOf(caller);
    expect(id).toMatch(/^flow-/);
    const run = world.harness.client.workflow.getHandle(id);
    expect((await run.describe()).memo?.['trace']).toEqual(callersTrace);
    const { requestId } = await until(async () => (await run.query(progressQuery)).request, 'the question');
    await run.executeUpdate(answerUpdate, { args: [{ requestId, answers: ['Friday'] }] });
    expect(await caller.result()).toBe('completed');
  }, 120_000);

  test('FL23: cancelled there, it ends here', async () => {
    const caller = await call(asking);
    const id = await runOf(caller);
    await caller.cancel();
    await expect(caller.result()).rejects.toBeInstanceOf(WorkflowFailedError);
    await expect(world.harness.client.workflow.getHandle(id).result()).rejects.toBeInstanceOf(WorkflowFailedError);
  }, 120_000);

  test('FL23: an input that no run would accept fails at once, with the sentence', async () => {
    const caller = await call('no flow');
    const failure: unknown = await caller.result().catch((error: unknown) => error);
    const messages: string[] = [];
    for (let error = failure; error instanceof Error; error = error.cause) messages.push(error.message);
    expect(messages.at(-1)).toMatch(/^input\.flowRef is "no flow"/);
  }, 60_000);
});
