import { Command } from 'commander';
import { amountsText, type Approval } from '../../domain/human/approvals.js';
import { clip } from '../../client/text.js';
import type { CliContext } from '../context.js';
import { printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly json?: true;
}

export function approvalsCommand(context: CliContext): Command {
  return new Command('approvals')
    .description('List the approvals that are remembered (`confirm … --for`), or take one back')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand approvals\n  steadyhand approvals revoke 1f00c2d4')
    .action(
      runCommand(context, async ({ json }: Options) => {
        const { terminal } = context;
        const approvals = await context.steadyhand.approvals.list();
        if (json) for (const approval of approvals) printJson(terminal, approval);
        else terminal.print(approvals.length === 0 ? 'No approval is remembered.' : renderApprovals(terminal, approvals));
      }),
    )
    .addCommand(revokeCommand(context));
}

function revokeCommand(context: CliContext): Command {
  return new Command('revoke')
    .description('Take back an approval: from then on you are asked again')
    .argument('<id>', 'the approval, or the beginning of its id, as `approvals` shows it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand approvals revoke 1f00c2d4')
    .action(
      runCommand(context, async (given: string, _options: Options, command: Command) => {
        const { json } = command.optsWithGlobals<Options>();
        const id = await context.steadyhand.approvals.revoke(given);
        if (json) printJson(context.terminal, { id, revoked: true });
        else context.terminal.print(`Approval ${id} is taken back.`);
      }),
    );
}

export function renderApprovals(terminal: Terminal, approvals: readonly Approval[]): string {
  const rows = approvals.map(({ id, for: scope, run, what, by, until, used }) => [
    id,
    scope === 'run' ? run.id : 'application',
    clip(what.text, 50),
    clip(what.page, 60),
    amountsText(what.amounts),
    by,
    until === undefined ? 'the run ends' : `${until.slice(0, 16)}Z`,
    String(used),
  ]);
  return renderTable(terminal, ['approval', 'for', 'what', 'where', 'up to', 'by', 'until', 'used'], rows);
}
