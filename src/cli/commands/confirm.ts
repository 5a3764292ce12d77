import { Argument, Command, InvalidArgumentError } from 'commander';
import { durationMs } from '../../domain/text/measures.js';
import type { Remember } from '../../domain/human/message.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { userName } from '../user-name.js';

interface ConfirmOptions {
  readonly request?: string;
  readonly note?: string;
  readonly for?: Remember['for'];
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
    .option('--for <run>', 'remember the approval: for this run', parseFor)
    .option('--until <time>', 'how long it is remembered: a time, or 2h, 7d; by default to the end of the run', parseUntil)
    .option('--by <name>', 'who decides, told with what the approval lets run later; by default your user name')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
A remembered approval lets the same go unasked in this run: the same action on the same control, while the page reads the
same but for clocks and counters. What deletes, pays, transfers rights or configures is asked about each time. What may
always go unasked is configured: \`guard.allow\`.

Example:
  steadyhand confirm agent-01k2 yes
  steadyhand confirm agent-01k2 no --note "too expensive"
  steadyhand confirm agent-01k2 yes --for run --until 2h`,
    )
    .action(
      runCommand(context, async (id: string, decision: 'yes' | 'no', options: ConfirmOptions) => {
        const { request, note, json } = options;
        const approved = decision === 'yes';
        const remember = rememberOf(options, approved);
        const more = { note, remember };
        const { asker, requestId, reply } = await context.steadyhand
          .run(id)
          .confirm(request, approved, { ...more, by: options.by ?? userName() });
        if (json) printJson(context.terminal, { id: asker, requestId, approved, ...more, reply });
        else context.terminal.print(reply || `${approved ? 'Approved' : 'Rejected'} at '${asker}'.`);
      }),
    );
}

function parseFor(text: string): Remember['for'] {
  if (text === 'run') return text;
  throw new InvalidArgumentError('Only --for run: what may always go unasked is configured (guard.allow).');
}

function rememberOf({ for: scope, until }: ConfirmOptions, approved: boolean): Remember | undefined {
  if (scope === undefined) {
    if (until !== undefined) throw new CommandError('usage', `--until ${until} needs --for run: what is to be remembered?`);
    return undefined;
  }
  if (!approved) throw new CommandError('usage', `--for ${scope} remembers an approval: with "no" there is none.`);
  return { for: scope, until };
}

/** A duration as it is, so that it counts from when the run takes it; a time in UTC, read as this machine's where it names no zone. */
function parseUntil(text: string): string {
  if (durationMs(text) !== undefined) return text.trim();
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a time such as 2026-11-25T18:00, or a duration such as 2h, 7d.');
  return time.toISOString();
}
