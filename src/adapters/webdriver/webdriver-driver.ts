import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { Attachment, DeviceDriver, OpenContext } from '../../ports/device.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import { browserProblem } from './check-browser.js';
import { chromeCapabilities, takeOverCapabilities, type ChromeOptions } from './capabilities.js';
import { createWebDriverDevice, type WebDriverDevice } from './device.js';
import { BrowserStartError } from './errors.js';
import { createDownloads } from './files.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-marks.js';
import { findBrowsers, startDriver } from './processes.js';
import { openHolding } from '../held-pointer.js';
import { createSecrets, type ResolveSecret, type SecretSettings } from '../secrets.js';
import { createNetworkLocks } from './devtools/network-locks.js';
import { createIsolatedSession } from './isolated-session.js';
import type { Browser } from './session.js';
import { createWitness } from './witness.js';

export interface WebDriverOptions {
  /** Paths of the programs. */
  readonly chromedriver: string;
  readonly chromium: string;
  /** Folder of the stored browser profiles. */
  readonly profiles: string;
  /** Only files below it can be uploaded. Absent: none can. */
  readonly uploads?: string;
  readonly resolveSecret?: ResolveSecret;
  readonly secretSettings?: SecretSettings;
  /** Chromium's own sandbox. On by default, except as root, where it does not work. */
  readonly sandbox?: boolean;
  /** LK30: of programs on this machine that no page may reach. */
  readonly refusedPorts?: readonly number[];
  /** File that remembers which browsers have started on this machine. Absent: each check starts one. */
  readonly started?: string;
}

/** What the host stores. */
interface WebDriverAttachment {
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
}

/** ms for one command: more than any time limit of the session itself. */
const commandTimeout = 25_000;
const timeouts = { script: 10_000, pageLoad: 15_000, implicit: 0 };

/**
 * Chromium through chromedriver. Both are detached processes that outlive the worker; `attach` takes them over with the data of its
 * attachment.
 */
export function createWebDriverDriver(options: WebDriverOptions): DeviceDriver {
  const deviceFor = async (browser: Browser, attachment: WebDriverAttachment, context: OpenContext): Promise<WebDriverDevice> => {
    const address = debuggerAddressOf(attachment);
    const locks = createNetworkLocks(address, join(context.folder, names.locks));
    // A page that still holds a secret may send it until then.
    await locks.restore();
    const session = createIsolatedSession({ browser, address, locks });
    const holding = await openHolding(join(context.folder, names.pointer));
    return createWebDriverDevice({
      session,
      witness: createWitness(session, join(context.folder, names.witness), { headed: attachment.headed, holding }),
      origins: context.origins,
      secrets: createSecrets(options.resolveSecret ?? (() => undefined), join(context.folder, names.secrets), options.secretSettings),
      holding,
      downloads: createDownloads(join(context.folder, names.downloads)),
      uploads: options.uploads,
      headed: attachment.headed,
      end: () => end(attachment, context),
    });
  };

  return {
    kind: 'web',
    check: () => browserProblem({ ...options, sandbox: sandboxOf(options) }),
    open: async (spec, context) => {
      await mkdir(join(context.folder, names.downloads), { recursive: true });
      const started = await start(options, spec, context);
      try {
        const device = await deviceFor(started.browser, started.attachment, context);
        await device.start(spec.url ?? 'about:blank');
        context.signal.throwIfAborted();
        return { device, attachment: { ...started.attachment } };
      } catch (error) {
        await end(started.attachment, context);
        throw error;
      }
    },
    attach: async (given, context) => {
      if (!isAttachment(given)) throw new DeviceGoneError('The browser session was never fully opened.');
      const known = await movedFrom(given, context);
      const [driver, ...browsers] = known.processes;
      for (const mark of browsers)
        if (!(await isRunning(mark))) throw new DeviceGoneError(`Process ${mark.pid} of the browser session has ended.`);
      if (!driver || !(await isRunning(driver))) {
        const { browser, attachment } = await takeOver(options, known, context);
        return deviceFor(browser, attachment, context);
      }
      const { attach } = await import('webdriverio');
      const browser = await attach({ ...connection(known), sessionId: known.sessionId, capabilities: { ...known.capabilities } });
      return deviceFor(browser, known, context);
    },
    destroy: async (given, context) => (isAttachment(given) ? end(await movedFrom(given, context), context) : endHalfOpen(context)),
  };
}

const names = {
  browser: 'browser',
  downloads: 'downloads',
  secrets: 'secrets.json',
  locks: 'network-locks.json',
  pointer: 'pointer.json',
  log: 'chromedriver.log',
  started: 'started.json',
  moved: 'moved.json',
  witness: 'witness.json',
} as const;

/** Written before the browser is open, for the case that the opening process dies before the host has an attachment. */
interface HalfOpen {
  readonly driver: ProcessMark;
  readonly temp: string;
}

interface Started {
  readonly browser: Browser;
  readonly attachment: WebDriverAttachment;
}

async function start(options: WebDriverOptions, spec: DeviceSpec, { folder, signal }: OpenContext): Promise<Started> {
  const log = join(folder, names.log);
  const chrome: Omit<ChromeOptions, 'refusedPorts'> = {
    binary: options.chromium,
    userData: spec.profile === undefined ? join(folder, names.browser) : join(options.profiles, profileName(spec.profile)),
    downloads: join(folder, names.downloads),
    headed: spec.headed === true,
    sandbox: sandboxOf(options),
    acceptInsecureCerts: spec.capabilities?.['acceptInsecureCerts'] === true,
  };
  await mkdir(chrome.userData, { recursive: true });
  const temp = await mkdtemp(join(tmpdir(), 'steadyhand-'));
  const marks: ProcessMark[] = [];
  try {
    const driver = await startDriver({
      chromedriver: options.chromedriver,
      log,
      temp,
      signal,
      onSpawn: async (mark) => {
        // An attempt that found its port taken has ended.
        marks.splice(0, marks.length, mark);
        const half: HalfOpen = { driver: mark, temp };
        await writeFile(join(folder, names.started), JSON.stringify(half));
      },
    });
    const { remote } = await import('webdriverio');
    const browser = await remote({
      ...connection(driver),
      capabilities: chromeCapabilities({ ...chrome, refusedPorts: [driver.port, ...(options.refusedPorts ?? [])] }, timeouts),
    });
    const chromium = await markOf(Number((browser.capabilities as Readonly<Record<string, unknown>>)['goog:processID']));
    if (chromium) marks.push(chromium);
    const capabilities = browser.capabilities as Readonly<Record<string, unknown>>;
    return {
      browser,
      attachment: {
        port: driver.port,
        path: driver.path,
        sessionId: browser.sessionId,
        capabilities,
        processes: marks,
        temp,
        headed: chrome.headed,
        profile: spec.profile !== undefined,
      },
    };
  } catch (error) {
    await killAll(marks);
    await rm(temp, { recursive: true, force: true });
    if (error instanceof BrowserStartError || signal.aborted) throw error;
    throw new BrowserStartError(
      `${options.chromium} did not start: ${firstLines(error)}${await tailOf(log)} \`steadyhand doctor\` shows what is installed.`,
      { cause: error },
    );
  }
}

/** HP6: another driver for a browser whose own has ended; the page stays as it is. Throws `DeviceGoneError` when it does not answer. */
async function takeOver(options: WebDriverOptions, known: WebDriverAttachment, { folder, signal }: OpenContext): Promise<Started> {
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
    const { remote } = await import('webdriverio');
    const capabilities = takeOverCapabilities(debuggerAddressOf(known), known.capabilities['acceptInsecureCerts'] === true, timeouts);
    const browser = await remote({ ...connection(driver), capabilities });
    const own = browser.capabilities as Readonly<Record<string, unknown>>;
    moved = { ...moved, port: driver.port, path: driver.path, sessionId: browser.sessionId, capabilities: own };
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

/** What the host has stored, unless another driver took the browser over since. */
async function movedFrom(known: WebDriverAttachment, { folder }: OpenContext): Promise<WebDriverAttachment> {
  const text = await readFile(join(folder, names.moved), 'utf8').catch(() => undefined);
  return text === undefined ? known : { ...known, ...(JSON.parse(text) as WebDriverAttachment) };
}

function sandboxOf({ sandbox }: WebDriverOptions): boolean {
  return sandbox ?? process.getuid?.() !== 0;
}

function connection({ port, path = '/' }: Pick<WebDriverAttachment, 'port' | 'path'>) {
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

/**
 * Closes the browser normally when its profile is kept, so that cookies reach the disk; then kills what still runs and removes the
 * session's files.
 */
async function end(attachment: WebDriverAttachment, { folder }: OpenContext): Promise<void> {
  const [driver] = attachment.processes;
  if (attachment.profile && driver && (await isRunning(driver))) {
    await fetch(`http://127.0.0.1:${attachment.port}${attachment.path ?? ''}/session/${attachment.sessionId}`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }
  await killAll(attachment.processes);
  await removeFiles(folder, attachment.temp);
}

async function endHalfOpen({ folder }: OpenContext): Promise<void> {
  const text = await readFile(join(folder, names.started), 'utf8').catch(() => undefined);
  if (text === undefined) return removeFiles(folder);
  const { driver, temp } = JSON.parse(text) as HalfOpen;
  const browsers = await findBrowsers(driver, join(folder, names.browser));
  await killAll([driver, ...browsers]);
  await removeFiles(folder, temp);
}

async function removeFiles(folder: string, temp?: string): Promise<void> {
  const own = Object.values(names).map((name) => join(folder, name));
  for (const path of temp === undefined ? own : [...own, temp])
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** A name, never a path. */
function profileName(profile: string): string {
  if (!/^[\w][\w .-]{0,63}$/.test(profile))
    throw new BrowserStartError(`'${profile}' is not a valid profile name: use letters, digits, spaces, dots and dashes, at most 64.`);
  return profile;
}

/** Where chromedriver says that its browser answers DevTools: host and port. */
function debuggerAddressOf({ capabilities }: WebDriverAttachment): string {
  const { debuggerAddress } = (capabilities['goog:chromeOptions'] ?? {}) as { readonly debuggerAddress?: string };
  if (debuggerAddress === undefined) throw new DeviceGoneError('The browser session tells no address of its DevTools.');
  return debuggerAddress;
}

function isAttachment(attachment: Attachment): attachment is Attachment & WebDriverAttachment {
  const { port, sessionId, processes, temp } = attachment;
  return typeof port === 'number' && typeof sessionId === 'string' && Array.isArray(processes) && typeof temp === 'string';
}

function firstLines(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 2).join(' ');
}

async function tailOf(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text === '' ? '' : ` Driver's log: ${text.trim().split('\n').slice(-3).join(' ')}`;
}
