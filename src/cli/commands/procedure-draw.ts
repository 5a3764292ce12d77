import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { drawProcedure } from '../../domain/procedure/mermaid.js';
import { createProcedure, type Procedure } from '../../domain/procedure/procedure.js';
import { listed } from '../../domain/procedure/refusal.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { shellQuote } from '../../client/text.js';
import { proceduresOf } from '../../client/procedures/reach-run.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { readProcedures } from './procedure-lint.js';
import { shownOf } from './procedure-show.js';

export function procedureDrawCommand(context: CliContext): Command {
  return new Command('draw')
    .description('Draw procedures as Mermaid text: their activities and the transitions between them')
    .argument('<procedure>', 'its id, or a folder: of its definition, or of several, which are all drawn')
    .option('--run <run>', 'mark what this run visited, and how often', runWord(context))
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand procedure draw release > release.mmd\n  steadyhand procedure draw examples/procedures/release',
    )
    .action(
      runCommand(context, async (named: string, { run }: { readonly run?: string }) => {
        const { procedures, broken } = await find(context, named);
        const several = procedures.length + broken.length > 1;
        const visited = run === undefined ? undefined : await visitsIn(context, procedures, run);
        for (const procedure of procedures) {
          const visits = visited?.workflow === procedure.definition.id ? visited.visits : {};
          const drawn = drawProcedure(procedure, visits).trimEnd();
          context.terminal.print(several ? `%% ${procedure.definition.id}\n${drawn}\n` : drawn);
        }
        for (const folder of broken) context.terminal.warn(cannotBeFollowed(context, folder));
        return broken.length === 0 ? exitCodes.done : exitCodes.failed;
      }),
    );
}

interface Found {
  readonly procedures: readonly Procedure[];
  /** Folders of definitions that have errors. */
  readonly broken: readonly string[];
}

async function find(context: CliContext, named: string): Promise<Found> {
  if (named.includes('/') || existsSync(named)) {
    const loaded = await readProcedures(named, 'compat');
    const procedures = loaded.flatMap(({ definition }) => (definition ? [createProcedure(definition)] : []));
    if (procedures.length === 0) throw new CommandError('refused', cannotBeFollowed(context, named));
    return { procedures, broken: loaded.flatMap(({ folder, definition }) => (definition ? [] : [folder])) };
  }
  const { loaded } = await proceduresOf(context);
  const found = loaded.get(named);
  if (found) return { procedures: [found.procedure], broken: [] };
  throw new CommandError('refused', `There is no procedure '${named}': \`${context.program} procedure list\` lists them.`);
}

function cannotBeFollowed({ program }: CliContext, folder: string): string {
  return `${folder} cannot be followed: \`${program} procedure lint ${shellQuote(folder)}\` says why.`;
}

async function visitsIn(context: CliContext, procedures: readonly Procedure[], run: string): Promise<Visited> {
  const { workflow, history } = await shownOf(context, run);
  const ids = procedures.map(({ definition }) => definition.id);
  if (!ids.includes(workflow)) throw new CommandError('refused', `'${run}' is a run of '${workflow}', not of ${listed(ids)}.`);
  const visits: Record<string, number> = {};
  for (const { activity, visit } of history) visits[activity] = Math.max(visit, visits[activity] ?? 0);
  return { workflow, visits };
}

interface Visited {
  readonly workflow: string;
  readonly visits: Readonly<Record<string, number>>;
}
