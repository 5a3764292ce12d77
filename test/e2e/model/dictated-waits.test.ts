// A model's server that says when it is to be asked again, or is away: the run waits so long, says so, and keeps no device meanwhile.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowFailedError } from '@temporalio/client';
import { startScriptedModel } from '../../../examples/scripted-model/server.mjs';
import { waitsQuery } from '../../../src/workflows/messages.js';
import {
  assignThenFinish,
  type Answer,
  click,
  memoryDevice,
  say,
  scriptFor,
  startHarness,
  type Harness,
  type Run,
} from '../../support/agent-harness.js';
import { commandLine, printed } from '../../support/command-line.js';
import { startLedger, type Ledger } from '../../support/ledger.js';
import { judge, tellCounts } from '../../support/operations.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

let model: Awaited<ReturnType<typeof startScriptedModel>>;
let front: Server;
let ledger: Ledger;
let harness: Harness;
let folder: string;
let command: (...args: readonly string[]) => Promise<string>;
/** What the server says before it answers, each once. */
const dictated: string[] = [];
let asked = 0;
/** Of the run that was started last. */
let script: ReturnType<typeof scriptFor>;

beforeAll(async () => {
  [model, ledger, folder] = await Promise.all([
    startScriptedModel({ script: (turn) => script(turn) }),
    startLedger(),
    mkdtemp(join(tmpdir(), 'steadyhand-dictated-')),
  ]);
  front = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked += 1;
      const retryAfter = dictated.shift();
      if (retryAfter !== undefined) {
        response.writeHead(429, { 'retry-after': retryAfter, 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: 'The quota of today is used.' } }));
        return;
      }
      const forwarded = { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.concat(chunks) };
      fetch(`${model.url}${request.url}`, forwarded).then(
        async (answer) => response.end(await answer.text()),
        () => response.destroy(),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const address = sharedServerAddress();
  const env = { OPENAI_BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1` };
  harness = await startHarness({
    address,
    env,
    config: { settings: { releaseDeviceAfter: 5_000 }, model: { images: false, timeoutMs: 600_000 } },
  });
  command = printed(commandLine({ address, folder, env: { STEADYHAND_HOME: harness.home } }));
});
afterAll(async () => {
  await harness?.close();
  front?.close();
  await Promise.all([model?.close(), ledger?.close(), rm(folder, { recursive: true, force: true })]);
});

const counter = () =>
  memoryDevice({
    start: 'main',
    screens: {
      main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url }, goto: 'added' } }] },
      added: { title: 'Added', controls: [] },
    },
  });
/** By what it sees: after a wait it may see a device that was opened anew. */
const addOnce: Answer = (situation) => {
  const answer = situation.find('btn', /^Add$/) ? click('Add') : say('FINISH', { Result: 'added' });
  return typeof answer === 'function' ? answer(situation) : answer;
};
const start = (more: object = {}): Promise<Run> => {
  script = scriptFor({ host: assignThenFinish, app: [addOnce] });
  return harness.run({}, { request: 'add one', device: counter(), ...more });
};
const waiting = (run: Run): Promise<string> =>
  until(async () => (await run.handle.query(waitsQuery)) || undefined, 'the run says that it waits');

test('a wait of decades: the run says until when, has given its device back, and can be cancelled; another run does not wait', async () => {
  dictated.push('999999999');
  const run = await start();
  expect(await waiting(run)).toMatch(
    /^It waits until 20[5-9]\d-\d\d-\d\d \d\d:\d\d UTC\. .* is rate limited \(429\), to be asked again at 20.*: The quota of today is used\.$/,
  );
  await until(() => harness.openDevices() === 0, 'the device is given back');
  expect(await command('show', run.id)).toMatch(/It waits until 20[5-9]\d-/);
  expect(dictated).toEqual([]);
  const other = await start();
  expect(await other.handle.result()).toMatchObject({ outcome: 'completed' });
  expect(await other.handle.query(waitsQuery)).toBe('');
  await run.handle.cancel();
  await expect(run.handle.result()).rejects.toThrow();
});

test('a wait that ends: the same question is asked once more, its costs are counted, and the button is pressed once', async () => {
  const [before, calls] = [ledger.entries.length, asked];
  dictated.push('11');
  const run = await start();
  expect(await waiting(run)).toContain('to be asked again in 11 s');
  const { outcome, usage } = await run.handle.result();
  expect(outcome).toBe('completed');
  expect(ledger.entries.length - before).toBe(1);
  expect(usage.modelCalls).toBe(asked - calls - 1);
  expect(await run.handle.query(waitsQuery)).toBe('');
  // As long as the configuration gives four calls, and a minute.
  const { events } = await run.handle.fetchHistory();
  const given = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
    scheduled?.activityType?.name === 'decideApp' ? Number(scheduled.startToCloseTimeout?.seconds) : [],
  );
  expect(new Set(given)).toEqual(new Set([2_460]));
});

test('a wait beyond its time budget: the run fails at once, in a sentence with both', async () => {
  dictated.push('3600');
  const run = await start({ budget: { maxTimeMs: 60_000 } });
  const failure: unknown = await run.handle.result().catch((error: unknown) => (error as WorkflowFailedError).cause);
  expect((failure as Error).message).toMatch(
    /to be asked again at 20.*The quota of today is used\. That is later than the (59|60) s that are left for it \(budget\.maxTimeMs/,
  );
});

/** s: a minute and what goes before, so that a run waits once; `npm run test:all -- --operations` has it away for ten minutes. */
const awaySeconds = Number(process.env['STEADYHAND_AWAY_SECONDS'] ?? 40);

test(
  'a server that is away: the run says so, and goes on once it is back; the button is pressed once',
  async () => {
    const before = ledger.entries.length;
    const { port } = front.address() as AddressInfo;
    const wentAt = Date.now();
    front.closeAllConnections();
    await new Promise((resolve) => front.close(resolve));
    const run = await start();
    expect(await waiting(run)).toMatch(
      /^It waits until .* UTC\. The model server at .* cannot be reached \(ECONNREFUSED\)\. Check OPENAI_BASE_URL/,
    );
    await until(() => harness.openDevices() === 0, 'the device is given back');
    await until(() => Date.now() - wentAt > awaySeconds * 1_000, 'the server has been away so long', (awaySeconds + 10) * 1_000);
    await once(front.listen(port, '127.0.0.1'), 'listening');
    const struck = { [`model server away for ${awaySeconds} s`]: 1 };
    const results = [await run.handle.result()];
    const counts = tellCounts('model server away', judge({ entries: ledger.entries.slice(before), wanted: [{}], results, struck }));
    expect(counts).toMatchObject({ pressed: 1, twice: 0, lost: 0, unknown: 0, failed: 0 });
  },
  (awaySeconds + 240) * 1_000,
);
