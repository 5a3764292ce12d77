// D1 behind Appium: the worker is killed, the phone's session survives.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fractionOf } from '../support/chance.js';
import { phoneCapabilities, startAppium, type AppiumServer } from '../support/appium-server.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { sampled } from '../support/sampled.js';

const kills = sampled([1, 2, 3, 4], 2).length;
const presses = 3 * kills;
const seed = 20261124;

describe('an Appium session whose worker is killed', () => {
  let appium: AppiumServer;
  let harness: FaultHarness;
  beforeAll(async () => {
    appium = await startAppium();
    harness = await startFaultHarness({
      address: sharedServerAddress(),
      kind: 'appium',
      slots: 1,
      env: { STEADYHAND_APPIUM: appium.url },
      app: ({ seen, find }) => {
        const count = Number(/In the basket: (\d+)/.exec(seen)?.[1] ?? Number.NaN);
        if (count >= presses) return { Function: '', Status: 'FINISH', Result: `Added ${count}`, Comment: 'done' };
        const aim = find('btn', /^Add$/) ?? find('btn', /^Blue kettle$/);
        if (!aim) return { Function: 'wait', Args: { seconds: 1 }, Status: 'SCREENSHOT', Comment: 'not there' };
        return {
          Function: 'click_input',
          Args: {},
          ControlLabel: aim.label,
          ControlText: '',
          Status: 'CONTINUE',
          Comment: `Added ${count}`,
        };
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await appium?.close();
  });

  test(`D1, A67, HP4, HP31: ${presses} presses under ${kills} kills: the same session continues, nothing is pressed twice, and all is known`, async () => {
    const chance = fractionOf(seed);
    const handle = await harness.start(
      { kind: 'appium', capabilities: { ...phoneCapabilities('shop'), 'appium:slowness': 150 } },
      { maxStep: 80 },
    );
    /** Taps that the phone has received. */
    const felt = (): number => appium.log().split('Calling AppiumDriver.performActions()').length - 1;
    for (let kill = 1; kill <= kills; kill++) {
      const reached = 1 + Math.ceil(((presses - 2) / kills) * kill);
      await until(async () => felt() >= reached, `press ${reached}`);
      // During the press, or just after it.
      await new Promise((resolve) => setTimeout(resolve, Math.floor(chance() * 300)));
      await harness.restart('SIGKILL');
    }
    const result = await handle.result();
    const begun = await harness.begun();
    console.log(`seed ${seed}: ${kills} kills, ${felt()} presses, ${begun} actions begun, ${result.unknownOutcomes} unknown outcomes`);
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: `Added ${presses}` }] });
    // One press leads to the kettle. A duplicate would add one, and show a number that the agent never saw.
    expect(felt()).toBe(presses + 1);
    expect(result.unknownOutcomes).toBe(0);
    expect(begun).toBeGreaterThanOrEqual(felt());
    expect(appium.log().match(/New PhoneDriver session created|created successfully, session/g)).toHaveLength(1);
  });
});
