// Hosts that are lost, and what the others do meanwhile: sessions that move, slots that are free again.
import { describe, expect, test } from '@jest/globals';
import { threePresses, type FaultHost } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { activityNamesOf } from '../support/performs.js';
import { repeat } from '../support/repeat.js';
import { deviceOf, expectEffectsInTime, harness, ledgerFromNow, noneLeft, nothingOn, onHosts, threeTimes } from '../support/two-hosts.js';
import { until } from '../support/until.js';

const scene = 'two hosts, one lost';

describe('a session that moves to another host on its own', () => {
  onHosts({ timings: { hostSilenceMs: 2_000, reopenAfterMs: 60_000 } });

  test('D6: when the first of two hosts is killed and comes back, there is one device, and no driver is left behind', async () => {
    const ledger = ledgerFromNow();
    const first = harness.answerHeld(2);
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 3_000 }));
    const lost = await harness.holderOf(handle);
    const before = await deviceOf(handle);
    const release = await first;
    await lost.worker.kill('SIGKILL');
    release();
    expect(await lost.drivers()).toEqual([before.attachment.pid]);
    const others = harness.hosts.filter((host) => host !== lost);
    const [after] = await until(async () => {
      const found = (await Promise.all(others.map((host) => host.devices()))).flat();
      return found.length > 0 && found;
    }, 'the device on the other host');
    // One session, so the same id; another UI session, so a higher epoch.
    expect(after).toMatchObject({ deviceId: before.deviceId });
    expect(after?.epoch).toBeGreaterThan(before.epoch);
    await lost.startAgain();
    await nothingOn(lost);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect(await harness.drivers()).toHaveLength(1);
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    tellCounts(scene, judge({ entries: ledger.entries(), wanted: threeTimes, results: [result], struck: { 'host killed': 1 } }));
    expect(ledger.entries()).toEqual(threeTimes);
    await expectEffectsInTime(handle, ledger.times());
    await noneLeft();
  });
});

describe('two hosts of one slot each', () => {
  onHosts({ slots: 1, timings: { reopenAfterMs: 60_000 } });

  test('D6: frozen with a hold that it had not begun, a host opens nothing when it wakes: the session has its device elsewhere', async () => {
    const occupying = await harness.start(threePresses(harness.ledger.url, { guarded: 1 }));
    await until(async () => (await harness.progress(occupying)).request, 'a confirmation');
    const busy = await harness.holderOf(occupying);
    const frozen = harness.hosts.find((host) => host !== busy);
    if (!frozen) throw new Error('there is no second host');
    const ledger = ledgerFromNow();
    frozen.worker.freeze();
    // The server gives the hold to a host that it knows to have a free slot.
    const handle = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 2_000 }));
    const session = `${handle.workflowId}/device-1`;
    const names = () => activityNamesOf(harness.client, session).catch(() => []);
    await until(async () => (await names()).length === 2, 'the hold that is given to nobody in vain');
    await occupying.cancel();
    const opened = await harness.holderOf(handle);
    expect(opened).toBe(busy);
    frozen.worker.thaw();
    const seen = watchOpened(frozen);
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    tellCounts(scene, judge({ entries: ledger.entries(), wanted: threeTimes, results: [result], struck: { 'host frozen': 1 } }));
    expect(await seen.end()).toEqual([]);
    expect(ledger.entries()).toEqual(threeTimes);
    expect(await names()).toHaveLength(2);
    await noneLeft();
  });

  /** Drivers that the host opens from now on. */
  function watchOpened(host: FaultHost) {
    const opened = new Set<number>();
    const stop = repeat(async () => (await host.drivers()).forEach((pid) => opened.add(pid)));
    return { end: async () => (await stop(), [...opened]) };
  }
});

describe('one slot', () => {
  onHosts({ hosts: 1, slots: 1 });

  test('D8: with a second session waiting, a host killed and back never has two devices, nor two sessions on one', async () => {
    const ledger = ledgerFromNow();
    const holding = await harness.start(threePresses(harness.ledger.url, { delayAfterMs: 1_000, body: { run: 'first' } }));
    await deviceOf(holding);
    const waiting = await harness.start(threePresses(harness.ledger.url, { body: { run: 'second' } }));
    const session = harness.client.workflow.getHandle(`${waiting.workflowId}/device-1`);
    await until(async () => (await session.describe()).status.name === 'RUNNING', 'the session that waits');
    const seen = watch();
    await until(async () => ledger.entries().length > 0, 'an effect');
    await harness.restart('SIGKILL');
    const results = [await holding.result(), await waiting.result()];
    expect(results.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    const { most, owners } = await seen.end();
    expect(most).toBe(1);
    expect([...owners.values()].map(({ size }) => size)).toEqual([1, 1]);
    const wanted = ['first', 'second'].flatMap((run) => threeTimes.map((press) => ({ run, ...press })));
    tellCounts('one host, lost and back', judge({ entries: ledger.entries(), wanted, results, struck: { 'host killed': 1 } }));
    expect(ledger.entries()).toEqual(wanted);
    await noneLeft();
  });

  /** The most drivers that lived at once, and whose each was. */
  function watch() {
    let most = 0;
    const owners = new Map<number, Set<string>>();
    const stop = repeat(async () => {
      most = Math.max(most, (await harness.drivers()).length);
      for (const { attachment, ownerWorkflowId } of await harness.devices())
        if (attachment.pid) owners.set(attachment.pid, (owners.get(attachment.pid) ?? new Set()).add(ownerWorkflowId));
    });
    return { end: async () => (await stop(), { most, owners }) };
  }
});
