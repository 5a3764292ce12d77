// Composition root of a worker: configuration → adapters → activities → Workers. No logic.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Runtime, Worker, type FixedSizeSlotSupplier, type LogEntry, type WorkerOptions } from '@temporalio/worker';
import { createHostActivities, createRunActivities } from './activities/index.js';
import { DeviceHost } from './host/device-host.js';
import { createRunTools } from './host/run-tools.js';
import { createDeviceSlots } from './host/device-slots.js';
import { createTemporalDesk, type TemporalDesk } from './host/temporal-desk.js';
import { createFileActionJournal } from './adapters/filesystem/action-journal.js';
import { createFileArtifactStore } from './adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from './adapters/filesystem/flow-records.js';
import { openHostFolder } from './adapters/filesystem/host-folder.js';
import { createFileRunEvents } from './adapters/filesystem/run-events.js';
import { createFileRunRecords } from './adapters/filesystem/run-records.js';
import { createMcpToolServers } from './adapters/mcp/tool-servers.js';
import { createAppiumDriver } from './adapters/appium/appium-driver.js';
import { createDesktopDriver } from './adapters/desktop/desktop-driver.js';
import { createMemoryDriver } from './adapters/memory/memory-driver.js';
import { createOpenAiModel } from './adapters/openai/openai-model.js';
import { createOpencvPictureSearch } from './adapters/opencv/opencv-picture-search.js';
import { openTraces } from './adapters/opentelemetry/traces.js';
import { createScreenStore } from './adapters/postgres/screen-store.js';
import { createSharpImages } from './adapters/sharp/sharp-images.js';
import { createStubDriver } from './adapters/stub/stub-driver.js';
import { createTesseractTextReader } from './adapters/tesseract/tesseract-text-reader.js';
import { createWebDriverDriver } from './adapters/webdriver/webdriver-driver.js';
import { ConfigError, loadConfig, readEnvironment, type Config } from './config/config.js';
import type { DeviceKind } from './domain/device/device-spec.js';
import { assertNever } from './domain/assert-never.js';
import { overridesOf } from './domain/flow/overrides.js';
import { holdQueueOf, performsAtOnce, workerIdentityOf } from './domain/device/host-queues.js';
import type { ActionJournal } from './ports/action-journal.js';
import type { Model, ModelRole } from './ports/model.js';
import type { DeviceDriver } from './ports/device.js';
import type { TextReader } from './ports/text-reader.js';
import type { RunRecords } from './ports/run-records.js';
import { runIdOf } from './adapters/node-crypto/run-id.js';
import { connectTemporal, connectTemporalWorker, findTemporal, type TemporalTarget } from './client/temporal-connection.js';
import { taskQueue } from './workflows/messages.js';

const shutdown = { shutdownGraceTime: '35 seconds', shutdownForceTime: '40 seconds' } as const;

/**
 * Of decisions. A worker that freezes loses one for every poll that the server holds open for it. Other tasks are a host's own or few; for them many polls are better: after an outage each comes back when
 * a pause of its own is over, and the first of many comes soon.
 */
const fewPolls = { type: 'simple-maximum', maximum: 2 } as const;

/** Entries of closed devices: long after any workflow could still ask for them. */
const journalKeptMs = 30 * 24 * 60 * 60_000;

export interface RunningWorker {
  readonly hostId: string;
  /** Rejects when a Worker fails for good. */
  readonly ended: Promise<void>;
  /** Drains: running actions end, devices stay alive for the next worker. Resolves when all is quiet. */
  stop(): Promise<void>;
}

/** Where tests and benches depart from the configuration: drivers that they look into, a model that answers at once. */
export interface WorkerVariation {
  readonly drivers?: readonly DeviceDriver[];
  readonly model?: Model;
  /** Put around what is built, to be told of each call or to break off between two of them. */
  readonly around?: PortWrappers;
}

export interface PortWrappers {
  readonly driver?: (driver: DeviceDriver) => DeviceDriver;
  readonly journal?: (journal: ActionJournal) => ActionJournal;
  readonly records?: (records: RunRecords) => RunRecords;
  readonly desk?: (desk: TemporalDesk) => TemporalDesk;
}

/** Takes the host's folder, takes up the devices left behind, then polls. Throws `HostLockedError` when another worker has the folder. */
export async function startWorker(
  config: Config,
  target: TemporalTarget,
  log: (text: string) => void,
  {
    drivers: ownDrivers = [],
    model: ownModel,
    around: { driver: aroundDriver = same, journal: aroundJournal = same, records: aroundRecords = same, desk: aroundDesk = same } = {},
  }: WorkerVariation = {},
): Promise<RunningWorker> {
  const folder = await openHostFolder({ home: config.home });
  try {
    const connection = await connectTemporalWorker(target);
    const client = await connectTemporal(target);
    const { hostId } = folder;
    const identity = workerIdentityOf(hostId);
    const artifacts = createFileArtifactStore({ folder: join(config.shared, 'artifacts') });
    const records = aroundRecords(createFileRunRecords({ folder: join(config.shared, 'runs') }));
    const images = createSharpImages();
    const desk = aroundDesk(createTemporalDesk({ client, workerIdentity: identity, holdQueue: holdQueueOf(hostId) }));
    const reader = createTesseractTextReader();
    const drivers = config.kinds.map((kind) =>
      aroundDriver(ownDrivers.find((driver) => driver.kind === kind) ?? driverOf(kind, config, { profiles: folder.profiles, reader })),
    );
    const host = new DeviceHost({
      hostId,
      records: folder.devices,
      drivers,
      desk,
      log: (message, fields) => log(`${message}${fields ? ` ${JSON.stringify(fields, errorText)}` : ''}`),
    });
    const journal = createFileActionJournal({ folder: folder.journal, isOpen: (deviceId) => host.isOpen(deviceId) });
    const model =
      ownModel ??
      createOpenAiModel({
        ...config.model,
        apiKey: config.model.apiKey?.reveal(),
        modelFor: (role: ModelRole, override?: string) => override ?? config.model.roles[role] ?? config.model.default,
        takesImages: (role: ModelRole) =>
          typeof config.model.images === 'boolean' ? config.model.images : config.model.images.includes(role),
        artifacts,
        images,
      });
    const hasToolServers = Object.keys(config.toolServers).length > 0;
    const runTools = createRunTools(host, hasToolServers ? () => createMcpToolServers(config.toolServers, { log }) : undefined, log);
    const screens = createScreenStore({
      folder: join(config.home, 'graph'),
      ...(config.databaseUrl === undefined ? {} : { url: config.databaseUrl.reveal() }),
    });
    const pictures = createOpencvPictureSearch();
    const flowPorts = {
      artifacts,
      flowRecords: createFileFlowRecords({ folder: join(config.shared, 'runs'), artifacts }),
      pictures,
      reader,
      defaults: config,
      flowModels: flowModelsOf(config),
      hasToolServers,
      runTools,
      overrides: overridesOf(config.toolServers),
    };
    const traces = await openTraces({ endpoint: config.traces, hostId, log });
    const explorerPorts = {
      screenGraph: screens.graph,
      runIdOf,
      runEvents: traces.of(createFileRunEvents({ folder: join(config.shared, 'runs') })),
      decisions: screens.decisions,
      explorerModel: config.model.roles.explorer ?? config.model.default,
    };
    const { hold, perform } = createHostActivities({ host, desk, journal: aroundJournal(journal), records, images, ...flowPorts });
    const common = { connection, namespace: target.namespace, identity, ...shutdown } as const satisfies Partial<WorkerOptions>;

    await journal.prune(journalKeptMs);
    await host.attachAll();
    const workers = [
      await Worker.create({
        ...common,
        taskQueue,
        workflowBundle: { codePath: fileURLToPath(new URL('../dist/workflow-bundle.js', import.meta.url)) },
        activities: createRunActivities({ model, records, images, ...flowPorts, ...explorerPorts }),
        stickyQueueScheduleToStartTimeout: '1s',
        activityTaskPollerBehavior: fewPolls,
        ...(config.maxCachedWorkflows === undefined ? {} : { maxCachedWorkflows: config.maxCachedWorkflows }),
      }),
      await Worker.create({
        ...common,
        taskQueue: host.performQueue,
        activities: perform,
        maxHeartbeatThrottleInterval: '1s',
        maxConcurrentActivityTaskExecutions: performsAtOnce(config.slots),
      }),
      await Worker.create({
        ...common,
        taskQueue: host.holdQueue,
        activities: hold,
        maxHeartbeatThrottleInterval: '5s',
        maxConcurrentActivityTaskExecutions: 64,
      }),
      ...(await Promise.all(
        config.kinds.map((kind) =>
          Worker.create({
            ...common,
            taskQueue: `steadyhand-${kind}`,
            activities: hold,
            maxHeartbeatThrottleInterval: '5s',
            tuner: slotsTuner(kind, slotsOf(kind, config), host),
          }),
        ),
      )),
    ];
    const ended = Promise.all(workers.map((worker) => worker.run())).then(() => undefined);
    log(
      `worker ready: host ${hostId}, ${config.slots} slot(s) for ${config.kinds.join(', ')}, server ${target.address}, namespace ${target.namespace}`,
    );
    return {
      hostId,
      ended,
      async stop() {
        host.drain();
        for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
        await ended.catch(() => undefined);
        await host.stop();
        await traces.close();
        await connection.close();
        await client.connection.close();
        await journal.close();
        await runTools.close();
        await screens.close();
        await pictures.close();
        await reader.close();
        await folder.close();
      },
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

interface DriverParts {
  readonly profiles: string;
  readonly reader: TextReader;
}

function driverOf(kind: DeviceKind, { appium, browser, desktop, secrets }: Config, { profiles, reader }: DriverParts): DeviceDriver {
  switch (kind) {
    case 'web':
      return createWebDriverDriver({
        chromium: browser.chromium ?? 'chromium',
        chromedriver: browser.chromedriver ?? 'chromedriver',
        profiles,
        uploads: browser.uploads,
        sandbox: browser.sandbox,
        resolveSecret: (name, origin) => (secrets[name]?.origins.includes(origin) ? secrets[name].value.reveal() : undefined),
      });
    case 'desktop':
      return createDesktopDriver({
        ...desktop,
        reader,
        resolveSecret: (name, application) => (secrets[name]?.apps.includes(application) ? secrets[name].value.reveal() : undefined),
      });
    case 'appium':
      return createAppiumDriver({
        ...appium,
        uploads: browser.uploads,
        resolveSecret: (name, place) => {
          const secret = secrets[name];
          return secret && [...secret.origins, ...secret.apps].includes(place) ? secret.value.reveal() : undefined;
        },
      });
    case 'stub':
      return createStubDriver();
    case 'memory':
      return createMemoryDriver();
    default:
      return assertNever(kind);
  }
}

function flowModelsOf({ model: { roles, default: usual } }: Config): { readonly agent: string; readonly vision?: string } {
  return { agent: roles.flow ?? usual ?? '', ...(roles.vision === undefined ? {} : { vision: roles.vision }) };
}

/** The display that the worker is on is one; virtual ones are as many as there are slots. */
function slotsOf(kind: DeviceKind, { slots, desktop }: Config): number {
  return kind === 'desktop' && !desktop.virtual ? 1 : slots;
}

/** One slot a device on the shared queue: the SDK asks the host, which counts devices. */
function slotsTuner(kind: DeviceKind, slots: number, host: DeviceHost): NonNullable<WorkerOptions['tuner']> {
  const unused: FixedSizeSlotSupplier = { type: 'fixed-size', numSlots: 1 };
  return {
    activityTaskSlotSupplier: createDeviceSlots({ kind, slots, source: host }),
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}

function same<T>(port: T): T {
  return port;
}

function errorText(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Error ? value.message : value;
}

/** `node dist/worker.js`: runs until SIGTERM or SIGINT, which drain. */
async function main(): Promise<void> {
  const config = loadConfig();
  installRuntime(config);
  const worker = await startWorker(config, findTemporal(config.home, readEnvironment()), (text) => void process.stderr.write(`${text}\n`));
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      process.stderr.write('draining: running actions end, devices stay open for the next worker\n');
      worker.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  await worker.ended;
  if (!stopping) throw new Error('a Worker ended by itself');
}

function installRuntime({ metrics }: Config): void {
  try {
    Runtime.install({
      // The SDK's own signal handling would end activities that must come to an end by themselves.
      shutdownSignals: [],
      logger: new DefaultLogger('WARN', logLine),
      // `steadyhand hosts` reads what workers tell the server of themselves.
      workerHeartbeatInterval: '10 seconds',
      ...(metrics === undefined ? {} : { telemetryOptions: { metrics: { prometheus: { bindAddress: metrics } } } }),
    });
  } catch (error) {
    if (metrics === undefined) throw error;
    throw new ConfigError(
      `Metrics cannot be shown at ${metrics} (STEADYHAND_METRICS or "metrics"): ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** A host's queues carry activities only, on purpose: the SDK's warning about that is left out. */
function logLine({ level, message, meta }: LogEntry): void {
  if (message.startsWith('No workflows registered')) return;
  process.stderr.write(`${level} ${message}${meta ? ` ${JSON.stringify(meta, errorText)}` : ''}\n`);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env['STEADYHAND_DEBUG'] === '1') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
    process.exit(1);
  });
}
