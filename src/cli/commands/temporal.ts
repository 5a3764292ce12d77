import { Command } from 'commander';
import { runInForeground } from '../child-process.js';
import type { CliContext } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import { runCommand } from '../run-command.js';

export function temporalCommand(context: CliContext): Command {
  return (
    new Command('temporal')
      .description('Run the Temporal CLI that set-up found, against our server; everything behind `temporal` is passed on')
      .argument('[args...]')
      // Its options, --help included, are not ours to understand.
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
          return (await runInForeground(cli, args, { ...context.env, ...addressFor(args, context) })) as ExitCode;
        }),
      )
  );
}

/** Our server by the CLI's own environment variable, which stands behind its flags, and which also commands without `--address` take. */
function addressFor(args: readonly string[], context: CliContext): NodeJS.ProcessEnv {
  const named = args.some((arg) => /^--(address|profile|env)(=|$)/.test(arg));
  return named ? {} : { TEMPORAL_ADDRESS: context.server().address };
}
