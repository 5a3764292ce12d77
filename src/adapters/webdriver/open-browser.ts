// A browser that is open, as its host stores it, and what belongs to it in its folder.

import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attachment, type DeviceContext, DeviceGoneError, type OpenContext } from '../../ports/device.js';
import { type ProcessMark, killAll, markOf } from '../process-kit/process-marks.js';
import { tmpdir } from 'node:os';
import writeFileAtomic from 'write-file-atomic';
import type { BrowserPermission, DeviceSpec } from '../../domain/device/device-spec.js';
import { chromeCapabilities, takeOverCapabilities, startDriver } from './chromium.js';
import { BrowserStartError, type Browser } from './session.js';
import { makeFolder } from '../filesystem/files.js';

/** What the host stores. */
export interface WebDriverAttachment {
  readonly port: number;
  /** Of the driver at that port; absent: its root. */
  readonly path?: string;
  readonly sessionId: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly processes: readonly ProcessMark[];
  /** Outside the device's folder, because the browser's sockets need a short path. */
  readonly temp: string;
  readonly headed: boolean;
  readonly profile: boolean;
  /** Its driver speaks BiDi. */
  readonly bidi?: true;
}

/** Files and folders in the folder of a device. */
export const names = {
  browser: 'browser',
  downloads: 'downloads',
  locks: 'network-locks.json',
  pointer: 'pointer.json',
  log: 'chromedriver.log',
  started: 'started.json',
  moved: 'moved.json',
  witness: 'witness.json',
} as const;

/** ms for one command: more than any time limit of the session itself. */
const commandTimeout = 25_000;
/** Of a browser. Its driver gives up after a minute and says why. */
const startTimeout = 75_000;
/** To its driver. */
export function connection({ port, path = '/' }: Pick<WebDriverAttachment, 'port' | 'path'>) {
  return {
    protocol: 'http',
    hostname: '127.0.0.1',
    port,
    path,
    logLevel: 'silent',
    connectionRetryCount: 0,
    connectionRetryTimeout: commandTimeout,
  } as const;
}

/** Of its driver, whose path it ignores. */
export function bidiUrlOf({ bidi, port, sessionId }: WebDriverAttachment): string | undefined {
  return bidi && `ws://127.0.0.1:${port}/session/${sessionId}`;
}

/** What the host has stored, unless another driver took the browser over since. */
export async function movedFrom(known: WebDriverAttachment, { folder }: DeviceContext): Promise<WebDriverAttachment> {
  const text = await readFile(join(folder, names.moved), 'utf8').catch(() => undefined);
  return text === undefined ? known : { ...known, ...(JSON.parse(text) as WebDriverAttachment) };
}

/** Where its browser answers DevTools: host and port. */
export function debuggerAddressOf({ capabilities }: WebDriverAttachment): string {
  const { debuggerAddress } = (capabilities['goog:chromeOptions'] ?? {}) as { readonly debuggerAddress?: string };
  if (debuggerAddress === undefined) throw new DeviceGoneError('The browser session tells no address of its DevTools.');
  return debuggerAddress;
}

export function isAttachment(attachment: Attachment): attachment is Attachment & WebDriverAttachment {
  const { port, sessionId, processes, temp } = attachment;
  return typeof port === 'number' && typeof sessionId === 'string' && Array.isArray(processes) && typeof temp === 'string';
}

export interface WebDriverOptions {
  /** Paths of the programs. */
  readonly chromedriver: string;
  readonly chromium: string;
  /** Folder of the stored browser profiles. */
  readonly profiles: string;
  /** Only files below it can be uploaded. Absent: none can. */
  readonly uploads?: string;
  /** Chromium's own sandbox. On by default, except as root, where it does not work. */
  readonly sandbox?: boolean;
  /** Of programs on this machine that no page may reach. */
  readonly refusedPorts?: readonly number[];
  /** What the driver tells of pages is told; off by default (docs/decisions/browser.md). A browser that is open keeps what it was opened with. */
  readonly events?: boolean;
  /** What pages may have without being asked; nothing by default. A browser that is open keeps what it was opened with. */
  readonly permissions?: readonly BrowserPermission[];
  /** File that remembers which browsers have started on this machine. Absent: each check starts one. */
  readonly started?: string;
}

// Opens a browser with its driver, or takes over one whose driver has ended. Both are detached processes that outlive the worker.

const timeouts = { script: 10_000, pageLoad: 15_000, implicit: 0 };

/** Written before the browser is open, for the case that the opening process dies before the host has an attachment. */
export interface HalfOpen {
  readonly driver: ProcessMark;
  readonly temp: string;
}

interface Started {
  readonly browser: Browser;
  readonly attachment: WebDriverAttachment;
}

export async function openBrowser(options: WebDriverOptions, spec: DeviceSpec, { folder, signal }: OpenContext): Promise<Started> {
  const log = join(folder, names.log);
  const headed = spec.headed === true;
  const userData = spec.profile === undefined ? join(folder, names.browser) : join(options.profiles, profileName(spec.profile));
  const downloads = join(folder, names.downloads);
  const temp = await mkdtemp(join(tmpdir(), 'steadyhand-'));
  const marks: { driver?: ProcessMark; browser?: ProcessMark } = {};
  const running = (): readonly ProcessMark[] => [marks.driver, marks.browser].filter((mark) => mark !== undefined);
  try {
    for (const path of [userData, downloads]) await makeFolder(path);
    const driver = await startDriver({
      chromedriver: options.chromedriver,
      log,
      temp,
      signal,
      onSpawn: async (mark) => {
        // An attempt that found its port taken has ended.
        marks.driver = mark;
        const half: HalfOpen = { driver: mark, temp };
        await writeFile(join(folder, names.started), JSON.stringify(half));
      },
    });
    const wanted = chromeCapabilities(
      {
        binary: options.chromium,
        userData,
        downloads,
        headed,
        sandbox: sandboxOf(options),
        acceptInsecureCerts: spec.capabilities?.['acceptInsecureCerts'] === true,
        refusedPorts: [driver.port, ...(options.refusedPorts ?? [])],
        events: options.events === true,
        permissions: options.permissions ?? [],
      },
      timeouts,
    );
    const { browser, bidi } = await startSession(driver, wanted, startTimeout);
    const capabilities = browser.capabilities as Readonly<Record<string, unknown>>;
    const chromium = await markOf(Number(capabilities['goog:processID']));
    if (chromium) marks.browser = chromium;
    return {
      browser,
      attachment: {
        port: driver.port,
        path: driver.path,
        sessionId: browser.sessionId,
        capabilities,
        processes: running(),
        temp,
        headed,
        profile: spec.profile !== undefined,
        ...bidi,
      },
    };
  } catch (error) {
    await killAll(running());
    await removeTemp(temp);
    if (error instanceof BrowserStartError || signal.aborted) throw error;
    throw new BrowserStartError(
      `${options.chromium} did not start: ${firstLines(error)}${await tailOf(log)} \`steadyhand doctor\` shows what is installed.`,
      { cause: error },
    );
  }
}

/** The short folder, once nothing runs in it. */
export function removeTemp(temp: string): Promise<void> {
  return rm(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Another driver for a browser whose own has ended; the page stays as it is. Throws `DeviceGoneError` when it does not answer. */
export async function takeOverBrowser(
  options: WebDriverOptions,
  known: WebDriverAttachment,
  { folder, signal }: OpenContext,
): Promise<Started> {
  const [, ...browsers] = known.processes;
  if (browsers.length === 0)
    throw new DeviceGoneError('The driver of the browser session has ended, and nobody knows the process of its browser.');
  let moved: WebDriverAttachment = known;
  const driver = await startDriver({
    chromedriver: options.chromedriver,
    log: join(folder, names.log),
    temp: known.temp,
    signal,
    onSpawn: async (mark) => {
      moved = { ...known, processes: [mark, ...browsers] };
      await writeFileAtomic(join(folder, names.moved), JSON.stringify(moved), { mode: 0o600, fsync: false });
    },
  });
  try {
    const acceptInsecureCerts = known.capabilities['acceptInsecureCerts'] === true;
    const capabilities = takeOverCapabilities(debuggerAddressOf(known), { acceptInsecureCerts, events: known.bidi === true }, timeouts);
    const { browser, bidi } = await startSession(driver, capabilities);
    const own = browser.capabilities as Readonly<Record<string, unknown>>;
    const { bidi: _, ...rest } = moved;
    moved = { ...rest, port: driver.port, path: driver.path, sessionId: browser.sessionId, capabilities: own, ...bidi };
    await writeFileAtomic(join(folder, names.moved), JSON.stringify(moved), { mode: 0o600, fsync: false });
    return { browser, attachment: moved };
  } catch (error) {
    await killAll([driver.mark]);
    throw new DeviceGoneError(
      `The driver of the browser session has ended, and another one cannot reach its browser: ${firstLines(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** The library would speak BiDi wherever the driver's answer offers it, and do its own commands by it: it is not shown the offer (bidi-2). */
async function startSession(
  driver: Pick<WebDriverAttachment, 'port' | 'path'>,
  capabilities: WebdriverIO.Capabilities,
  limitMs = commandTimeout,
): Promise<{ readonly browser: Browser; readonly bidi: Pick<WebDriverAttachment, 'bidi'> }> {
  let bidi: Pick<WebDriverAttachment, 'bidi'> = {};
  const { remote } = await import('webdriverio');
  const browser = await remote({
    ...connection(driver),
    connectionRetryTimeout: limitMs,
    capabilities,
    transformResponse: (response) => {
      const { capabilities: offered } = ((response.body as { readonly value?: unknown } | undefined)?.value ?? {}) as {
        readonly capabilities?: { webSocketUrl?: unknown };
      };
      if (offered && 'webSocketUrl' in offered) {
        if (typeof offered.webSocketUrl === 'string') bidi = { bidi: true };
        delete offered.webSocketUrl;
      }
      return response;
    },
  });
  browser.options.connectionRetryTimeout = commandTimeout;
  return { browser, bidi };
}

export function sandboxOf({ sandbox }: WebDriverOptions): boolean {
  return sandbox ?? process.getuid?.() !== 0;
}

/** A name, never a path. */
function profileName(profile: string): string {
  if (!/^[\w][\w .-]{0,63}$/.test(profile))
    throw new BrowserStartError(`'${profile}' is not a valid profile name: use letters, digits, spaces, dots and dashes, at most 64.`);
  return profile;
}

function firstLines(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
}

async function tailOf(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text === '' ? '' : ` Driver's log: ${text.trim().split('\n').slice(-3).join(' ')}`;
}
