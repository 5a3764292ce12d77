import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { Command } from 'commander';
import type { FlowRun } from '../../domain/flow/recorded-flow.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import type { CliContext } from '../context.js';
import { isUnreachable } from '../../client/errors.js';
import { CommandError } from '../errors.js';
import { type Path, renderPath, renderStory } from '../flow-story.js';
import { readFlowRun } from '../../client/flow-run.js';
import { queryPosition, queryVariables } from '../../client/flow-queries.js';
import { renderFlowEnd } from '../flow-view.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson } from '../output.js';
import { renderAsking } from '../render-request.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { describeRun, reusedLine, type RunDescription } from '../../client/run-description.js';
import { flowType } from '../../client/runs.js';

interface Shown {
  readonly description: RunDescription | undefined;
  readonly run: FlowRun | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Known only to the run itself: its records leave out what was passed silently, such as disabled nodes. */
  readonly path?: Path;
}

export function flowShowCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a flow: the path it took, its branches and loops, attempts, warnings, variables, checks and artifacts')
    .argument('<run>', "the flow's run", runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand flow show flow-01k2')
    .action(
      runCommand(context, async (id: string, { json }: { readonly json?: true }) => {
        const shown = await read(context, id);
        if (json)
          printJson(context.terminal, { id, ...shown.description, variables: shown.variables, path: shown.path, records: shown.run });
        else render(context, id, shown);
      }),
    );
}

/** The records are files, so they can be shown even when no server answers. */
async function read(context: CliContext, id: string): Promise<Shown> {
  const run = await readFlowRun(context, id);
  try {
    const client = await context.client();
    const description = await describeRun(client, id);
    if (description.type !== flowType) throw noFlow(context, id);
    return { description, run, ...(await told(client, id, description)) };
  } catch (error) {
    // The server drops a run after its retention period; its records stay.
    if (run && error instanceof WorkflowNotFoundError) return { description: undefined, run, variables: variablesOf(run) };
    if (!isUnreachable(error)) throw error;
    if (!run) throw (await context.records().read(id)).length > 0 ? noFlow(context, id) : error;
    context.terminal.warn(`No Temporal server answers at ${context.server().address}: the run's state is unknown; these are its records.`);
    return { description: undefined, run, variables: variablesOf(run) };
  }
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

function render(context: CliContext, id: string, { description, run, variables, path }: Shown): void {
  const { terminal, program } = context;
  const { bold, cyan, dim } = terminal.colors;
  if (!run && !description)
    throw new CommandError('refused', `There is no flow run '${id}': \`${program} list\` shows the runs that exist.`);
  terminal.print([bold(id), description?.state ?? run?.status ?? ''].join('  '));
  const ui = context.webUi(id);
  if (ui) terminal.print(cyan(ui));
  if (description?.request) terminal.print(description.request);
  const reused = description && reusedLine(description);
  if (reused) terminal.print(reused);
  if (path && path.visits > 0) terminal.print(`\n${bold('Path')}  ${renderPath(path)}`);
  for (const part of run ? renderStory(context, run) : []) terminal.print(part);
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
