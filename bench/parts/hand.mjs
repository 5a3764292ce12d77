// What a process for each device costs: an order to it against the same action with the same journal in this process, and its memory (HP9).
import { createSecrets } from '../../dist/adapters/masking-kit/secrets.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPrograms } from '../../dist/adapters/desktop/requirements.js';
import { createFileActionJournal } from '../../dist/adapters/filesystem/action-journal.js';
import { processesIn } from '../../dist/adapters/device-process/start-process.js';
import { createStubDriver } from '../../dist/adapters/stub/stub-driver.js';
import { driverOfOurs } from '../../dist/worker/drivers.js';
import { bootNow } from '../../dist/host/boot-clock.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const actions = 200;
const rounds = 5;
const { signal } = new AbortController();
const script = { start: 'only', screens: { only: { title: 'Only', controls: [{ role: 'button', name: 'Press', on: { goto: 'only' } }] } } };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureHand(say) {
  return withScope(async (scope) => {
    const spec = { kind: 'stub', capabilities: { script } };
    const hand = await opened(scope, { kind: 'stub' }, spec);
    const here = await openedHere(scope, spec);
    const ordered = [];
    const direct = [];
    for (let round = 0; round <= rounds; round += 1) {
      const times = [await timeOf(hand.act), await timeOf(here.act)];
      say(`round ${round}: an order ${times[0].toFixed(2)} ms, the same here ${times[1].toFixed(2)} ms`);
      // The first one warms up.
      if (round === 0) continue;
      ordered.push(times[0]);
      direct.push(times[1]);
    }
    const { chromium, chromedriver } = await ensureBrowser();
    const web = await opened(scope, { kind: 'web', chromium, chromedriver, profiles: '' }, { kind: 'web' });
    await web.device.look();
    const isDesktopThere = missingPrograms({ virtual: true }).length === 0;
    const desktop = isDesktopThere
      ? await opened(scope, { kind: 'desktop', virtual: true, width: 1280, height: 800 }, { kind: 'desktop' })
      : undefined;
    await desktop?.device.look();
    return [
      plain('an order to a device’s own process', 'ms', median(ordered)),
      plain('… the same action, journalled and sent by this process', 'ms', median(direct)),
      plain('… more than that', 'ms', median(ordered) - median(direct), { atMost: 3 }),
      ...(await memoryFigures('stub', hand)),
      ...(await memoryFigures('browser', web)),
      ...(desktop ? await memoryFigures('desktop', desktop) : []),
    ];
  });
}

/** Its share of what all Node processes have in common counts; the resident size counts that in full for each. */
async function memoryFigures(kind, { process: find }) {
  const { pid, memory } = await find();
  const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1_024;
  return [
    plain(`memory of that process, ${kind} (PSS)`, 'MB', memory, { atMost: 70 }),
    plain('… resident, with all of what is shared', 'MB', resident / 1e6),
  ];
}

async function timeOf(act) {
  const started = performance.now();
  for (let each = 0; each < actions; each += 1) await act();
  return (performance.now() - started) / actions;
}

let numbered = 0;

async function opened(scope, settings, spec) {
  const root = await scope.folder();
  const driver = driverOfOurs(settings, { secrets: {}, journal: join(root, 'journal') });
  const context = { deviceId: 'bench', folder: join(root, 'devices', 'bench-1'), origins: [], signal };
  const { device, attachment } = await driver.open(spec, context);
  scope.onEnd(() => driver.destroy(attachment, context));
  const pressing = settings.kind === 'stub' ? await pressOn(device) : undefined;
  return {
    device,
    process: async () => (await processesIn(join(root, 'devices')))[0],
    act: () => {
      const now = bootNow();
      const key = `bench:${(numbered += 1)}:0`;
      return device.process.carryOut({
        key,
        deviceId: 'bench',
        epoch: 1,
        function: 'press',
        generation: 0,
        actions: [pressing],
        leaseAskedAt: now,
        deadline: now + 20_000,
      });
    },
  };
}

async function openedHere(scope, spec) {
  const folder = await scope.folder();
  const driver = createStubDriver();
  const context = { deviceId: 'bench', folder, origins: [], signal, secrets: createSecrets('', {}) };
  const { device, attachment } = await driver.open(spec, context);
  scope.onEnd(() => driver.destroy(attachment, context));
  const journal = createFileActionJournal({ folder: join(folder, 'journal') });
  const pressing = await pressOn(device);
  return {
    async act() {
      const key = `bench:${(numbered += 1)}:0`;
      await journal.intended({ key, deviceId: 'bench', epoch: 1, function: 'press' });
      await device.perform(pressing, signal);
      await journal.done(key, { status: 'done' });
    },
  };
}

async function pressOn(device) {
  const [control] = (await device.look()).controls;
  return { type: 'click', target: { control }, button: 'left', clickCount: 1 };
}
