import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import { createLeaseChecks, type LeaseChecks } from '../../../src/host/lease-checks.js';
import { onlyReplayed } from '../../support/caching.js';
import { sharedServerAddress, temporalCli, temporalEnvironment } from '../../support/temporal-server.js';
import { quietRuntime } from '../../support/quiet-runtime.mjs';
import { until } from '../../support/until.js';

const execute = promisify(execFile);
const hostIdentity = `host-${randomUUID()}`;
const queues = {
  workflows: `desk-${randomUUID()}`,
  hold: `hold-${randomUUID()}`,
  shared: `shared-${randomUUID()}`,
  nobody: `nobody-${randomUUID()}`,
};

let workflowBundle: WorkflowBundle;
let client: Client;
let native: NativeConnection;
let desk: LeaseChecks;
const workers: { readonly worker: Worker; readonly ended: Promise<void> }[] = [];
const tokens: Uint8Array[] = [];

async function start(options: Parameters<typeof Worker.create>[0]): Promise<void> {
  const worker = await Worker.create({ connection: native, shutdownForceTime: '1 second', ...options });
  workers.push({ worker, ended: worker.run() });
}

const activities = {
  async leaseDevice(): Promise<void> {
    const context = Context.current();
    tokens.push(context.info.taskToken);
    context.heartbeat();
    await context.cancelled;
  },
};

beforeAll(async () => {
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('desk-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  });
});

describe.each(onlyReplayed)('the desk on a Temporal server (%s)', (_name, { options }) => {
  beforeAll(async () => {
    client = new Client({ connection: await Connection.connect({ address: sharedServerAddress() }) });
    quietRuntime();
    native = await NativeConnection.connect({ address: sharedServerAddress() });
    desk = createLeaseChecks({ client, workerIdentity: hostIdentity, leaseQueue: queues.hold });
    await start({ taskQueue: queues.workflows, workflowBundle, ...options });
    await start({ taskQueue: queues.hold, activities, identity: hostIdentity });
    await start({ taskQueue: queues.shared, activities, identity: 'another host' });
  });

  afterAll(async () => {
    for (const { worker } of workers) worker.shutdown();
    await Promise.all(workers.splice(0).map(({ ended }) => ended));
    await native.close();
    await client.connection.close();
  });

  function run(type: string, ...args: unknown[]) {
    return client.workflow.start(type, { taskQueue: queues.workflows, workflowId: `desk-${randomUUID()}`, args });
  }

  /** A session whose hold has begun. */
  async function holding(queue: string) {
    const before = tokens.length;
    const handle = await run('holding', queue);
    await until(() => tokens.length > before, 'the hold has begun');
    return { handle, runId: handle.firstExecutionRunId, token: tokens.at(-1) ?? new Uint8Array() };
  }

  describe('An owner', () => {
    test('lives while it runs', async () => {
      const owner = await run('continued', 0);
      expect(await desk.ownerLives(owner.workflowId, owner.firstExecutionRunId)).toBe('lives');
      await owner.terminate();
    });

    test('D9: stays alive when it continues as new', async () => {
      const owner = await run('continued', 2);
      await until(async () => (await owner.describe()).runId !== owner.firstExecutionRunId, 'three runs');
      expect(await desk.ownerLives(owner.workflowId, owner.firstExecutionRunId)).toBe('lives');
      await owner.terminate();
    });

    test('D10: stays alive after a reset', async () => {
      const owner = await run('continued', 0);
      await until(async () => (await owner.describe()).historyLength >= 4, 'a workflow task was completed');
      await execute(
        temporalCli(),
        [
          'workflow',
          'reset',
          '--workflow-id',
          owner.workflowId,
          '--run-id',
          owner.firstExecutionRunId,
          '--event-id',
          '4',
          '--reason',
          'test',
        ],
        { env: temporalEnvironment() },
      );
      await until(async () => (await owner.describe()).runId !== owner.firstExecutionRunId, 'the new run');
      expect(await desk.ownerLives(owner.workflowId, owner.firstExecutionRunId)).toBe('lives');
      await client.workflow.getHandle(owner.workflowId).terminate();
    });

    test('D11: is gone when it was terminated', async () => {
      const owner = await run('continued', 0);
      await owner.terminate();
      expect(await desk.ownerLives(owner.workflowId, owner.firstExecutionRunId)).toBe('gone');
      expect(await desk.announce(owner.workflowId, { sessionRunId: '', deviceId: '', hostId: '', epoch: 1, taskQueue: '' })).toBe(false);
    });

    test('D12: is gone when another chain has taken its id', async () => {
      const owner = await run('continued', 0);
      await owner.terminate();
      const stranger = await client.workflow.start('continued', { taskQueue: queues.workflows, workflowId: owner.workflowId, args: [0] });
      expect(await desk.ownerLives(owner.workflowId, owner.firstExecutionRunId)).toBe('gone');
      await stranger.terminate();
    });

    test('that never existed is gone', async () => {
      expect(await desk.ownerLives(`never-${randomUUID()}`, randomUUID())).toBe('gone');
    });

    test('D17: is unknown when the server cannot be reached', async () => {
      const connection = Connection.lazy({ address: '127.0.0.1:1' });
      const cut = createLeaseChecks({ client: new Client({ connection }), workerIdentity: hostIdentity, leaseQueue: queues.hold });
      const lease = cut.confirm(new Uint8Array([1]), {}).catch((error: { code: string }) => error.code);
      const answers = await Promise.all([cut.ownerLives('owner', 'run'), cut.sessionStanding('session', 'run'), lease]);
      await connection.close();
      expect(answers).toEqual(['not-known', 'not-known', 'lease-unconfirmed']);
    });
  });

  describe('A lease', () => {
    test('stands while the activity is still wanted', async () => {
      const { handle, token } = await holding(queues.hold);
      await desk.confirm(token, { hostId: 'h' });
      await handle.terminate();
    });

    test.each(['terminate', 'cancel'] as const)('D4, D14: is lost after %s, at once', async (how) => {
      const { handle, token } = await holding(queues.hold);
      await handle[how]();
      // A cancellation reaches the activity with the workflow's next task.
      await until(
        () =>
          desk.confirm(token, {}).then(
            () => false,
            (error: { code: string }) => error.code === 'lease-lost',
          ),
        'the loss of the lease',
      );
      if (how === 'cancel') await handle.result().catch(() => undefined);
    });
  });

  describe('A hold', () => {
    test('D5: stands until Temporal gives it up', async () => {
      const { handle, token } = await holding(queues.hold);
      expect(await desk.leaseStands(token, {})).toBe('stands');
      await handle.terminate();
      expect(await desk.leaseStands(token, {})).toBe('gone');
    });
  });

  describe('A session', () => {
    test('D6: that holds on this host wants its device here, on another host elsewhere', async () => {
      const [here, there] = [await holding(queues.hold), await holding(queues.shared)];
      expect(await desk.sessionStanding(here.handle.workflowId, here.runId)).toBe('here');
      expect(await desk.sessionStanding(there.handle.workflowId, there.runId)).toBe('elsewhere');
      await here.handle.terminate();
      await there.handle.terminate();
    });

    test("D6: that waits on another host's queue wants its device elsewhere", async () => {
      const waiting = await run('holding', queues.nobody);
      await until(async () => (await waiting.describe()).raw.pendingActivities?.length === 1, 'the hold is scheduled');
      expect(await desk.sessionStanding(waiting.workflowId, waiting.firstExecutionRunId)).toBe('elsewhere');
      await waiting.terminate();
    });

    test('D13: that was terminated has ended', async () => {
      const { handle, runId } = await holding(queues.hold);
      await handle.terminate();
      expect(await desk.sessionStanding(handle.workflowId, runId)).toBe('ended');
    });

    test('D10: whose id a stranger has taken has ended', async () => {
      const { handle, runId } = await holding(queues.hold);
      await handle.terminate();
      const stranger = await client.workflow.start('continued', { taskQueue: queues.workflows, workflowId: handle.workflowId, args: [0] });
      expect(await desk.sessionStanding(handle.workflowId, runId)).toBe('ended');
      await stranger.terminate();
    });
  });
});

/** gRPC: 1 is CANCELLED, 12 UNIMPLEMENTED (which a client takes from an old server). */
async function startServerThatCancels() {
  const server = createServer().on('stream', (stream, { ':path': path }) => {
    const status = path?.endsWith('/GetSystemInfo') ? '12' : '1';
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': 'Call cancelled' },
      { endStream: true },
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('A server that cancels a call because it sees the deadline pass first', () => {
  test('D17: has not answered: no owner is gone, and no lease stands', async () => {
    const server = await startServerThatCancels();
    const connection = Connection.lazy({ address: `127.0.0.1:${(server.address() as AddressInfo).port}` });
    const cut = createLeaseChecks({ client: new Client({ connection }), workerIdentity: hostIdentity, leaseQueue: queues.hold });
    const lease = cut.confirm(new Uint8Array([1]), {}).catch(({ code, message }: { code: string; message: string }) => ({ code, message }));
    const device = { sessionRunId: '', deviceId: '', hostId: '', epoch: 1, taskQueue: '' };
    const answers = await Promise.all([
      cut.ownerLives('owner', 'run'),
      cut.sessionStanding('session', 'run'),
      cut.leaseStands(new Uint8Array([1]), {}),
      cut.announce('owner', device).then(
        () => 'announced',
        (error: unknown) => String((error as { cause?: unknown }).cause),
      ),
      lease,
    ]);
    await connection.close();
    server.close();
    expect(answers).toEqual([
      'not-known',
      'not-known',
      'not-known',
      expect.stringContaining('Call cancelled'),
      { code: 'lease-unconfirmed', message: expect.stringContaining('Call cancelled') },
    ]);
  });
});
