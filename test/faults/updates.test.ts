import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { isTurnedAway, sendUpdate, updateInterceptors } from '../../src/client/updates.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { quietRuntime } from '../support/quiet-runtime.mjs';
import { until } from '../support/until.js';
import { endSignal, nudgeSignal, takeUpdate } from './updates-workflows.js';

const taskQueue = `updates-${randomUUID()}`;
let client: Client;
let native: NativeConnection;
let worker: Worker;
let ended: Promise<void>;

beforeAll(async () => {
  const address = sharedServerAddress();
  client = new Client({ connection: await Connection.connect({ address, interceptors: [...updateInterceptors] }) });
  quietRuntime();
  native = await NativeConnection.connect({ address });
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('updates-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
  });
  worker = await Worker.create({ connection: native, taskQueue, workflowBundle, shutdownForceTime: '1 second' });
  ended = worker.run();
});

afterAll(async () => {
  worker?.shutdown();
  await ended;
  await native?.close();
  await client?.connection.close();
});

function detailsOf(error: { readonly cause?: { readonly details?: string } }): string {
  return error.cause?.details ?? String(error);
}

test('D24: an Update that the server rejects at the moment of continuing as new is sent again, and accepted once', async () => {
  const handle = await client.workflow.start('restless', { taskQueue, workflowId: `updates-${randomUUID()}` });
  const { workflowId } = handle;
  const plain = new Client({ connection: await Connection.connect({ address: sharedServerAddress() }) });
  const sent: string[] = [];
  const turnedAway: string[] = [];
  const wrong: string[] = [];
  // Proof that the moment was hit: others, which send once, are rejected meanwhile.
  await until(async () => {
    const texts = [0, 1, 2, 3].map(() => randomUUID());
    sent.push(...texts);
    const once = texts.map(() =>
      plain.workflow
        .getHandle(workflowId)
        .executeUpdate(takeUpdate, { args: ['once'] })
        .catch(detailsOf),
    );
    const nudges = Array.from({ length: 16 }, () => client.workflow.getHandle(workflowId).signal(nudgeSignal));
    const replies = await Promise.all(texts.map((text) => sendUpdate(client, workflowId, takeUpdate, text).catch(String)));
    wrong.push(...replies.filter((reply, index) => reply !== `taken ${texts[index]}`));
    turnedAway.push(...(await Promise.all(once)).filter((reply) => reply !== 'taken once'));
    await Promise.all(nudges);
    return turnedAway.length > 0;
  }, 'an Update that is sent once and is turned away');
  expect(wrong).toEqual([]);
  expect(turnedAway.filter((details) => !isTurnedAway(details))).toEqual([]);
  // One whose reply was lost comes again when the run is already another part: its id identifies it.
  const again = randomUUID();
  sent.push(again);
  const parts = new Set<string>();
  while (parts.size < 3) {
    const update = { args: [again] as [string], updateId: 'again' };
    expect(await client.workflow.getHandle(workflowId).executeUpdate(takeUpdate, update)).toBe(`taken ${again}`);
    parts.add((await client.workflow.getHandle(workflowId).describe()).runId);
  }
  await plain.connection.close();
  await handle.signal(endSignal);
  const taken = (await handle.result()) as readonly string[];
  expect(taken.filter((text) => text !== 'once').toSorted()).toEqual(sent.toSorted());
});
