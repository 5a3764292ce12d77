// The driver and the browser as processes that outlive the worker.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { minimalEnvironment } from '../process-kit/minimal-environment.js';
import { pausesWithin } from '../process-kit/pauses.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import { BrowserStartError } from './errors.js';

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

export interface StartedDriver {
  readonly port: number;
  /** The driver answers nowhere else, and no page can guess it. */
  readonly path: string;
  readonly mark: ProcessMark;
}

export interface StartOptions {
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
