// The worker's wall clock jumps by an hour, ahead and back, in the middle of runs: as after a wrong time server, or when a virtual machine wakes. What exactly jumps stands in
// test/support/shifted-clock.mjs.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { attend, pressOrAsk, startPressWorld, type PressWorld } from '../support/press-world.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const hourMs = 3_600_000;
const runs = 3;

describe('a wall clock that jumps', () => {
  const folder = temporaryFolder();
  let harness: FaultHarness;
  let world: PressWorld;
  let file: string;
  beforeAll(async () => {
    world = await startPressWorld({ presses: 8 });
  });
  afterAll(async () => {
    await harness?.close();
    await world?.close();
  });

  test('D4: by an hour ahead and back again, and to an hour ago: nothing twice, nothing lost, and no run takes an hour', async () => {
    file = join(folder(), 'clock');
    const preload = fileURLToPath(new URL('../support/shifted-clock.mjs', import.meta.url));
    const env = { NODE_OPTIONS: `--import=${preload}`, SHIFTED_CLOCK: file };
    harness = await startFaultHarness({ address: sharedServerAddress(), app: pressOrAsk, slots: runs, env });
    const names = Array.from({ length: runs }, (_, run) => `clock-${run}`);
    const handles = [];
    for (const name of names) handles.push(await harness.start(world.deviceOf(name)));
    const pressing = attend(handles);
    const ending = pressing.ended();
    const jumps = [hourMs, 0, -hourMs, 0];
    for (const shift of jumps) {
      const seen = world.ledger.entries.length;
      // Nobody has finished then.
      await until(() => world.ledger.entries.length >= seen + runs, 'presses');
      await writeFile(file, String(shift));
      await until(async () => (await readFile(`${file}.taken`, 'utf8')) === String(shift), 'a clock that has jumped');
    }
    const results = await ending;
    const struck = { 'clock jumped an hour': jumps.length };
    const counts = judge({ entries: world.ledger.entries, wanted: world.wanted(names), results, struck });
    expect(tellCounts('a wall clock that jumps', counts)).toMatchObject({ twice: 0, lost: 0, failed: 0, pressed: runs * world.presses });
    expect(pressing.asked()).toBe(counts.unknown);
  });
});
