// How much labels hide of other controls (docs/design/hands-and-eyes.md, HE24): where they stand now, and where they stood before 24 November 2026,
// above the beginning of each control.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { inkOf, scaleOf, tagSizeOf } from '../../dist/adapters/sharp/canvas.js';
import { createSharpImages } from '../../dist/adapters/sharp/sharp-images.js';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { areaOf, contains, overlapOf } from '../../dist/domain/ui/geometry.js';
import { labelControls } from '../../dist/domain/ui/control-list.js';
import { shareCovered } from '../../dist/bench/lib/label-coverage.js';
import { placeLabels } from '../../dist/domain/ui/label-places.js';
import { openBrowser } from '../lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { densePages } from '../lib/dense-pages.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolders } from '../lib/site.mjs';

const templatePages = ['tables', 'tables_dynamic', 'user_management', 'form', 'index'];
const repeats = 9;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureLabels(say) {
  return withScope(async (scope) => {
    const site = await serveFolders(
      scope,
      { packages: folderOf('../node_modules/'), '': folderOf('../../node_modules/gentelella/dist/') },
      densePages,
    );
    const { device, go } = await openBrowser(scope, site);
    const seen = [];
    for (const [name, path] of [
      ...Object.keys(densePages).map((name) => [name, encodeURIComponent(name)]),
      ...templatePages.map((name) => [`gentelella, ${name}`, `production/${name}.html`]),
    ]) {
      await go(`${site}/${path}`);
      const measured = await measurePage(device, process.env.BENCH_KEEP && name);
      seen.push({ name, ...measured });
      say(
        `${name}: ${measured.count} labels, ${percent(measured.now)} covered (before ${percent(measured.before)}), ${percent(measured.over)} over texts (${percent(measured.overBefore)}), ${measured.away} with a line, ${measured.ms.toFixed(1)} ms`,
      );
    }
    const all = (key) => seen.reduce((sum, page) => sum + page[key] * page.count, 0) / seen.reduce((sum, { count }) => sum + count, 0);
    return [
      ...seen.map(({ name, now }) =>
        plain(`${name}: controls that labels of others cover by more than a fifth`, '%', 100 * now, { atMost: 2 }),
      ),
      plain('… of all pages', '%', 100 * all('now'), { atMost: 2 }),
      plain('… labels above the beginning of each control, as before', '%', 100 * all('before')),
      plain('labels over a text of the list, or over a control of a third of their size or less', '%', 100 * all('over'), { atMost: 0 }),
      plain('… as before', '%', 100 * all('overBefore')),
      plain('finding the places, slowest page', 'ms', Math.max(...seen.map(({ ms }) => ms)), { atMost: 20 }),
      plain('… of 500 among 3,000', 'ms', timeOf(crowded()), { atMost: 20 }),
    ];
  });
}

async function measurePage(device, keepAs) {
  const look = await device.look();
  const png = await device.screenshot();
  const { data, info } = await sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height };
  const { controls } = labelControls(look.controls, { roles: defaultControlRoles });
  const marks = controls.filter(({ label, bounds }) => label !== undefined && isSeen(bounds, picture));
  const others = controls.filter(({ label, visible }) => label === undefined && visible).map(({ bounds }) => bounds);
  const ink = inkOf({ pixels: data, ...picture });
  const targets = marks.map(({ label, bounds }) => ({ bounds, tag: tagSizeOf(label, scaleOf(picture)) }));
  let places;
  const times = Array.from({ length: repeats }, () => {
    const started = performance.now();
    places = placeLabels({ targets, others, picture, ink });
    return performance.now() - started;
  });
  if (keepAs) {
    const drawn = await createSharpImages().annotate(png, marks, others);
    await writeFile(new URL(`../results/labels ${keepAs}.png`, import.meta.url), drawn);
  }
  const boxes = places.map(({ box }) => box);
  const boxesBefore = marks.map((mark) => placeBefore(mark, picture));
  const texts = controls.filter(({ visible, interactive }) => visible && !interactive).map(({ bounds }) => bounds);
  const over = (labels) =>
    labels.filter(
      (label, own) =>
        texts.some((text) => !hasInside(text, marks) && overlapOf(text, label) > 0) ||
        marks.some(({ bounds }, at) => at !== own && areaOf(bounds) <= areaOf(label) / 3 && overlapOf(bounds, label) > 0),
    ).length / labels.length;
  const covered = (labels) =>
    shareCovered(
      marks.map(({ bounds }, at) => ({ bounds, label: labels[at] })),
      picture,
    );
  return {
    count: marks.length,
    now: covered(boxes),
    before: covered(boxesBefore),
    over: over(boxes),
    overBefore: over(boxesBefore),
    away: places.filter(({ leader }) => leader).length,
    ms: median(times),
  };
}

function timeOf(scene) {
  const times = Array.from({ length: repeats * 2 }, () => {
    const started = performance.now();
    placeLabels(scene);
    return performance.now() - started;
  });
  return median(times.slice(repeats));
}

/** 500 buttons, each with five words below it. */
function crowded() {
  const cells = Array.from({ length: 500 }, (_, at) => ({ x: (at % 20) * 64, y: Math.floor(at / 20) * 32 }));
  return {
    picture: { width: 1280, height: 800 },
    targets: cells.map(({ x, y }, at) => ({ bounds: { x: x + 2, y: y + 2, width: 46, height: 14 }, tag: tagSizeOf(String(at + 1), 1) })),
    others: cells.flatMap(({ x, y }) => [0, 1, 2, 3, 4].map((word) => ({ x: x + 2 + word * 12, y: y + 20, width: 10, height: 8 }))),
  };
}

/** The text around a link has its own boxes. */
function hasInside(text, marks) {
  return marks.some(({ bounds }) => areaOf(bounds) < areaOf(text) && contains(text, bounds));
}

function isSeen({ x, y, width, height }, picture) {
  return x + width > 0 && y + height > 0 && x < picture.width && y < picture.height && width > 0 && height > 0;
}

function placeBefore({ label, bounds }, picture) {
  const width = label.length * 12 + 2;
  return {
    x: Math.max(0, Math.min(Math.floor(bounds.x), picture.width - width)),
    y: Math.max(0, Math.floor(bounds.y) - 18),
    width,
    height: 18,
  };
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function folderOf(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}
