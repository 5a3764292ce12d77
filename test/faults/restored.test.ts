// The server's database is put back to an earlier copy while runs are open (docs/production.md, "Backup and restore"). Temporal has forgotten what was
// done since; the host has not: it refuses orders to a device as an earlier worker held it, those decided on a screen that it has left, and those in its journal.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pressUntilDone, startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { serverCopies } from '../support/server-copies.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe.each(serverCopies)('$name, put back', (copies) => {
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

  test('FL1: what was done after the copy was taken is not sent again: the run looks at the screen as it is, and goes on', async () => {
    const presses = () => harness.ledger.entries.map((entry) => (entry as { press: number }).press);
    const first = harness.answerHeld(3);
    const run = await harness.start(threePresses(harness.ledger.url));
    const decide = await first;
    expect(presses()).toEqual([1]);
    server = await copies.take(server);

    let decideLater = decide;
    // Once, or again: while the server was away, the question that is held may have been taken for lost, and is asked anew.
    while (presses().length < 2) {
      const later = harness.answerHeld(1);
      decideLater();
      decideLater = await later;
    }
    expect(presses()).toEqual([1, 2]);
    const events = async () => (await run.describe()).historyLength;
    const known = await events();
    await harness.worker.kill('SIGTERM');
    server = await copies.putBack(server);
    // It has forgotten.
    expect(await until(events, 'an answer of the server')).toBeLessThan(known);
    decideLater();
    await harness.hosts[0]?.startAgain();
    expect(await run.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0, previousSubtasks: [{ result: 'Added 2' }] });
    expect(presses()).toEqual([1, 2]);
  }, 300_000);
});
