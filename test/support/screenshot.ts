// A page as a browser paints it, and the position of its words. Chromium alone, without a driver: one process that ends by itself.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Bounds } from '../../src/domain/ui/geometry.js';
import { quietly } from '../../src/adapters/webdriver/chromium.js';
import { browserPrograms } from './webdriver.js';

export interface Screenshot {
  readonly png: Buffer;
  /** As written in the page; bounds in CSS pixels. */
  readonly words: readonly { readonly text: string; readonly bounds: Bounds }[];
}

export interface ScreenshotOptions {
  /** Holds the page and the browser's profile. */
  readonly folder: string;
  /** Device pixels per CSS pixel. */
  readonly zoom?: number;
}

const attribute = 'data-words';

/** Takes a screenshot of 1280 × 800 CSS pixels. `body`: content of the body, including styles. */
export async function screenshotOf(body: string, { folder, zoom = 1 }: ScreenshotOptions): Promise<Screenshot> {
  const page = join(folder, 'page.html');
  const picture = join(folder, 'page.png');
  await writeFile(page, `<!doctype html><html lang="en"><meta charset="utf-8"><body>${body}<script>${measureWords}</script></body></html>`);
  const { stdout } = await promisify(execFile)(browserPrograms().chromium, [
    '--headless=new',
    '--no-sandbox',
    ...quietly,
    '--hide-scrollbars',
    '--window-size=1280,800',
    `--force-device-scale-factor=${zoom}`,
    `--user-data-dir=${join(folder, 'profile')}`,
    `--screenshot=${picture}`,
    '--dump-dom',
    pathToFileURL(page).href,
  ]);
  const words = new RegExp(`${attribute}="([^"]*)"`).exec(stdout)?.[1];
  if (words === undefined) throw new Error('The page did not report its words.');
  return { png: await readFile(picture), words: JSON.parse(decodeURIComponent(words)) };
}

/** Runs in the page. */
const measureWords = `
  const words = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement.closest('script, style') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  for (let node; (node = texts.nextNode()); ) for (const { 0: text, index } of node.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + text.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    words.push({ text, bounds: { x, y, width, height } });
  }
  document.documentElement.setAttribute('${attribute}', encodeURIComponent(JSON.stringify(words)));
`;
