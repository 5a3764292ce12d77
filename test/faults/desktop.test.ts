// A desktop whose worker is killed: what an action did is read from what the application wrote, and the desktop's own process knows it, too.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { offerPriceList } from '../../examples/desktop/offer.mjs';
import { desktopScript } from '../../examples/scripted-model/desktop-script.mjs';
import { confirmUpdate } from '../../src/workflows/messages.js';
import { fractionOf } from '../support/chance.js';
import { describeWithDesktop, offerApplications, type TestApplications } from '../support/desktop/test-desktop.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { browserPrograms } from '../support/webdriver.js';
import { sampled } from '../support/sampled.js';

const kills = sampled([1, 2, 3, 4], 2).length;
const presses = 3 * kills;
const seed = 20261123;

describeWithDesktop('the desktop example, its worker killed', () => {
  let folder: string;
  let harness: FaultHarness;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-example-'));
    offerPriceList(folder, browserPrograms().chromium);
    harness = await startFaultHarness({
      address: sharedServerAddress(),
      kind: 'desktop',
      slots: 1,
      env: { STEADYHAND_VIRTUAL_DISPLAY: 'on', XDG_DATA_DIRS: `${folder}:/usr/local/share:/usr/share` },
      script: desktopScript,
    });
  });
  afterAll(async () => {
    await harness?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('HP31: in each of its three applications: the file is the same as in an undisturbed run, and all is known', async () => {
    const file = join(folder, 'total.txt');
    const text = await readFile(new URL('../../examples/desktop/request.json', import.meta.url), 'utf8');
    const { request } = JSON.parse(text.replace('/tmp/steadyhand-total.txt', file)) as { readonly request: string };
    const handle = await harness.start({ kind: 'desktop' }, { maxStep: 80 }, request);
    const chance = fractionOf(seed);
    let answered: string | undefined;
    for (const application of ['Price list', 'Galculator', 'Mousepad']) {
      const asked = await until(async () => {
        const { request: pending } = await harness.progress(handle).catch(() => ({ request: undefined }));
        return pending?.kind === 'confirmation' && pending.requestId !== answered ? pending : undefined;
      }, `the word for ${application}`);
      answered = asked.requestId;
      await handle.executeUpdate(confirmUpdate, { args: [{ requestId: asked.requestId, approved: true }] });
      // Killed a few answers later: while it launches, looks, types or saves.
      await harness.answerComing(1 + Math.floor(chance() * 2));
      await harness.restart('SIGKILL');
    }
    const result = await handle.result();
    console.log(`seed ${seed}: 3 kills, ${result.steps} steps, ${result.unknownOutcomes} unknown outcomes`);
    // What it ended with is gone with its folder.
    if (result.outcome !== 'completed') console.log(JSON.stringify(result, undefined, 1).slice(0, 4_000));
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(await readFile(file, 'utf8')).toBe('145.5');
  });
});

describeWithDesktop('a desktop whose worker is killed', () => {
  let folder: string;
  let file: string;
  let applications: TestApplications;
  let harness: FaultHarness;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-counter-'));
    file = join(folder, 'presses');
    applications = await offerApplications({ Counter: ['counter', file, '150'] });
    harness = await startFaultHarness({
      address: sharedServerAddress(),
      kind: 'desktop',
      slots: 1,
      env: { STEADYHAND_VIRTUAL_DISPLAY: 'on', XDG_DATA_DIRS: applications.dataDirs },
      app: ({ seen, find }) => {
        const count = Number(/Added (\d+)/.exec(seen)?.[1] ?? Number.NaN);
        if (count >= presses) return { Function: '', Status: 'FINISH', Result: `Added ${count}`, Comment: 'done' };
        const add = find('btn', /^Add$/);
        if (!add) return { Function: 'wait', Args: { seconds: 1 }, Status: 'SCREENSHOT', Comment: 'not there' };
        return {
          Function: 'click_input',
          Args: {},
          ControlLabel: add.label,
          ControlText: 'Add',
          Status: 'CONTINUE',
          Comment: `Added ${count}`,
        };
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await applications?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const pressed = async (): Promise<number> => (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;

  test(`D1, A67, HP4, HP31: ${presses} presses under ${kills} kills: the same desktop continues, nothing is pressed twice, and all is known`, async () => {
    const chance = fractionOf(seed);
    const handle = await harness.start({ kind: 'desktop', app: 'Counter' }, { maxStep: 80 });
    for (let kill = 1; kill <= kills; kill++) {
      const reached = Math.ceil(((presses - 2) / kills) * kill);
      await until(async () => (await pressed()) >= reached, `press ${reached}`);
      // During the press, or just after it.
      await new Promise((resolve) => setTimeout(resolve, Math.floor(chance() * 400)));
      await harness.restart('SIGKILL');
    }
    const result = await handle.result();
    const [done, begun] = [await pressed(), await harness.begun()];
    console.log(`seed ${seed}: ${kills} kills, ${done} presses, ${begun} actions begun, ${result.unknownOutcomes} unknown outcomes`);
    expect(result).toMatchObject({
      outcome: 'completed',
      unknownOutcomes: 0,
      previousSubtasks: [{ status: 'FINISH', result: `Added ${presses}` }],
    });
    // A duplicate would make more presses than actions begun, and show a number that the agent never saw.
    expect(done).toBe(presses);
    expect(begun).toBeGreaterThanOrEqual(done);
    expect(result.blackboard.trajectories.filter(({ action }) => action.startsWith('click_input')).length).toBeLessThanOrEqual(begun);
  });
});
