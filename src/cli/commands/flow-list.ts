import { duration } from '../../domain/report/iso-time.js';
import { Command } from 'commander';
import type { FlowSummary } from '../../client/library/flows.js';
import { clip } from '../../client/text.js';
import { money } from '../../domain/library/reuse.js';
import type { CliContext } from '../context.js';
import { printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';

export function flowListCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the flows of the library: versions, how often each succeeded, what they saved')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand flow list')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const { flows, unreadable } = await context.steadyhand.flows.list();
        for (const problem of unreadable) terminal.warn(terminal.colors.yellow(problem));
        if (json) for (const flow of flows) printJson(terminal, flow);
        else
          terminal.print(
            flows.length === 0 ? `The library has no flow: \`${program} flow save <file>\` puts one there.` : render(terminal, flows),
          );
      }),
    );
}

function render(terminal: Terminal, flows: readonly FlowSummary[]): string {
  const rows = flows.map((flow) => [
    flow.id,
    String(flow.version),
    clip(flow.application ?? '', 40),
    String(flow.runs),
    successText(flow),
    flow.saved === undefined ? '' : savedText(flow.saved),
    flow.waitingHeals === 0 ? '' : `${flow.waitingHeals} to decide`,
  ]);
  return renderTable(terminal, ['flow', 'version', 'application', 'runs', 'succeeded', 'saved', 'heals'], rows);
}

/** Newest version first: `v2 3/3, v1 1/2`. */
function successText({ versions }: FlowSummary): string {
  const shown = versions.slice(0, 3).map(({ version, runs, succeeded }) => `v${version} ${succeeded}/${runs}`);
  return [...shown, ...(versions.length > shown.length ? ['…'] : [])].join(', ');
}

function savedText({ usd, ms }: NonNullable<FlowSummary['saved']>): string {
  return `${usd < 0 ? '-' : ''}${money(Math.abs(usd))}, ${ms < 0 ? '-' : ''}${duration(Math.abs(ms))}`;
}
