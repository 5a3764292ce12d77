// A real PostgreSQL server in its own folder, on its own port.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '../../scripts/lib/postgres.mjs';
import { freePort } from './free-port.mjs';
import { initPostgres, startPostgresIn, type PostgresProcess } from './postgres-process.mjs';

export interface PostgresServer {
  readonly url: string;
  /** SIGQUIT: all connections drop at once. `start` starts it again, if it does not run. */
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
  await initPostgres(folder);
  const port = await freePort();
  const first = await startPostgresIn(folder, port);
  let running: PostgresProcess | undefined = first;
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  return {
    url: first.url('postgres'),
    stop,
    async start() {
      running ??= await startPostgresIn(folder, port);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
