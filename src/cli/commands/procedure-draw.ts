import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { drawProcedure } from '../../domain/procedure/mermaid.js';
import { createProcedure, type Procedure } from '../../domain/procedure/procedure.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { shellQuote } from '../../client/text.js';
import { proceduresOf } from '../../client/procedures/reach-run.js';
import { runCommand } from '../run-command.js';
import { readProcedures } from './procedure-lint.js';
import { shownOf } from './procedure-show.js';

export function procedureDrawCommand(context: CliContext): Command {
  return new Command('draw')
    .description('Draw a procedure as Mermaid text: its activities and the transitions between them')
    .argument('<procedure>', 'its id, or the folder of its definition')
    .option('--run <run>', 'mark what this run visited, and how often')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand procedure draw release > release.mmd\n  steadyhand procedure draw examples/procedures/release',
    )
    .action(
      runCommand(context, async (named: string, { run }: { readonly run?: string }) => {
        const procedure = await find(context, named);
        const visits = run === undefined ? {} : await visitsIn(context, procedure, run);
        context.terminal.print(drawProcedure(procedure, visits).trimEnd());
      }),
    );
}

async function find(context: CliContext, named: string): Promise<Procedure> {
  if (named.includes('/') || existsSync(named)) {
    const [loaded] = await readProcedures(named, 'compat');
    if (loaded?.definition) return createProcedure(loaded.definition);
    throw new CommandError('refused', `${named} cannot be followed: \`${context.program} procedure lint ${shellQuote(named)}\` says why.`);
  }
  const { loaded } = await proceduresOf(context);
  const found = loaded.get(named);
  if (found) return found.procedure;
  throw new CommandError('refused', `There is no procedure '${named}': \`${context.program} procedure list\` lists them.`);
}

async function visitsIn(context: CliContext, { definition }: Procedure, run: string): Promise<Readonly<Record<string, number>>> {
  const { workflow, history } = await shownOf(context, run);
  if (workflow !== definition.id) throw new CommandError('refused', `'${run}' is a run of '${workflow}', not of '${definition.id}'.`);
  const visits: Record<string, number> = {};
  for (const { activity, visit } of history) visits[activity] = Math.max(visit, visits[activity] ?? 0);
  return visits;
}
