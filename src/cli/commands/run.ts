import { Argument, Command } from 'commander';
import type { CliContext } from '../context.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { followRun } from '../follow.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import type { RunEnd } from '../../client/run-end.js';
import type { HostAgentResult } from '../../workflows/agent/host-agent-shell.js';
import { capsOption, deviceKindOf, deviceOption, readRunInput, type RunOptions } from '../run-input.js';
import { announce, quiet, startedJson, warnWhatIsMissing } from '../start-run.js';

interface Options extends RunOptions {
  readonly id?: string;
  readonly follow?: true;
  readonly json?: true;
}

export function runCommandOf(context: CliContext): Command {
  return new Command('run')
    .description('Start a run that carries out a request')
    .addArgument(new Argument('[request]', 'what to do, in your own words; may stand in --input instead'))
    .addOption(deviceOption())
    .addOption(capsOption())
    .option('--url <address>', 'where the browser starts')
    .option('--app <name>', 'the application to use')
    .option('--headed', "show the browser's window")
    .option('--profile <name>', 'browser profile that is kept between runs (logins)')
    .option('--input <file>', "JSON object with any field of the workflow's input: budget, guard, settings, plan, …")
    .option('--id <id>', "the run's id; one is made when none is given")
    .option('--follow', 'show each step live, ask here when the run asks, and exit with its outcome')
    .option('--json', 'print one JSON object; with --follow when the run has ended')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand run "Order the blue kettle" --url https://shop.example --follow\n  steadyhand run --input order.json --id order-17',
    )
    .action(runCommand(context, (request: string | undefined, options: Options) => run(context, request, options)));
}

async function run(context: CliContext, request: string | undefined, options: Options): Promise<ExitCode> {
  const input = await readRunInput(request, options);
  await warnWhatIsMissing(context, deviceKindOf(input));
  const started = await context.steadyhand.startAgent(input, options.id === undefined ? {} : { id: options.id });
  if (!options.follow) {
    if (options.json) printJson(context.terminal, startedJson(started));
    else announce(context, started, 'show');
    return exitCodes.done;
  }
  if (!options.json) announce(context, started, 'show');
  const end = await followRun(options.json ? quiet(context) : context, started);
  if (options.json) printJson(context.terminal, { ...startedJson(started), ...end });
  else context.terminal.print(renderEnd(context, end));
  return exitCodeOf(end.outcome);
}

function renderEnd({ terminal, program }: CliContext, { outcome, message, result }: RunEnd<Partial<HostAgentResult>>): string {
  const { bold, green, red } = terminal.colors;
  const unknown = result?.unknownOutcomes ?? 0;
  return [
    `\n${bold((outcome === 'completed' ? green : red)(outcome))}${message ? ` ${message}` : ''}`,
    ...(unknown > 0
      ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome: never sent again; \`${program} show\` says which.`]
      : []),
  ].join('\n');
}
