// Third-party applications, explored in a real browser without a model: how much is found of what a walk along links reaches, how fast, and how
// often screens are split or merged wrongly. `--only explorer-sites:pino` explores those whose names contain `pino`.
import { fileURLToPath } from 'node:url';
import { isAlike } from '../../dist/domain/explorer/signature.js';
import { openBrowser } from '../lib/browser.mjs';
import { exploreSite } from '../lib/explored-site.mjs';
import { likenesses, sightOf, startExplorerSide } from '../lib/explorer-side.mjs';
import { plain } from '../lib/figures.mjs';
import { tellScreens } from '../lib/known-pages.mjs';
import { npmSites } from '../lib/npm-sites.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const todos = fileURLToPath(new URL('../node_modules/todomvc', import.meta.url));
const todoSteps = 40;
const todoMs = 60_000;
const todoApps = ['vanillajs', 'backbone', 'react'];
/** The lengths at which a list is looked at. */
const items = [1, 2, 3, 5, 20];

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureSites(say, cases = '') {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    const todo = cases === '' ? await measureTodos(scope, address, say) : [];
    return [...(await measureApplications(scope, { address, say, cases })), ...todo];
  });
}

// ── Applications of known pages ──

async function measureApplications(scope, { address, say, cases }) {
  const explored = [];
  for (const [name, site] of Object.entries(npmSites).filter(([each]) => each.includes(cases)))
    explored.push({ name, added: site.added, ...(await exploreSite(scope, { address, name, site, say })) });
  return explored.flatMap(({ name, added, walked, found, held, beyond, screens, splits, merges, rate }) => [
    plain(
      `${name}${added ? ' (added last)' : ''}: pages of a walk along its links, without those held by the guard`,
      '%',
      (100 * found.length) / (walked.length - held.length),
      {
        atLeast: 95,
      },
    ),
    plain('… pages of the walk', 'pages', walked.length),
    plain(`… of these held by the guard${held.length === 0 ? '' : ` (${held.join(', ')})`}`, 'pages', held.length),
    plain('… pages beyond', 'pages', beyond.length),
    plain('… screens split wrongly', '%', (100 * splits) / screens, { atMost: 5 }),
    plain('… screens merged wrongly', '%', (100 * merges) / screens, { atMost: 5 }),
    plain('… steps per second', 'steps/s', rate, { atLeast: 1.5 }),
  ]);
}

// ── Lists of todos ──

async function measureTodos(scope, address, say) {
  const site = await serveFolder(scope, todos);
  const browser = await openBrowser(scope, site);
  let looks = [];
  const side = await startExplorerSide(scope, { address, kind: 'web', saw: (look) => looks.push(look) });
  const explored = [];
  for (const name of todoApps) {
    looks = [];
    const url = `${site}/examples/${name}/index.html`;
    const { summary } = await side.explore({
      appId: name,
      budget: { maxSteps: todoSteps, maxTimeMs: todoMs },
      device: { kind: 'web', url },
    });
    explored.push({
      name,
      summary,
      sights: looks.map((look) => sightOf(name, look)),
      graph: await side.graph(name),
      lists: await listScreens(browser, name, url),
    });
  }
  await side.stop();
  for (const { name, summary, sights, graph, lists } of explored) {
    say(
      `${name}: ${graph.screens.length} screens, ${summary.variants} variants, ${summary.steps} steps, ${summary.stop_reason}; lists of ${items.join(', ')} items are ${lists} screens`,
    );
    tellScreens({ screens: graph.screens, alike: await likenesses(side, name) }, sights, say);
  }
  const most = (count) => Math.max(...explored.map(count));
  return [
    plain(
      `TodoMVC (${todoApps.join(', ')}): most screens of one, in ${todoSteps} steps`,
      'screens',
      most(({ graph }) => graph.screens.length),
      { atMost: 25 },
    ),
    plain(
      `… most screens of a list, of ${items[0]} to ${items.at(-1)} items`,
      'screens',
      most(({ lists }) => lists),
      { atMost: 1 },
    ),
  ];
}

/** How many screens a map would show for lists of several lengths; items are added as a person would. */
async function listScreens({ device, plain: browser, go }, name, url) {
  await go(url);
  const screens = [];
  let there = 0;
  for (const count of items) {
    for (; there < count; there += 1) {
      const field = await browser.findElement('css selector', '#new-todo, .new-todo');
      await browser.elementSendKeys(Object.values(field)[0], `Item ${there}\uE007`);
    }
    await device.settle(5_000);
    const { structure } = sightOf(name, await device.look());
    if (!screens.some((known) => isAlike(known, structure))) screens.push(structure);
  }
  return screens.length;
}
