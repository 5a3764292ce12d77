import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { ago, indent, printJson } from '../output.js';
import type { InboxEntry } from '../../client/inbox.js';
import { beginningOf } from '../../domain/human/request-id.js';
import { visibleLine } from '../../domain/text/visible-text.js';
import { renderRequest } from '../render-request.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';

export function inboxCommand(context: CliContext): Command {
  return new Command('inbox')
    .description('Show everything that waits for a person, across all runs, with the command that answers it')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand inbox')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const entries = await context.steadyhand.inbox();
        if (json) for (const entry of entries) printJson(terminal, entry);
        else
          terminal.print(
            entries.length === 0 ? 'Nothing waits for you.' : entries.map((entry) => renderEntry(terminal, entry, new Date())).join('\n\n'),
          );
        if (entries.some(({ standsStill }) => standsStill))
          terminal.warn(
            'Some runs stand still: their workflow code fails on the worker, whose log says why. Once the worker is fixed, they go on by themselves.',
          );
        if (entries.some(({ request, held, standsStill }) => !request && !held && !standsStill))
          terminal.warn(`Some runs could not be asked, because no worker answers: start one with \`${program} up\`.`);
      }),
    );
}

export function renderEntry({ colors }: Terminal, { asker, run, state, request, held, command }: InboxEntry, now: Date): string {
  const head = [colors.yellow(state), colors.bold(asker), ...(asker === run ? [] : [colors.dim(`of ${run}`)])];
  if (held) {
    const why = held.reason === '' ? '' : `: ${held.reason}`;
    return [head.join(' '), visibleLine(`  ${held.by} has the wheel until ${held.until}${why}`), `  ${colors.cyan(command ?? '')}`].join(
      '\n',
    );
  }
  if (!request) return head.join(' ');
  return [
    `${head.join(' ')} ${colors.dim(`${beginningOf(request.requestId)} ${ago(new Date(request.askedAt), now)}`)}`,
    indent(renderRequest(request), '  '),
    `  ${colors.cyan(command ?? '')}`,
  ].join('\n');
}
