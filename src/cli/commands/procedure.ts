import { Command } from 'commander';
import type { CliContext } from '../context.js';
import {
  abortCommand,
  actionsCommand,
  completeCommand,
  positionCommand,
  reportCommand,
  respondCommand,
  skipCommand,
} from './procedure-calls.js';
import { procedureDrawCommand } from './procedure-draw.js';
import { procedureLintCommand } from './procedure-lint.js';
import { procedureShowCommand } from './procedure-show.js';
import { procedureStartCommand } from './procedure-start.js';
import { findingText } from '../../adapters/procedures/load-procedures.js';
import { describeProcedure } from '../../domain/procedure/catalogue.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson, renderTable } from '../output.js';
import { proceduresOf, stateOf } from '../../client/procedures/reach-run.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

const commandsInOrder = [
  procedureListCommand,
  procedureStartCommand,
  positionCommand,
  actionsCommand,
  completeCommand,
  skipCommand,
  respondCommand,
  reportCommand,
  abortCommand,
  procedureShowCommand,
  procedureStateCommand,
  procedureLintCommand,
  procedureDrawCommand,
] as const;

export function procedureCommand(context: CliContext): Command {
  const command = new Command('procedure').description('Guide an agent or a person through steps and checkpoints that cannot be skipped');
  for (const create of commandsInOrder) command.addCommand(create(context));
  return command;
}

function procedureListCommand(context: CliContext): Command {
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

function procedureStateCommand(context: CliContext): Command {
  return new Command('state')
    .description('Print a fresh state of a run, for an agent that has lost its own')
    .argument('<run>', 'the run’s id', runWord(context))
    .option('--json', 'print one JSON object')
    .action(
      runCommand(context, async (run: string, { json }: { readonly json?: true }) => {
        const state = await stateOf(context, await proceduresOf(context, { folder: 'optional' }), run);
        if (json) printJson(context.terminal, { run, state });
        else context.terminal.print(state);
      }),
    );
}
