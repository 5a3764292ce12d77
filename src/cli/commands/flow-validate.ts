import { Command } from 'commander';
import { problemText, type Problem } from '../../domain/flow/problem.js';
import type { CliContext } from '../context.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { readFlowFile, type FlowFile } from '../flow-file.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { collectVariables, type VariableOptions } from '../variable-options.js';

interface Options extends VariableOptions {
  readonly json?: true;
}

export function flowValidateCommand(context: CliContext): Command {
  return new Command('validate')
    .description('Check flow documents: every error at once, each with its node')
    .argument('<file...>', 'flow documents (JSON), or modules that export one (TypeScript, JavaScript)')
    .option('--var <name=value>', 'a variable that a run would start with', collectVariables, {})
    .option('--json', 'print one JSON line for each file')
    .addHelpText(
      'after',
      '\nExit code: 0 when all can run, 1 when one cannot.\n\nExample:\n  steadyhand flow validate examples/flows/*.flow.json',
    )
    .action(runCommand(context, (paths: readonly string[], options: Options) => validate(context, paths, options)));
}

async function validate(context: CliContext, paths: readonly string[], { json, var: variables }: Options): Promise<ExitCode> {
  const files: FlowFile[] = [];
  for (const path of paths) files.push(await readFlowFile(path, Object.keys(variables)));
  for (const { path, flow, problems } of files) {
    if (json) printJson(context.terminal, { file: path, ok: flow !== undefined, problems });
    else context.terminal.print(render(context, path, problems, flow !== undefined));
  }
  return files.every(({ flow }) => flow !== undefined) ? exitCodes.done : exitCodes.failed;
}

function render({ terminal }: CliContext, path: string, problems: readonly Problem[], ok: boolean): string {
  const { bold, green, red, yellow } = terminal.colors;
  const lines = problems.map((problem) => `  ${(problem.severity === 'error' ? red : yellow)(problemText(problem))}`);
  return [`${bold(path)}  ${ok ? green('ok') : red('cannot run')}`, ...lines].join('\n');
}
