// What the web is made of: classes of real components, each seen and worked with the eyes and hands that every engine has, and judged by its page's own state (bench/lib/web-parts).
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { labelControls } from '../../dist/domain/ui/control-list.js';
import { observationText } from '../../dist/domain/ui/observation-text.js';
import { openBrowser } from '../lib/browser.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { webParts } from '../lib/web-parts/index.mjs';
import { serveParts } from '../lib/web-parts/serve.mjs';
import { writeTable } from '../lib/web-parts/table.mjs';

const settleMs = 5_000;
const patienceMs = 4_000;
const signal = new AbortController().signal;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} `cases`: part of the names of classes. */
export async function measureParts(say, cases = '') {
  const parts = webParts.filter(({ name }) => name.toLowerCase().includes(cases.toLowerCase()));
  const tally = { done: 0, unseen: 0, failed: 0, wrong: 0 };
  const worked = [];
  for (const part of parts) {
    // A page that hangs or asks must not be there for the next class.
    const came = await withScope((scope) => workedOn(scope, part)).catch((error) => ({ outcome: 'failed', why: firstLine(error) }));
    const { outcome, why } = came;
    worked.push({ ...part, ...came });
    tally[outcome] += 1;
    say(`${outcome.padEnd(6)} ${part.name}${why ? `: ${why}` : ''}`);
  }
  if (cases === '') await writeTable(worked);
  return [
    plain(`classes done, of ${parts.length}`, 'classes', tally.done, { atLeast: parts.length }),
    plain('… in which something is not seen', 'classes', tally.unseen, { atMost: 0 }),
    plain('… in which an action fails', 'classes', tally.failed, { atMost: 0 }),
    plain('… in which every action works and the task is not done', 'classes', tally.wrong, { atMost: 0 }),
  ];
}

class UnseenError extends Error {}

async function workedOn(scope, part) {
  const { site, urlOf } = await serveParts(scope, [part]);
  const uploads = await scope.folder();
  // Frames of another origin are allowed, as a run's configuration would.
  const browser = await openBrowser(scope, site, { uploads, also: [site.replace('127.0.0.1', 'localhost')] });
  await browser.go(urlOf(part));
  const first = await browser.plain.getWindowHandle();
  const judge = async (expression) => {
    await browser.plain.switchToWindow(first).catch(() => undefined);
    return Boolean(
      await browser.plain
        .executeScript(`try { return Boolean(eval(arguments[0])) } catch { return false }`, [expression])
        .catch(() => false),
    );
  };
  if (!(await eventually(() => judge(part.before)))) return { outcome: 'failed', why: 'the page is not what it is to be before' };
  const tokens = encode(
    observationText(labelControls((await browser.device.look()).controls, { roles: defaultControlRoles }).controls),
  ).length;
  for (const act of part.acts) {
    try {
      await deedOf(act)({ ...browser, uploads }, act);
      await browser.device.settle(2_000);
    } catch (error) {
      return { outcome: error instanceof UnseenError ? 'unseen' : 'failed', why: firstLine(error), tokens };
    }
  }
  return { outcome: (await eventually(() => judge(part.done))) ? 'done' : 'wrong', tokens };
}

async function eventually(holds, forMs = settleMs) {
  for (const deadline = Date.now() + forMs; ; await pause(100)) {
    if (await holds()) return true;
    if (Date.now() > deadline) return false;
  }
}

function deedOf({ act }) {
  const deed = deeds[act];
  if (!deed) throw new Error(`there is no act ${act}`);
  return deed;
}

/** The action that a page with unsaved input did not let lead away: whoever answers decides it again, as a person who is asked does. */
let stayed;
const perform = async ({ device }, action, mayLeave) => {
  const { stays } = await device.perform(action, signal, mayLeave);
  stayed = stays ? action : undefined;
};
const clickWith = (button, clickCount) => async (browser, act) =>
  perform(browser, { type: 'click', target: await targetOf(browser, act), button, clickCount });

const deeds = {
  click: clickWith('left', 1),
  double_click: clickWith('left', 2),
  right_click: clickWith('right', 1),
  hover: async (browser, act) => perform(browser, { type: 'hover', target: await targetOf(browser, act) }),
  async type(browser, act) {
    if (act.role === undefined) return perform(browser, { type: 'press-keys', keys: escaped(act.text) });
    return perform(browser, { type: 'set-text', target: await targetOf(browser, act), text: act.text, clear: true });
  },
  press: (browser, { keys }) => perform(browser, { type: 'press-keys', keys: keysOf(keys) }),
  async select(browser, act) {
    const target = await targetOf(browser, act);
    // Whoever reads the list names it as it stands there.
    const named = act.group && target.control.options?.find((each) => each.startsWith(act.group) && each.endsWith(act.option));
    return perform(browser, { type: 'select-option', target, values: [named || act.option].flat() });
  },
  async set(browser, act) {
    return perform(browser, { type: 'set-text', target: await targetOf(browser, act), text: String(act.value), clear: true });
  },
  async scroll(browser, act) {
    // A heading may be called like what scrolls under it.
    const target = act.name === undefined ? await onlyArea(browser) : await targetOf(browser, { role: 'scrollarea', ...act });
    return perform(browser, { type: 'scroll', target, deltaX: 0, deltaY: act.by });
  },
  async drag(browser, { from, to }) {
    const [start, end] = [await targetOf(browser, from), await targetOf(browser, to)];
    return perform(browser, { type: 'drag', from: start, to: end, button: 'left' });
  },
  async upload(browser, act) {
    await mkdir(browser.uploads, { recursive: true });
    await writeFile(join(browser.uploads, act.file), onePixel);
    const target = await targetOf(browser, act);
    const put = (into) => perform(browser, { type: 'set-text', target: into, text: act.file, clear: true });
    if (target.control.role === 'file') return put(target);
    await perform(browser, { type: 'click', target, button: 'left', clickCount: 1 });
    await browser.device.settle(2_000);
    const { controls } = await browser.device.look();
    const control = controls.find(({ states }) => states?.includes('asks for a file'));
    if (!control) throw new UnseenError(`nobody tells that '${act.name}' asks for a file`);
    return put({ control });
  },
  async read(browser, { text }) {
    const seen = async () => (await browser.device.look()).controls.some((each) => `${each.name} ${each.value ?? ''}`.includes(text));
    if (!(await eventually(seen, patienceMs)) && !(await browser.device.source()).includes(text))
      throw new UnseenError(`'${text}' cannot be read`);
  },
  back: (browser) => perform(browser, { type: 'go-back' }),
  async answer(browser, { accept, text }) {
    if (stayed) return accept ? perform(browser, stayed, true) : undefined;
    if (text !== undefined)
      await perform(browser, { type: 'set-text', target: await targetOf(browser, { role: 'textbox' }), text, clear: true });
    const names = accept ? ['OK', 'Leave', 'Reload'] : ['Cancel', 'Stay'];
    for (const name of names) {
      const [button] = (await browser.device.look()).controls.filter((each) => each.role === 'button' && each.name === name);
      if (button) return perform(browser, { type: 'click', target: { control: button }, button: 'left', clickCount: 1 });
    }
    throw new UnseenError('no button answers the dialog');
  },
  async window(browser, { name }) {
    const isIt = async () =>
      (await browser.device.listApplications()).find(({ title, name: called }) => `${title ?? ''} ${called ?? ''}`.includes(name));
    if (!(await eventually(isIt, patienceMs))) throw new UnseenError(`no window '${name}'`);
    await browser.device.selectApplication((await isIt()).id);
  },
  async read_file(browser, { file }) {
    const taken = [];
    const isThere = async () => taken.push(...(await browser.device.takeDownloads())) > 0 && taken.some((path) => path.endsWith(file));
    if (!(await eventually(isThere, patienceMs))) throw new UnseenError(`no file ${file} came`);
  },
};

/** A PNG of one pixel. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** The page scrolls where no area does, or several do. */
async function onlyArea({ device }) {
  const areas = (await device.look()).controls.filter(({ role, interactive }) => role === 'scrollarea' && interactive);
  return areas.length === 1 ? { control: areas[0] } : undefined;
}

/** The control of that name, or the place in it. */
async function targetOf(browser, { role, name, within, nth = 0, at, group }) {
  let control;
  await eventually(async () => {
    const { controls } = await browser.device.look();
    control = controlsOf(controls, { role, name, within, group })[nth];
    return control !== undefined;
  }, patienceMs);
  if (!control) throw new UnseenError(`no ${role} '${name ?? ''}' is listed`);
  if (!at) return { control };
  const { x, y, width, height } = control.bounds;
  return { point: { x: x + width * at.x, y: y + height * at.y }, unit: 'px' };
}

/** Those that match best: by role and whole name, by whole name, by a part of it. */
function controlsOf(controls, { role, name, within }) {
  const shown = controls.filter(({ visible }) => visible);
  const near = within === undefined ? shown : besides(shown, within);
  const isRole = (each) => role === 'text' || role === 'area' || kinds(role).includes(each.role);
  const words = (each) => [each.name, each.shown ?? '', each.value ?? ''].map((text) => text.trim().toLowerCase());
  const wanted = name?.trim().toLowerCase();
  const ways = [
    (each) => isRole(each) && (wanted === undefined || words(each)[0] === wanted),
    (each) => isRole(each) && wanted !== '' && words(each).includes(wanted),
    (each) => wanted !== undefined && wanted !== '' && words(each).includes(wanted),
    (each) => isRole(each) && Boolean(wanted) && words(each).some((text) => text.includes(wanted)),
    (each) => Boolean(wanted) && words(each).some((text) => text.includes(wanted)),
  ];
  return ways.map((way) => near.filter(way)).find((found) => found.length > 0) ?? [];
}

/** Roles that a person would not tell apart. */
function kinds(role) {
  const alike = [
    ['textbox', 'searchbox', 'combobox', 'spinbutton', 'password'],
    ['button', 'link', 'file', 'menuitem', 'tab'],
    ['gridcell', 'cell', 'columnheader', 'row', 'rowheader'],
    ['option', 'menuitem', 'listitem', 'treeitem', 'menuitemcheckbox'],
    ['checkbox', 'switch', 'menuitemcheckbox', 'radio'],
    ['img', 'image', 'application', 'canvas', 'separator', 'slider'],
  ];
  return [role, ...alike.filter((each) => each.includes(role)).flat()];
}

/** What stands beside that, or in it. */
function besides(controls, { role, name }) {
  const [anchor] = controlsOf(controls, { role, name });
  if (!anchor) return [];
  const { x, y, width, height } = anchor.bounds;
  const middle = (bounds) => ({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
  return controls.filter((each) => {
    const at = middle(each.bounds);
    const isIn = at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
    const isRow = Math.abs(at.y - (y + height / 2)) < Math.max(height, each.bounds.height) / 2 + 2;
    return each !== anchor && (isIn || isRow);
  });
}

const signs = { Control: '^', Shift: '+', Alt: '%' };
/** Playwright's words for keys, in ours. */
function keysOf(keys) {
  const parts = keys.split('+');
  const key = parts.pop();
  const held = parts.map((each) => signs[each]).join('');
  return held + (key.length === 1 ? key.toLowerCase() : `{${key.replace('Arrow', '').toUpperCase()}}`);
}

const escaped = (text) => text.replace(/[\^%+(){}~]/g, '{$&}');
const firstLine = (error) => error.message.split('\n')[0].slice(0, 200);
