// Hosts that stay away: actions in their queues, and what they finish before others begin.
import { describe, expect, test } from '@jest/globals';
import { threePresses } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import {
  expectEffectsInTime,
  harness,
  hasPerform,
  ledgerFromNow,
  noneLeft,
  nothingOn,
  onHosts,
  pastOpenPollsMs,
  threeTimes,
} from '../support/two-hosts.js';
import { until } from '../support/until.js';

describe('a host that stays away for long enough', () => {
  // A decision that was with the lost host, and then a workflow task, take up to 15 s to come back: its device must wait longer than that.
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 20_000 } });

  test('D3: an action that its host did not take in time never runs there, even when the host is back', async () => {
    const ledger = ledgerFromNow();
    const first = harness.answerHeld(2);
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000 }));
    const lost = await harness.holderOf(handle);
    const release = await first;
    await lost.worker.kill('SIGKILL');
    release();
    const begun = await lost.begun();
    await hasPerform(handle, 'silent');
    await until(async () => (await harness.devices()).length === 2, 'the device of the other host', pastOpenPollsMs);
    await lost.startAgain();
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    const struck = { 'host killed': 1 };
    tellCounts('two hosts, one lost', judge({ entries: ledger.entries(), wanted: threeTimes, results: [result], struck }));
    await nothingOn(lost);
    expect(await lost.begun()).toBe(begun);
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });
});

describe('a host that stays away until another takes over', () => {
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 4_000 } });

  test('D7: drained during an action and gone, the host finishes it before the other begins, and adds nothing afterwards', async () => {
    const ledger = ledgerFromNow();
    const begun = await harness.begun();
    const handle = await harness.start(threePresses(harness.ledger.url, { first: { delayMs: 2_000 } }));
    const drained = await harness.holderOf(handle);
    await until(async () => (await harness.begun()) > begun, 'an action that has begun');
    await drained.worker.kill('SIGTERM');
    const begunThere = await drained.begun();
    expect(ledger.entries()[0]).toEqual({ press: 1 });
    await expect(handle.result()).resolves.toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    await drained.startAgain();
    await nothingOn(drained);
    expect(await drained.begun()).toBe(begunThere);
    // What the first device received before it was lost, then the whole order on the other.
    expect(ledger.entries().slice(-3)).toEqual(threeTimes);
    expect(ledger.entries()).toHaveLength(begunThere - begun + 3);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });
});
