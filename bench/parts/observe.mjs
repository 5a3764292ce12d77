// The cost of a look at a real browser (controls, screenshot, storing), against a bare screenshot and one script that counts elements, on the same
// page in the same session.
import { appPictures, loadControls } from '../../dist/activities/agent/decide-screen.js';
import { observeDevice } from '../../dist/activities/device/observe-device.js';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { createSharpImages } from '../../dist/adapters/sharp/sharp-images.js';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { openBrowser } from '../lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared } from '../lib/figures.mjs';
import { pageOf } from '../lib/pages.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';
import { servePages } from '../lib/site.mjs';

const counts = [50, 500, 3_000];
const looksEachRound = 5;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureObserve(say) {
  return withScope(async (scope) => {
    const site = await servePages(scope, Object.fromEntries(counts.map((count) => [String(count), pageOf(count)])));
    const { device, plain, go } = await openBrowser(scope, site);
    const tools = { artifacts: createFileArtifactStore({ folder: await scope.folder() }), images: createSharpImages() };
    const held = { generation: 0, labels: new Map() };
    let shown = 0;

    const sides = {
      async bare() {
        await plain.takeScreenshot();
        await plain.executeScript('return document.querySelectorAll("*").length', []);
      },
      observe: () => observeDevice(held, device, { controlRoles: defaultControlRoles }, tools),
      async labelled() {
        const observation = await sides.observe();
        await appPictures({ observation }, await loadControls(tools.artifacts, observation.controls), tools);
      },
      controls: () => device.look(),
      screenshot: () => device.screenshot(),
    };

    /** The page changes before each look, so that nothing is stored already. */
    async function once(name) {
      await plain.executeScript('document.getElementById("count").value = arguments[0]', [++shown]);
      const started = performance.now();
      await sides[name]();
      return performance.now() - started;
    }

    const figures = [];
    for (const count of counts) {
      await go(`${site}/${count}`);
      say(`${count} elements`);
      const times = await rounds({ fewest: 3, most: 6, budgetMs: 30_000 }, say, async (round) => {
        const took = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
        for (let look = 0; look < looksEachRound; look++)
          for (const name of turned(Object.keys(sides), round + look)) took[name].push(await once(name));
        return Object.fromEntries(Object.entries(took).map(([name, values]) => [name, median(values)]));
      });
      const [bare, observe, labelled, controls, screenshot] = Object.keys(sides).map((name) => median(times[name]));
      figures.push(
        compared(`${count} elements, observe : bare screenshot and execute`, 'ms', observe, bare, { atMost: 1.5 }),
        compared(`${count} elements, with labels drawn : the same`, 'ms', labelled, bare, { atMost: 3 }),
        compared(`${count} elements, of which controls : the same`, 'ms', controls, bare),
        compared(`${count} elements, of which screenshot : the same`, 'ms', screenshot, bare),
      );
    }
    return figures;
  });
}
