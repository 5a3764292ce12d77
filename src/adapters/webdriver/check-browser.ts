import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { minimalEnvironment } from '../process-kit/minimal-environment.js';
import { majorOf, programVersion } from '../device-kit/program-version.js';
import { browserArguments } from './capabilities.js';

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
  await mkdir(dirname(file), { recursive: true })
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
