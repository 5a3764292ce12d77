import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../../domain/duration.js';
import { rememberedFor, type Approval } from '../../domain/human/approvals.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { userName } from '../user-name.js';

interface ConfirmOptions {
  readonly request?: string;
  readonly note?: string;
  readonly for?: Approval['for'];
  readonly until?: string;
  readonly by?: string;
  readonly json?: true;
}

export function confirmCommand(context: CliContext): Command {
  return new Command('confirm')
    .description('Approve or reject the action that a run holds back')
    .argument('<id>', 'the run, or the workflow that asks', runWord(context))
    .addArgument(new Argument('<decision>', 'yes runs the action, once; no ends the subtask without it').choices(['yes', 'no']))
    .option('--request <id>', 'decide only this request, by its id or a beginning (app-1.c2); refused when another one is pending')
    .option('--note <text>', 'a note to the agent')
    .addOption(new Option('--for <what>', 'remember the approval: for this run, or for the application in any run').choices(rememberedFor))
    .option(
      '--until <time>',
      'how long it is remembered: a time, or 2h, 7d; by default to the end of the run, for an application a day',
      parseUntil,
    )
    .option('--by <name>', 'who decides, told with what the approval lets run later; by default your user name')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
A remembered approval lets the same run again unasked: the same control on the same page, the same kind of action, the
same amount of money or less. Where that cannot be told, or a rule forbids it, it is refused. \`approvals\` lists them and takes them back.

Example:
  steadyhand confirm agent-01k2 yes
  steadyhand confirm agent-01k2 no --note "too expensive"
  steadyhand confirm agent-01k2 yes --for app --until 7d`,
    )
    .action(
      runCommand(context, async (id: string, decision: 'yes' | 'no', options: ConfirmOptions) => {
        const { request, note, json } = options;
        const approved = decision === 'yes';
        const remember = rememberOf(options, approved);
        const more = { ...(note === undefined ? {} : { note }), ...(remember ? { remember } : {}) };
        const { asker, requestId, reply } = await context.steadyhand
          .run(id)
          .confirm(request, approved, { ...more, by: options.by ?? userName() });
        if (json) printJson(context.terminal, { id: asker, requestId, approved, ...more, reply });
        else context.terminal.print(reply || `${approved ? 'Approved' : 'Rejected'} at '${asker}'.`);
      }),
    );
}

function rememberOf(
  { for: scope, until }: ConfirmOptions,
  approved: boolean,
): { readonly for: Approval['for']; readonly until?: string } | undefined {
  if (scope === undefined) {
    if (until !== undefined) throw new CommandError('usage', `--until ${until} needs --for run or --for app: what is to be remembered?`);
    return undefined;
  }
  if (!approved) throw new CommandError('usage', `--for ${scope} remembers an approval: with "no" there is none.`);
  return { for: scope, ...(until === undefined ? {} : { until }) };
}

/** A duration as it is, so that it counts from when the run takes it; a time in UTC, read as this machine's where it names no zone. */
function parseUntil(text: string): string {
  if (durationMs(text) !== undefined) return text.trim();
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a time such as 2026-11-25T18:00, or a duration such as 2h, 7d.');
  return time.toISOString();
}
