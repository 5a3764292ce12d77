import { requireUsable } from '../../adapters/filesystem/host-folder.js';
import { defined } from '../../domain/collections.js';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { type CliContext, endingSignals } from '../context.js';
import { runCommand } from '../run-command.js';
import { checkAppium, checkBrowser, checkDesktop } from '../doctor/devices.js';
import { checkModel } from '../doctor/model.js';
import { checkSharedFolder } from '../doctor/settings.js';
import { readServerFile } from '../../client/server-file.js';
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { CommandError, type ExitCode } from '../errors.js';

export function workerCommand(context: CliContext): Command {
  return new Command('worker')
    .description('Run a worker on this host; Ctrl-C drains it: running actions finish, browsers stay open for the next worker')
    .addOption(slotsOption())
    .addOption(displayOption())
    .addOption(logFormatOption())
    .addHelpText('after', '\nExample:\n  TEMPORAL_ADDRESS=temporal.example:7233 steadyhand worker --slots 4')
    .action(
      runCommand(context, async (options: WorkerOptions) => {
        const program = workerProgram();
        // Fails early: a worker would report it later, and at length.
        await requireUsable(context.config().home);
        await context.client();
        await warnWhatIsMissing(context, options);
        return (await runInForeground(process.execPath, program, workerEnvironment(context, options), { channel: true })) as ExitCode;
      }),
    );
}

export interface WorkerOptions {
  readonly slots?: string;
  readonly virtualDisplay?: true;
  readonly logFormat?: string;
}

/** Overrides STEADYHAND_SLOTS, whose schema validates it. */
export function slotsOption(): Option {
  return new Option('--slots <n>', 'devices of each kind at a time (default: STEADYHAND_SLOTS, else 2)');
}

/** Overrides STEADYHAND_VIRTUAL_DISPLAY. */
export function displayOption(): Option {
  return new Option('--virtual-display', 'offer desktops too, each on its own virtual display');
}

/** Overrides STEADYHAND_LOG_FORMAT. */
export function logFormatOption(): Option {
  return new Option('--log-format <format>', 'how the worker logs (default: STEADYHAND_LOG_FORMAT, else pretty)').choices([
    'pretty',
    'json',
  ]);
}

export function workerEnvironment(context: CliContext, { slots, virtualDisplay, logFormat }: WorkerOptions): NodeJS.ProcessEnv {
  const { kinds } = context.config();
  return {
    ...context.env,
    TEMPORAL_ADDRESS: context.server().address,
    ...defined({
      STEADYHAND_SLOTS: slots,
      STEADYHAND_LOG_FORMAT: logFormat,
      STEADYHAND_VIRTUAL_DISPLAY: virtualDisplay ? 'on' : undefined,
      STEADYHAND_KINDS: virtualDisplay ? [...new Set([...kinds, 'desktop'])].join(',') : undefined,
    }),
  };
}

/** Only warnings: the worker starts without these, and not every run needs them. */
export async function warnWhatIsMissing({ terminal, config }: CliContext, { virtualDisplay }: WorkerOptions): Promise<void> {
  const { kinds, browser, desktop, appium } = config();
  const shared = checkSharedFolder(config());
  const checks = [
    ...(shared ? [shared] : []),
    ...(kinds.includes('web') ? await checkBrowser(browser) : []),
    ...(kinds.includes('desktop') || virtualDisplay
      ? checkDesktop({ ...desktop, virtual: desktop.virtual || virtualDisplay === true })
      : []),
    ...(kinds.includes('appium') ? [await checkAppium(appium)] : []),
    ...checkModel(config()),
  ];
  for (const { name, detail, advice = '' } of checks.filter(({ status }) => status !== 'ok')) {
    terminal.warn(`${terminal.colors.yellow('warning')} ${name}: ${detail}; ${advice}.`);
  }
}

/** Arguments of Node for the built worker, beside the build of this file. It ends with this process, from its first moment on. */
export function workerProgram(): readonly string[] {
  const path = fileURLToPath(new URL('../../worker.js', import.meta.url));
  if (!existsSync(path)) throw new CommandError('refused', `The worker is not built (${path} is missing): run \`npm run setup\`.`);
  return ['--import', new URL('../../worker/ends-with-parent.js', import.meta.url).href, path];
}

interface Options {
  readonly desktop?: true;
}

export function setupCommand(context: CliContext): Command {
  return new Command('setup')
    .description('Find or download what npm does not install: the Temporal CLI, and Chromium with its driver')
    .option('--desktop', 'also install what desktops need on Linux (Debian or Ubuntu packages; needs root)')
    .addHelpText(
      'after',
      '\nPrograms on the PATH are used as they are; downloads go to STEADYHAND_CACHE (default ~/.cache/steadyhand).\n\nExample:\n  steadyhand setup && steadyhand up',
    )
    .action(runCommand(context, ({ desktop }: Options) => setup(context, desktop === true)));
}

/** A plain script, because a clone runs it before anything is built. */
const program = fileURLToPath(new URL('../../../scripts/setup-programs.mjs', import.meta.url));

async function setup({ env }: CliContext, desktop: boolean): Promise<ExitCode> {
  return (await runInForeground(process.execPath, [program, ...(desktop ? ['--desktop'] : [])], { ...env })) as ExitCode;
}

export function temporalCommand(context: CliContext): Command {
  return (
    new Command('temporal')
      .description('Run the Temporal CLI that setup found against our server; everything after `temporal` is passed on')
      .argument('[args...]')
      // Its options, --help included, are not ours to parse.
      .allowUnknownOption()
      .passThroughOptions()
      .helpOption(false)
      .addHelpText(
        'after',
        `\nExample:\n  steadyhand temporal workflow list -q "SteadyhandState='CONFIRM'"\n  steadyhand temporal workflow query --type progress --workflow-id agent-01k2`,
      )
      .action(
        runCommand(context, async (args: readonly string[]) => {
          const cli = context.temporalCli();
          return (await runInForeground(cli, args, {
            ...context.env,
            ...addressFor(args, context),
            ...codecFor(args, context),
          })) as ExitCode;
        }),
      )
  );
}

/** The codec server of this folder, if one runs and no other is named. */
function codecFor(args: readonly string[], { env, config }: CliContext): NodeJS.ProcessEnv {
  if (env['TEMPORAL_CODEC_ENDPOINT'] !== undefined || args.some((arg) => /^--(codec-endpoint|profile|env)(=|$)/.test(arg))) return {};
  const server = readServerFile(config().home, 'codec-server');
  return server ? { TEMPORAL_CODEC_ENDPOINT: server.endpoint, TEMPORAL_CODEC_AUTH: `Bearer ${server.token}` } : {};
}

/** Names our server by the CLI's own environment variable: its flags override it, and commands without `--address` read it, too. */
function addressFor(args: readonly string[], context: CliContext): NodeJS.ProcessEnv {
  const named = args.some((arg) => /^--(address|profile|env)(=|$)/.test(arg));
  return named ? {} : { TEMPORAL_ADDRESS: context.server().address };
}

// Programs that commands run in the foreground: the worker, the Temporal CLI.

/** Exit code as a shell gives it: 128 + the signal's number when one ended the program. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Runs a program on this terminal to its end. A signal sent to this process is passed on. Ctrl-C in a terminal has reached the program before: all of these
 * take a signal that comes twice for one.
 * `channel`: the program, one of ours, sees this process end, even by SIGKILL.
 */
async function runInForeground(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { channel = false }: { readonly channel?: boolean } = {},
): Promise<number> {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', ...(channel ? (['ipc'] as const) : [])], env });
  for (const name of endingSignals) process.on(name, (signal) => child.kill(signal));
  return exitOf(child);
}
