import { Command } from 'commander';
import { findingText } from '../../adapters/procedures/load-procedures.js';
import { describeProcedure } from '../../domain/procedure/catalogue.js';
import type { CliContext } from '../context.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson, renderTable } from '../output.js';
import { proceduresOf } from '../../client/procedures/reach-run.js';
import { runCommand } from '../run-command.js';

export function procedureListCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the procedures that can be started')
    .option('--json', 'print one JSON object per line')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const { loaded, broken } = await proceduresOf(context);
        const described = [...loaded.values()].map(({ procedure, digest }) => ({ ...describeProcedure(procedure), digest }));
        if (json) for (const each of described) printJson(terminal, each);
        else if (described.length > 0) {
          const tells = described.some(({ format }) => format !== undefined);
          const rows = described.map(({ id, version, format = 'plain', title, activities }) => [
            ...[id, version, ...(tells ? [format] : [])],
            ...[String(activities.length), clip(title, 70)],
          ]);
          const heads = ['procedure', 'version', ...(tells ? ['format'] : []), 'activities', 'title'];
          terminal.print(renderTable(terminal, heads, rows));
        } else if (broken.size === 0)
          terminal.print(
            `No procedures in ${context.config().procedures}: put one there as <id>/workflow.yaml, or set STEADYHAND_PROCEDURES.`,
          );
        for (const [folder, findings] of broken) {
          const [first] = findings.filter(({ severity }) => severity === 'error');
          terminal.warn(
            `${terminal.colors.yellow('warning')} ${first ? findingText(first) : folder} (left out: \`${program} procedure lint ${shellQuote(folder)}\` shows all that is wrong)`,
          );
        }
      }),
    );
}
