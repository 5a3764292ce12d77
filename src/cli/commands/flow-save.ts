import { Command } from 'commander';
import { problemText } from '../../domain/flow/problem.js';
import type { CliContext } from '../context.js';
import { flowOf, readFlowFile } from '../flow-file.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { versionFrom } from '../version-option.js';

interface Options {
  readonly expect?: number;
  readonly json?: true;
}

export function flowSaveCommand(context: CliContext): Command {
  return new Command('save')
    .description('Put a flow into the library, as its next version; older ones stay')
    .argument('<file>', 'flow document (JSON), or a module that exports one (TypeScript, JavaScript)')
    .option('--expect <version>', 'only if this is the newest version there; 0: only if there is none', versionFrom(0))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand flow save shop.flow.json\n  steadyhand flow save shop.flow.json --expect 2')
    .action(
      runCommand(context, async (path: string, { expect, json }: Options) => {
        const { terminal, program } = context;
        const file = await readFlowFile(path);
        const document = flowOf(file, program);
        for (const problem of file.problems) terminal.warn(terminal.colors.yellow(problemText(problem)));
        const { id, version } = await context.steadyhand.flows.save(document, expect === undefined ? {} : { expectedVersion: expect });
        if (json) printJson(terminal, { id, version });
        else
          terminal.print(`${terminal.colors.bold(id)} is in the library, in version ${version}: \`${program} flow run ${id}\` starts it.`);
      }),
    );
}
