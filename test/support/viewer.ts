// A person's browser, driven from outside, without anything of ours between: to see what a page of ours is like.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { freePort } from './free-port.mjs';
import { until } from './until.js';
import { browserPrograms } from './webdriver.js';

export interface Viewer {
  go(url: string): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  eval<T>(expression: string): Promise<T>;
  /** Waits until the page's text has this. */
  sees(text: string, limitMs?: number): Promise<void>;
  text(): Promise<string>;
  /** Clicks the first element that the selector finds and whose text has that, with the mouse. */
  click(selector: string, text?: string): Promise<void>;
  /** Into what has the focus; `\uE007` is Enter, `\uE004` Tab, as WebDriver counts them. */
  type(keys: string): Promise<void>;
  /** The mouse, in px of the window. `to`: where it is let go, for a drag. */
  press(at: Spot, more?: { readonly to?: Spot; readonly button?: 0 | 1 | 2; readonly times?: number }): Promise<void>;
  /** The mouse wheel there, down by so many px. */
  turn(at: Spot, deltaY: number): Promise<void>;
  /** Puts another tab before the page, or takes it away again. */
  cover(): Promise<void>;
  uncover(): Promise<void>;
  size(width: number, height: number): Promise<void>;
  scheme(scheme: 'light' | 'dark'): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** What axe-core finds that is serious or worse. */
  axe(): Promise<readonly string[]>;
  /** Messages of the page's console that are errors. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Reply {
  readonly value: unknown;
}

export async function openViewer(): Promise<Viewer> {
  const { chromedriver, chromium } = browserPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-viewer-'));
  const port = await freePort();
  const driver = spawn(chromedriver, [`--port=${port}`], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await response.json()) as Reply;
    if (!response.ok) throw new Error(JSON.stringify(value).slice(0, 500));
    return value;
  };
  const args = [
    '--headless=new',
    '--force-prefers-reduced-motion',
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--window-size=1280,900',
    `--user-data-dir=${join(folder, 'profile')}`,
  ];
  const options = { binary: chromium, args };
  try {
    await until(async () => ((await ask('GET', '/status')) as { ready: boolean }).ready, 'a driver');
    const wanted = { alwaysMatch: { 'goog:chromeOptions': options, 'goog:loggingPrefs': { browser: 'ALL' } } };
    const { sessionId } = (await ask('POST', '/session', { capabilities: wanted })) as { readonly sessionId: string };
    return viewerOf(
      (method, path, body) => ask(method, `/session/${sessionId}${path}`, body),
      async () => {
        await ask('DELETE', `/session/${sessionId}`).catch(() => undefined);
        driver.kill();
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    );
  } catch (error) {
    driver.kill();
    throw error;
  }
}

type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const require = createRequire(import.meta.url);
const axe = (): string => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

function viewerOf(command: Command, close: () => Promise<void>): Viewer {
  const script = (body: string, args: readonly unknown[] = []): Promise<unknown> =>
    command('POST', '/execute/sync', { script: body, args });
  const cdp = (cmd: string, params: object): Promise<unknown> => command('POST', '/goog/cdp/execute', { cmd, params });
  let own = '';
  let cover: string | undefined;
  const viewer: Viewer = {
    go: async (url) => void (await command('POST', '/url', { url })),
    eval: async <T>(expression: string) => (await script(`return (async () => (${expression}))()`)) as T,
    text: async () => String(await script('return document.body.innerText')),
    sees: async (text, limitMs = 15_000) => {
      let seen = '';
      await until(async () => (seen = await viewer.text()).includes(text), `a page with '${text}'`, limitMs).catch((error: unknown) => {
        throw new Error(`${error instanceof Error ? error.message : String(error)}; it has: ${seen}`);
      });
    },
    async click(selector, text = '') {
      const found = await until(
        () =>
          script(
            `return [...document.querySelectorAll(arguments[0])].find((each) => each.innerText.includes(arguments[1]) && !each.disabled) ?? null`,
            [selector, text],
          ).then((element) => (element as Record<string, string> | null) ?? undefined),
        `${selector} with '${text}'`,
        15_000,
      );
      // Not by coordinates: what comes into the page meanwhile may move it.
      await script('arguments[0].focus(); arguments[0].click();', [found]);
    },
    async type(keys) {
      const actions = [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await command('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async press({ x, y }, { to, button = 0, times = 1 } = {}) {
      const move = (spot: Spot) => ({ type: 'pointerMove', x: Math.round(spot.x), y: Math.round(spot.y), duration: 30 });
      const actions = [
        move({ x, y }),
        ...Array.from({ length: times }, () => [
          { type: 'pointerDown', button },
          ...(to ? [move({ x: (x + to.x) / 2, y: (y + to.y) / 2 }), move(to)] : []),
          { type: 'pointerUp', button },
        ]).flat(),
      ];
      await command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
    },
    turn: async ({ x, y }, deltaY) =>
      void (await command('POST', '/actions', {
        actions: [{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY }] }],
      })),
    async cover() {
      own = String(await command('GET', '/window'));
      const { handle } = (await command('POST', '/window/new', { type: 'tab' })) as { readonly handle: string };
      await command('POST', '/window', { handle });
      cover = handle;
    },
    async uncover() {
      if (cover !== undefined) {
        await command('POST', '/window', { handle: cover });
        await command('DELETE', '/window');
      }
      cover = undefined;
      await command('POST', '/window', { handle: own });
    },
    size: async (width, height) =>
      void (await cdp('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })),
    scheme: async (value) =>
      void (await cdp('Emulation.setEmulatedMedia', {
        features: [
          { name: 'prefers-color-scheme', value },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ],
      })),
    screenshot: async (path) => void (await writeFile(path, Buffer.from(String(await command('GET', '/screenshot')), 'base64'))),
    async axe() {
      // By the browser's own evaluation, which the page's policy does not refuse.
      await cdp('Runtime.evaluate', { expression: axe() });
      const found = await viewer.eval<
        readonly { id: string; impact: string; nodes: readonly { html: string; failureSummary?: string }[] }[]
      >(`(await axe.run()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')`);
      return found.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join(' | ')}`,
      );
    },
    errors: async () =>
      ((await command('POST', '/se/log', { type: 'browser' })) as readonly { level: string; message: string }[])
        .filter(({ level }) => level === 'SEVERE')
        .map(({ message }) => message),
    close,
  };
  return viewer;
}
