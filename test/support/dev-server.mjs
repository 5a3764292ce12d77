// A Temporal dev server for tests: its own free port, its own folder, and a guard that ends both however the test process dies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Connection } from '@temporalio/client';
import { findTemporalCli } from '../../scripts/lib/temporal-cli.mjs';
import { freePort } from './free-port.mjs';

const startMs = 30_000;

/** See temporal-server.ts for the options. */
export function startDevServer(options = {}) {
  // FL1: whatever a suite does on a development server, `npm run test:fleet` does on one with PostgreSQL.
  return process.env.STEADYHAND_TEST_SERVER === 'postgres'
    ? import('./postgres-temporal.mjs').then(({ startPostgresTemporal }) => startPostgresTemporal(options))
    : startWithSqlite(options);
}

async function startWithSqlite({
  port,
  dbFilename,
  suggestContinueAsNewAt,
  dynamicConfig = {},
  ui = false,
  metricsPort,
  httpPort,
  inMemory = false,
} = {}) {
  const { path: cli } = await findTemporalCli();
  // From dist/, which has been built: this file is also run by plain Node.
  const { fairness, queueReaders } = await import('../../dist/client/queue-hop.js');
  // Who goes on with the database of one that was stopped takes its folder over.
  const folder = dbFilename === undefined ? mkdtempSync(join(tmpdir(), 'steadyhand-temporal-')) : dirname(dbFilename);
  const chosen = port ?? (await freePort());
  const address = `127.0.0.1:${chosen}`;
  const values = {
    ...queueReaders,
    ...fairness,
    ...dynamicConfig,
    ...(suggestContinueAsNewAt === undefined ? {} : { 'limit.historyCount.suggestContinueAsNew': suggestContinueAsNewAt }),
  };
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(chosen),
    ...(inMemory ? [] : ['--db-filename', dbFilename ?? join(folder, 'temporal.db')]),
  ];
  args.push('--search-attribute', 'SteadyhandState=Keyword', '--log-level', 'error');
  // Its Web UI needs a second port; the metrics port is random unless one is given.
  args.push(...(ui ? ['--ui-port', String(await freePort())] : ['--headless']));
  if (httpPort !== undefined) args.push('--http-port', String(httpPort));
  if (metricsPort !== undefined) args.push('--metrics-port', String(metricsPort));
  for (const [key, value] of Object.entries(values)) args.push('--dynamic-config-value', `${key}=${JSON.stringify(value)}`);

  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const server = spawn(cli, args, { stdio: ['ignore', log, log] });
  closeSync(log);
  const guard = startGuard([server.pid], folder);
  const exited = once(server, 'exit').then(() => true);

  async function stop({ signal = 'SIGTERM', keepFolder = false } = {}) {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill(signal);
      const forced = setTimeout(() => server.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(forced);
    }
    guard.kill('SIGKILL');
    if (!keepFolder) rmSync(folder, { recursive: true, force: true });
  }

  const deadline = Date.now() + startMs;
  while (!(await answers(address))) {
    const gone = await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 50, false))]);
    if (!gone && Date.now() < deadline) continue;
    const said = readFileSync(logFile, 'utf8').slice(-2_000);
    await stop({ signal: 'SIGKILL' });
    throw new Error(`The Temporal dev server on ${address} ${gone ? 'ended' : `did not answer in ${startMs / 1000} s`}: ${said}`);
  }
  return { address, port: chosen, pid: server.pid, cli, dbFilename: dbFilename ?? join(folder, 'temporal.db'), stop };
}

/** The guard's standard input closes when this process is gone, even by SIGKILL. `pid <n>`: the last of them was started anew. Kill it when they have ended: their ids may belong to other processes by then. */
export function startGuard(pids, folder) {
  const program = `
    const pids = ${JSON.stringify(pids)};
    process.stdin.on('data', (said) => {
      const started = /pid (\\d+)/.exec(said);
      if (started) pids.splice(-1, 1, Number(started[1]));
    }).on('end', () => {
      for (const pid of pids) try { process.kill(pid, 'SIGKILL'); } catch {}
      ${folder === undefined ? '' : `require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true, force: true });`}
    })`;
  const guard = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.stdin.on('error', () => {});
  guard.unref();
  guard.stdin.unref();
  return guard;
}

/** It listens before it is healthy, and is healthy before its namespace exists. */
export function answers(address) {
  return succeeds(address, (service) => service.describeNamespace({ namespace: 'default' }));
}

/** Whether the server answers `ask` within two seconds. */
export async function succeeds(address, ask) {
  const connection = Connection.lazy({ address, interceptors: [] });
  try {
    await connection.withDeadline(Date.now() + 2_000, () => ask(connection.workflowService));
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
