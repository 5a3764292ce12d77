// HP22: a host that is out of reach may still send what it was given. An effect check that finds nothing done then proves nothing.
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isStepEntry } from '../../src/domain/run/entry.js';
import { storesIn } from '../support/stores-in.js';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { listen, type TestServer } from '../support/http.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

let harness: FaultHarness;
let record: TestServer;
beforeAll(async () => {
  record = await listen(async (_, response) => void response.end(JSON.stringify({ count: harness.ledger.entries.length })), '127.0.0.1');
  const http = { url: `http://127.0.0.1:${record.port}` };
  harness = await startFaultHarness({
    address: sharedServerAddress(),
    hosts: 2,
    timings: { hostSilenceMs: 2_000 },
    config: {
      effectChecks: { presses: { http, value: 'count', expect: { rises: 1 }, settleMs: 500 } },
      guard: { rules: [{ reason: 'adds something', words: ['add'], effectCheck: 'presses' }] },
    },
  });
});
afterAll(async () => {
  await harness?.close();
  await record?.close();
});

test('HP22: what a lost host was given, and nobody has seen yet, stays unknown; it happens later', async () => {
  const handle = await harness.start(threePresses(harness.ledger.url, { first: { delayMs: 20_000 } }));
  const { requestId } = await until(async () => (await harness.progress(handle)).request, 'a confirmation');
  const lost = await harness.holderOf(handle);
  await handle.signal('confirm', { requestId, approved: true });
  await until(async () => (await lost.begun()) === 1, 'the press');
  await lost.worker.kill('SIGKILL');
  const { records } = storesIn(join(dirname(harness.home), 'shared'));
  const recovery = await until(async () => {
    const told = (await records.read(handle.workflowId))
      .filter(isStepEntry)
      .flatMap(({ data }) => (data['recovery'] ?? []) as readonly { readonly check?: string }[]);
    return told.find(({ check }) => check !== undefined);
  }, 'what the check found, in the records of the run');
  expect(recovery).toMatchObject({
    journal: 'host-unreachable',
    check: 'check-too-early',
    witness: "the check 'presses' was 0 and still is",
  });
  await until(() => harness.ledger.entries.length === 1, 'the press that was on its way');
  await handle.terminate();
});
