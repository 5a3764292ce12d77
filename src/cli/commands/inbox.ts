import type { Client } from '@temporalio/client';
import { Command } from 'commander';
import type { PendingRequest } from '../../domain/human/requests.js';
import type { CliContext } from '../context.js';
import { ago, indent, printJson } from '../output.js';
import { askedBy, commandThatAnswers, queryProgress, renderRequest } from '../../client/requests.js';
import { runCommand } from '../run-command.js';
import { listWaiting, type Waiting } from '../../client/runs.js';
import type { Terminal } from '../terminal.js';

export interface InboxEntry extends Waiting {
  /** Missing when no worker could be asked. */
  readonly request?: PendingRequest;
  readonly command?: string;
}

export function inboxCommand(context: CliContext): Command {
  return new Command('inbox')
    .description('Show everything that waits for a person, over all runs, with the command that answers it')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', '\nExample:\n  steadyhand inbox')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const entries = await readInbox(await context.client(), program);
        if (json) for (const entry of entries) printJson(terminal, entry);
        else
          terminal.print(
            entries.length === 0 ? 'Nothing waits for you.' : entries.map((entry) => renderEntry(terminal, entry, new Date())).join('\n\n'),
          );
        if (entries.some(({ request }) => !request))
          terminal.warn(`Some runs could not be asked, because no worker answers: start one with \`${program} up\`.`);
      }),
    );
}

/** The waiting longest first. */
export async function readInbox(client: Client, program: string): Promise<readonly InboxEntry[]> {
  const entries = await Promise.all((await listWaiting(client)).map((waiting) => readEntry(client, waiting, program)));
  // What has been answered since it was listed waits no more.
  return entries.filter((entry) => entry !== undefined).sort((a, b) => (a.request?.askedAt ?? '').localeCompare(b.request?.askedAt ?? ''));
}

async function readEntry(client: Client, waiting: Waiting, program: string): Promise<InboxEntry | undefined> {
  try {
    const asking = askedBy(waiting.asker, await queryProgress(client, waiting.asker));
    return asking && { ...waiting, request: asking.request, command: commandThatAnswers(program, asking) };
  } catch {
    return waiting;
  }
}

export function renderEntry({ colors }: Terminal, { asker, run, state, request, command }: InboxEntry, now: Date): string {
  const head = [colors.yellow(state), colors.bold(asker), ...(asker === run ? [] : [colors.dim(`of ${run}`)])];
  if (!request) return head.join(' ');
  return [
    `${head.join(' ')} ${colors.dim(ago(new Date(request.askedAt), now))}`,
    indent(renderRequest(request), '  '),
    `  ${colors.cyan(command ?? '')}`,
  ].join('\n');
}
