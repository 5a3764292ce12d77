// Applications that nobody here wrote, explored in a real browser without a model: how much of them is found, how fast beside a walk over links alone, and how often a screen is told apart wrongly.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../lib/browser.mjs';
import { startExplorerSide } from '../lib/explorer-side.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const template = fileURLToPath(new URL('../../node_modules/gentelella/dist', import.meta.url));
const todos = fileURLToPath(new URL('../node_modules/todomvc', import.meta.url));
const steps = 300;
const todoSteps = 80;
const todoApps = ['vanillajs', 'backbone', 'react', 'vue', 'mithril'];
/** Screens of one page whose actions are the same by this part are one screen to a person. */
const sameActions = 0.85;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureExplored(say) {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    const side = await startExplorerSide(scope, { address, kind: 'web' });
    return [...(await measureTemplate(scope, side, say)), ...(await measureTodos(scope, side, say))];
  });
}

// ── An admin template of 58 pages ──

async function measureTemplate(scope, side, say) {
  const pages = pagesOf(join(template, 'production'));
  const site = await servedPages(scope, template);
  const start = `${site.origin}/production/index.html`;

  const walked = await walkLinks(scope, site, start);
  say(`links alone: ${walked.pages.length} of ${pages.size} pages in ${Math.round(walked.milliseconds / 1e3)} s`);

  site.asked.clear();
  const { milliseconds, summary } = await side.explore({
    appId: 'template',
    budget: { maxSteps: steps, maxTimeMs: 30 * 60_000 },
    device: { kind: 'web', url: start },
  });
  const graph = await side.graph('template');
  const seen = [...pages].filter(
    ([path, title]) => site.asked.has(`/production/${path}`) && graph.screens.some((screen) => isTitled(screen, title)),
  );
  const missing = walked.pages.filter((path) => !seen.some(([page]) => path.endsWith(`/${page}`)));
  say(
    `${summary.stop_reason}: ${seen.length} pages, ${summary.screens} screens and ${summary.edges} edges in ${summary.steps} steps, ${Math.round(milliseconds / 1e3)} s`,
  );
  if (missing.length > 0) say(`not found, though links lead there: ${missing.join(' ')}`);
  const split = graph.screens.filter((screen, index) => graph.screens.slice(0, index).some((other) => isSplit(screen, other)));
  const merged = [...pages].filter(
    ([path, title]) => site.asked.has(`/production/${path}`) && !graph.screens.some((screen) => isTitled(screen, title)),
  );
  for (const { title, key } of split) say(`told apart though it offers the same: ${title} (${key.slice(0, 8)})`);
  for (const [path] of merged) say(`asked for, but no screen of its own: ${path}`);
  const rate = (count, ms) => (1_000 * count) / ms;
  return [
    plain(`gentelella: pages found in ${steps} steps (links alone reach ${walked.pages.length})`, 'pages', seen.length, {
      atLeast: reachable,
    }),
    plain('… screens split or merged wrongly', '%', (100 * (split.length + merged.length)) / graph.screens.length, { atMost: 5 }),
    plain('… steps a second', 'steps/s', rate(summary.steps, summary.time_ms), { atLeast: 1 }),
    compared(
      '… pages a second : walk over links',
      'pages/s',
      rate(seen.length, milliseconds),
      rate(walked.pages.length, walked.milliseconds),
    ),
  ];
}

/** Links reach 46; the account menu leads to the lock screen, that to signing in, and that to signing up and a forgotten password. To the other eight nothing leads. */
const reachable = 50;

/** File names and titles. */
function pagesOf(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
  return new Map(files.map((name) => [name, /<title>([^<]*)/.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? '']));
}

function isTitled({ title }, wanted) {
  return title === wanted.replace(/&amp;/g, '&').slice(0, 80);
}

function isSplit(one, other) {
  if (one.title !== other.title) return false;
  const [a, b] = [one, other].map(({ actions }) => new Set(actions.map(({ key }) => key)));
  const shared = [...a].filter((key) => b.has(key)).length;
  return shared / (a.size + b.size - shared) >= sameActions;
}

async function walkLinks(scope, site, start) {
  const { plain: browser } = await openBrowser(scope, site.origin);
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
      if (link.startsWith(site.origin) && pathOf(link).endsWith('.html') && !known.has(pathOf(link))) {
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

async function measureTodos(scope, side, say) {
  const site = await servedPages(scope, todos);
  const counts = [];
  for (const name of todoApps) {
    const { summary } = await side.explore({
      appId: name,
      budget: { maxSteps: todoSteps, maxTimeMs: 10 * 60_000 },
      device: { kind: 'web', url: `${site.origin}/examples/${name}/index.html` },
    });
    say(`${name}: ${summary.screens} screens, ${summary.variants} variants, ${summary.steps} steps, ${summary.stop_reason}`);
    counts.push(summary.screens);
  }
  return [
    plain(`TodoMVC (${todoApps.join(', ')}): most screens of one, in ${todoSteps} steps`, 'screens', Math.max(...counts), { atMost: 25 }),
  ];
}

// ── Serving ──

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Keeps which paths were asked for: what was really visited. */
async function servedPages(scope, folder) {
  const asked = new Set();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://site').pathname);
    readFile(join(folder, normalize(path))).then(
      (body) => {
        asked.add(path);
        response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
      },
      () => response.writeHead(404, { 'content-type': 'text/html' }).end('<title></title>'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, asked };
}
