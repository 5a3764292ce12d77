// The server's database is put back to an earlier copy while runs are open (docs/production.md, "Backup and restore"). Temporal has forgotten what was
// done since; the host has not: it refuses orders to a device as an earlier worker held it, those decided on a screen that it has left, and those in its journal.
import { cp, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pressUntilDone, startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';

let server: DevServer;
let harness: FaultHarness;

beforeAll(async () => {
  server = await startDevServer();
  // Two are wanted. The button is still there then: sent once more, it would make three.
  harness = await startFaultHarness({
    address: server.address,
    app: (facts) => pressUntilDone(facts.title === 'Added 2' ? { ...facts, find: () => undefined } : facts),
  });
});
afterAll(async () => {
  await harness?.close();
  await server?.stop();
});

const backup = 'backup-';

/** The database and what belongs to it, copied within its folder. The server is stopped meanwhile, as for any backup of files. */
async function copied(from: string, to: string): Promise<void> {
  const { port, dbFilename } = server;
  await server.stop({ keepFolder: true });
  const folder = dirname(dbFilename);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${from}${basename(dbFilename)}`));
  for (const name of names) await cp(join(folder, name), join(folder, `${to}${name.slice(from.length)}`), { recursive: true });
  server = await startDevServer({ port, dbFilename });
}

test('what was done after the copy was taken is not sent again: the run looks at the screen as it is, and goes on', async () => {
  const presses = () => harness.ledger.entries.map((entry) => (entry as { press: number }).press);
  const first = harness.answerHeld(3);
  const run = await harness.start(threePresses(harness.ledger.url));
  const decide = await first;
  expect(presses()).toEqual([1]);
  await copied('', backup);

  const later = harness.answerHeld(1);
  decide();
  const decideLater = await later;
  expect(presses()).toEqual([1, 2]);
  await harness.worker.kill('SIGTERM');
  await copied(backup, '');
  decideLater();
  await harness.hosts[0]?.startAgain();
  expect(await run.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0, previousSubtasks: [{ result: 'Added 2' }] });
  expect(presses()).toEqual([1, 2]);
}, 150_000);
