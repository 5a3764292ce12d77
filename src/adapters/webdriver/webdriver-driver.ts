import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { Attachment, DeviceDriver, OpenContext } from '../../ports/device.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import { listenBidi } from './bidi/events.js';
import { browserProblem } from './check-browser.js';
import { chromeCapabilities, takeOverCapabilities } from './capabilities.js';
import { createWebDriverDevice, type WebDriverDevice } from './device.js';
import { BrowserStartError } from './errors.js';
import { createDownloads } from './files.js';
import type { Isolation } from './isolation/isolation.js';
import { newTemp, surroundingsOf } from './isolation/surroundings-of.js';
import type { Surroundings } from './isolation/surroundings.js';
import { isRunning, killAll, type ProcessMark } from '../process-marks.js';
import { findBrowsers, startDriver } from './processes.js';
import { openHolding } from '../held-pointer.js';
import { createSecrets, type KnownSecrets, type ResolveSecret, type SecretSettings } from '../secrets.js';
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
  readonly knownSecrets?: KnownSecrets;
  readonly secretSettings?: SecretSettings;
  /** Chromium's own sandbox. On by default, except as root, where it does not work. */
  readonly sandbox?: boolean;
  /** LK34. Of browsers that are opened; those that are open stay as they are. */
  readonly isolation?: Isolation;
  /** LK30: of programs on this machine that no page may reach. */
  readonly refusedPorts?: readonly number[];
  /** FL24: what the driver tells of pages is told; off by default (decision 109). A browser that is open keeps what it was opened with. */
  readonly events?: boolean;
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
  readonly isolation?: Isolation;
  /** FL24: its driver speaks BiDi. */
  readonly bidi?: true;
  /** Where DevTools are reached from here; absent: where the driver reaches them. */
  readonly devtools?: string;
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
    const around = aroundOf(options, attachment, context);
    const own = createIsolatedSession({ browser, address, locks });
    const session: typeof own = { ...own, chooseFiles: async (id, paths) => own.chooseFiles(id, await around.give(paths)) };
    const bidi = options.events === true ? bidiUrlOf(attachment) : undefined;
    const holding = await openHolding(join(context.folder, names.pointer));
    return createWebDriverDevice({
      session,
      witness: createWitness(session, join(context.folder, names.witness), { headed: attachment.headed, holding }),
      origins: context.origins,
      ...(bidi !== undefined && { events: (isAllowed) => listenBidi({ url: bidi, isAllowed }) }),
      secrets: createSecrets(
        options.resolveSecret ?? (() => undefined),
        join(context.folder, names.secrets),
        options.secretSettings,
        options.knownSecrets,
      ),
      holding,
      downloads: createDownloads(around.downloads),
      uploads: options.uploads,
      headed: attachment.headed,
      end: () => end(options, attachment, context),
    });
  };

  return {
    kind: 'web',
    check: () => browserProblem({ ...options, sandbox: sandboxOf(options) }),
    open: async (spec, context) => {
      const started = await start(options, spec, context);
      try {
        const device = await deviceFor(started.browser, started.attachment, context);
        await device.start(spec.url ?? 'about:blank');
        context.signal.throwIfAborted();
        return { device, attachment: { ...started.attachment } };
      } catch (error) {
        await end(options, started.attachment, context);
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
    destroy: async (given, context) =>
      isAttachment(given) ? end(options, await movedFrom(given, context), context) : endHalfOpen(options, context),
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
  /** The driver, or the process that it runs in. */
  readonly driver: ProcessMark;
  readonly temp: string;
  readonly isolation?: Isolation;
}

interface Started {
  readonly browser: Browser;
  readonly attachment: WebDriverAttachment;
}

async function start(options: WebDriverOptions, spec: DeviceSpec, { folder, signal }: OpenContext): Promise<Started> {
  const log = join(folder, names.log);
  const profile = spec.profile === undefined ? {} : { profile: { folder: options.profiles, name: profileName(spec.profile) } };
  const headed = spec.headed === true;
  if (headed && options.isolation?.kind === 'bubblewrap')
    throw new BrowserStartError(
      "A browser with a window would see the whole display: browser.isolation 'bubblewrap' opens none. Leave `headed` out.",
    );
  const temp = await newTemp();
  const isolation = options.isolation && { isolation: options.isolation };
  const around = surroundingsOf(options.isolation, { folder, temp, names, ...profile }, options);
  const marks: { driver?: ProcessMark; browser?: ProcessMark; around: readonly ProcessMark[] } = { around: [] };
  const note = async (mark: ProcessMark): Promise<void> => {
    const half: HalfOpen = { driver: mark, temp, ...isolation };
    await writeFile(join(folder, names.started), JSON.stringify(half));
  };
  const running = (): readonly ProcessMark[] => [marks.driver, marks.browser, ...marks.around].filter((mark) => mark !== undefined);
  try {
    marks.around = await around.open(async (keeper) => {
      marks.around = [keeper];
      await note(keeper);
    }, signal);
    const driver = await startDriver({
      chromedriver: options.chromedriver,
      log,
      around,
      signal,
      onSpawn: async (mark) => {
        // An attempt that found its port taken has ended.
        marks.driver = mark;
        if (marks.around.length === 0) await note(mark);
      },
    });
    const { browser, bidi } = await startSession(driver, await capabilitiesFor(options, { spec, around, headed, driver }));
    const capabilities = browser.capabilities as Readonly<Record<string, unknown>>;
    const chromium = await around.markOf(Number(capabilities['goog:processID']));
    if (chromium) marks.browser = chromium;
    const attachment: WebDriverAttachment = {
      port: driver.port,
      path: driver.path,
      sessionId: browser.sessionId,
      capabilities,
      processes: running(),
      temp,
      headed,
      profile: spec.profile !== undefined,
      ...isolation,
      ...bidi,
    };
    const inside = Number(debuggerAddressOf(attachment).split(':').at(-1));
    const outside = await around.portTo(inside);
    return { browser, attachment: outside === inside ? attachment : { ...attachment, devtools: `127.0.0.1:${outside}` } };
  } catch (error) {
    await killAll(running());
    await around.remove();
    if (error instanceof BrowserStartError || signal.aborted) throw error;
    throw new BrowserStartError(
      `${options.chromium} did not start: ${firstLines(error)}${await tailOf(log)} \`steadyhand doctor\` shows what is installed.`,
      { cause: error },
    );
  }
}

interface Starting {
  readonly spec: DeviceSpec;
  readonly around: Surroundings;
  readonly headed: boolean;
  readonly driver: { readonly port: number };
}

async function capabilitiesFor(options: WebDriverOptions, { spec, around, headed, driver }: Starting) {
  const { browserArguments, refusesPorts } = around;
  const { userData, downloads } = await around.paths();
  return chromeCapabilities(
    {
      binary: await around.programOf(options.chromium),
      userData,
      downloads,
      headed,
      sandbox: sandboxOf(options),
      acceptInsecureCerts: spec.capabilities?.['acceptInsecureCerts'] === true,
      refusedPorts: refusesPorts ? [driver.port, ...(options.refusedPorts ?? [])] : [],
      events: options.events === true,
      more: browserArguments,
    },
    timeouts,
  );
}

/** Of a browser that is open, with what it was opened with. */
function aroundOf(
  options: WebDriverOptions,
  { isolation, temp }: Pick<WebDriverAttachment, 'isolation' | 'temp'>,
  { folder }: Pick<OpenContext, 'folder'>,
): Surroundings {
  return surroundingsOf(isolation, { folder, temp, names }, options);
}

/** HP6: another driver for a browser whose own has ended; the page stays as it is. Throws `DeviceGoneError` when it does not answer. */
async function takeOver(options: WebDriverOptions, known: WebDriverAttachment, context: OpenContext): Promise<Started> {
  const { folder, signal } = context;
  const [, ...browsers] = known.processes;
  if (browsers.length === 0)
    throw new DeviceGoneError('The driver of the browser session has ended, and nobody knows the process of its browser.');
  let moved: WebDriverAttachment = known;
  const driver = await startDriver({
    chromedriver: options.chromedriver,
    log: join(folder, names.log),
    around: aroundOf(options, known, context),
    signal,
    onSpawn: async (mark) => {
      moved = { ...known, processes: [mark, ...browsers] };
      await writeFileAtomic(join(folder, names.moved), JSON.stringify(moved), { mode: 0o600, fsync: false });
    },
  });
  try {
    const acceptInsecureCerts = known.capabilities['acceptInsecureCerts'] === true;
    const capabilities = takeOverCapabilities(ownAddressOf(known), { acceptInsecureCerts, events: known.bidi === true }, timeouts);
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
): Promise<{ readonly browser: Browser; readonly bidi: Pick<WebDriverAttachment, 'bidi'> }> {
  let bidi: Pick<WebDriverAttachment, 'bidi'> = {};
  const { remote } = await import('webdriverio');
  const browser = await remote({
    ...connection(driver),
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
  return { browser, bidi };
}

/** Of its driver, as it is reached from here; it ignores the driver's path. */
function bidiUrlOf({ bidi, port, sessionId }: WebDriverAttachment): string | undefined {
  return bidi && `ws://127.0.0.1:${port}/session/${sessionId}`;
}

/** What the host has stored, unless another driver took the browser over since. */
async function movedFrom(known: WebDriverAttachment, { folder }: OpenContext): Promise<WebDriverAttachment> {
  const text = await readFile(join(folder, names.moved), 'utf8').catch(() => undefined);
  return text === undefined ? known : { ...known, ...(JSON.parse(text) as WebDriverAttachment) };
}

/** In isolation nothing of it runs as root. */
function sandboxOf({ sandbox, isolation }: WebDriverOptions): boolean {
  return sandbox ?? (isolation !== undefined || process.getuid?.() !== 0);
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
async function end(options: WebDriverOptions, attachment: WebDriverAttachment, context: OpenContext): Promise<void> {
  const [driver] = attachment.processes;
  if (attachment.profile && driver && (await isRunning(driver))) {
    await fetch(`http://127.0.0.1:${attachment.port}${attachment.path ?? ''}/session/${attachment.sessionId}`, {
      method: 'DELETE',
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  }
  await killAll(attachment.processes);
  await aroundOf(options, attachment, context).remove();
  await removeFiles(context.folder);
}

async function endHalfOpen(options: WebDriverOptions, { folder }: OpenContext): Promise<void> {
  const text = await readFile(join(folder, names.started), 'utf8').catch(() => undefined);
  if (text === undefined) return removeFiles(folder);
  const half = JSON.parse(text) as HalfOpen;
  const around = aroundOf(options, half, { folder });
  const browsers = await findBrowsers(half.driver, (await around.paths()).userData);
  await killAll([half.driver, ...browsers]);
  await around.remove();
  await removeFiles(folder);
}

async function removeFiles(folder: string): Promise<void> {
  for (const name of Object.values(names)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** A name, never a path. */
function profileName(profile: string): string {
  if (!/^[\w][\w .-]{0,63}$/.test(profile))
    throw new BrowserStartError(`'${profile}' is not a valid profile name: use letters, digits, spaces, dots and dashes, at most 64.`);
  return profile;
}

/** Where its browser answers DevTools: host and port. */
function debuggerAddressOf(attachment: WebDriverAttachment): string {
  return attachment.devtools ?? ownAddressOf(attachment);
}

/** As chromedriver says it, from where the two run. */
function ownAddressOf({ capabilities }: WebDriverAttachment): string {
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
