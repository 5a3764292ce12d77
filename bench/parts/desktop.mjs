// The cost of a look at a real desktop, and of a click: a GTK window of three hundred controls on a virtual display.
import { createSecrets } from '../../dist/adapters/masking-kit/secrets.js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appPictures, loadControls } from '../../dist/activities/agent/decide-screen.js';
import { observeDevice } from '../../dist/activities/device/observe-device.js';
import { createDesktopDriver } from '../../dist/adapters/desktop/desktop-driver.js';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { createSharpImages } from '../../dist/adapters/sharp/sharp-images.js';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { median } from '../../scripts/lib/median.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const times = 30;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureDesktop(say) {
  return withScope(async (scope) => {
    const folder = await scope.folder();
    await mkdir(join(folder, 'applications'));
    const program = fileURLToPath(new URL('../lib/grid.gjs.js', import.meta.url));
    await writeFile(join(folder, 'applications', 'grid.desktop'), `[Desktop Entry]\nType=Application\nName=Grid\nExec=gjs "${program}"\n`);
    process.env.XDG_DATA_DIRS = `${folder}:/usr/local/share:/usr/share`;
    const signal = new AbortController().signal;
    const context = { deviceId: 'bench', folder: await scope.folder(), origins: [], signal, secrets: createSecrets('', {}) };
    const driver = createDesktopDriver({ virtual: true, width: 1280, height: 800 });
    const { device, attachment } = await driver.open({ kind: 'desktop', app: 'Grid' }, context);
    scope.onEnd(() => driver.destroy(attachment, context));
    await device.settle(5_000);
    const tools = { artifacts: createFileArtifactStore({ folder: await scope.folder() }), images: createSharpImages() };
    const held = { generation: 0, labels: new Map() };
    const observe = () => observeDevice(held, device, { controlRoles: defaultControlRoles }, tools);
    const { controls } = await device.look();
    say(`${controls.length} controls`);
    const fields = controls.filter(({ role }) => role === 'textbox');
    const buttons = controls.filter(({ role }) => role === 'button');

    const took = { observe: [], labelled: [], click: [], screenshot: [] };
    const time = async (name, run) => {
      const started = performance.now();
      await run();
      took[name].push(performance.now() - started);
    };
    for (let round = 0; round < times; round++) {
      // Another screen each time, so that nothing is stored already.
      await device.perform({ type: 'set-text', target: { control: fields[round] }, text: `${round}`, clear: true }, signal);
      await time('observe', observe);
      await device.perform({ type: 'set-text', target: { control: fields[round] }, text: `${round}.`, clear: true }, signal);
      await time('labelled', async () => {
        const observation = await observe();
        await appPictures({ observation }, await loadControls(tools.artifacts, observation.controls), tools);
      });
      await time('click', () =>
        device.perform({ type: 'click', target: { control: buttons[round] }, button: 'left', clickCount: 1 }, signal),
      );
      await time('screenshot', async () => tools.artifacts.put(await device.screenshot(), 'image/png'));
    }
    return [
      plain('a window of 300 controls, observe', 'ms', median(took.observe), { atMost: 200 }),
      plain('the same, with labels drawn', 'ms', median(took.labelled), { atMost: 350 }),
      plain('a click', 'ms', median(took.click), { atMost: 30 }),
      plain('a screenshot of 1280 × 800, stored as PNG', 'ms', median(took.screenshot), { atMost: 60 }),
    ];
  });
}
