import { Command } from 'commander';
import { readServerFile } from '../../client/server-file.js';
import { runInForeground } from '../child-process.js';
import type { CliContext } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import { runCommand } from '../run-command.js';

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
