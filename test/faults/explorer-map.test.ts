// A map as people use it: requested on the command line, opened in a real browser from a file, and a path through it run as a flow.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { drawMapPage } from '../../src/adapters/map-page/map-page.js';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { named } from '../../src/client/screen-graph.js';
import type { NamedGraph, StoredGraph } from '../../src/ports/screen-graph.js';
import type { explorer } from '../../src/workflows/index.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { usePages } from '../support/agents.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { openTestBrowser, type TestBrowser } from '../support/webdriver.js';

jest.setTimeout(300_000);

const hostileTitle = `</script><script>document.title='ran'</script><img src=x onerror="document.title='ran'"> "Trap" & 'more'`;
const hostileNotice = `The page reports an error: "</script><img src=x onerror=\\"document.title='ran'\\">"`;
const hostileLabel = `</title></svg><img src=x onerror="document.title='ran'">`;
const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const page = (title: string, body: string): string => `<!doctype html><title>${asText(title)}</title><h1>${asText(title)}</h1>${body}`;

/** A quote needs its fields; the two links named Same lead to two places; nothing leads on from Thanks. */
const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Shop',
    `<p><a href="/quote">Quote</a></p><p><a href="/trap">${asText(hostileLabel)}</a></p><p><a href="/twins">Twins</a></p><button>Delete everything</button>`,
  ),
  '/quote': page(
    'Quote',
    `<form action="/thanks"><p><label>Name <input name="name" required></label></p><p><label>E-mail <input name="mail" required></label></p><p><label><input type="checkbox" name="terms" required> As a letter</label></p><button>Continue</button></form>`,
  ),
  '/thanks': page('Thanks', '<p>It is on its way.</p>'),
  '/trap': page(hostileTitle, '<p><a href="{{other}}/elsewhere">Partner</a></p>'),
  '/twins': page('Twins', '<p><a href="/left">Same</a></p><ul><li><a href="/right">Same</a></li></ul>'),
  '/left': page('Left', '<p>Left.</p><p><a href="/">Shop</a></p>'),
  '/right': page('Right', '<h2>Right.</h2><p><a href="/">Shop</a></p>'),
};

const quotes: string[] = [];
const requests: string[] = [];
const site = createServer(({ url = '/' }, response) => {
  const { pathname, search } = new URL(url, 'http://site');
  requests.push(pathname);
  if (pathname === '/thanks') quotes.push(search);
  const body = pages[pathname]?.replaceAll('{{other}}', `http://localhost:${(site.address() as AddressInfo).port}`);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? page('Nothing', ''));
});

describe('a map', () => {
  const world = usePages();
  let folder: string;
  let app: string;
  let steadyhand: CommandLine;
  const graph = async (): Promise<NamedGraph> => JSON.parse((await steadyhand('graph', app, '--json')).stdout) as NamedGraph;

  beforeAll(async () => {
    await once(site.listen(0), 'listening');
    app = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-map-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    const args = { device: { kind: 'web', url: `${app}/` }, decisionPlane: 'never', policy: 'depth', seed: 1, budget: { max_steps: 60 } };
    await world.harness.client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `explore-map-${process.pid}-${Date.now().toString(36)}`,
      args: [args],
    });
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('its page works from a file: thumbnails load, search filters, zoom changes the view, details open, and nothing that the site wrote is executed', async () => {
    const { screens, edges } = await graph();
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const left = screens.find(({ title }) => title === 'Left');
    if (!left) throw new Error('Left was not found');
    await rm(await artifacts.locate(left.screenshot));
    await writeFile(join(folder, 'map.html'), 'what was there before');
    const written = await steadyhand('graph', app, '--html', 'map.html');
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(written.stdout).toContain(`map.html: ${screens.length} screens, ${edges.length} edges, 1 run,`);
    await withPage(pathToFileURL(join(folder, 'map.html')).href, async ({ browser, ask }) => {
      expect(await ask(whatLoaded)).toEqual({
        pictures: screens.length - 1,
        broken: 0,
        gone: ['screenshot removed'],
        fetched: 0,
        ran: false,
        names: screens.map(({ name }) => name),
      });

      await browser.type('searchbox', searchName, 'letter');
      expect(await ask(whatIsShown)).toMatchObject({ found: `1 of ${screens.length} screens`, listed: ['Quote'], lit: ['Quote'] });
      await browser.act({ type: 'press-keys', keys: '{ENTER}' });
      expect(await ask(whatIsShown)).toMatchObject({
        chosen: 'Quote',
        chips: ['1 variant'],
        leads: expect.arrayContaining(['tap "Continue" → Thanks']),
        stays: ['type "Name"', 'type "E-mail"', 'tap "As a letter"'],
      });
      await browser.act({ type: 'press-keys', keys: '{ESC}' });
      await browser.act({ type: 'press-keys', keys: '{ESC}' });
      expect(await ask(whatIsShown)).toMatchObject({ found: '', chosen: null, lit: [] });

      const whole = await ask<View>(whatIsSeen);
      await browser.click('button', 'Zoom in');
      expect((await ask<View>(whatIsSeen)).scale).toBeGreaterThan(whole.scale * 1.3);
      await browser.click('button', 'All');
      expect(await ask(whatIsSeen)).toEqual(whole);
      await browser.act({ type: 'scroll', deltaX: 0, deltaY: -300, target: { point: whole.middle, unit: 'px' } });
      expect((await ask<View>(whatIsSeen)).scale).toBeGreaterThan(whole.scale);
      await browser.act({ type: 'click', target: { point: whole.middle, unit: 'px' }, button: 'left', clickCount: 1 });
      await browser.act({ type: 'press-keys', keys: '0' });
      expect(await ask(whatIsSeen)).toMatchObject({ scale: whole.scale });
      await ask("document.querySelector('#map').focus()");
      await browser.act({ type: 'press-keys', keys: '{RIGHT}' });
      expect((await ask<View>(whatIsSeen)).x).toBeLessThan(whole.x);

      await ask(pressCard('Thanks'));
      expect(await ask(whatIsShown)).toMatchObject({
        chosen: 'Thanks',
        chips: ['dead end', '1 variant'],
        leads: ['home → Shop'],
        comes: ['Quote — tap "Continue"'],
      });
      await ask(pressCard('Shop'));
      expect(await ask(whatIsShown)).toMatchObject({ unsafe: ['tap "Delete everything"'], hash: `#${screens[0]?.key}` });
      await ask(pressCard('Left'));
      expect(await ask(whatIsShown)).toMatchObject({ note: 'Its picture was removed from the store.' });
      expect(await ask(whatLoaded)).toMatchObject({ ran: false, fetched: 0 });
    });
  });

  test('a path through it is exported as a flow that follows it: fields are filled in before they are submitted', async () => {
    const printed = await steadyhand('graph', app, 'export', 'Shop', 'Thanks');
    const written = await steadyhand('graph', app, 'export', 'Shop', 'Thanks', '--flow', 'thanks.flow.json');
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(await readFile(join(folder, 'thanks.flow.json'), 'utf8'))).toEqual(JSON.parse(printed.stdout));
    expect(await steadyhand('flow', 'validate', 'thanks.flow.json')).toMatchObject({ code: 0, stderr: '' });
    const before = quotes.length;
    const run = await steadyhand('flow', 'run', 'thanks.flow.json', '--url', `${app}/`, '--follow');
    expect(run).toMatchObject({ code: 0 });
    expect(quotes.slice(before)).toEqual(['?name=Test&mail=test%40example.com&terms=on']);
    expect(run.stdout).toMatch(/Expect Thanks[\s\S]*\ncompleted$/m);
  });

  test('of two links of one name it takes the one that was pressed', async () => {
    await steadyhand('graph', app, 'export', 'Twins', 'Left', '--flow', 'left.flow.json');
    const visited = requests.length;
    expect(await steadyhand('flow', 'run', 'left.flow.json', '--url', `${app}/twins`, '--follow')).toMatchObject({ code: 0 });
    expect(requests.slice(visited)).toContain('/left');
    expect(requests.slice(visited)).not.toContain('/right');
  });

  test.each([
    [['export', 'Thanks', 'Shop'], 1, `home on 'Thanks' cannot be a step of a flow`],
    [['export', 'Shop', 'Shop'], 1, 'there is nothing to drive'],
    [['export', 'Right', 'Nowhere'], 1, "is called 'Nowhere'"],
    [['export', 'Shop'], 2, 'ask `path <from> <to>`, `export <from> <to>` or `diff <run> <run>`'],
    [
      ['export', 'Shop', 'Thanks', '--flow', 'no/such/folder.json'],
      1,
      'no/such/folder.json cannot be written (ENOENT): give --flow another path',
    ],
    [['path', 'Shop', 'Thanks', '--flow', 'x.json'], 2, '--flow x.json needs `export <from> <to>`'],
    [['path', 'Shop', 'Thanks', '--html', 'x.html'], 2, "--html shows the whole map: leave out 'path Shop Thanks'"],
    [['--html', 'no/such/map.html'], 1, 'no/such/map.html cannot be written (ENOENT): give --html another path'],
    [['--html', 'x.html', '--json'], 2, '--json and --html cannot be combined'],
  ])('%j is refused in one sentence', async (words, code, sentence) => {
    const refused = await steadyhand('graph', app, ...words);
    expect(refused.code).toBe(code);
    // A reader of JSON gets the error as JSON, where everybody else reads a line on stderr.
    const isJson = words.includes('--json');
    expect(isJson ? refused.stderr : refused.stdout).toBe('');
    const told = isJson ? (JSON.parse(refused.stdout) as { error: { message: string } }).error.message : refused.stderr.trim();
    expect(told).toContain(sentence);
    expect(told.split('\n')).toHaveLength(1);
  });
});

describe('the page of a large map', () => {
  const count = 70;
  const large = largeMap(count);

  test('FL24: it is laid out at once, marks what is untried, unsafe, outside and a dead end, and shows where a run went and what the browser told there', async () => {
    const begun = performance.now();
    const html = drawMapPage(named(large), { screens: large.screens.map(() => undefined), variants: {} });
    expect(performance.now() - begun).toBeLessThan(3_000);
    const folder = await mkdtemp(join(tmpdir(), 'steadyhand-map-'));
    try {
      await writeFile(join(folder, 'map.html'), html);
      await withPage(pathToFileURL(join(folder, 'map.html')).href, async ({ browser, ask }) => {
        expect(await ask(overlapping)).toEqual({ cards: count + 1, overlaps: 0, ways: large.edges.length });
        await ask(pressCard('Screen 3'));
        expect(await ask(whatIsShown)).toMatchObject({
          chips: ['2 untried', '1 variant'],
          untried: ['tap "Untried 1"', 'tap "Untried 2"'],
          unsafe: ['tap "Delete 3"'],
          told: [`${hostileNotice} · 2026-01-02 10:00`],
        });
        await ask(pressCard(`Screen ${count - 1}`));
        expect(await ask(whatIsShown)).toMatchObject({ chips: ['dead end', '2 untried', '1 variant'], told: [] });
        await ask(pressCard('outside the application'));
        expect(await ask(whatIsShown)).toMatchObject({ chosen: 'outside the application', comes: ['Screen 1 — tap "Partner"'] });
        await browser.act({ type: 'press-keys', keys: '{ESC}' });
        await ask(`document.querySelector('[data-run=second]').click()`);
        expect(await ask(whatIsShown)).toMatchObject({ lit: ['Screen 0', 'Screen 5', 'Screen 6'] });
        expect(await ask(whatLoaded)).toMatchObject({ ran: false, fetched: 0 });
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const searchName = 'Search names, actions, keys';

interface View {
  readonly x: number;
  readonly scale: number;
  readonly middle: { readonly x: number; readonly y: number };
}

interface OpenPage {
  readonly browser: TestBrowser;
  /** Runs a function's body in the page; returns its result as JSON. */
  ask<T = unknown>(body: string): Promise<T>;
}

async function withPage(url: string, look: (page: OpenPage) => Promise<void>): Promise<void> {
  const browser = await openTestBrowser();
  const { port, path, sessionId } = browser.attachment as unknown as {
    readonly port: number;
    readonly path: string;
    readonly sessionId: string;
  };
  async function command<T>(name: string, body: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { readonly value: T }).value;
  }
  try {
    // An agent's device opens no files.
    await command('url', { url });
    const ask = <T>(script: string): Promise<T> => command<T>('execute/sync', { script, args: [] });
    // This session does not wait for pages.
    await until(async () => (await ask('return document.readyState')) === 'complete', 'the page');
    await look({ browser, ask });
  } finally {
    await browser.close();
  }
}

const whatLoaded = `
  const images = [...document.querySelectorAll('#map image')];
  return Promise.all(images.map((image) => Object.assign(new Image(), { src: image.getAttribute('href') }).decode().then(() => 0, () => 1))).then((broken) => ({
    pictures: images.length,
    broken: broken.reduce((sum, one) => sum + one, 0),
    gone: [...document.querySelectorAll('.gone-text')].map((text) => text.textContent),
    fetched: performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('data:')).length,
    ran: document.title === 'ran' || document.querySelector('[onerror]') !== null || document.scripts.length !== 2,
    names: [...document.querySelectorAll('#screens .text')].map((text) => text.firstChild.textContent),
  }));`;

const whatIsShown = `
  const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
  const kind = (name) => texts('#panel [data-kind=' + name + '] li');
  return {
    found: document.querySelector('#found').textContent,
    listed: [...document.querySelectorAll('#screens .text')].map((text) => text.firstChild.textContent),
    lit: texts('#map .screen.lit > title'),
    chosen: document.querySelector('#panel h2')?.textContent ?? null,
    note: texts('#panel > .quiet')[0] ?? null,
    chips: texts('#panel .chip').filter((chip) => chip !== 'start'),
    leads: kind('leads'), comes: kind('comes'), untried: kind('untried'), unsafe: kind('unsafe'), stays: kind('stays'), told: kind('told'),
    hash: location.hash,
  };`;

const whatIsSeen = `
  const { a: scale, e: x } = document.querySelector('#world').getScreenCTM();
  const { left, top, width, height } = document.querySelector('#map').getBoundingClientRect();
  return { scale, x, middle: { x: Math.round(left + width / 2), y: Math.round(top + height / 2) } };`;

const overlapping = `
  const boxes = [...document.querySelectorAll('#map .screen > .card:last-of-type, #map .screen.outside > .card')].map((card) => card.getBoundingClientRect());
  const overlaps = boxes.filter((a, index) => boxes.some((b, other) => other > index && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
  return { cards: document.querySelectorAll('#map .screen').length, overlaps: overlaps.length, ways: document.querySelectorAll('#map .way').length };`;

function pressCard(title: string): string {
  return `[...document.querySelectorAll('#map .screen')].find((card) => card.querySelector('title').textContent === ${JSON.stringify(title)}).dispatchEvent(new MouseEvent('click', { bubbles: true }));`;
}

/** Each screen leads to six others, the last to none. */
function largeMap(count: number): StoredGraph {
  const tap = (key: string, label: string, tries: number, safety = 1) =>
    ({ key, verb: 'tap', label, safety, tries, role: 'link' }) as const;
  const targets = (index: number): readonly number[] =>
    index === count - 1 ? [] : [1, 5, 6, 17, 30, 44].map((by) => (index + by) % count);
  const partner = { from: 's1', action: 'partner', to: 'outside', seen: 1, run: 'first', before: [] };
  return {
    app: 'https://large.example',
    runs: [
      {
        run: 'first',
        startedAt: '2026-01-01T10:00:00.000Z',
        stopReason: 'success',
        edges: [{ from: 's1', action: 'partner', to: 'outside' }],
        stays: [],
      },
      {
        run: 'second',
        startedAt: '2026-01-02T10:00:00.000Z',
        stopReason: null,
        edges: [
          { from: 's0', action: 'to 5', to: 's5' },
          { from: 's0', action: 'to 6', to: 's6' },
        ],
        stays: [],
      },
    ],
    screens: Array.from({ length: count }, (_, index) => ({
      key: `s${index}`,
      title: `Screen ${index}`,
      headings: [],
      address: '',
      layered: false,
      found: index,
      run: 'first',
      screenshot: `sha256:${'0'.repeat(64)}` as const,
      variants: 1,
      pictures: [],
      ...(index === 3 ? { notices: [{ run: 'second', text: hostileNotice }] } : {}),
      actions: [
        ...targets(index).map((to) => tap(`to ${to}`, `To ${to}`, 1)),
        ...(index === 1 ? [tap('partner', 'Partner', 1)] : []),
        tap('untried 1', 'Untried 1', 0),
        tap('untried 2', 'Untried 2', 0),
        tap('delete', `Delete ${index}`, 0, 0.2),
      ],
    })),
    edges: [
      ...Array.from({ length: count }, (_, index) =>
        targets(index).map((to) => ({ from: `s${index}`, action: `to ${to}`, to: `s${to}`, seen: 1, run: 'first', before: [] })),
      ).flat(),
      partner,
    ],
  };
}
