// A PostgreSQL server's processes: its data in a folder of its own, and how it is started and killed. Of the tests' databases and of their Temporal servers.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensurePostgres } from '../../scripts/lib/postgres.mjs';

const execute = promisify(execFile);
const startMs = 30_000;

/** `folder` exists; the database's own is `data` in it. Throws `SetupError` when there is no PostgreSQL here. */
export async function initPostgres(folder) {
  const bin = await ensurePostgres();
  const user = await postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  await execute(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'], {
    cwd: folder,
    ...user,
  });
}

/** A copy of another's folder, whose server does not run, with its owner. */
export async function copyPostgres(from, to) {
  mkdirSync(to, { recursive: true });
  const user = await postgresUser();
  if (user) chownSync(to, user.uid, user.gid);
  await execute('cp', ['-a', join(from, 'data'), join(to, 'data')]);
}

/** Resolves once it answers. `sync`: what was written survives its own death either way, but only so that of the machine. */
export async function startPostgresIn(folder, port, { sync = false } = {}) {
  const bin = await ensurePostgres();
  const args = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-c', 'max_connections=200'];
  const server = spawn(join(bin, 'postgres'), [...args, ...(sync ? [] : ['-F'])], {
    cwd: folder,
    stdio: 'ignore',
    ...(await postgresUser()),
  });
  const exited = once(server, 'exit');
  const url = (database) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  for (const deadline = Date.now() + startMs; !(await answers(url('postgres')));) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL in ${folder} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    pid: server.pid,
    url,
    /** SIGQUIT: all connections drop at once. SIGKILL: of its main process; the others end when they notice. */
    async stop(signal = 'SIGQUIT') {
      if (server.exitCode === null && server.signalCode === null) server.kill(signal);
      await exited;
    },
  };
}

/** The server refuses to run as root. */
export async function postgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag) => Number((await execute('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function answers(url) {
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
