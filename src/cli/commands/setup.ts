import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runInForeground } from '../child-process.js';
import type { CliContext } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import { runCommand } from '../run-command.js';

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
