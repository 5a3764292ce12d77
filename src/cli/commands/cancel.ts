import { Command } from 'commander';
import { shellQuote } from '../../client/text.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

export function cancelCommand(context: CliContext): Command {
  return new Command('cancel')
    .description('Cancel a run: the running action finishes, its device is closed, then the run ends')
    .argument('<id>', 'the run', runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand cancel agent-01k2')
    .action(
      runCommand(context, async (id: string, options: { readonly json?: true }) => {
        await context.steadyhand.run(id).cancel();
        if (options.json) printJson(context.terminal, { id, cancelRequested: true });
        else context.terminal.print(`'${id}' has been asked to end: \`${context.program} show ${shellQuote(id)}\` says when it has.`);
      }),
    );
}
