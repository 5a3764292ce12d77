// Finding a small picture in a screenshot, and reading a screenshot's words: on pages of an admin template as the browser renders them, 1280 × 800.
import sharp from 'sharp';
import { fileURLToPath } from 'node:url';
import { createOpencvPictureSearch } from '../../dist/adapters/opencv/opencv-picture-search.js';
import { createTesseractTextReader } from '../../dist/adapters/tesseract/tesseract-text-reader.js';
import { openBrowser } from '../lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const pages = ['index', 'form', 'inbox', 'orders', 'tables_dynamic'];
const searches = 20;
const scales = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measurePictures(say) {
  return withScope(async (scope) => {
    const screenshots = await takeScreenshots(scope);
    return [...(await measureSearch(scope, screenshots, say)), ...(await measureReading(scope, screenshots, say))];
  });
}

/** Searches for a button of the first page. */
async function measureSearch(scope, [{ png, words }], say) {
  const search = createOpencvPictureSearch();
  scope.onEnd(() => search.close());
  const label = words.find(({ text }) => text === 'Create');
  const [left, top] = [Math.floor(label.x) - 30, Math.floor(label.y) - 8];
  const template = await sharp(png).extract({ left, top, width: 126, height: 32 }).png().toBuffer();
  const timed = async (options) => {
    const times = [];
    for (let turn = -3; turn < searches; turn += 1) {
      const from = performance.now();
      const [best] = await search.find(png, template, { threshold: 0.9, maxResults: 5, ...options });
      if (best?.bounds.x !== left || best.bounds.y !== top) throw new Error(`Found at ${JSON.stringify(best)}.`);
      if (turn >= 0) times.push(performance.now() - from);
    }
    say(
      `${searches} searches at ${options.scales.length} scales: ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
    );
    return median(times);
  };
  return [
    plain('a picture found in 1280 × 800, one scale', 'ms', await timed({ scales: [1] }), { atMost: 150 }),
    plain('… seven scales', 'ms', await timed({ scales }), { atMost: 800 }),
  ];
}

async function measureReading(scope, screenshots, say) {
  const reader = createTesseractTextReader();
  scope.onEnd(() => reader.close());
  await reader.read(screenshots[0].png);
  const times = [];
  let known = 0;
  let read = 0;
  for (const { page, png, words } of screenshots) {
    const from = performance.now();
    const found = (await reader.read(png)).flatMap((line) => line.words);
    times.push(performance.now() - from);
    const missed = words.filter((word) => !found.some((candidate) => isSame(candidate, word)));
    known += words.length;
    read += words.length - missed.length;
    say(
      `${page}: ${words.length - missed.length} of ${words.length} words in ${Math.round(times.at(-1))} ms; not ${missed.map(({ text }) => text).join(' ')}`,
    );
  }
  return [
    plain('words of a screenshot read at their position', '%', (100 * read) / known),
    plain('a screenshot read', 'ms', median(times)),
  ];
}

/** The pages, and the words that are fully visible. */
async function takeScreenshots(scope) {
  const site = await serveFolder(scope, fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url)));
  const { device, plain: session, go } = await openBrowser(scope, site);
  const screenshots = [];
  for (const page of pages) {
    await go(`${site}/production/${page}.html`);
    screenshots.push({ page, words: await session.executeScript(visibleWords, []), png: await device.screenshot() });
  }
  return screenshots;
}

/** Runs in the page. Words have at least two letters: a single one is often an icon. */
const visibleWords = `
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  for (let node; (node = texts.nextNode()); ) {
    const element = node.parentElement;
    if (element.closest('script, style, noscript') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const { 0: text, index } of node.data.matchAll(/[\\p{L}\\p{N}]\\S*[\\p{L}\\p{N}]/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      const corners = [[x + 1, y + height / 2], [x + width - 1, y + height / 2]];
      if (corners.every(([left, top]) => element.contains(document.elementFromPoint(left, top)))) words.push({ text, x, y, width, height });
    }
  }
  return words;`;

/** Style sheets write in capitals what the page has in small letters. */
function isSame(read, { text, x, y, width, height }) {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const { bounds } = read;
  const within =
    middleX > bounds.x && middleX < bounds.x + bounds.width && middleY > bounds.y - 3 && middleY < bounds.y + bounds.height + 3;
  return within && read.text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') === text.toLowerCase();
}
