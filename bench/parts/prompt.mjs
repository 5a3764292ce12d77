// The tokens that a screen takes in a prompt: our observation text against Playwright's aria snapshot, of the same pages of an admin template, in the
// same tab of the same browser.
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { chromium } from 'playwright-core';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { labelControls } from '../../dist/domain/ui/control-list.js';
import { observationText } from '../../dist/domain/ui/observation-text.js';
import { openBrowser } from '../lib/browser.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { missingFrom, snapshotControls } from '../lib/recall.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const pages = ['form', 'index', 'tables_dynamic', 'inbox', 'login', 'settings'];

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measurePrompt(say) {
  return withScope(async (scope) => {
    const site = await serveFolder(scope, fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url)));
    const { device, plain: session, go } = await openBrowser(scope, site);
    const browser = await chromium.connectOverCDP(`http://${session.capabilities['goog:chromeOptions'].debuggerAddress}`);
    scope.onEnd(() => browser.close());
    const page = browser.contexts()[0].pages()[0];

    const sizes = [];
    let named = 0;
    let hidden = 0;
    const missing = [];
    for (const name of pages) {
      await go(`${site}/production/${name}.html`);
      const { controls } = await device.look();
      const { controls: labelled } = labelControls(controls, { roles: defaultControlRoles });
      const text = observationText(labelled);
      const snapshot = await page.locator('body').ariaSnapshot();
      const theirs = snapshotControls(snapshot);
      const absent = missingFrom(labelled, theirs);
      const seen = [];
      for (const control of absent) if (await canBeSeen(page, control)) seen.push(control);
      named += theirs.length;
      hidden += absent.length - seen.length;
      missing.push(...seen.map((control) => ({ page: name, ...control })));
      sizes.push({ name, ours: encode(text).length, baseline: encode(snapshot).length });
      say(
        `${name}: ${sizes.at(-1).ours} : ${sizes.at(-1).baseline} tokens; of the snapshot's ${theirs.length} controls ${theirs.length - absent.length} are there, ` +
          `${absent.length - seen.length} are not visible (${absent
            .filter((control) => !seen.includes(control))
            .map((control) => control.name)
            .join(', ')})`,
      );
      if (process.env.BENCH_KEEP) await keep(name, { text, snapshot });
    }
    for (const { page: on, role, name } of missing) say(`missing: ${role} "${name}" (${on})`);
    const sum = (key) => sizes.reduce((total, size) => total + size[key], 0);
    return [
      ...sizes.map(({ name, ours, baseline }) =>
        compared(`${name}.html, observation text : aria snapshot`, 'tokens', ours, baseline, { atMost: 0.6 }),
      ),
      compared('all six pages', 'tokens', sum('ours'), sum('baseline'), { atMost: 0.6 }),
      plain('visible controls of the snapshots that we list, too', '%', (100 * (named - hidden - missing.length)) / (named - hidden), {
        atLeast: 100,
      }),
      plain('… of all, folded menus and transparent ones counted', '%', (100 * (named - hidden - missing.length)) / named, {
        atLeast: 100,
      }),
    ];
  });
}

/**
 * A snapshot also names what is not visible: links of a folded menu, elements off the page or transparent until hovered. Judged by the page's own
 * boxes, without our script.
 */
function canBeSeen(page, { role, name }) {
  return page
    .getByRole(role, { name, exact: true })
    .first()
    .evaluate((element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let around = element; around !== null; around = around.parentElement) {
        const { opacity, overflowX } = window.getComputedStyle(around);
        if (opacity === '0') return false;
        if (around === element || around === document.body || (overflowX !== 'hidden' && overflowX !== 'clip')) continue;
        const box = around.getBoundingClientRect();
        [left, top, right, bottom] = [
          Math.max(left, box.left),
          Math.max(top, box.top),
          Math.min(right, box.right),
          Math.min(bottom, box.bottom),
        ];
      }
      return right - left >= 1 && bottom - top >= 1 && right + window.scrollX > 0 && bottom + window.scrollY > 0;
    });
}

/** Writes the compared texts, for whoever changes the format. */
async function keep(name, texts) {
  const { writeFile } = await import('node:fs/promises');
  const results = new URL('../results/', import.meta.url);
  for (const [kind, text] of Object.entries(texts)) await writeFile(new URL(`${name}.${kind}.txt`, results), text);
}
