import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { proceduresOf, stateOf } from '../../client/procedures/reach-run.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

export function procedureStateCommand(context: CliContext): Command {
  return new Command('state')
    .description('Print a fresh state of a run, for an agent that has lost its own')
    .argument('<run>', 'the run’s id', runWord(context))
    .option('--json', 'print one JSON object')
    .action(
      runCommand(context, async (run: string, { json }: { readonly json?: true }) => {
        const state = await stateOf(context, await proceduresOf(context, { folder: 'optional' }), run);
        if (json) printJson(context.terminal, { run, state });
        else context.terminal.print(state);
      }),
    );
}
