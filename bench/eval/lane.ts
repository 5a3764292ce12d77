// Where runs happen one after another: a Temporal server, a worker as users run it, and a data folder, of this lane alone. So a killed worker disturbs no
// other run, and the lane's client reads the records of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closeLeftBrowsers } from '../../src/adapters/webdriver/left-browsers.js';
import { connect, type Steadyhand } from '../../src/client.js';
import { knowsSearchAttribute, registerSearchAttribute } from '../../src/client/server-facts.js';
import { startTemporalServer } from '../../src/client/temporal-server.js';
import { EvalError } from './errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface LaneOptions {
  /** Its data folder. */
  readonly home: string;
  readonly temporalCli: () => string;
  /** The worker's environment, without what the lane sets: its server and its folder. */
  readonly env: Environment;
  /** Where the worker looks for steadyhand.config.json and .env. */
  readonly cwd: string;
  /** A server that runs already, instead of its own. */
  readonly address?: string;
}

export interface Lane {
  readonly steadyhand: Steadyhand;
  /** Throws when the worker has ended by itself. */
  check(): Promise<void>;
  /** SIGKILL; the next worker is started at once. */
  killWorker(): Promise<void>;
  close(): Promise<void>;
}

/** The built one: this file is built to dist/bench/eval. */
const workerProgram = fileURLToPath(new URL('../../worker.js', import.meta.url));
const readyWithinMs = 60_000;
const drainMs = 15_000;

export async function openLane({ home, temporalCli, env, cwd, address }: LaneOptions): Promise<Lane> {
  await mkdir(home, { recursive: true });
  const server = address === undefined ? await startTemporalServer({ cli: temporalCli(), home, isHidden: true }) : undefined;
  const at: Environment = {
    ...env,
    STEADYHAND_HOME: home,
    TEMPORAL_ADDRESS: server?.address ?? address,
    // No profile of the user's, unless the server is theirs.
    ...(server ? { TEMPORAL_CONFIG_FILE: devNull } : {}),
  };
  const worker = createWorker({ env: at, cwd, log: join(home, 'worker.log') });
  let connected: Steadyhand | undefined;
  const close = async (): Promise<void> => {
    await worker.stop();
    await connected?.close();
    await closeLeftBrowsers(home, () => undefined);
    await server?.stop();
  };
  try {
    const steadyhand = (connected = await connect({ env: at, folder: home }));
    const client = await steadyhand.temporal();
    if (!(await knowsSearchAttribute(client))) await registerSearchAttribute(client);
    await worker.start();
    return { steadyhand, check: () => worker.check(), killWorker: () => worker.kill(), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

interface WorkerOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly log: string;
}

/** The worker process of a lane; its output goes to the log. */
function createWorker({ env, cwd, log }: WorkerOptions) {
  let child: ChildProcess | undefined;
  let isKilled = false;

  async function spawnOne(): Promise<ChildProcess> {
    const output = await open(log, 'a');
    try {
      // In its own session, so that Ctrl-C reaches it only from here; with a channel, so that it ends with this process.
      const stdio = ['ignore', output.fd, output.fd, 'ipc'] as const;
      const spawned = spawn(process.execPath, [workerProgram], { cwd, env: { ...env }, detached: true, stdio: [...stdio] });
      await once(spawned, 'spawn');
      return spawned;
    } finally {
      await output.close();
    }
  }

  async function check(): Promise<void> {
    if (!child || isKilled || !hasEnded(child)) return;
    const lines = (await readFile(log, 'utf8')).trim().split('\n').slice(-3).join(' ');
    throw new EvalError('refused', `The worker of the evaluation has ended: ${lines}`);
  }

  return {
    check,
    /** Resolves when it polls. */
    async start(): Promise<void> {
      const { size } = await stat(log).catch(() => ({ size: 0 }));
      child = await spawnOne();
      const deadline = Date.now() + readyWithinMs;
      while (!(await readFile(log, 'utf8')).slice(size).includes('worker ready')) {
        await check();
        if (Date.now() > deadline) throw new EvalError('refused', `The worker of the evaluation did not start: see ${log}.`);
        await delay(50);
      }
    },
    async kill(): Promise<void> {
      isKilled = true;
      if (child) await end(child, 'SIGKILL');
      child = await spawnOne();
      isKilled = false;
    },
    async stop(): Promise<void> {
      if (!child) return;
      const late = setTimeout(() => child?.kill('SIGKILL'), drainMs);
      await end(child, 'SIGTERM');
      clearTimeout(late);
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
