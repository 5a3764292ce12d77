// The Temporal server is away, and runs go on when it is back.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defaultTimings } from '../../src/domain/run/resolve-settings.js';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { presser, reopened, shows, startSurroundings, threeOnce, type Surroundings } from '../support/disturbed-run.js';
import { threePresses } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe('when the Temporal server is away', () => {
  let server: DevServer;
  let around: Surroundings;
  beforeAll(async () => {
    server = await startDevServer();
    // How fast a host answers again is the machine's matter, not this test's: owners are as patient as by default.
    around = await startSurroundings({
      address: server.address,
      app: presser,
      slots: 3,
      timings: defaultTimings,
    });
  });
  afterAll(async () => {
    await around?.close();
    await server?.stop();
  });

  const awayMs = 30_000;

  test('D17: for 30 s: runs in an action, in a decision and in a question continue, and no effect happens twice', async () => {
    const { harness, strikeWhen, told } = around;
    const { ledger } = harness;
    const named = (run: string, timing = {}): DeviceScript =>
      JSON.parse(JSON.stringify(threePresses(ledger.url, timing)).replaceAll('"press":', `"run":"${run}","press":`));
    const effectsOf = (run: string) => ledger.entries.filter((entry) => (entry as { run?: string }).run === run);

    const held = new Promise<void>((resolve, reject) => {
      strikeWhen(shows('Added 1'), async () => {
        resolve();
        await sleep(awayMs / 2);
      }).catch(reject);
    });
    const deciding = await harness.start(named('deciding'));
    await held;
    const asking = await harness.start(withDelete(named('asking')));
    const { requestId } = await until(async () => (await harness.progress(asking)).request, 'a confirmation');
    const acting = await harness.start(named('acting', { delayAfterMs: 2_000 }));
    await until(async () => effectsOf('acting').length === 1, 'an effect');
    await server.stop({ signal: 'SIGKILL', keepFolder: true });
    await sleep(awayMs);
    const { port, dbFilename } = server;
    server = await startDevServer({ port, dbFilename });
    const since = Date.now();
    await until(() => asking.signal('confirm', { requestId, approved: true }).then(() => true), 'an approval');
    const results = await Promise.all([deciding, asking, acting].map((handle) => handle.result()));
    console.log(`at the end ${((Date.now() - since) / 1_000).toFixed(1)} s after the server came back`);
    for (const result of results) {
      expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: 'Added 3' }] });
    }
    expect({ reopened: told().filter((text) => reopened.test(text)).length }).toEqual({ reopened: 0 });
    const wanted = ['deciding', 'asking', 'acting'].flatMap((run) => threeOnce.map((press) => ({ run, ...press })));
    tellCounts(
      'a Temporal server that is away',
      judge({ entries: ledger.entries, wanted, results, struck: { 'server killed for 30 s': 1 } }),
    );
    for (const run of ['deciding', 'asking', 'acting']) expect(effectsOf(run)).toEqual(threeOnce.map((press) => ({ run, ...press })));
  });

  /** Its first button needs an approval. */
  function withDelete(script: DeviceScript): DeviceScript {
    const { s0 } = script.screens;
    if (!s0) throw new Error('the script has no first screen');
    const controls = s0.controls.map((control) => (control.role === 'button' ? { ...control, name: 'Delete' } : control));
    return { ...script, screens: { ...script.screens, s0: { ...s0, controls } } };
  }
});
