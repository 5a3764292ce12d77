// `up`: everything that a run needs, in one foreground process. It stops what it started: Ctrl-C drains the worker, then stops the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { ensureKeyRing } from '../../adapters/filesystem/key-ring-file.js';
import { hostLockHolder, requireUsable } from '../../adapters/filesystem/host-folder.js';
import {
  exitOf,
  displayOption,
  logFormatOption,
  slotsOption,
  warnWhatIsMissing,
  workerEnvironment,
  type WorkerOptions,
  workerProgram,
} from './worker.js';
import { type CliContext, endingSignals, sameInterruptionMs } from '../context.js';
import { keySourceOf, openEncryption } from '../../client/data-converter.js';
import { isUnreachable } from '../../client/errors.js';
import { errorContextOf } from '../../client/context.js';
import type { ConsoleServer } from '../../console/server.js';
import { CommandError, type ExitCode, exitCodes, explainError } from '../errors.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { knowsSearchAttribute, registerSearchAttribute, workerPolls } from '../../client/server-facts.js';
import { findWebUi, startTemporalServer } from '../../client/temporal-server.js';
import { type StartedCodecServer, startCodecServer } from './codec-server.js';
import { startConsole } from './console.js';

interface Server {
  readonly address: string;
  readonly ui: string | undefined;
  /** Only for a server that this command started. */
  stop?(): Promise<void>;
}

interface UpOptions extends WorkerOptions {
  readonly console: boolean;
  readonly encrypt?: true;
  readonly json?: true;
}

export function upCommand(context: CliContext): Command {
  return new Command('up')
    .description('Start a Temporal server (if none is reachable) and a worker; Ctrl-C drains the worker and stops the server')
    .addOption(slotsOption())
    .addOption(displayOption())
    .addOption(logFormatOption())
    .option('--no-console', 'serve no console')
    .option('--encrypt', 'encrypt what Temporal stores: makes the key if there is none, and serves the codec (docs/encryption.md)')
    .option('--json', 'print one JSON object when everything is ready')
    .addHelpText('after', '\nExample:\n  steadyhand up')
    .action(
      runCommand(context, async (options: UpOptions) => {
        const program = workerProgram();
        await requireUsable(context.config().home);
        if (options.encrypt) await ensureKey(context);
        const codec = await codecServerOf(context);
        let server: Server | undefined;
        let desk: ConsoleServer | undefined;
        try {
          const { ui } = (server = await ensureServer(context, codec?.server.uiEndpoint));
          codec?.letIn(ui);
          await ensureSearchAttribute(context);
          await warnWhatIsMissing(context, options);
          desk = options.console ? await consoleOf(context) : undefined;
          const [link, found, endpoint] = [desk?.link, server, codec?.server.endpoint];
          return await runWorker(context, program, options, (pid) =>
            announce(context, found, { worker: pid, link, codec: endpoint }, options),
          );
        } finally {
          await desk?.close();
          await server?.stop?.();
          await codec?.server.close();
        }
      }),
    );
}

/** Only a file can be made. */
async function ensureKey(context: CliContext): Promise<void> {
  const { encryption, encryptionKeys } = context.config();
  if (encryption === 'off')
    throw new CommandError('usage', '--encrypt contradicts the setting "encryption": "off" (STEADYHAND_ENCRYPTION): take one of them out.');
  if (keySourceOf(encryptionKeys).from === 'file') await ensureKeyRing(encryptionKeys.file);
}

interface ServedCodec {
  readonly server: StartedCodecServer;
  /** Its pages may ask. */
  letIn(ui: string | undefined): void;
}

/** Where payloads are encrypted. The usual port may be another one's: then any. */
async function codecServerOf(context: CliContext): Promise<ServedCodec | undefined> {
  if (!(await openEncryption(context.config())).encrypts) return undefined;
  let allowed: readonly string[] = [];
  const origins = (): readonly string[] => allowed;
  const server = await startCodecServer(context, { origins }).catch((error: unknown) => {
    if (error instanceof CommandError && error.code === 'refused') return startCodecServer(context, { port: 0, origins });
    throw error;
  });
  return {
    server,
    letIn(ui) {
      const { port, protocol } = new URL(ui ?? 'http://127.0.0.1');
      if (ui !== undefined) allowed = [...new Set([new URL(ui).origin, `${protocol}//localhost:${port}`])];
    },
  };
}

async function ensureServer(context: CliContext, codecEndpoint: string | undefined): Promise<Server> {
  const { address, isConfigured } = context.server();
  try {
    await context.client();
    return { address, ui: context.webUi() ?? (await findWebUi(address)) };
  } catch (error) {
    // What else may listen there is left alone.
    if (isConfigured || !isUnreachable(error)) throw error;
  }
  const server = await startTemporalServer({ cli: context.temporalCli(), home: context.config().home, codecEndpoint });
  context.forgetServer();
  return server;
}

/** The usual port may be another one's: then any. */
async function consoleOf(context: CliContext): Promise<ConsoleServer> {
  return startConsole(context, {}).catch((error: unknown) => {
    if (error instanceof CommandError && error.code === 'refused') return startConsole(context, { port: 0 });
    throw error;
  });
}

/** No run starts without it; a server that was set up by hand may lack it. */
async function ensureSearchAttribute(context: CliContext): Promise<void> {
  const client = await context.client();
  if (!(await knowsSearchAttribute(client))) await registerSearchAttribute(client);
}

/** In its own session, so that Ctrl-C reaches it once, from here; with a channel, so that it ends with this process. */
async function runWorker(
  context: CliContext,
  program: readonly string[],
  options: WorkerOptions,
  ready: (pid: number | undefined) => void,
): Promise<ExitCode> {
  // Until here a signal ends this at once, and the server that it has started with it.
  const interruption = context.interruption();
  const worker = spawn(process.execPath, program, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env: workerEnvironment(context, options),
  });
  const ended = exitOf(worker);
  interruption.addEventListener('abort', () => drain(context, worker), { once: true });
  untilPolling(context, worker)
    .then((polls) => polls && ready(worker.pid))
    .catch((error: unknown) => context.terminal.warn(explainError(error, errorContextOf(context)).text));
  const code = await ended;
  if (interruption.aborted) return exitCodes.done;
  context.terminal.warn(`The worker has ended by itself (exit code ${code}); its last lines above say why.`);
  return code === 0 ? exitCodes.done : exitCodes.failed;
}

/** It has locked the data folder, adopted the devices left behind, and polls for work. */
async function untilPolling(context: CliContext, worker: ChildProcess): Promise<boolean> {
  const started = Date.now();
  const client = await context.client();
  const { home } = context.config();
  while (worker.exitCode === null && worker.signalCode === null && !context.interruption().aborted) {
    const polls = await workerPolls(client, { since: started }).catch(() => false);
    if (polls && (await hostLockHolder(home)) === String(worker.pid)) return true;
    await delay(200);
  }
  return false;
}

function drain({ terminal }: CliContext, worker: ChildProcess): void {
  terminal.warn('\nDraining the worker; Ctrl-C again ends it at once.');
  worker.kill('SIGTERM');
  const endAtOnce = (): void => void worker.kill('SIGKILL');
  setTimeout(() => endingSignals.forEach((name) => process.on(name, endAtOnce)), sameInterruptionMs).unref();
}

interface Running {
  readonly worker: number | undefined;
  readonly link: string | undefined;
  readonly codec: string | undefined;
}

function announce(
  { terminal, program }: CliContext,
  server: Server,
  { worker, link, codec }: Running,
  { json }: { readonly json?: true },
): void {
  const { address, ui, stop } = server;
  if (json) return printJson(terminal, { address, ui, worker, startedServer: stop !== undefined, console: link, codecServer: codec });
  const { bold, dim, cyan } = terminal.colors;
  terminal.print(`${bold('Temporal server')}  ${address} ${dim(stop ? 'started here' : 'was running')}`);
  if (ui) terminal.print(`${bold('Web UI')}           ${cyan(ui)}`);
  terminal.print(`${bold('Worker')}           process ${worker}`);
  if (link !== undefined) terminal.print(`${bold('Console')}          ${cyan(link)}`);
  if (codec !== undefined) terminal.print(`${bold('Codec server')}     ${codec} ${dim('what Temporal stores is encrypted')}`);
  terminal.print(
    dim(`\nStart a run: ${program} run "…" --url https://…    Ctrl-C drains the worker${stop ? ' and stops the server' : ''}.`),
  );
}
