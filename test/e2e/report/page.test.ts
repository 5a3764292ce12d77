// The page of a report in a real browser: nothing in it runs that was not written by us, and people can use it, whatever their screen, colours and means.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawReportPage } from '../../../src/adapters/report-page/report-page.js';
import { reportSchema, type Report } from '../../../src/domain/report/report.schema.js';
import { keys, openedPage, type OpenedPage } from '../../support/opened-page.js';
import { sampleCard, sampleReport, at } from '../../support/sample-report.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const exampleOf = (name: string): URL => new URL(`../../../docs/examples/${name}.html`, import.meta.url);
const example = exampleOf('killed');
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

let folder: string;
let browser: TestBrowser;
let page: OpenedPage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-report-'));
  browser = await openTestBrowser();
  page = openedPage(browser);
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function written(report: Report, picture?: Uint8Array): Promise<string> {
  const path = join(folder, `${report.run.replace(/\W/g, '')}.html`);
  await writeFile(
    path,
    await drawReportPage(reportSchema.parse(report), {
      picture: async () => picture,
      json: async (ref) => ({ messages: [{ role: 'system', text: `stored ${ref}` }] }),
    }),
  );
  return pathToFileURL(path).href;
}

const ref = (digit: string): string => `sha256:${digit.repeat(64)}`;
const steps = [1, 2, 3].map((number) =>
  sampleCard({
    ...{
      id: `step-app-1-${number}`,
      number,
      at: at(`00:0${number}`),
      title: `Step ${number}`,
      thought: number === 2 ? 'the kettle' : 'nothing',
    },
    flags: number === 3 ? ['failed'] : [],
    ...(number === 1
      ? { pictures: { before: ref('a'), after: ref('b') }, frames: [{ x: 10, y: 20, width: 30, height: 10 }], prompt: ref('c') }
      : {}),
  }),
);
const current = (): Promise<string | null> => page.run("return document.querySelector('.card.current')?.id ?? null");
/** What a key does is drawn a moment later. */
const untilCurrent = (id: string): Promise<unknown> => until(async () => (await current()) === id, `${id} is the current step`);
const shown = (): Promise<readonly string[]> => page.run("return [...document.querySelectorAll('.steps .card')].map(({ id }) => id)");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds serious. It is injected past the page's policy. */
async function seriousFindings(): Promise<readonly string[]> {
  await page.cdp('Runtime.evaluate', { expression: await readFile(axePath, 'utf8') });
  const { result } = await page.cdp<{ readonly result: { readonly value: readonly Violation[] } }>('Runtime.evaluate', {
    expression: "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.parse(JSON.stringify(violations)))",
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}

test.each([
  ['light', 'killed', 1440, false],
  ['dark', 'killed', 1440, true],
  ['light, 360 px wide', 'killed', 360, false],
  ['dark, 360 px wide', 'killed', 360, true],
  ['a person had taken over', 'held', 1440, false],
  ['a person had taken over, dark, 360 px wide', 'held', 360, true],
] as const)('EV9: axe-core finds nothing serious, and nothing has to be scrolled sideways: %s', async (_, name, width, dark) => {
  await page.window({ width, dark });
  await page.open(exampleOf(name).href);
  expect(await page.run("return matchMedia('(prefers-color-scheme: dark)').matches")).toBe(dark);
  await page.run("for (const details of document.querySelectorAll('details')) details.open = true");
  expect(await seriousFindings()).toEqual([]);
  expect(await page.run('return document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
});

test('EV9: on paper every step has both pictures, and what can only be pressed is left out', async () => {
  await page.open(example.href);
  // After the navigation, which forgets it.
  await page.window({ width: 1000, media: 'print' });
  expect(await page.run("return matchMedia('print').matches")).toBe(true);
  const visible = (selector: string): Promise<number> =>
    page.run('return [...document.querySelectorAll(arguments[0])].filter((one) => one.getClientRects().length > 0).length', selector);
  expect(await visible('.filter, .keys, .play, .before-after figcaption button')).toBe(0);
  const overlap = await page.run<boolean>(
    "const [before, after] = document.querySelectorAll('.steps .stage .picture'); return after.getBoundingClientRect().left < before.getBoundingClientRect().right",
  );
  expect(overlap).toBe(false);
  await page.window({ width: 1440 });
});

test('EV3: keys step, play, filter and search; the address names the step', async () => {
  await page.open(await written(sampleReport({ run: 'keys', cards: steps }), await picture()));
  // Until then the browser drops what is pressed.
  await until(() => page.run("return performance.getEntriesByName('first-contentful-paint').length > 0"), 'the first paint');
  await page.press(keys.right);
  await untilCurrent('step-app-1-1');
  await page.press(keys.right);
  await untilCurrent('step-app-1-2');
  expect(await page.run('return location.hash')).toBe('#step-app-1-2');
  await page.press(keys.left);
  await untilCurrent('step-app-1-1');
  await page.press('f');
  await until(async () => (await shown()).join() === 'step-app-1-3', 'only step-app-1-3 is shown');
  await page.press(keys.escape);
  await page.press('/');
  for (const key of 'kettle 2') await page.press(key);
  await until(async () => (await shown()).join() === 'step-app-1-2', 'only step-app-1-2 is shown');
  await page.press(keys.escape);
  await until(async () => (await shown()).length === 3, 'all are shown');
  await page.press(keys.space);
  await until(async () => (await current()) === 'step-app-1-3', 'it plays to the last step');
  await until(
    async () => (await page.run("return document.querySelector('.play').getAttribute('aria-pressed')")) === 'false',
    'it stops there',
  );
});

test('EV3: a link to a step shows it', async () => {
  await page.open(`${await written(sampleReport({ run: 'deep', cards: steps }))}#step-app-1-3`);
  await untilCurrent('step-app-1-3');
});

test('EV3: the target is framed where it was, and the slider draws the picture after over the one before', async () => {
  await page.open(await written(sampleReport({ run: 'framed', cards: steps }), await picture()));
  const frame = await page.run<readonly number[]>(
    "const frame = document.querySelector('.frame'); return [frame.style.left, frame.style.top, frame.style.width, frame.style.height].map(parseFloat)",
  );
  expect(frame).toEqual([5, 20, 15, 10]);
  const width = await page.run<number>("return document.querySelector('.picture img').naturalWidth");
  expect(width).toBe(200);
});

test('EV5: prompts and replies are folded, and shown as they are stored', async () => {
  await page.open(await written(sampleReport({ run: 'folded', cards: steps })));
  expect(await page.run('return document.body.innerText')).not.toContain('stored sha256');
  await page.run("document.querySelector('.fold summary').click()");
  await until(async () => (await page.run<string>('return document.body.innerText')).includes(`stored ${ref('c')}`), 'it is unfolded');
});

test('EV1: a report without steps, pictures and history says so', async () => {
  await page.open(await written(sampleReport({ run: 'empty', cards: [], missing: ['No Temporal server answers.'] })));
  expect(await page.run('return document.body.innerText')).toMatch(/No Temporal server answers\.[^]*No step is recorded\./);
});

test('EV9: texts and words of any length fit 360 px, and the head stays short', async () => {
  const [text, word] = ['Lorem ipsum dolor sit amet '.repeat(80), 'x'.repeat(400)];
  const card = sampleCard({
    ...{ title: text, thought: text, comment: word, status: word, agent: word, notes: [word], failures: [text], recovery: [word] },
    ...{ actions: [{ text: word, outcome: word, effect: text }], details: [{ name: word, value: word }], subtask: word },
  });
  const acts = [{ at: at('00:01'), text: word, outcome: 'done', message: text, card: card.id }];
  const report = sampleReport({
    ...{ run: 'long', cards: [card], missing: [word], checks: [{ node: word, name: text, verdict: 'fail', reason: word }] },
    head: { ...sampleReport().head, request: text, result: text, message: text, facts: [{ name: word, value: word }] },
    holds: [
      { by: word, reason: text, from: at('00:00'), to: at('00:09'), state: 'handed-back', note: word, sentBy: word, acts, events: [] },
    ],
  });
  await page.window({ width: 360 });
  await page.open(await written(report));
  expect(await page.run('return document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await page.run("return document.querySelector('h1').innerText.length")).toBeLessThan(250);
  await page.run("for (const details of document.querySelectorAll('details')) details.open = true");
  await until(
    async () => (await page.run<string>("return document.querySelector('.head').innerText")).includes(text.trim()),
    'the whole request',
  );
});

const hostile = [
  `</script><script>window.ran = 'script'</script>`,
  `"><img src=x onerror="window.ran='image'">`,
  `'><svg onload="window.ran='svg'">`,
  `javascript:window.ran='address'`,
  `</style><style>body{display:none}</style>`,
  `<!--<script>window.ran='comment'</script>-->`,
  `\u202Edlrow\u0000\u001b[31m\u2028${'{{'}constructor.constructor("window.ran=1")()${'}}'}`,
  `<iframe srcdoc="<script>parent.ran='frame'</script>"></iframe><a href="javascript:window.ran='link'">x</a>`,
];

test('EV1, EV9: whatever pages, models and people wrote, nothing of it runs, leads anywhere or turns the page around', async () => {
  const all = hostile.join('\n');
  const event = { type: all, workflow: all, execution: all, id: 1, at: at('00:01'), href: `javascript:window.ran='event'` };
  const card = sampleCard({
    ...{
      id: 'step-"><x',
      agent: all,
      title: all,
      status: all,
      subtask: all,
      thought: all,
      comment: `${all}.`,
      result: all,
      prompt: ref('c'),
    },
    ...{
      actions: [{ text: all, outcome: all, effect: all }],
      questions: [all],
      notes: [all],
      failures: [all],
      recovery: [all],
      events: [event],
    },
    ...{ guard: { verdict: 'asked', reason: all }, details: [{ name: all, value: all }], phases: [{ name: all, ms: 1 }] },
  });
  const report = sampleReport({
    ...{ run: `hostile${all}`, cards: [card, ...steps], missing: [all] },
    head: {
      ...{ ...sampleReport().head, request: all, result: all, message: all, outcome: all, facts: [{ name: all, value: all }] },
      ...{
        ui: `javascript:window.ran='ui'`,
        links: [
          { text: all, href: `JaVaScRiPt:window.ran='head'` },
          { text: 'data', href: 'data:text/html,<script>1</script>' },
        ],
      },
    },
    asks: [
      {
        id: all,
        kind: 'approval',
        text: all,
        actions: [all],
        values: [all],
        state: 'approved',
        by: all,
        sentBy: all,
        answer: all,
        note: all,
        events: [event],
        answeredAt: at('00:02'),
      },
    ],
    holds: [
      {
        ...{
          by: all,
          reason: all,
          from: at('00:01'),
          to: at('00:02'),
          heldMs: 1,
          state: 'handed-back',
          note: all,
          returnedBy: all,
          sentBy: all,
        },
        acts: [{ at: at('00:01'), text: all, outcome: all, message: all, approved: all, card: card.id }],
        events: [event],
      },
    ],
    lane: {
      ...{ from: at('00:00'), to: at('00:09'), rows: [{ id: all, label: all, kind: 'run' }] },
      spans: [{ row: all, from: at('00:01'), to: at('00:02'), kind: 'work', text: all, card: card.id }],
      marks: [{ row: all, at: at('00:03'), kind: 'kill', text: all, event }],
    },
    recoveries: [{ at: at('00:03'), work: all, host: all, epoch: 1, said: [{ who: 'witness', text: all }], events: [event] }],
    kills: [{ after: at('00:01'), before: at('00:02'), host: all, kind: 'kill', lost: [all], events: [event] }],
    checks: [{ node: all, name: all, verdict: 'fail', reason: all, card: card.id }],
  });
  const path = join(folder, 'hostile.html');
  await writeFile(
    path,
    await drawReportPage(reportSchema.parse(report), {
      picture: async () => undefined,
      json: async () => ({ messages: [{ role: all, text: all }] }),
    }),
  );
  await page.window({ width: 1440 });
  await page.open(pathToFileURL(path).href);
  await page.run(
    "for (const details of document.querySelectorAll('details')) details.open = true; for (const link of document.links) if (!/^(file|https?):/.test(link.protocol)) link.click()",
  );
  expect(await page.run("return [...document.links].map(({ protocol }) => protocol).filter((protocol) => protocol !== 'file:')")).toEqual(
    [],
  );
  expect(await page.run("return document.querySelectorAll('iframe, object, embed, img[onerror], svg[onload]').length")).toBe(0);
  expect(await page.run('return window.ran ?? null')).toBeNull();
  expect(await page.run("return getComputedStyle(document.body).display + document.querySelectorAll('.steps .card').length")).toBe(
    'block4',
  );
  const text = await page.run<string>('return document.body.innerText');
  expect(text).toContain(`<script>window.ran = 'script'</script>`);
  expect(text).toContain('⟨202E⟩');
});

test('EV1: the page asks nothing of a network', async () => {
  await page.open(example.href);
  const loaded = await page.run<readonly string[]>(
    "return performance.getEntriesByType('resource').map(({ name }) => name.slice(0, 30)).filter((name) => !name.startsWith('data:'))",
  );
  expect(loaded).toEqual([]);
  const source = await readFile(example, 'utf8');
  expect(source).toMatch(
    /Content-Security-Policy" content="default-src 'none'; img-src data:; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/,
  );
});

/** 200 by 100 px. */
function picture(): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 100, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
}
