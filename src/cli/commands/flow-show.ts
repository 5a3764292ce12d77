import type { Client } from '@temporalio/client';
import { Command } from 'commander';
import type { FlowRun } from '../../domain/flow/recorded-flow.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { readFlowRun } from '../../client/flow-run.js';
import { queryPosition, queryVariables } from '../../client/flow-queries.js';
import { type Path, renderFlowEnd, renderPath } from '../flow-view.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson } from '../output.js';
import { renderAsking } from '../render-request.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { flowCards } from '../../client/report/engine-cards.js';
import { readRun } from '../../client/report/read-report.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import { printCard } from '../render-card.js';
import { reusedLine, type RunDescription } from '../../client/run-description.js';

interface Shown {
  readonly description: RunDescription | undefined;
  readonly run: FlowRun | undefined;
  readonly cards: readonly ReportCard[];
  readonly variables: Readonly<Record<string, unknown>>;
  /** Known only to the run itself: its records leave out what was passed silently, such as disabled nodes. */
  readonly path?: Path;
}

export function flowShowCommand(context: CliContext): Command {
  return new Command('show')
    .description(
      'Show a flow: the path it took, a card for each visit with branches, loops, attempts, warnings and checks, and its variables',
    )
    .argument('<run>', "the flow's run", runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand flow show flow-01k2')
    .action(
      runCommand(context, async (id: string, { json }: { readonly json?: true }) => {
        const shown = await read(context, id);
        const { description, run: records, ...told } = shown;
        if (json) printJson(context.terminal, { id, ...description, ...told, records });
        else await render(context, id, shown);
      }),
    );
}

/** The records are files, so they can be shown even when no server answers. */
async function read(context: CliContext, id: string): Promise<Shown> {
  const { description, report } = await readRun(context, id);
  const run = await readFlowRun(context, id);
  // A flow within the run has no workflow of its own: its records tell everything.
  const isPart = report.run !== id;
  if (isPart ? !run : report.engine !== 'flow') throw noFlow(context, id);
  const cards = isPart && run ? flowCards(run).cards : report.cards;
  if (description) return { description, run, cards, ...(await told(await context.client(), id, description)) };
  if (!isPart) for (const sentence of report.missing) context.terminal.warn(sentence);
  return { description, run, cards, variables: run ? variablesOf(run) : {} };
}

/** From the result of a run that has one, else by a query; nothing while no worker can answer. */
async function told(client: Client, id: string, { result }: RunDescription): Promise<Pick<Shown, 'variables' | 'path'>> {
  if (result?.['path']) {
    const { variables, visited, visits } = result as unknown as FlowResult;
    return { variables, path: { visited, visits } };
  }
  const [variables, position] = await Promise.all([
    queryVariables(client, id).catch(() => ({})),
    queryPosition(client, id).catch(() => undefined),
  ]);
  return { variables, path: position ? { visited: position.visited, visits: position.visits } : undefined };
}

function noFlow({ program }: CliContext, id: string): CommandError {
  return new CommandError('refused', `'${id}' is not a flow: \`${program} show ${shellQuote(id)}\` shows its steps.`);
}

async function render(context: CliContext, id: string, { description, run, cards, variables, path }: Shown): Promise<void> {
  const { terminal } = context;
  const { bold, cyan, dim } = terminal.colors;
  terminal.print([bold(id), description?.state ?? run?.status ?? ''].join('  '));
  const ui = context.webUi(id);
  if (ui) terminal.print(cyan(ui));
  if (description?.request) terminal.print(description.request);
  const reused = description && reusedLine(description);
  if (reused) terminal.print(reused);
  if (path && path.visits > 0) terminal.print(`\n${bold('Path')}  ${renderPath(path)}`);
  for (const card of cards) {
    terminal.print('');
    await printCard(context, card);
  }
  const named = Object.entries(variables);
  if (named.length > 0)
    terminal.print(`\n${bold('Variables')}\n${named.map(([name, value]) => `  ${name} = ${clip(JSON.stringify(value), 100)}`).join('\n')}`);
  if (description?.asking) terminal.print(renderAsking(context, description.asking));
  if (description?.outcome !== undefined)
    terminal.print(
      renderFlowEnd(context, id, {
        outcome: description.outcome,
        message: description.message,
        result: description.result ? (description.result as unknown as FlowResult & Record<string, unknown>) : undefined,
      }),
    );
  else if (run?.message !== undefined) terminal.print(renderFlowEnd(context, id, { outcome: run.status, message: run.message }));
  if (run) terminal.print(dim(`Records: ${run.folder}`));
}

function variablesOf({ visits }: FlowRun): Readonly<Record<string, unknown>> {
  const set = visits.flatMap(({ events }) => events.filter(({ type }) => type === 'variable_set'));
  return Object.fromEntries(set.map(({ payload }) => [String(payload['name']), payload['value']]));
}
