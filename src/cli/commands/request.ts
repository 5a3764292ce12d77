import { Command } from 'commander';
import { requestUpdate } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { sendUpdate } from '../../client/updates.js';

export function requestCommand(context: CliContext): Command {
  return new Command('request')
    .description('Give an open run a further request, which it carries out after those it has')
    .argument('<id>', 'the run')
    .argument('<text>', 'the request')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand request agent-01k2 "Now cancel that order"')
    .action(
      runCommand(context, async (id: string, text: string, options: { readonly json?: true }) => {
        const client = await context.client();
        const reply = await sendUpdate(client, id, requestUpdate, { text });
        if (options.json) printJson(context.terminal, { id, text, reply });
        else context.terminal.print(reply || `'${id}' has taken the request.`);
      }),
    );
}
