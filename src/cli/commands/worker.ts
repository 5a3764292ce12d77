import { defined } from '../../domain/collections.js';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { runInForeground } from '../child-process.js';
import type { CliContext } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import { checkAppium } from '../doctor/appium.js';
import { checkDesktop } from '../doctor/desktop.js';
import { checkBrowser } from '../doctor/programs.js';
import { checkModel, checkSharedFolder } from '../doctor/settings.js';
import { CommandError } from '../errors.js';
import { runCommand } from '../run-command.js';

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
        // Fails early: a worker without a server would report it later, and at length.
        await context.client();
        await warnWhatIsMissing(context, options);
        return (await runInForeground(process.execPath, [program], workerEnvironment(context, options), { channel: true })) as ExitCode;
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

/** The built worker, beside the build of this file. */
export function workerProgram(): string {
  const path = fileURLToPath(new URL('../../worker.js', import.meta.url));
  if (!existsSync(path)) throw new CommandError('refused', `The worker is not built (${path} is missing): run \`npm run setup\`.`);
  return path;
}
