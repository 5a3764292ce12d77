import { Argument, Command } from 'commander';
import { confirmUpdate } from '../../workflows/messages.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { findRequest } from '../../client/requests.js';
import { runCommand } from '../run-command.js';
import { sendUpdate } from '../../client/updates.js';

interface ConfirmOptions {
  readonly request?: string;
  readonly note?: string;
  readonly json?: true;
}

export function confirmCommand(context: CliContext): Command {
  return new Command('confirm')
    .description('Approve or reject the action that a run holds back')
    .argument('<id>', 'the run, or the workflow that asks')
    .addArgument(new Argument('<decision>', 'yes runs the action, once; no ends the subtask without it').choices(['yes', 'no']))
    .option('--request <id>', 'decide only this request; refused when another one is pending')
    .option('--note <text>', 'a word to the agent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand confirm agent-01k2 yes\n  steadyhand confirm agent-01k2 no --note "too expensive"')
    .action(
      runCommand(context, async (id: string, decision: 'yes' | 'no', options: ConfirmOptions) => {
        const client = await context.client();
        const { asker, request } = await findRequest(client, id, 'confirmation', context.program);
        const body = {
          requestId: options.request ?? request.requestId,
          approved: decision === 'yes',
          ...(options.note === undefined ? {} : { note: options.note }),
        };
        const reply = await sendUpdate(client, asker, confirmUpdate, body);
        if (options.json) printJson(context.terminal, { id: asker, ...body, reply });
        else context.terminal.print(reply || `${body.approved ? 'Approved' : 'Rejected'} at '${asker}'.`);
      }),
    );
}
