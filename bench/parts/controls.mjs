// Recall and precision of the control list (HE25) on pages that nobody here wrote, against what the page itself says reacts to a press.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openBrowser } from '../lib/browser.mjs';
import { plain } from '../lib/figures.mjs';
import { miniwob } from '../lib/miniwob.mjs';
import { instrument, overlap, reactions, reactsAt } from '../lib/reactions.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const packages = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const own = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
/** Boxes are rounded, and a link's box may be that of its lines. */
const same = 0.5;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export async function measureControls(say) {
  const figures = [];
  const total = { found: 0, targets: 0, right: 0, listed: 0 };
  for (const { name, folder, pages, prepare } of sets(say)) {
    const counts = await measureSet(say, { folder, pages, prepare });
    for (const key of Object.keys(total)) total[key] += counts[key];
    figures.push(...figuresOf(`${name}, ${pages.length} pages`, counts));
  }
  return [...figures, ...figuresOf('all', total)];
}

function figuresOf(name, { found, targets, right, listed }) {
  return [
    plain(`${name}: controls found of ${targets} that react`, '%', (100 * found) / targets, { atLeast: 97 }),
    plain(`${name}: of ${listed} listed those that react`, '%', (100 * right) / listed, { atLeast: 90 }),
  ];
}

function sets(say) {
  const html = (folder, at = '') =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.html'))
          .map((name) => `${at}${name}`)
      : [];
  const gentelella = packages('gentelella/dist');
  const adminLte = own('admin-lte');
  const todo = own('todomvc');
  const wob = miniwob(say);
  const todos = ['jquery', 'javascript-es6', 'vue', 'react', 'backbone', 'angular', 'preact', 'svelte', 'knockoutjs'].flatMap((kind) =>
    [`examples/${kind}/dist/index.html`, `examples/${kind}/index.html`].filter((path) => existsSync(join(todo, path))).slice(0, 1),
  );
  return [
    { name: 'gentelella', folder: gentelella, pages: html(join(gentelella, 'production'), 'production/') },
    {
      name: 'AdminLTE',
      folder: adminLte,
      pages: [
        ...html(adminLte),
        ...['forms', 'UI', 'tables', 'mailbox', 'examples'].flatMap((at) => html(join(adminLte, 'pages', at), `pages/${at}/`)),
      ],
    },
    { name: 'TodoMVC', folder: todo, pages: todos, prepare: addTodos },
    ...(wob
      ? [{ name: 'MiniWoB, a to d', folder: wob.folder, pages: wob.tasks.map((task) => `miniwob/${task}`), prepare: startTask }]
      : []),
  ].filter(({ pages }) => pages.length > 0);
}

function measureSet(say, { folder, pages, prepare }) {
  return withScope(async (scope) => {
    const site = await serveFolder(scope, folder);
    const { device, plain: session, go } = await openBrowser(scope, site);
    const browser = await chromium.connectOverCDP(`http://${session.capabilities['goog:chromeOptions'].debuggerAddress}`);
    scope.onEnd(() => browser.close());
    const page = browser.contexts()[0].pages()[0];
    await page.addInitScript(instrument);
    const counts = { found: 0, targets: 0, right: 0, listed: 0 };
    for (const path of pages) {
      await go(`${site}/${path}`);
      await prepare?.(page);
      await device.settle(5_000);
      const { controls } = await device.look();
      const { targets, labels } = await page.evaluate(reactions);
      const { width, height } = await page.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight }));
      const isInView = ({ bounds: { x, y, width: w, height: h } }) =>
        x + w / 2 >= 0 && y + h / 2 >= 0 && x + w / 2 < width && y + h / 2 < height;
      const listed = controls.filter(
        (control) =>
          control.visible &&
          control.enabled &&
          control.interactive &&
          control.role !== 'scrollarea' &&
          !control.beyond &&
          !control.path.includes('>>') &&
          isInView(control),
      );
      const isListed = (target) => listed.some(({ bounds }) => overlap(bounds, target) >= same);
      const missed = targets.filter((target) => isInView({ bounds: target }) && !isListed(target));
      const silent = listed.filter(({ bounds }) => ![...targets, ...labels].some((target) => overlap(bounds, target) >= same));
      const middles = silent.map(({ bounds: { x, y, width: w, height: h } }) => ({ x: x + w / 2, y: y + h / 2 }));
      const react = await page.evaluate(reactsAt, middles).catch(() => []);
      // A press changes what the next one finds: alike ones react alike.
      const kinds = new Set(silent.filter((_control, index) => react[index]).map(kindOf));
      const wrong = silent.filter((control) => !kinds.has(kindOf(control)));
      const seen = targets.filter((target) => isInView({ bounds: target })).length;
      counts.targets += seen;
      counts.found += seen - missed.length;
      counts.listed += listed.length;
      counts.right += listed.length - wrong.length;
      say(`${path}: ${seen - missed.length} of ${seen} found, ${listed.length - wrong.length} of ${listed.length} react`);
      if (process.env.BENCH_KEEP) {
        for (const { what } of missed) say(`  missed: ${what}`);
        for (const { role, name, path: at } of wrong) say(`  does not react: ${role} "${name}" ${at}`);
      }
    }
    return counts;
  });
}

async function addTodos(page) {
  const field = page.locator('.new-todo').first();
  for (const text of ['tea', 'sugar']) {
    await field.fill(text, { timeout: 2_000 }).catch(() => undefined);
    await field.press('Enter', { timeout: 2_000 }).catch(() => undefined);
  }
}

async function startTask(page) {
  await page.evaluate(() => window.core?.startEpisodeReal?.());
}

function kindOf({ role, path }) {
  return `${role} ${path.replace(/\[\d+\]/g, '')}`;
}
