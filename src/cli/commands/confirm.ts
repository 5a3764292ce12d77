import { Argument, Command } from 'commander';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

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
    .option('--note <text>', 'a note to the agent')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand confirm agent-01k2 yes\n  steadyhand confirm agent-01k2 no --note "too expensive"')
    .action(
      runCommand(context, async (id: string, decision: 'yes' | 'no', options: ConfirmOptions) => {
        const { request, note, json } = options;
        const approved = decision === 'yes';
        const { asker, requestId, reply } = await context.steadyhand.run(id).confirm(request, approved, note);
        if (json) printJson(context.terminal, { id: asker, requestId, approved, ...(note === undefined ? {} : { note }), reply });
        else context.terminal.print(reply || `${approved ? 'Approved' : 'Rejected'} at '${asker}'.`);
      }),
    );
}
