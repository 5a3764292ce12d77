// A device session is for the run that its ticket was sealed for, with that device and those origins (seals-2 of activities/run-seals.ts).
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowFailedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { startedWith } from '../../../src/client/history-entries.js';
import type { DeviceSessionInput } from '../../../src/workflows/device/device-session.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, say, type Run } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const world = useAgents();
const foreignQueue = `foreign-${randomUUID()}`;

let worker: Worker;
let ended: Promise<void>;
let native: NativeConnection;

beforeAll(async () => {
  native = await NativeConnection.connect({ address: sharedServerAddress() });
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('foreign-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  });
  worker = await Worker.create({ connection: native, taskQueue: foreignQueue, workflowBundle });
  ended = worker.run();
});

afterAll(async () => {
  worker.shutdown();
  await ended;
  await native.close();
});

const device = memoryDevice({ start: 'main', screens: { main: { title: 'Desk', controls: [] } } });

/** A run that waits for a person, and what it started its device session with. */
async function waiting(): Promise<{ readonly run: Run; readonly session: DeviceSessionInput; end(): Promise<void> }> {
  const run = await world.harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] },
    { request: 'ask', device },
  );
  const { requestId } = await run.asks();
  const { client } = world.harness;
  const { runId } = await client.workflow.getHandle(`${run.id}/device-1`).describe();
  return {
    run,
    session: (await startedWith(client, `${run.id}/device-1`, runId)) as DeviceSessionInput,
    async end() {
      await run.handle.signal('answer', { requestId, answers: ['this'] });
      await run.handle.result();
    },
  };
}

const failureOf = (result: Promise<unknown>): Promise<unknown> =>
  result.then(
    () => 'it did not fail',
    (error: WorkflowFailedError) => {
      let cause: Error | undefined = error.cause;
      while (cause?.cause instanceof Error) cause = cause.cause;
      return cause;
    },
  );

const refused = (message: RegExp) => expect.objectContaining({ type: 'not-yours', message: expect.stringMatching(message) });

test('a client that starts one is refused, whatever it names, and the run keeps its device', async () => {
  const { run, session, end } = await waiting();
  const forged = { ...session, deviceId: 'x', ownerWorkflowId: run.id };
  const handle = await world.harness.client.workflow.start('deviceSession', {
    taskQueue,
    workflowId: `${run.id}/device-2`,
    args: [forged],
  });
  expect(await failureOf(handle.result())).toEqual(
    refused(/^A device session is started by the run that needs a device, and by nobody else\.$/),
  );
  expect(world.harness.openDevices()).toBe(1);
  await end();
});

const cut = (ticket: string): string => `${ticket.slice(0, -8)}AAAAAAAA`;

test.each<readonly [string, (session: DeviceSessionInput) => object]>([
  ['with the ticket of another run', (session) => session],
  ['with that ticket, for another device', (session) => ({ ...session, spec: { ...session.spec, profile: 'bank' } })],
  ['with that ticket, for other origins', (session) => ({ ...session, origins: ['https://bank.example'] })],
  ['with a ticket that was changed', (session) => ({ ...session, ticket: cut(session.ticket) })],
  ['without a ticket', ({ ticket: _, ...session }) => session],
])('a workflow of somebody else is refused %s, and nothing is opened', async (_what, change) => {
  const { session, end } = await waiting();
  const handle = await world.harness.client.workflow.start('opener', {
    taskQueue: foreignQueue,
    workflowId: `foreign-${randomUUID()}`,
    args: [change({ ...session, deviceId: randomUUID() })],
  });
  expect(await failureOf(handle.result())).toEqual(
    refused(
      /^The ticket of this device session was not made for workflow foreign-.* with this device and these origins; no device was opened\.$/,
    ),
  );
  expect(world.harness.openDevices()).toBe(1);
  await end();
});
