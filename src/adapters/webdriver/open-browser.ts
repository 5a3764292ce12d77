// Opens a browser with its driver, or takes over one whose driver has ended. Both are detached processes that outlive the worker.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { OpenContext } from '../../ports/device.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import { killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import { commandTimeout, connection, debuggerAddressOf, names, startTimeout, type WebDriverAttachment } from './attachment.js';
import { chromeCapabilities, takeOverCapabilities } from './capabilities.js';
import { BrowserStartError } from './errors.js';
import { startDriver } from './processes.js';
import type { Browser } from './session.js';
import type { WebDriverOptions } from './options.js';

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
    for (const path of [userData, downloads]) await mkdir(path, { recursive: true });
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
