// A report of 50 steps, each on another screen: how long it takes to make, beside its pictures made into WebP one by one, and until a browser has painted it.
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawReportPage } from '../../dist/adapters/report-page/report-page.js';
import { median } from '../../scripts/lib/median.mjs';
import { openBrowser } from '../lib/browser.mjs';
import { compared, plain as figure } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder, servePages } from '../lib/site.mjs';

const steps = 50;
const rounds = 3;
const template = fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url));

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureReport(say) {
  return withScope(async (scope) => {
    const site = await serveFolder(scope, template);
    const { plain, go } = await openBrowser(scope, site);
    const pictures = await takePictures({ site, plain, go });
    const pages = {};
    const reports = await servePages(scope, pages);
    const times = { made: [], alone: [], painted: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.alone.push(await timed(() => Promise.all(pictures.map((png) => sharp(png).webp().toBuffer()))));
      times.made.push(await timed(async () => void (pages['report.html'] = await draw(pictures))));
      await plain.navigateTo(`${reports}/report.html?${round}`);
      times.painted.push(await firstPaint(plain));
    }
    const mb = Buffer.byteLength(pages['report.html']) / 1_000_000;
    say(
      `${steps} steps: ${mb.toFixed(1)} MB, made in ${times.made.map(Math.round).join(', ')} ms, painted after ${times.painted.map(Math.round).join(', ')} ms`,
    );
    return [
      compared('a report of 50 steps made, beside its pictures alone', 'ms', median(times.made), median(times.alone), { atMost: 1 }),
      figure('… made', 'ms', median(times.made), { atMost: 3_000 }),
      figure('… first painted', 'ms', median(times.painted), { atMost: 1_000 }),
    ];
  });
}

async function takePictures({ site, plain, go }) {
  const names = (await readdir(template, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
  const taken = [];
  for (const name of names) {
    if (taken.length > steps) break;
    await go(`${site}/${name}`);
    taken.push(Buffer.from(await plain.takeScreenshot(), 'base64'));
  }
  while (taken.length <= steps) taken.push(taken[taken.length % names.length]);
  return taken;
}

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function firstPaint(plain) {
  for (;;) {
    const painted = await plain.executeScript("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null", []);
    if (painted !== null) return painted;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const time = '2026-11-26T10:00:00.000Z';
const ref = (number) => `sha256:${String(number).padStart(64, '0')}`;

function draw(pictures) {
  const cards = Array.from({ length: steps }, (_, index) => ({
    ...{
      id: `step-app-1-${index + 1}`,
      kind: 'step',
      agent: 'app-1',
      number: index + 1,
      at: time,
      title: `Step ${index + 1}`,
      status: 'CONTINUE',
    },
    ...{ subtask: 'Order a kettle', thought: 'The kettle is in the cart.', comment: '', result: '' },
    actions: [{ text: 'click_input "Order" [8]', outcome: 'done', effect: 'the page is now "Thanks"' }],
    ...{
      questions: [],
      notes: [],
      failures: [],
      recovery: [],
      frames: [],
      phases: [{ name: 'deciding', ms: 120 }],
      details: [],
      flags: [],
      events: [],
    },
    ...{ pictures: { before: ref(index), after: ref(index + 1) }, prompt: ref(index), reply: ref(index) },
  }));
  const head = {
    ...{ request: 'Order a kettle', state: 'COMPLETED', outcome: 'completed', result: 'Ordered.', started: time, ended: time },
    duration: { total: 60_000, active: 40_000, people: 15_000, devices: 5_000 },
    ...{
      steps,
      modelCalls: steps,
      inputTokens: 1_000,
      outputTokens: 100,
      costUsd: 0.02,
      models: ['m'],
      unknownOutcomes: 0,
      facts: [],
      links: [],
    },
  };
  const empty = { asks: [], holds: [], recoveries: [], kills: [], checks: [], missing: [] };
  return drawReportPage(
    { version: 1, run: 'run-1', engine: 'agent', made: time, head, cards, ...empty },
    {
      picture: async (name) => pictures[Number(name.slice(7))],
      json: async (name) => ({
        messages: [
          { role: 'system', text: 'rules '.repeat(600) },
          { role: 'user', text: `${Number(name.slice(7))} screen `.repeat(400) },
        ],
      }),
    },
  );
}
