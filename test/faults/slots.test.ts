// Twenty runs before the four slots of one host, whose worker is killed again and again: runs that wait for a device, have one, or are about to give it back.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chanceOf } from '../support/chance.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { attend, pressOrAsk, startPressWorld, type PressWorld } from '../support/press-world.js';
import { repeat } from '../support/repeat.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const seed = Number(process.env['STEADYHAND_SEED'] ?? 1);
const runs = 20;
const slots = 4;
const kills = 4;

describe('twenty runs on four slots', () => {
  let harness: FaultHarness;
  let world: PressWorld;
  beforeAll(async () => {
    world = await startPressWorld({ presses: 3 });
    const timings = { hostSilenceMs: 20_000, reopenAfterMs: 60_000 };
    harness = await startFaultHarness({ address: sharedServerAddress(), app: pressOrAsk, slots, timings });
  });
  afterAll(async () => {
    await harness?.close();
    await world?.close();
  });

  test('D22: whose worker is killed four times: each run is served, nothing twice, nothing lost, never more devices than slots', async () => {
    const chance = chanceOf(seed);
    const { entries } = world.ledger;
    const names = Array.from({ length: runs }, (_, run) => `slots-${run}`);
    const handles = [];
    for (const name of names) handles.push(await harness.start(world.deviceOf(name)));
    let most = 0;
    const stop = repeat(async () => void (most = Math.max(most, (await harness.drivers()).length)));
    const pressing = attend(handles);
    const ending = pressing.ended();
    const all = runs * world.presses;
    for (let kill = 1; kill <= kills; kill += 1) {
      const at = Math.floor((kill * all) / (kills + 2)) + chance(slots);
      await until(() => entries.length >= at, `press ${at}`);
      await harness.restart('SIGKILL');
    }
    const results = await ending;
    await stop();
    const counts = judge({ entries, wanted: world.wanted(names), results, struck: { 'worker killed': kills }, seed });
    expect(tellCounts('20 runs on 4 slots', counts)).toMatchObject({ twice: 0, lost: 0, failed: 0, pressed: all });
    expect(most).toBe(slots);
    expect(pressing.asked()).toBe(counts.unknown);
    await until(async () => (await harness.drivers()).length === 0, 'the end of every device');
  });
});
