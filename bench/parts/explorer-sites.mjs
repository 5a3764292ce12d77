// Third-party applications, explored in a real browser without a model: how much of them is found, how fast compared with a crawl of links, and how
// often screens are split or merged wrongly.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlike } from '../../dist/domain/explorer/signature.js';
import { openBrowser } from '../lib/browser.mjs';
import { likenesses, sightOf, startExplorerSide } from '../lib/explorer-side.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { judgeScreens, tellJudged, tellScreens } from '../lib/known-pages.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const template = fileURLToPath(new URL('../../node_modules/gentelella/dist', import.meta.url));
const todos = fileURLToPath(new URL('../node_modules/todomvc', import.meta.url));
const first = 'index.html';
const steps = 300;
/** Keeps all parts of the explorer within a quarter of an hour, even on a busy machine; a run that is cut short says so. */
const templateMs = 7 * 60_000;
const todoSteps = 40;
const todoMs = 60_000;
const todoApps = ['vanillajs', 'backbone', 'react'];
/** The lengths at which a list is looked at. */
const items = [1, 2, 3, 5, 20];

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureSites(say) {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    return [...(await measureTemplate(scope, address, say)), ...(await measureTodos(scope, address, say))];
  });
}

// ── An admin template of 58 pages ──

async function measureTemplate(scope, address, say) {
  const known = knownPages();
  say(
    `${known.all.length} pages; links lead to ${known.byLinks.length}, and what forms and scripts name to ${minus(known.byAnything, known.byLinks).join(', ')}; nothing to ${minus(known.all, known.byAnything).join(', ')}`,
  );
  const site = await serveFolder(scope, template);
  const start = `${site}/production/${first}`;
  const walked = await walkLinks(scope, site, start);
  say(`links alone: ${walked.pages.length} pages in ${seconds(walked.milliseconds)}`);

  const looks = [];
  let began = performance.now();
  const side = await startExplorerSide(scope, {
    address,
    kind: 'web',
    saw: (look) => looks.push({ at: performance.now() - began, path: pageOf(look), ...sightOf(app, look) }),
  });
  const app = 'template';
  began = performance.now();
  const { summary } = await side.explore({
    appId: app,
    budget: { maxSteps: steps, maxTimeMs: templateMs },
    device: { kind: 'web', url: start },
  });
  const { screens } = await side.graph(app);
  await side.stop();
  const { stop_reason, breached = '', edges, variants, no_change, errors } = summary;
  say(
    `${stop_reason} ${breached}: ${screens.length} screens, ${variants} variants and ${edges} edges in ${summary.steps} steps, ${seconds(summary.time_ms)}; ${no_change} without change, ${errors} errors`,
  );

  const found = new Map();
  for (const { path, at } of looks) if (known.all.includes(path) && !found.has(path)) found.set(path, at);
  const lastNew = Math.max(...found.values());
  say(
    `${found.size} pages, the last new one after ${seconds(lastNew)}; not found: ${minus(known.byAnything, [...found.keys()]).join(', ') || 'none'}`,
  );
  const judged = judgeScreens({ screens, alike: await likenesses(side, app) }, looks);
  tellJudged(judged, say);

  const rate = (count, ms) => (1_000 * count) / ms;
  return [
    plain(`gentelella: pages found (links alone reach ${walked.pages.length})`, 'pages', found.size, { atLeast: known.byAnything.length }),
    plain('… in', 'steps', summary.steps, { atMost: steps }),
    plain('… screens split or merged wrongly', '%', (100 * (judged.splits + judged.merged.length)) / screens.length, { atMost: 5 }),
    plain('… split', 'screens', judged.splits),
    plain('… merged', 'screens', judged.merged.length),
    plain('… steps per second', 'steps/s', rate(summary.steps, summary.time_ms), { atLeast: 1 }),
    compared(
      '… pages per second, until the last new one : crawl of links',
      'pages/s',
      rate(found.size, lastNew),
      rate(walked.pages.length, walked.milliseconds),
    ),
  ];
}

/** The built pages: all; those that links lead to; and those that forms, scripts or menus name as well. */
function knownPages() {
  const folder = join(template, 'production');
  const all = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const texts = new Map(all.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const named = (text) => all.filter((name) => new RegExp(`(?<![\\w-])${name.replace('.', '\\.')}`).test(text));
  const scripts = readdirSync(join(template, 'js')).filter((name) => name.endsWith('.js'));
  const byScripts = named(scripts.map((name) => readFileSync(join(template, 'js', name), 'utf8')).join('\n'));
  const links = new Map(
    all.map((name) => [name, named([...texts.get(name).matchAll(/href="([^"]*)"/g)].map(([, href]) => href).join('\n'))]),
  );
  // Any script of a page may load any other.
  const anything = new Map(
    all.map((name) => [name, [...named(texts.get(name)), ...(texts.get(name).includes('<script') ? byScripts : [])]]),
  );
  return { all, byLinks: reachable(links), byAnything: reachable(anything) };
}

function reachable(leadsTo) {
  const pages = [first];
  for (const page of pages) for (const next of leadsTo.get(page)) if (!pages.includes(next)) pages.push(next);
  return pages;
}

const minus = (some, others) => some.filter((one) => !others.includes(one));
const seconds = (milliseconds) => `${Math.round(milliseconds / 1e3)} s`;

function pageOf({ application: { url } }) {
  return url !== undefined && URL.canParse(url) ? new URL(url).pathname.replace('/production/', '') : '';
}

async function walkLinks(scope, site, start) {
  const { plain: browser } = await openBrowser(scope, site);
  const began = performance.now();
  const found = [start];
  const known = new Set(found.map(pathOf));
  const pages = [];
  for (const url of found) {
    await browser.navigateTo(url);
    if (!(await browser.executeScript('return document.title', []))) continue;
    pages.push(pathOf(url));
    const links = await browser.executeScript('return [...document.querySelectorAll("a[href]")].map((link) => link.href)', []);
    for (const link of links)
      if (link.startsWith(site) && pathOf(link).endsWith('.html') && !known.has(pathOf(link))) {
        known.add(pathOf(link));
        found.push(link);
      }
  }
  return { pages, milliseconds: performance.now() - began };
}

function pathOf(url) {
  return new URL(url).pathname;
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
