// FL1: a Temporal server as in production: all its services, two databases of PostgreSQL, one loopback port each. It takes and returns what startDevServer does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { findGoProgram, goPrograms } from '../../scripts/lib/fleet.mjs';
import { run, tail } from '../../scripts/lib/commands.mjs';
import { findTemporalCli } from '../../scripts/lib/temporal-cli.mjs';
import { cacheFolder } from '../../scripts/lib/tools.mjs';
import { answers, startGuard, succeeds } from './dev-server.mjs';
import { freePort } from './free-port.mjs';
import { copyPostgres, initPostgres, startPostgresIn } from './postgres-process.mjs';

const startMs = 90_000;
const stores = { 'postgres-default': 'temporal', 'postgres-visibility': 'temporal_visibility' };
/** More than one, as in production. */
const shards = 4;
/** gRPC's status. */
const notFound = 5;
let making;

export async function startPostgresTemporal({ port, dbFilename, suggestContinueAsNewAt, dynamicConfig = {}, httpPort, metricsPort } = {}) {
  // As on a development server, who goes on with the database of one that was stopped takes its folder over.
  const own = dbFilename === undefined ? mkdtempSync(join(tmpdir(), 'steadyhand-temporal-')) : dirname(dbFilename);
  const file = dbFilename ?? join(own, 'temporal.db');
  const folder = `${file}.postgres`;
  if (!existsSync(join(folder, 'data'))) {
    // PostgreSQL runs as another user, who has to pass.
    chmodSync(dirname(folder), 0o711);
    // The lanes' servers start at once, and the first time there is none to copy yet.
    await copyPostgres(await (making ??= template()), folder);
  }
  const { fairness, queueReaders } = await import('../../dist/client/queue-hop.js');
  const dynamic = {
    ...queueReaders,
    ...fairness,
    ...dynamicConfig,
    ...(suggestContinueAsNewAt === undefined ? {} : { 'limit.historyCount.suggestContinueAsNew': suggestContinueAsNewAt }),
  };
  const { path: cli } = await findTemporalCli();
  const ports = { port: port ?? (await freePort()), httpPort: httpPort ?? (await freePort()), metricsPort };
  const server = await startIn(folder, { ...ports, dynamic, remove: own });
  return { ...server, cli, dbFilename: file };
}

/** Databases with schema, namespace and search attributes, made once on this machine. */
async function template() {
  const { version } = goPrograms.temporal;
  const made = join(cacheFolder(), `temporal-postgres-${version}`);
  if (existsSync(join(made, 'data'))) return made;
  const folder = mkdtempSync(join(tmpdir(), 'steadyhand-template-'));
  await initPostgres(folder);
  await withSchemas(folder);
  const server = await startIn(folder, { port: await freePort(), dynamic: {}, isNew: true });
  await server.stop({ keepFolder: true, keepDatabase: true });
  // A copy that is started within half a minute would look for this one's services.
  await forgetMembers(server.database.url('temporal'));
  await server.database.stop();
  mkdirSync(made, { recursive: true });
  await copyPostgres(folder, `${made}.${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  rmSync(made, { recursive: true, force: true });
  renameSync(`${made}.${process.pid}`, made);
  return made;
}

async function forgetMembers(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('DELETE FROM cluster_membership');
  } finally {
    await client.end();
  }
}

async function withSchemas(folder) {
  const port = await freePort();
  const database = await startPostgresIn(folder, port);
  const { sql } = programs();
  const tool = async (...args) => {
    const { code, output } = await run(sql, [
      '--plugin',
      'postgres12',
      '--ep',
      '127.0.0.1',
      '-p',
      String(port),
      '-u',
      'postgres',
      '--pw',
      'none',
      ...args,
    ]);
    if (code !== 0) throw new Error(`The schema of Temporal's databases could not be set up: ${tail(output)}`);
  };
  try {
    for (const [name, schema] of Object.entries({ temporal: 'temporal', temporal_visibility: 'visibility' })) {
      await tool('--db', name, 'create');
      await tool('--db', name, 'setup', '-v', '0.0');
      await tool('--db', name, 'update', '--schema-name', `postgresql/v12/${schema}`);
    }
  } finally {
    await database.stop();
  }
}

/** `remove`: a folder that goes with the server. */
async function startIn(folder, { port, httpPort, metricsPort, dynamic, remove, isNew = false }) {
  const databasePort = await freePort();
  let database = await startPostgresIn(folder, databasePort);
  const address = `127.0.0.1:${port}`;
  const files = await writeConfig(folder, { port, httpPort, metricsPort, databasePort, dynamic });
  const log = openSync(files.log, 'a');
  const server = spawn(programs().server, ['--config-file', files.config, '--allow-no-auth', 'start'], {
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const guard = startGuard([server.pid, database.pid], remove);
  const exited = once(server, 'exit').then(() => true);

  /** `keepDatabase`: it is stopped by itself, later. */
  async function stop({ signal = 'SIGTERM', keepFolder = false, keepDatabase = false } = {}) {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill(signal);
      const forced = setTimeout(() => server.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(forced);
    }
    if (keepDatabase) return;
    await database.stop();
    guard.kill('SIGKILL');
    if (!keepFolder && remove !== undefined) rmSync(remove, { recursive: true, force: true });
  }

  const deadline = Date.now() + startMs;
  for (let isMade = !isNew; ;) {
    if (!isMade)
      isMade = await makeNamespace(address).then(
        () => true,
        () => false,
      );
    else if ((await answers(address)) && (await everyService(address))) break;
    const gone = await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 200, false))]);
    if (!gone && Date.now() < deadline) continue;
    const said = readFileSync(files.log, 'utf8').slice(-4_000);
    await stop({ signal: 'SIGKILL' });
    throw new Error(`The Temporal server on ${address} ${gone ? 'ended' : `did not answer in ${startMs / 1000} s`}: ${said}`);
  }
  return {
    address,
    port,
    pid: server.pid,
    stop,
    database: {
      url: (name) => database.url(name),
      /** SIGKILL, as a machine that fails. */
      kill: () => database.stop('SIGKILL'),
      /** After the server was stopped without it. */
      async stop() {
        await database.stop();
        guard.kill('SIGKILL');
      },
      /** Processes of the killed one hold its files until they notice. */
      async start() {
        for (const limit = Date.now() + startMs; ;) {
          try {
            database = await startPostgresIn(folder, databasePort);
            return void guard.stdin.write(`pid ${database.pid}\n`);
          } catch (error) {
            if (Date.now() > limit) throw error;
            await new Promise((resolve) => setTimeout(resolve, 200));
          }
        }
      },
    },
  };
}

/** The frontend answers before the others are found: a queue is one of matching, a workflow one of history. */
function everyService(address) {
  const namespace = 'default';
  const ids = Array.from({ length: 4 * shards }, (_, number) => `nobody-${number}`);
  return succeeds(address, async (service) => {
    await service.describeTaskQueue({ namespace, taskQueue: { name: 'nobody' }, taskQueueType: 1 });
    for (const workflowId of ids)
      await service
        .describeWorkflowExecution({ namespace, execution: { workflowId } })
        .catch((error) => (error.code === notFound ? undefined : Promise.reject(error)));
  });
}

async function makeNamespace(address) {
  const connection = Connection.lazy({ address, interceptors: [] });
  try {
    await connection.withDeadline(Date.now() + 10_000, async () => {
      await connection.workflowService
        .registerNamespace({ namespace: 'default', workflowExecutionRetentionPeriod: { seconds: 24 * 60 * 60 } })
        .catch((error) => (/already exists/i.test(String(error)) ? undefined : Promise.reject(error)));
      const keyword = 2;
      await connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes: { SteadyhandState: keyword } });
    });
  } finally {
    await connection.close();
  }
}

async function writeConfig(folder, { port, httpPort, metricsPort, databasePort, dynamic }) {
  const datastore = (databaseName) => ({
    sql: {
      ...{
        pluginName: 'postgres12',
        databaseName,
        connectAddr: `127.0.0.1:${databasePort}`,
        connectProtocol: 'tcp',
        user: 'postgres',
        password: 'none',
      },
      ...{ maxConns: 20, maxIdleConns: 20, maxConnLifetime: '1h' },
    },
  });
  const rpc = async (grpcPort, more = {}) => ({ rpc: { grpcPort, membershipPort: await freePort(), bindOnLocalHost: true, ...more } });
  const config = {
    log: { stdout: true, level: 'error' },
    persistence: {
      ...{ defaultStore: 'postgres-default', visibilityStore: 'postgres-visibility', numHistoryShards: shards },
      datastores: Object.fromEntries(Object.entries(stores).map(([store, name]) => [store, datastore(name)])),
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: '127.0.0.1' },
      ...(metricsPort === undefined
        ? {}
        : { metrics: { prometheus: { timerType: 'histogram', listenAddress: `127.0.0.1:${metricsPort}` } } }),
    },
    services: {
      // Nexus: the server sends operations of its namespaces to itself by HTTP.
      frontend: await rpc(port, httpPort === undefined ? {} : { httpPort }),
      ...{ matching: await rpc(await freePort()), history: await rpc(await freePort()), worker: await rpc(await freePort()) },
    },
    clusterMetadata: {
      ...{ enableGlobalNamespace: false, failoverVersionIncrement: 10, masterClusterName: 'active', currentClusterName: 'active' },
      clusterInformation: { active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: `127.0.0.1:${port}` } },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    publicClient: { hostPort: `127.0.0.1:${port}` },
    archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } },
    namespaceDefaults: { archival: { history: { state: 'disabled' }, visibility: { state: 'disabled' } } },
    dynamicConfigClient: { filepath: join(folder, 'dynamic.yaml'), pollInterval: '60s' },
  };
  // JSON is YAML, too.
  writeFileSync(join(folder, 'server.yaml'), JSON.stringify(config, undefined, 2));
  writeFileSync(
    join(folder, 'dynamic.yaml'),
    JSON.stringify(Object.fromEntries(Object.entries(dynamic).map(([key, value]) => [key, [{ value, constraints: {} }]]))),
  );
  return { config: join(folder, 'server.yaml'), log: join(folder, 'server.log') };
}

function programs() {
  const found = findGoProgram(goPrograms.temporal);
  if (!found) throw new Error('there is no Temporal server to run on PostgreSQL: npm run setup -- --fleet');
  return found;
}
