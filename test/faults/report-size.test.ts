// How large a report is (EV6), with screens that nobody here drew: the pages of an admin template, at several scroll positions. How fast, the bench tells (report).
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { drawReportPage } from '../../src/adapters/report-page/report-page.js';
import type { ReportCard } from '../../src/domain/report/report.schema.js';
import { openedPage, type OpenedPage } from '../support/opened-page.js';
import { at, sampleCard, sampleReport } from '../support/sample-report.js';
import { until } from '../support/until.js';
import { openTestBrowser, type TestBrowser } from '../support/webdriver.js';

jest.setTimeout(500_000);

const template = fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const size = { width: 1280, height: 800 } as const;

let server: Server;
let browser: TestBrowser;
let page: OpenedPage;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-report-size-'));
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    readFile(join(template, path)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await openTestBrowser();
  page = openedPage(browser);
  await page.window(size);
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Screens of the template's pages, each page at that many positions at most. */
async function screens(wanted: number, positions: number): Promise<readonly Buffer[]> {
  const pages = (await readdir(template, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
  const { port } = server.address() as AddressInfo;
  const taken: Buffer[] = [];
  for (const name of pages) {
    await page.open(`http://127.0.0.1:${port}/${name}`);
    for (let position = 0; position < positions && taken.length < wanted; position += 1) {
      await page.run('scrollTo(0, arguments[0])', position * 120);
      const picture = await page.picture();
      // At the end of a page nothing moves any more.
      if (taken.at(-1)?.equals(picture)) break;
      taken.push(picture);
    }
  }
  expect(taken).toHaveLength(wanted);
  return taken;
}

/** The same screen with a field filled in. */
function typed(screen: Buffer, number: number): Promise<Buffer> {
  const field = `<svg width="320" height="36"><rect width="320" height="36" fill="#fff" stroke="#888"/><text x="8" y="24" font-size="15">Entry ${number}</text></svg>`;
  return sharp(screen)
    .composite([{ input: Buffer.from(field), left: 400, top: 300 }])
    .png()
    .toBuffer();
}

const ref = (number: number): string => `sha256:${String(number).padStart(64, '0')}`;

/** Step n leads from screen n to screen n + 1. */
function cardsOf(count: number): readonly ReportCard[] {
  return Array.from({ length: count }, (_, index) =>
    sampleCard({
      ...{ id: `step-app-1-${index + 1}`, number: index + 1, at: at('00:05'), title: `Step ${index + 1}` },
      ...{ pictures: { before: ref(index), after: ref(index + 1) }, prompt: ref(index), reply: ref(index) },
      actions: [{ text: 'click_input "Order" [8]', outcome: 'done', effect: 'the page is now "Thanks"' }],
    }),
  );
}

/** Of a report of these screens, which a browser shows whole. */
async function megabytes(pictures: readonly Buffer[]): Promise<number> {
  const cards = cardsOf(pictures.length - 1);
  const prompt = (number: number) => ({
    messages: [
      { role: 'system', text: 'rules '.repeat(600) },
      { role: 'user', text: `${number} screen `.repeat(400) },
    ],
  });
  const text = await drawReportPage(sampleReport({ cards }), {
    picture: async (name) => pictures[Number(name.slice(7))],
    json: async (name) => prompt(Number(name.slice(7))),
  });
  const path = join(folder, `${cards.length}.html`);
  await writeFile(path, text);
  await page.open(pathToFileURL(path).href);
  const shown = () => page.run<number>("return document.querySelectorAll('.steps .card').length");
  await until(async () => (await shown()) === cards.length, `${cards.length} steps on the page`);
  return Buffer.byteLength(text) / 1_000_000;
}

test('EV6: a report of 50 steps, each on another screen, is at most 5 MB', async () => {
  expect(await megabytes(await screens(51, 1))).toBeLessThanOrEqual(5);
});

test('EV6: a report of 500 steps, every second on another screen, is at most 25 MB', async () => {
  const pictures = await Promise.all((await screens(251, 12)).flatMap((screen, index) => [Promise.resolve(screen), typed(screen, index)]));
  expect(await megabytes(pictures.slice(0, 501))).toBeLessThanOrEqual(25);
});
