// What a busy or sleeping machine does: a worker, a device's process, the device itself or the Temporal server stands still (SIGSTOP) for a moment up to far beyond every heartbeat, and goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { chanceOf } from '../support/chance.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { attend, pressOrAsk, startPressWorld, type PressWorld } from '../support/press-world.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const seed = Number(process.env['STEADYHAND_SEED'] ?? 1);
const runs = 3;
/** The heartbeats of the harness are 3 s. */
const freezesMs = [1_000, 5_000, 10_000];

describe('parts that stand still for a while', () => {
  let server: DevServer;
  let harness: FaultHarness;
  let world: PressWorld;
  const stopped = new Set<number>();
  beforeAll(async () => {
    server = await startDevServer();
    world = await startPressWorld({ presses: 12 });
    // Longer than any freeze: what stands still is not what is lost.
    const timings = { hostSilenceMs: 20_000, reopenAfterMs: 60_000 };
    harness = await startFaultHarness({ address: server.address, app: pressOrAsk, slots: runs, timings });
  });
  afterEach(() => stopped.forEach(goOn));
  afterAll(async () => {
    await harness?.close();
    await world?.close();
    await server?.stop();
  });

  const parts: Readonly<Record<string, (among: (below: number) => number) => Promise<readonly number[]>>> = {
    worker: async () => [harness.worker.pid],
    'device process': async (among) => oneOf(await harness.hands(), among),
    device: async (among) => oneOf(await harness.drivers(), among),
    // A machine that sleeps.
    'whole host': async () => [harness.worker.pid, ...(await harness.hands()), ...(await harness.drivers())],
    'Temporal server': async () => [server.pid],
  };

  test.each(Object.entries(parts))('D4: a %s that is frozen in the middle of runs: nothing twice, nothing lost', async (part, pidsOf) => {
    const chance = chanceOf(seed);
    const { entries } = world.ledger;
    const before = entries.length;
    const names = Array.from({ length: runs }, (_, run) => `${part.replaceAll(' ', '-')}-${run}`);
    const handles = [];
    for (const name of names) handles.push(await harness.start(world.deviceOf(name)));
    const pressing = attend(handles);
    const ending = pressing.ended();
    let frozen = 0;
    for (const ms of freezesMs) {
      const seen = entries.length;
      await until(() => entries.length > seen, 'a press');
      // Anywhere in a step: before, within and after the next press.
      await sleep(chance(900));
      const pids = await pidsOf(chance);
      pids.forEach(stop);
      await sleep(ms);
      pids.forEach(goOn);
      if (pids.length > 0) frozen += 1;
    }
    const results = await ending;
    const counts = judge({
      entries: entries.slice(before),
      wanted: world.wanted(names),
      results,
      struck: { [`${part} frozen`]: frozen },
      seed,
    });
    expect(tellCounts('parts that stand still', counts)).toMatchObject({ twice: 0, lost: 0, failed: 0, pressed: runs * world.presses });
    expect(frozen).toBe(freezesMs.length);
    expect(pressing.asked()).toBe(counts.unknown);
  });

  function stop(pid: number): void {
    stopped.add(pid);
    process.kill(pid, 'SIGSTOP');
  }

  function goOn(pid: number): void {
    stopped.delete(pid);
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has ended meanwhile.
    }
  }
});

function oneOf(pids: readonly number[], among: (below: number) => number): readonly number[] {
  return pids.slice(among(pids.length)).slice(0, 1);
}
