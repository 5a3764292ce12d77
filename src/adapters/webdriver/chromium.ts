import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { minimalEnvironment, majorOf, programVersion } from '../process-kit/programs.js';
import { randomBytes } from 'node:crypto';
import { pausesWithin } from '../process-kit/poll.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import { BrowserStartError } from './session.js';
import type { BrowserPermission } from '../../domain/device/device-spec.js';
import { makeFolder } from '../filesystem/files.js';

/** Options that a browser is started with. */
interface ChromeOptions {
  readonly binary: string;
  readonly userData: string;
  readonly downloads: string;
  readonly headed: boolean;
  readonly sandbox: boolean;
  readonly acceptInsecureCerts: boolean;
  /** Of programs on this machine that no page may reach. */
  readonly refusedPorts: readonly number[];
  /** The driver tells events of pages. */
  readonly events: boolean;
  /** What pages may have without being asked; the rest is refused. */
  readonly permissions: readonly BrowserPermission[];
}

/** The browser's own names of what a page may ask a person for, in a prompt that no page can read and no tool of ours can press. */
const settingsOf: Readonly<Record<BrowserPermission, readonly string[]>> = {
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  camera: ['media_stream_camera'],
  microphone: ['media_stream_mic'],
  'clipboard-read': ['clipboard'],
  midi: ['midi_sysex'],
};
const neverGranted =
  'usb_guard serial_guard hid_guard bluetooth_guard bluetooth_scanning idle_detection local_fonts window_placement ar vr payment_handler file_system_read_guard file_system_write_guard'.split(
    ' ',
  );
const [granted, refused] = [1, 2];

function contentSettings(permissions: readonly BrowserPermission[]): Readonly<Record<string, number>> {
  const asked = Object.entries(settingsOf).flatMap(([name, settings]) =>
    settings.map((setting) => [setting, permissions.some((each) => each === name) ? granted : refused] as const),
  );
  return Object.fromEntries([...neverGranted.map((setting) => [setting, refused] as const), ...asked]);
}

/** Disables only the browser's background activity, nothing that a page needs. */
export const quietly = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The two pages that the address bar keeps ready for its suggestions: more than half of what a start costs, and nobody types there.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  '--disable-smooth-scrolling',
  '--disable-dev-shm-usage',
  '--force-device-scale-factor=1',
  '--window-size=1280,800',
] as const;

function browserArguments({ userData, headed, sandbox }: Pick<ChromeOptions, 'userData' | 'headed' | 'sandbox'>): string[] {
  return [...quietly, `--user-data-dir=${userData}`, ...(headed ? [] : ['--headless=new']), ...(sandbox ? [] : ['--no-sandbox'])];
}

interface Timeouts {
  readonly script: number;
  readonly pageLoad: number;
  readonly implicit: number;
}

export function chromeCapabilities(
  { binary, downloads, acceptInsecureCerts, refusedPorts, events, permissions, ...options }: ChromeOptions,
  timeouts: Timeouts,
) {
  const common = sessionCapabilities({ acceptInsecureCerts, events }, timeouts);
  return {
    ...common,
    'goog:chromeOptions': {
      ...common['goog:chromeOptions'],
      binary,
      args: browserArguments(options).concat(refusing(refusedPorts)),
      prefs: {
        'download.default_directory': downloads,
        'download.prompt_for_download': false,
        // Nothing is loaded that nobody has asked for: a page could send a secret by what it wants prefetched, and no lock would see it.
        'net.network_prediction_options': 2,
        credentials_enable_service: false,
        'profile.default_content_setting_values': contentSettings(permissions),
        // A list of screens and windows that lies over the page and takes every press.
        'hardware.screen_capture_enabled': false,
        'profile.password_manager_enabled': false,
        'profile.password_manager_leak_detection': false,
      },
    },
  } as const;
}

/** Whatever the host is called: another name for this machine, an address of it, or a name that a page's own server resolves to it. */
function refusing(ports: readonly number[]): string[] {
  return ports.length === 0 ? [] : [`--host-resolver-rules=${ports.map((port) => `MAP *:${port} ~NOTFOUND`).join(', ')}`];
}

/** Of a session with a browser that runs already. */
export function takeOverCapabilities(
  debuggerAddress: string,
  options: Pick<ChromeOptions, 'acceptInsecureCerts' | 'events'>,
  timeouts: Timeouts,
) {
  const common = sessionCapabilities(options, timeouts);
  return { ...common, 'goog:chromeOptions': { ...common['goog:chromeOptions'], debuggerAddress } } as const;
}

function sessionCapabilities({ acceptInsecureCerts, events }: Pick<ChromeOptions, 'acceptInsecureCerts' | 'events'>, timeouts: Timeouts) {
  return {
    browserName: 'chrome',
    acceptInsecureCerts,
    // The session waits for pages itself (isolated-session.ts). The driver would ask the page whether it has loaded, and a page that redefines
    // what it asks with ends the driver (seen with chromedriver 156).
    pageLoadStrategy: 'none',
    timeouts: { ...timeouts },
    // Dialogs stay open until they are answered as controls.
    unhandledPromptBehavior: { default: 'ignore', beforeUnload: 'ignore' } as unknown as 'ignore',
    'wdio:enforceWebDriverClassic': true,
    webSocketUrl: events ? true : undefined,
    'goog:loggingPrefs': { performance: 'ALL' } as object,
    'goog:chromeOptions': {
      // Reports which kind of dialog opened (see look.ts).
      perfLoggingPrefs: { enableNetwork: false, enablePage: true },
    },
  } as const;
}

interface Checking {
  readonly chromium: string;
  readonly chromedriver: string;
  readonly sandbox: boolean;
  /** File that remembers which browsers have started here, so that it is tried once for each. Absent: tried each time. */
  readonly started?: string | undefined;
}

const startLimit = 20_000;

/** Why no browser can be started, and the remedy; undefined when both programs run, match, and the browser starts. */
export async function browserProblem(checking: Checking): Promise<string | undefined> {
  const { chromium, chromedriver } = checking;
  const [browser, driver] = await Promise.all([programVersion(chromium), programVersion(chromedriver)]);
  if (browser === undefined) return `'${chromium}' does not run; ${wayOut('STEADYHAND_CHROMIUM')}`;
  if (driver === undefined) return `'${chromedriver}' does not run; ${wayOut('STEADYHAND_CHROMEDRIVER')}`;
  if (majorOf(browser) !== majorOf(driver))
    return `Chromium ${browser} and chromedriver ${driver} do not match; set STEADYHAND_CHROMEDRIVER to a chromedriver of the same major version`;
  return startProblem(checking);
}

/** A browser that tells its version may still not start: without a library, or where the system forbids its sandbox. */
async function startProblem({ chromium, sandbox, started }: Checking): Promise<string | undefined> {
  const key = `${chromium} ${await changedAt(chromium)} ${sandbox ? 'sandbox' : 'no sandbox'}`;
  const known = await readStarted(started);
  if (known.includes(key)) return undefined;
  const userData = await mkdtemp(join(tmpdir(), 'steadyhand-check-'));
  try {
    const args = [...browserArguments({ userData, headed: false, sandbox }), '--dump-dom', 'about:blank'];
    await promisify(execFile)(chromium, args, { env: minimalEnvironment(process.env), timeout: startLimit });
  } catch (error) {
    const remedy = sandbox ? ', or STEADYHAND_SANDBOX=false if it is its sandbox that the system forbids' : '';
    return `'${chromium}' does not start (${reasonOf(error)}); ${wayOut('STEADYHAND_CHROMIUM')}${remedy}`;
  } finally {
    await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
  await remember(started, [...known, key]);
  return undefined;
}

async function changedAt(program: string): Promise<number> {
  return stat(program).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function readStarted(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(known) ? known.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** Where that cannot be written, the next worker tries again. */
async function remember(file: string | undefined, keys: readonly string[]): Promise<void> {
  if (file === undefined) return;
  await makeFolder(dirname(file))
    .then(() => writeFile(file, JSON.stringify(keys)))
    .catch(() => undefined);
}

function reasonOf(error: unknown): string {
  const { stderr = '', killed = false } = error as { readonly stderr?: string; readonly killed?: boolean };
  if (killed) return `no answer in ${startLimit / 1_000} s`;
  const lines = stderr.split('\n').map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim());
  return lines.find((line) => line !== '')?.slice(0, 200) ?? 'it ended at once';
}

function wayOut(variable: string): string {
  return `run \`npx steadyhand doctor\`, or set ${variable}`;
}

// The driver and the browser as processes that outlive the worker.

const startTimeout = 15_000;
const portAttempts = 5;

/**
 * Browsers that a driver started but no attachment records: its children, and processes with that user data folder. Linux only; elsewhere
 * it finds none.
 */
export async function findBrowsers(driver: ProcessMark | undefined, userData: string): Promise<readonly ProcessMark[]> {
  const found: ProcessMark[] = [];
  const driverRuns = driver !== undefined && (await isRunning(driver));
  for (const entry of await readdir('/proc').catch(() => [])) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const [stat, commandLine] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    const parent = Number((stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')[1]);
    const isOurs = (driverRuns && parent === driver.pid) || (commandLine ?? '').split('\0').includes(`--user-data-dir=${userData}`);
    const mark = isOurs ? await markOf(pid) : undefined;
    if (mark) found.push(mark);
  }
  return found;
}

interface StartedDriver {
  readonly port: number;
  /** The driver answers nowhere else, and no page can guess it. */
  readonly path: string;
  readonly mark: ProcessMark;
}

interface StartOptions {
  readonly chromedriver: string;
  readonly log: string;
  readonly temp: string;
  readonly signal: AbortSignal;
  /** Called as soon as there is a process, long before it accepts requests. */
  readonly onSpawn: (mark: ProcessMark) => Promise<void>;
}

/**
 * Starts chromedriver in its own process group. It chooses its port itself, so that no other process can take it in between: on IPv6 first,
 * then it needs the same port on IPv4. Where another process listens on that one, it ends at once and is started again for another port.
 */
export async function startDriver(options: StartOptions): Promise<StartedDriver> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await startOnce(options);
    if ('port' in outcome) return outcome;
    options.signal.throwIfAborted();
    if (outcome.portTaken && attempt < portAttempts) continue;
    throw new BrowserStartError(
      `${options.chromedriver} did not start: ${outcome.failure}. Its log is ${options.log}; \`steadyhand doctor\` shows what is installed.`,
    );
  }
}

interface FailedStart {
  readonly failure: string;
  readonly portTaken: boolean;
}

async function startOnce({ chromedriver, log, temp, signal: abort, onSpawn }: StartOptions): Promise<StartedDriver | FailedStart> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const file = await open(log, 'w', 0o600);
  const child = spawn(chromedriver, ['--port=0', `--url-base=${path}`, '--log-level=WARNING'], {
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
    env: { ...minimalEnvironment(process.env), TMPDIR: temp },
  });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  child.unref();
  const mark = child.pid === undefined ? undefined : await markOf(child.pid);
  await file.close();
  if (mark) await onSpawn(mark);
  for await (const _ of pausesWithin(startTimeout, 20)) {
    if (failure !== undefined || abort.aborted) break;
    const port = /started successfully on port (\d+)/.exec(await readFile(log, 'utf8'))?.[1];
    if (mark && port !== undefined) return { port: Number(port), path, mark };
  }
  const why = failure ?? `no port in ${startTimeout / 1000} s`;
  if (mark) await killAll([mark]);
  return { failure: why, portTaken: /port not available/i.test(await readFile(log, 'utf8')) };
}
