// A real PostgreSQL server in its own folder, on its own port.
import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensurePostgres } from '../../scripts/lib/postgres.mjs';
import { freePort } from './free-port.mjs';
import { until } from './until.js';

const execute = promisify(execFile);

export interface PostgresServer {
  readonly url: string;
  /** SIGQUIT: all connections drop at once. `start` starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Undefined, with the reason printed, if there is none and none can be installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const bin = await ensurePostgres().catch((error: unknown) => {
    console.warn(`no PostgreSQL server: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  });
  if (bin === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-postgres-'));
  const user = await postgresUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  await execute(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], { cwd: folder, ...user });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(join(bin ?? '', 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'], {
      cwd: folder,
      stdio: 'ignore',
      ...user,
    });
    await until(() => answers(url), 'an answer of PostgreSQL', 30_000);
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  await start();
  return {
    url,
    start,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
async function postgresUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string): Promise<number> => Number((await execute('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // It may be dropped before it is ended.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
