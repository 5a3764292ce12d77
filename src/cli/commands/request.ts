import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

export function requestCommand(context: CliContext): Command {
  return new Command('request')
    .description('Give an open run a further request, carried out after the ones it already has')
    .argument('<id>', 'the run', runWord(context))
    .argument('<text>', 'the request')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand request agent-01k2 "Now cancel that order"')
    .action(
      runCommand(context, async (id: string, text: string, options: { readonly json?: true }) => {
        const reply = await context.steadyhand.run(id).request(text);
        if (options.json) printJson(context.terminal, { id, text, reply });
        else context.terminal.print(reply || `'${id}' has accepted the request.`);
      }),
    );
}
