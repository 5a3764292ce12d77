// TodoMVC: the same application written with seventy libraries, from npm. One address serves any of them, as an application that was written anew would be.
import { readFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFound } from './site.mjs';
import { meant, todos } from './todo-script.mjs';

const packaged = fileURLToPath(new URL('../node_modules/todomvc/', import.meta.url));

export function todoVariants() {
  return readdirSync(join(packaged, 'examples')).filter((name) => existsSync(join(packaged, 'examples', name, 'index.html')));
}

/** `show(variant)`: what its one address serves from now on. `own(variant)`: the address that only it has. */
export async function serveVariants(scope) {
  let shown;
  const origin = await serveFound(scope, async (path) => {
    const found = path.replace(/^\/examples\/todo\//, `/examples/${shown}/`);
    return { body: await readFile(join(packaged, normalize(found))), path: found };
  });
  return {
    origin,
    start: `${origin}/examples/todo/index.html`,
    own: (variant) => `${origin}/examples/${variant}/index.html`,
    show(variant) {
      shown = variant;
    },
  };
}

/** A fresh start: nothing stored, nothing cached. */
export async function openVariant({ site, browser, page, variant }) {
  site.show(variant);
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'all' });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await browser.go(site.start);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await browser.device.settle(8_000);
}

/**
 * How it stands, by the page's own word: `right`, `open` (nothing wrong was done, but not all that was asked), or `wrong` with what.
 * Each row is told by its box and the one text of ours that stands around it.
 */
export async function judgeTodos(page) {
  const rows = await page.evaluate(rowsThere, todos);
  const titles = rows.map(({ title }) => title);
  const wrong = [
    ...rows.filter(({ title, isDone }) => isDone && title !== meant).map(({ title }) => `"${title}" is completed`),
    ...titles.filter((title, at) => titles.indexOf(title) !== at).map((title) => `"${title}" is there twice`),
  ];
  if (wrong.length > 0) return { state: 'wrong', what: wrong.join(', ') };
  const isAll = todos.every((title) => titles.includes(title)) && rows.some(({ title, isDone }) => isDone && title === meant);
  return isAll ? { state: 'right' } : { state: 'open', what: rows.map(({ title, isDone }) => `${title}${isDone ? ' ✓' : ''}`).join(', ') };
}

/** Old polyfills return lists that cannot be iterated. */
function rowsThere(known) {
  const all = (root, selector) => Array.prototype.slice.call(root.querySelectorAll(selector));
  const boxes = all(document, 'input[type=checkbox]').filter((box) => !/toggle-?all/i.test(`${box.id} ${box.className}`));
  return boxes.flatMap((box) => {
    for (let around = box.parentElement; around && around !== document.body; around = around.parentElement) {
      const texts = [...all(around, '*'), around].map((each) => (each.textContent ?? '').trim()).filter((text) => known.includes(text));
      const titles = [...new Set(texts)];
      if (titles.length > 1) return [];
      if (titles.length === 0) continue;
      if (around.getClientRects().length === 0) return [];
      const { x, y, width, height } = box.getBoundingClientRect();
      return [{ title: titles[0], isDone: box.checked, at: { x: x + width / 2, y: y + height / 2 } }];
    }
    return [];
  });
}

/** Whether a person who knows this variant can do the task in it at all. */
export async function worksOffline(page) {
  const field = page.locator('#new-todo, .new-todo, input[placeholder*="needs to be done"]').first();
  try {
    for (const title of todos) {
      await field.click({ timeout: 2_000 });
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await page.waitForTimeout(250);
    }
    const { at } = (await page.evaluate(rowsThere, todos)).find(({ title }) => title === meant) ?? {};
    if (at) await page.mouse.click(at.x, at.y);
    await page.waitForTimeout(300);
    return (await judgeTodos(page)).state === 'right';
  } catch {
    return false;
  }
}

const box = (role) => (controls) => controls.find((control) => control.visible && control.role === role);

/** What the recorded run did, for the baselines. */
export const todoSteps = [
  ...todos.flatMap((title) => [
    { deed: { type: 'SetText', text: title, clear: true }, pick: box('textbox') },
    { deed: { type: 'PressKeys', keys: '{ENTER}' }, pick: box('textbox') },
  ]),
  {
    deed: { type: 'Click', button: 'Left', click_count: 1 },
    pick: (controls) => {
      const { bounds } = controls.find(({ name, visible }) => visible && name === meant) ?? {};
      const middle = ({ y, height }) => y + height / 2;
      return bounds && controls.find((each) => each.role === 'checkbox' && Math.abs(middle(each.bounds) - middle(bounds)) < 20);
    },
  },
];
