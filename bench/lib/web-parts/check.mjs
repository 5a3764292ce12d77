// node bench/lib/web-parts/check.mjs [part of a name]: proves that each judge works. A page loads whole, `before` holds and `done` does not,
// and after the task was done with Playwright's own hands `done` holds.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/lib/browser.mjs';
import { withScope } from '../scope.mjs';
import { webParts } from './index.mjs';
import { playActs } from './play.mjs';
import { serveParts } from './serve.mjs';

const settleMs = 5_000;
/** Most of the time a page is waited for. */
const atOnce = 3;
const wanted = process.argv.slice(2).map((part) => part.toLowerCase());
const parts = webParts.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)));
const fields = ['name', 'page', 'task', 'acts', 'done', 'before'];
const kinds = new Set(
  'click double_click right_click hover type press select set scroll drag upload read back answer window read_file'.split(' '),
);

process.exitCode = await withScope(async (scope) => {
  const { chromium: executablePath } = await ensureBrowser();
  const folder = await scope.folder();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  scope.onEnd(() => browser.close());
  const served = await serveParts(scope, parts);
  const left = [...parts];
  let right = 0;
  async function checkOnes() {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const trouble = await checkPart({ browser, url: served.urlOf(part), part, folder });
      if (trouble.length === 0) right++;
      const lines = trouble.map((line) => `\n           ${line}`).join('');
      console.log(`${trouble.length === 0 ? 'ok ' : 'BAD'}  ${part.play === undefined ? 'acts' : 'play'}  ${part.name}${lines}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, checkOnes));
  const own = parts.filter(({ play }) => play !== undefined).length;
  console.log(
    `${parts.length} classes, ${right} in order, ${parts.length - right} not; done by their acts: ${parts.length - own}, by a play of their own: ${own}`,
  );
  return right === parts.length ? 0 : 1;
});

/** What is wrong with a class, in words. */
async function checkPart({ browser, url, part, folder }) {
  const written = misshapen(part);
  if (written.length > 0) return written;
  // A page's own clipboard is allowed, as it is for a person who presses the button; all else is refused.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const trouble = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => trouble.push(`the page threw: ${error.message.slice(0, 200)}`));
    page.on('response', (response) => {
      if (response.status() >= 400 && !isMeant(part, response.url())) trouble.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url, { waitUntil: 'load', timeout: 20_000 });
    if (!(await holds(page, part.before))) trouble.push('`before` does not hold');
    if (await judge(page, part.done)) trouble.push('`done` holds at the start');
    if (trouble.length > 0) return trouble;
    if (part.play === undefined) await playActs({ page, acts: part.acts, folder: join(folder, 'files') });
    else await part.play(page);
    if (!(await holds(page, part.done))) trouble.push('`done` does not hold in the end');
  } catch (error) {
    trouble.push(error.message.split('\n').slice(0, 3).join(' '));
  } finally {
    await context.close();
  }
  return trouble;
}

function misshapen(part) {
  const missing = fields.filter((field) => part[field] === undefined).map((field) => `it has no ${field}`);
  const unknown = (part.acts ?? []).filter(({ act }) => !kinds.has(act)).map(({ act }) => `there is no act ${act}`);
  const twins = webParts.filter(({ name }) => name === part.name).length > 1 ? ['another class has this name'] : [];
  return [...missing, ...unknown, ...twins];
}

function isMeant({ missing = [] }, url) {
  return url.endsWith('/favicon.ico') || missing.some((path) => url.endsWith(path));
}

async function holds(page, expression) {
  const until = Date.now() + settleMs;
  while (Date.now() < until) {
    if (await judge(page, expression)) return true;
    await page.waitForTimeout(60);
  }
  return false;
}

async function judge(page, expression) {
  return page.evaluate(expression).then(Boolean, () => false);
}
