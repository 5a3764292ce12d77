// The development server that `up` and the demo run: one process, detached (a Ctrl-C must not reach it before the worker has drained), which ends with whoever
// started it, with its state on disk.
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import getPort, { portNumbers } from 'get-port';
import writeFileAtomic from 'write-file-atomic';
import { isAlive } from '../adapters/process-kit/process-marks.js';
import { spawnTied, type TiedProcess } from '../adapters/process-kit/tied-process.js';
import { ClientError } from './errors.js';
import { fairness, queueReaders } from './queue-hop.js';
import { makeFolder } from '../adapters/filesystem/files.js';

export interface StartTemporalServerOptions {
  /** Path of the Temporal CLI. */
  readonly cli: string;
  /** STEADYHAND_HOME: holds temporal.db, temporal.log and server.json. */
  readonly home: string;
  readonly readyWithinMs?: number;
  /** What its Web UI asks to decode. */
  readonly codecEndpoint?: string | undefined;
  /** On no usual port, where programs look for a server that nobody has named. */
  readonly isHidden?: boolean;
}

/** The content of server.json. */
export interface ServerFile {
  readonly address: string;
  readonly ui: string;
  /** Of its HTTP API, which asks nobody who he is: no page may reach it. */
  readonly http: string;
  readonly pid: number;
}

export interface TemporalServer extends ServerFile {
  /** SIGTERM, then SIGKILL after ten seconds; removes server.json. May be called twice. */
  stop(): Promise<void>;
  /** It goes on when this process has ended. */
  release(): void;
}

/** Listens on 7233 and 8233 when they are free, elsewhere otherwise. Throws a `ClientError` with the end of the log when it does not become ready. */
export async function startTemporalServer({
  cli,
  home,
  readyWithinMs = 30_000,
  codecEndpoint,
  isHidden = false,
}: StartTemporalServerOptions): Promise<TemporalServer> {
  await makeFolder(home);
  const port = await freePort(isHidden ? undefined : 7233, []);
  const uiPort = await freePort(isHidden ? undefined : 8233, [port]);
  const httpPort = await freePort(undefined, [port, uiPort]);
  const logFile = join(home, 'temporal.log');
  const { pid, release } = await spawnLogged(cli, serverArguments(home, { port, uiPort, httpPort, codecEndpoint }), logFile);
  const server: ServerFile = { address: `127.0.0.1:${port}`, ui: `http://127.0.0.1:${uiPort}`, http: `http://127.0.0.1:${httpPort}`, pid };
  const file = serverFilePath(home);
  try {
    await untilServing(server, Date.now() + readyWithinMs);
    // One that is written down nowhere would be found by no command, and stopped by none.
    await writeFileAtomic(file, `${JSON.stringify(server, undefined, 2)}\n`);
  } catch (error) {
    await stopProcess(pid);
    throw new ClientError('server-unreachable', `The Temporal server did not start (${await whyNot(error, logFile)}): see ${logFile}.`, {
      cause: error,
    });
  }
  return {
    ...server,
    release,
    async stop() {
      await stopProcess(pid);
      await rm(file, { force: true });
    },
  };
}

/** Below the range that systems give out by themselves: the server takes more ports from there as it starts, and could take this one. */
async function freePort(usual: number | undefined, exclude: readonly number[]): Promise<number> {
  const first = 20_000 + Math.floor(Math.random() * 10_000);
  return getPort({ port: [...(usual === undefined ? [] : [usual]), ...portNumbers(first, 32_767)], host: '127.0.0.1', exclude });
}

export function serverFilePath(home: string): string {
  return join(home, 'server.json');
}

interface Ports {
  readonly port: number;
  readonly uiPort: number;
  readonly httpPort: number;
  readonly codecEndpoint: string | undefined;
}

function serverArguments(home: string, { port, uiPort, httpPort, codecEndpoint }: Ports): readonly string[] {
  const database = ['--db-filename', join(home, 'temporal.db')];
  const ports = ['--ip', '127.0.0.1', '--port', String(port), '--ui-port', String(uiPort), '--http-port', String(httpPort)];
  const dynamic = Object.entries({ ...queueReaders, ...fairness }).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]);
  const codec = codecEndpoint === undefined ? [] : ['--ui-codec-endpoint', codecEndpoint];
  const attributes = ['--search-attribute', 'SteadyhandState=Keyword'];
  return ['server', 'start-dev', ...database, ...ports, ...codec, ...attributes, '--log-level', 'error', ...dynamic];
}

async function spawnLogged(command: string, args: readonly string[], logFile: string): Promise<TiedProcess> {
  const log = await open(logFile, 'a');
  try {
    return await spawnTied(command, args, { log: log.fd });
  } finally {
    await log.close();
  }
}

async function untilServing({ address, pid }: ServerFile, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    if (!isAlive(pid)) throw new Error(`process ${pid} has ended`);
    if (await isServing(address)) return;
    await delay(100);
  }
  throw new Error(`nothing answers at ${address}`);
}

/** Whether a Temporal server with a `default` namespace answers at that address. */
async function isServing(address: string): Promise<boolean> {
  const connection = Connection.lazy({ address, interceptors: [] });
  try {
    await connection.withDeadline(Date.now() + 2_000, () => connection.workflowService.describeNamespace({ namespace: 'default' }));
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

/** SIGTERM, and SIGKILL if the process is still there after `graceMs`. */
export async function stopProcess(pid: number, graceMs = 10_000): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + waitMs;
    while (isAlive(pid) && Date.now() < deadline) await delay(50);
  }
}

/** A server that cannot write may not even say so. */
async function whyNot(error: unknown, log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n');
  return lines.at(-1) || (error instanceof Error ? error.message : String(error));
}

// The Web UI of a server that was started elsewhere: a development server shows it 1,000 ports above its own.
const portsAbove = 1_000;
const patienceMs = 1_000;

/** Undefined where no Web UI of Temporal answers there. `address`: of the server, `host:port`. */
export async function findWebUi(address: string): Promise<string | undefined> {
  const colon = address.lastIndexOf(':');
  const ui = `http://${address.slice(0, colon)}:${Number(address.slice(colon + 1)) + portsAbove}`;
  try {
    const reply = await fetch(`${ui}/api/v1/settings`, { signal: AbortSignal.timeout(patienceMs) });
    const settings: unknown = await reply.json();
    return typeof settings === 'object' && settings !== null && 'DefaultNamespace' in settings ? ui : undefined;
  } catch {
    return undefined;
  }
}
