// A run that waits for a person while its workers are upgraded.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { buildWith } from '../support/broken-worker.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

let harness: FaultHarness;
beforeAll(async () => {
  harness = await startFaultHarness({ address: sharedServerAddress() });
});
afterAll(() => harness?.close());

/** Two presses, each of which needs an approval. */
function twoDeletions(url: string): DeviceScript {
  const press = (count: number) => ({ role: 'button', name: 'Delete', on: { post: { url, body: { press: count } }, goto: `s${count}` } });
  const screen = (count: number) => ({
    title: `Deleted ${count}`,
    controls: [{ role: 'heading', name: `Deleted ${count}` }, ...(count < 2 ? [press(count + 1)] : [])],
  });
  return { start: 's0', screens: { s0: screen(0), s1: screen(1), s2: screen(2) } };
}

test('LK32: what was asked before ids had random digits is answered by its id; what is asked next has them', async () => {
  const [host] = harness.hosts;
  const before = await buildWith('async function requestSecret(', 'return { tell: 0 };');
  const asked = (id: RegExp) =>
    until(
      async () => {
        const { request } = await harness.progress(handle);
        return request && id.test(request.requestId) && request;
      },
      `a request like ${String(id)}`,
    );
  await harness.worker.kill('SIGTERM');
  await host?.startAgain(before.program);
  const handle = await harness.start(twoDeletions(harness.ledger.url));
  try {
    await asked(/^app-1\.c1$/);
  } finally {
    await harness.restart('SIGTERM');
    await before.remove();
  }
  await asked(/^app-1\.c1$/);
  await handle.signal('confirm', { requestId: 'app-1.c1', approved: true });
  const { requestId } = await asked(/^app-1\.c2-[0-9a-z]{26}$/);
  await handle.signal('confirm', { requestId: 'app-1.c2', approved: true });
  await until(async () => (await detailsOf()).includes("'app-1.c2' is not what is asked now"), 'the refusal of a guess');
  expect(harness.ledger.entries).toEqual([{ press: 1 }]);
  await handle.signal('confirm', { requestId, approved: true });
  expect(await handle.result()).toMatchObject({ outcome: 'completed' });
  expect(harness.ledger.entries).toEqual([{ press: 1 }, { press: 2 }]);

  async function detailsOf(): Promise<string> {
    return (await handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata')).currentDetails ?? '';
  }
});
