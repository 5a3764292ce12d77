// Configuration and options → ports → activities → Workers.
import type { Client } from '@temporalio/client';
import { Runtime, type NativeConnection, type Worker } from '@temporalio/worker';
import { createHostActivities, createRunActivities } from '../activities/index.js';
import { createFileActionJournal } from '../adapters/filesystem/action-journal.js';
import { openHostFolder, tryWriting, type HostFolder, writeUnusableKinds } from '../adapters/filesystem/host-folder.js';
import {
  checkAddress,
  checkNamespace,
  connectTemporal,
  connectTemporalWorker,
  findTemporal,
  portsOf,
  type TemporalTarget,
} from '../client/temporal-connection.js';
import { openEncryption, type Encryption } from '../client/data-converter.js';
import { titleOfRun } from '../client/runs.js';
import { loadConfig, readEnvironment, type Config } from '../config/config.js';
import { leaseQueueOf, workerIdentityOf } from '../domain/device/host-queues.js';
import { DeviceHost } from '../host/device-host.js';
import type { Log } from '../host/leased-device.js';
import { createRunTools } from '../host/run-tools.js';
import { createLeaseChecks } from '../host/lease-checks.js';
import { usableKinds } from '../host/usable-kinds.js';
import type { ActionJournal } from '../ports/action-journal.js';
import type { Images } from '../ports/pictures.js';
import type { Meter } from '../ports/meter.js';
import { concealErrors, confidentialMask } from './confidential-values.js';
import { createWorkers } from './create-workers.js';
import { driversOf } from './drivers.js';
import { openPorts } from './open-ports.js';
import type { WorkerOptions, WorkerServer } from './options.js';
import { createCollecting, keepGcSchedule } from './gc.js';
import { failLeft, noteRunning } from './left-activities.js';
import { createLogs, lineOf, type Fields, type LogLevel } from './logs.js';
import type { MetricMeter } from '@temporalio/common';
import { metrics } from '../domain/telemetry/metrics.js';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { whyNoDevice, type WorkerFacts } from '../domain/telemetry/health.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import { openHealth, type Health } from './health.js';
import { installRuntime } from './runtime.js';

/** For entries of closed devices: longer than any workflow could still ask for them. */
const journalKeptMs = 30 * 24 * 60 * 60_000;

export interface RunningWorker {
  readonly hostId: string;
  /** Rejects when a Worker fails fatally, and when the data folder was moved, removed or replaced. */
  readonly ended: Promise<void>;
  /** Drains: running actions end, devices stay alive for the next worker. Resolves when all is quiet. */
  stop(): Promise<void>;
}

/**
 * Locks the host's folder, resumes the devices left behind, then polls. Throws `ConfigError` for a configuration that cannot be used,
 * `HostLockedError` when another worker has the folder, and `ClientError` when no Temporal server answers.
 */
export function startWorker(options: WorkerOptions = {}): Promise<RunningWorker> {
  return start(options, () => undefined);
}

/** In a process of its own, whose runtime, and with it the port for metrics, waits for the lock: of two workers of one folder the second hears of the folder. */
export function startProgram(config: Config): Promise<RunningWorker> {
  return start({ config }, () => installRuntime(config));
}

async function start(options: WorkerOptions, whenLocked: () => void): Promise<RunningWorker> {
  const { config = loadConfig() } = options;
  const tell = tellerOf(config, options.log);
  const log = (text: string): void => tell('warn', text);
  const target = targetOf(options.server, config);
  const encryption = await openEncryption(config);
  const opened = createOpened();
  try {
    const folder = opened.add(await openHostFolder({ home: config.home }));
    whenLocked();
    const connection = opened.add(await connectTemporalWorker(target));
    const client = await connectTemporal(target, encryption.dataConverter);
    opened.add(client.connection);
    await checkNamespace(client, target);
    return await assemble({ config, tell, log, target, folder, connection, client, encryption, opened, brought: options });
  } catch (error) {
    // What stopped the start matters more than what could not be closed after it.
    await opened.close().catch(() => undefined);
    throw error;
  }
}

interface Parts {
  readonly config: Config;
  readonly tell: Teller;
  readonly log: (text: string) => void;
  readonly target: TemporalTarget;
  readonly folder: HostFolder;
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly encryption: Encryption;
  readonly opened: Opened;
  readonly brought: WorkerOptions;
}

async function assemble(parts: Parts): Promise<RunningWorker> {
  const { config, tell, log, target, folder, connection, client, encryption, opened, brought } = parts;
  const { hostId } = folder;
  const mask = confidentialMask(config, readEnvironment());
  const { around = {}, workflows } = brought;
  const ports = opened.add(await openPorts(config, hostId, log, { ...brought, mask }));
  const desk = wrapped(
    createLeaseChecks({ client, workerIdentity: workerIdentityOf(hostId), leaseQueue: leaseQueueOf(hostId) }),
    around.desk,
  );
  const journal = opened.add(createFileActionJournal({ folder: folder.journal, isOpen: (deviceId): boolean => host.isOpen(deviceId) }));
  const tellOf: Log = (message, fields) => tell('warn', message, fields);
  const drivers = openDrivers(parts, journal, ports.images.blank, tellOf);
  const meter = createMeter(() => Runtime.instance().metricMeter);
  const host: DeviceHost = new DeviceHost({
    hostId,
    records: folder.devices,
    drivers,
    desk,
    meter,
    log: tellOf,
  });
  const runTools = opened.add(createRunTools(host, ports.hasToolServers ? ports.toolServers : undefined, log));
  opened.add({ close: () => host.stop() });

  opened.add(failLeft(await folder.running.takeLeft(), client, hostId, log));
  await journal.prune(journalKeptMs);
  await host.attachAll();
  const kinds = await usableKinds(drivers, { log, note: (unusable) => writeUnusableKinds(config.home, unusable) });
  const polling: Worker[] = [];
  const health = await openReadiness({
    config,
    client,
    artifacts: ports.artifacts,
    host,
    kinds: { wanted: drivers.map(({ kind }) => kind), usable: kinds },
    states: () => polling.map((worker) => worker.getState()),
  });
  if (health) opened.add(health);
  const workers = await createWorkers({
    config,
    connection,
    namespace: target.namespace,
    encryption,
    host,
    kinds,
    runActivities: createRunActivities({
      ...ports,
      titleOf: (run) => titleOfRun(client, run),
      collectArtifacts: collectingOf(parts, ports, meter),
    }),
    hostActivities: createHostActivities({ ...ports, host, desk, journal: wrapped(journal, around.journal), runTools }),
    workflows,
    hasNexus: (await connection.workflowService.getSystemInfo({})).capabilities?.nexus === true,
    meter,
    spans: ports.spans,
    around: [noteRunning(folder.running, log), concealErrors(mask)],
  });
  polling.push(...workers);
  opened.add(tellMemory(meter));
  await keepGcSchedule(client, config.gc, tell);
  const running = Promise.all(workers.map((worker) => worker.run()));
  const ended = Promise.race([running.then(() => undefined), folder.lost]);
  folder.lost.catch(() => takeNoMore({ host, workers }));
  tell(
    'info',
    `worker ready: host ${hostId}, ${kinds.length === 0 ? 'no devices' : `${config.slots} slot(s) for ${kinds.join(', ')}`}, server ${target.address}, namespace ${target.namespace}${encryption.encrypts ? ', payloads encrypted' : ''}`,
  );
  return {
    hostId,
    ended,
    stop: () => stop({ host, workers, running, opened }),
  };
}

/** The wrappers of the journal are those of the device processes in this process, too. */
function openDrivers(
  { config, target, folder, brought }: Parts,
  journal: ActionJournal,
  blank: Images['blank'],
  log: Log,
): ReturnType<typeof driversOf> {
  const { drivers = [], around = {} } = brought;
  const opened = driversOf(config, drivers, {
    profiles: folder.profiles,
    journal: folder.journal,
    refusedPorts: [...portsOf(target, config.home), ...portOf(config.metrics), ...portOf(config.health)],
    deviceProgram: around.deviceProgram,
    here: {
      journal: () => journal,
      setGeneration: ({ deviceId }, generation) => folder.devices.saveGeneration(deviceId, generation),
      blank,
      around: { journal: around.journal },
      log,
    },
  });
  return opened.map((driver) => wrapped(driver, around.driver));
}

function collectingOf(
  { config: { gc }, tell, client }: Parts,
  { records, library, artifacts }: Awaited<ReturnType<typeof openPorts>>,
  meter: Meter,
): ReturnType<typeof createCollecting> {
  return createCollecting({
    gc,
    tell,
    meter,
    client: () => Promise.resolve(client),
    records: () => records,
    library: () => library,
    artifacts: () => artifacts,
  });
}

interface Running {
  readonly host: DeviceHost;
  readonly workers: readonly Worker[];
  readonly running: Promise<unknown>;
  readonly opened: Opened;
}

function takeNoMore({ host, workers }: Pick<Running, 'host' | 'workers'>): void {
  host.drain();
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

async function stop({ host, workers, running, opened }: Running): Promise<void> {
  takeNoMore({ host, workers });
  await running.catch(() => undefined);
  await opened.close();
}

const memoryEveryMs = 15_000;

function tellMemory(meter: Meter): { close(): Promise<void> } {
  const tell = (): void => meter({ name: 'steadyhand_resident_memory_bytes', value: process.memoryUsage.rss(), labels: {} });
  tell();
  const telling = setInterval(tell, memoryEveryMs).unref();
  return { close: () => Promise.resolve(clearInterval(telling)) };
}

function portOf(address: string | undefined): readonly number[] {
  return address === undefined ? [] : [Number(address.slice(address.lastIndexOf(':') + 1))];
}

function wrapped<T>(port: T, around: ((port: T) => T) | undefined): T {
  return around === undefined ? port : around(port);
}

function targetOf(server: WorkerServer | undefined, config: Config): TemporalTarget {
  if (server === undefined) return findTemporal(config.home, readEnvironment());
  const { address, namespace = 'default', connection } = server;
  checkAddress(address, 'server.address');
  return { address, namespace, connection: { ...connection, address }, isConfigured: true };
}

type Teller = (level: LogLevel, message: string, fields?: Fields) => void;

/** A program's own log takes lines. */
function tellerOf(config: Config, log: WorkerOptions['log']): Teller {
  return log ? (_level, message, fields) => log(lineOf(message, fields)) : createLogs(config).log;
}

// Metrics of the worker itself, in the registry of Temporal's SDK: one scrape shows all.

/** `of`: found at the first value, since asking the SDK for its runtime installs one. */
function createMeter(of: () => MetricMeter): Meter {
  return ({ name, value, labels }) => {
    const { type, help, ...metric } = metrics[name];
    const unit = 'unit' in metric ? metric.unit : undefined;
    switch (type) {
      case 'counter':
        return of().createCounter(name, unit, help).add(value, labels);
      case 'histogram':
        return of().createHistogram(name, 'float', unit, help).record(value, labels);
      case 'gauge':
        return of().createGauge(name, 'int', unit, help).set(value, labels);
    }
  };
}

interface Closable {
  close(): Promise<void>;
}

/** What a worker has opened so far: all of it is closed, whether the start fails or the worker ends. */
interface Opened {
  /** Returns the thing itself. */
  add<T extends Closable>(thing: T): T;
  /** Last first. One that cannot be closed does not keep the others open; rejects with the first such error. */
  close(): Promise<void>;
}

export function createOpened(): Opened {
  const things: Closable[] = [];
  return {
    add(thing) {
      things.push(thing);
      return thing;
    },
    async close() {
      const errors: unknown[] = [];
      for (let thing = things.pop(); thing; thing = things.pop()) await thing.close().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
}

// What a worker needs in order to do the tasks that it takes.

interface ReadinessParts {
  readonly config: Config;
  readonly client: Client;
  readonly artifacts: ArtifactStore;
  readonly host: DeviceHost;
  readonly kinds: { readonly wanted: readonly DeviceKind[]; readonly usable: readonly DeviceKind[] };
  readonly states: () => WorkerFacts['states'];
}

/** Always the same, so that it is kept once. */
const probe = Buffer.from('Written to see whether artifacts can be stored.\n');

/** Undefined where no address is configured. */
async function openReadiness({ config, client, artifacts, host, kinds, states }: ReadinessParts): Promise<Health | undefined> {
  if (config.health === undefined) return undefined;
  return openHealth({
    address: config.health,
    facts: () => ({ states: states(), drainingMs: host.drainingMs }),
    checks: {
      temporal: async () => {
        await client.workflowService.getSystemInfo({});
        return undefined;
      },
      artifacts: async () => {
        await artifacts.get(await artifacts.put(probe, 'text/plain'));
        return undefined;
      },
      disk: async () => {
        await tryWriting(config.home);
        return undefined;
      },
      devices: () => Promise.resolve(whyNoDevice(kinds.wanted, kinds.usable)),
    },
  });
}
