// What commands share, each part made when it is first asked for: `--help` reads no configuration, `show` needs no server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createFileArtifactStore } from '../adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../adapters/filesystem/flow-records.js';
import { createFileRunRecords } from '../adapters/filesystem/run-records.js';
import { readEnvironment } from '../config/environment.js';
import { type Config, loadConfig } from '../config/config.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { FlowRecords } from '../ports/flow-records.js';
import type { RunRecords } from '../ports/run-records.js';
import { findTemporal, type TemporalTarget } from '../client/temporal-connection.js';
import { CommandError } from './errors.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import { accepts } from '../client/port-probe.js';
import { type ServerFile, serverFilePath } from '../client/temporal-server.js';
import { createTerminal, type Terminal } from './terminal.js';
import { updateInterceptors } from '../client/updates.js';

export interface CliContext {
  readonly terminal: Terminal;
  /** The environment over .env. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How this program is called here, so that commands it prints work as they stand. */
  readonly program: string;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  exitCode: ExitCode;
  config(): Config;
  server(): TemporalTarget;
  /** Throws a `CommandError` with exit code 3 when no server answers. */
  client(): Promise<Client>;
  /** Whether something listens at the server's address, found out in at most 1.5 s. */
  serverAnswers(): Promise<boolean>;
  /** The Web UI of the server that `up` started, or of a run in it; undefined for any other server. */
  webUi(workflowId?: string): string | undefined;
  /** Throws a `CommandError` that says how to get one. */
  temporalCli(): string;
  records(): RunRecords;
  flowRecords(): FlowRecords;
  artifacts(): ArtifactStore;
  /** The server.json of `up` was written meanwhile: find the server again. */
  forgetServer(): void;
  close(): Promise<void>;
}

export function createContext(host: NodeJS.Process): CliContext {
  const terminal = createTerminal(host);
  const interruption = new AbortController();
  const env = readEnvironment(host.env, host.cwd());
  const config = once(() => loadConfig(host.env, host.cwd()));
  let server = once(() => findTemporal(config().home, env));
  let client: Promise<Client> | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(name, () => interruption.abort());

  const context: CliContext = {
    terminal,
    env,
    program: programName(host.argv[1] ?? '', env),
    signal: interruption.signal,
    exitCode: exitCodes.done,
    config,
    server: () => server(),
    serverAnswers: () => accepts(server().address),
    client: () =>
      (client ??= connect(server()).catch((error: unknown) => {
        // Commands that last longer than a call try again, and a server may have been started elsewhere meanwhile.
        client = undefined;
        context.forgetServer();
        throw error;
      })),
    webUi(workflowId) {
      const ui = uiOf(config().home, server().address);
      return ui && workflowId !== undefined ? `${ui}/namespaces/${server().namespace}/workflows/${encodeURIComponent(workflowId)}` : ui;
    },
    temporalCli() {
      const { temporalCli } = config();
      if (temporalCli === undefined)
        throw new CommandError('not-reachable', 'No Temporal CLI was found: run `npm run setup`, or set TEMPORAL_CLI_PATH.');
      return temporalCli;
    },
    records: once(() => createFileRunRecords({ folder: join(config().shared, 'runs') })),
    flowRecords: once(() => createFileFlowRecords({ folder: join(config().shared, 'runs'), artifacts: context.artifacts() })),
    artifacts: once(() => createFileArtifactStore({ folder: join(config().shared, 'artifacts') })),
    forgetServer() {
      server = once(() => findTemporal(config().home, env));
    },
    async close() {
      await (await client?.catch(() => undefined))?.connection.close();
    },
  };
  return context;
}

/** A look at the port first: a client would try for ten seconds, and say less. */
async function connect({ address, namespace, connection }: TemporalTarget): Promise<Client> {
  if (!(await accepts(address))) throw new Error(`connect ECONNREFUSED ${address}`);
  return new Client({
    connection: await Connection.connect({ ...connection, interceptors: [...updateInterceptors], connectTimeout: '5s' }),
    namespace,
  });
}

/** `npx steadyhand` in the clone, `steadyhand` where it is on the PATH. */
function programName(script: string, { npm_command: npmCommand }: Readonly<Record<string, string | undefined>>): string {
  return script.endsWith('/steadyhand') && npmCommand !== 'exec' ? 'steadyhand' : 'npx steadyhand';
}

function uiOf(home: string, address: string): string | undefined {
  try {
    const server = JSON.parse(readFileSync(serverFilePath(home), 'utf8')) as Partial<ServerFile>;
    return server.address === address ? server.ui : undefined;
  } catch {
    return undefined;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
