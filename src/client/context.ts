// What a client is built on, each part created on first use: a call that needs no configuration reads none, one that needs no server connects to none.
import { Client, Connection } from '@temporalio/client';
import { createSharedStores, type SharedStores } from '../adapters/objects/shared-stores.js';
import { type Config, loadConfig, readEnvironment } from '../config/config.js';
import type { TraceHeaders } from '../domain/telemetry/trace-context.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { FlowLibrary } from '../ports/flow-library.js';
import type { RunRecords } from '../ports/run-records.js';
import { openEncryption } from './data-converter.js';
import { ClientError, noServer, type Surroundings } from './errors.js';
import { findTemporal, reached, startedServer, type TemporalTarget } from './temporal-connection.js';
import { updateInterceptors } from './updates.js';
import { connect as connectTo } from 'node:net';

export interface ClientContext {
  /** The environment over .env. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How the command line is called here, so that commands in messages can be copied. */
  readonly program: string;
  config(): Config;
  server(): TemporalTarget;
  /** Throws a `ClientError` (`server-unreachable`) when no server answers. */
  client(): Promise<Client>;
  /** Whether something listens at the server's address; takes at most 1.5 s. */
  serverAnswers(): Promise<boolean>;
  /** The Web UI of the server that `up` started, or of a run in it; undefined for any other server. */
  webUi(workflowId?: string): string | undefined;
  /** Path of the Temporal CLI. Throws a `ClientError` that says how to get one. */
  temporalCli(): string;
  records(): RunRecords;
  library(): FlowLibrary;
  artifacts(): ArtifactStore;
  /** Throws `StoreUnavailableError` when artifacts, records and library cannot be used now. */
  checkStores(): Promise<void>;
  /** Finds the server again, after `up` has written server.json. */
  forgetServer(): void;
  /** The OpenTelemetry context that the calling program is in. Absent: it is not asked for. */
  activeTrace?(): Promise<TraceHeaders>;
  close(): Promise<void>;
}

/** A person waits. */
const patienceMs = 3_000;

interface ClientContextOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where .env, steadyhand.config.json and the default data folder are. */
  readonly folder: string;
  readonly program: string;
  /** Your own client, which `close` leaves open. */
  readonly client?: Client;
  readonly activeTrace?: () => Promise<TraceHeaders>;
}

export function createClientContext({ env: given, folder, program, client: own, activeTrace }: ClientContextOptions): ClientContext {
  const env = readEnvironment(given, folder);
  const config = once(() => loadConfig(given, folder));
  let opened: SharedStores | undefined;
  const stores = (): SharedStores => (opened ??= createSharedStores(config(), { patienceMs }));
  let server = once(() => findTemporal(config().home, env));
  let client: Promise<Client> | undefined;

  const context: ClientContext = {
    env,
    program,
    config,
    server: () => server(),
    serverAnswers: () => accepts(server().address),
    client: () =>
      own
        ? Promise.resolve(own)
        : (client ??= connect(server(), config(), program).catch((error: unknown) => {
            // A long-lived client tries again, and a server may have been started elsewhere meanwhile.
            client = undefined;
            context.forgetServer();
            throw error;
          })),
    webUi(workflowId) {
      const started = startedServer(config().home);
      const ui = started?.address === server().address ? started.ui : undefined;
      return ui && workflowId !== undefined ? `${ui}/namespaces/${server().namespace}/workflows/${encodeURIComponent(workflowId)}` : ui;
    },
    temporalCli() {
      const { temporalCli } = config();
      if (temporalCli === undefined)
        throw new ClientError('no-temporal-cli', `No Temporal CLI was found: run \`${program} setup\`, or set TEMPORAL_CLI_PATH.`);
      return temporalCli;
    },
    records: () => stores().records,
    library: () => stores().library,
    artifacts: () => stores().artifacts,
    checkStores: () => stores().check(),
    forgetServer() {
      server = once(() => findTemporal(config().home, env));
    },
    activeTrace,
    async close() {
      await opened?.close();
      await (await client?.catch(() => undefined))?.connection.close();
    },
  };
  return context;
}

/** Probes the port first: a client would try for ten seconds, and report less. */
async function connect(target: TemporalTarget, config: Config, program: string): Promise<Client> {
  const { address, namespace, connection } = target;
  const { dataConverter } = await openEncryption(config);
  if (!(await accepts(address))) throw new ClientError('server-unreachable', noServer({ ...target, program }));
  return new Client({
    connection: await reached(target, program, () =>
      Connection.connect({ ...connection, interceptors: [...updateInterceptors], connectTimeout: '5s' }),
    ),
    namespace,
    dataConverter,
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const timeoutMs = 1_500;

/** Whether something listens at `host:port`. */
function accepts(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(':');
  const host = address.slice(0, colon).replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connectTo({ host, port: Number(address.slice(colon + 1)), timeout: timeoutMs });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
}

/** For the message of an error, which may be that the configuration cannot be read. */
export function errorContextOf({ server, program }: Pick<ClientContext, 'server' | 'program'>): Surroundings {
  try {
    const { address, isConfigured } = server();
    return { address, isConfigured, program };
  } catch {
    return { address: 'the configured address', isConfigured: true, program };
  }
}
