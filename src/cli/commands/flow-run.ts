import { Command } from 'commander';
import { prepareFlow } from '../../client/inputs.js';
import type { FlowStart } from '../../domain/run/given.js';
import { problemText } from '../../domain/flow/problem.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { CliContext } from '../context.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.js';
import { flowOf, readFlowFile, type FlowFile } from '../flow-file.js';
import { createFlowView, renderFlowEnd } from '../flow-view.js';
import { followRun } from '../follow.js';
import { readJsonObject } from '../json-file.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { announce, quiet, startedJson, warnWhatIsMissing } from '../start-run.js';
import { capsOption, deviceInput, deviceOption, type DeviceOptions } from '../run-input.js';
import { collectVariables, type VariableOptions } from '../variable-options.js';

interface Options extends DeviceOptions, VariableOptions {
  readonly input?: string;
  readonly id?: string;
  readonly follow?: true;
  readonly json?: true;
}

export function flowRunCommand(context: CliContext): Command {
  return new Command('run')
    .description('Start a flow')
    .argument('<file>', 'flow document (JSON), or a module that exports one (TypeScript, JavaScript)')
    .addOption(deviceOption())
    .addOption(capsOption())
    .option('--url <address>', 'where the browser starts')
    .option('--app <name>', 'the application to use')
    .option('--headed', "show the browser's window")
    .option('--profile <name>', 'browser profile that is kept between runs (logins)')
    .option('--var <name=value>', 'a variable for its conditions; may be given several times', collectVariables, {})
    .option('--input <file>', "JSON object with any other field of the workflow's input: budget, guard, settings, models, …")
    .option('--id <id>', "the run's id; one is made when none is given")
    .option('--follow', 'show each node live, ask here when the flow asks, and exit with its outcome')
    .option('--json', 'print one JSON object; with --follow when the run has ended')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow run shop.flow.json --url https://shop.example --follow\n  steadyhand flow run shop.flow.json --url https://shop.example --var limit=3',
    )
    .action(runCommand(context, (path: string, options: Options) => run(context, path, options)));
}

/** Documents up to this size together travel in the workflow's input. */
const largestInline = 1_000_000;

async function run(context: CliContext, path: string, options: Options): Promise<ExitCode> {
  const { terminal } = context;
  const given = options.input === undefined ? {} : await readJsonObject(options.input);
  const file = await readFlowFile(path, Object.keys(options.var));
  const flow = flowOf(file, context.program);
  for (const problem of file.problems) terminal.warn(terminal.colors.yellow(problemText(problem)));
  const variables = { ...(typeof given['variables'] === 'object' ? given['variables'] : {}), ...options.var };
  const input = { ...given, ...(await documents(context, file)), variables, device: await deviceInput(given, options) };
  await warnWhatIsMissing(context, prepareFlow(input).deviceKind);
  const started = await context.steadyhand.startFlow(input, { title: flow.name, ...(options.id === undefined ? {} : { id: options.id }) });
  if (!options.json) announce(context, started, 'flow show');
  if (!options.follow) {
    if (options.json) printJson(terminal, startedJson(started));
    return exitCodes.done;
  }
  const shown = options.json ? quiet(context) : context;
  const end = await followRun(shown, started, createFlowView(shown));
  if (options.json) printJson(terminal, { ...startedJson(started), ...end });
  else terminal.print(renderFlowEnd(context, end));
  return end.outcome === 'completed' && end.result?.verdict === 'failed' ? exitCodes.failed : exitCodeOf(end.outcome);
}

/** They have been judged (`flowOf`). */
async function documents(context: CliContext, { document, called }: FlowFile): Promise<Pick<FlowStart, 'flow' | 'flows'>> {
  const others = Object.entries(called);
  if (JSON.stringify([document, called]).length <= largestInline)
    return { flow: document, ...(others.length > 0 ? { flows: called } : {}) } as Pick<FlowStart, 'flow' | 'flows'>;
  const artifacts = context.artifacts();
  const flows: Record<string, ArtifactRef> = {};
  for (const [name, one] of others) flows[name] = await artifacts.putJson(one);
  return { flow: await artifacts.putJson(document), ...(others.length > 0 ? { flows } : {}) };
}
