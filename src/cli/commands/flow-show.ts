import { WorkflowNotFoundError } from '@temporalio/common';
import { Command } from 'commander';
import type { FlowRun, RecordedVisit } from '../../ports/flow-records.js';
import { variablesQuery } from '../../workflows/messages.js';
import type { FlowResult } from '../../workflows/flow.js';
import type { CliContext } from '../context.js';
import { CommandError, isUnreachable } from '../errors.js';
import { renderFlowEnd } from '../flow-view.js';
import { clip, duration, indent, printJson, shellQuote } from '../output.js';
import { commandThatAnswers, renderRequest } from '../requests.js';
import { runCommand } from '../run-command.js';
import { describeRun, type RunDescription } from '../run-description.js';
import { flowType } from '../runs.js';

interface Shown {
  readonly description: RunDescription | undefined;
  readonly run: FlowRun | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

export function flowShowCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a flow: the path it took, attempts, variables, checks and artifacts')
    .argument('<run>', "the flow's run")
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand flow show flow-01k2')
    .action(
      runCommand(context, async (id: string, { json }: { readonly json?: true }) => {
        const shown = await read(context, id);
        if (json) printJson(context.terminal, { id, ...shown.description, variables: shown.variables, records: shown.run });
        else render(context, id, shown);
      }),
    );
}

/** The records are files: they can be shown also when no server answers. */
async function read(context: CliContext, id: string): Promise<Shown> {
  const place = await context.flowRecords().find(id);
  const run = place && (await context.flowRecords().read(place));
  try {
    const client = await context.client();
    const description = await describeRun(client, id);
    if (description.type !== flowType) throw noFlow(context, id);
    const variables =
      description.result?.['variables'] ??
      (await client.workflow
        .getHandle(id)
        .query(variablesQuery)
        .catch(() => ({})));
    return { description, run, variables: variables as Shown['variables'] };
  } catch (error) {
    // The server forgets a run after its time; its records stay.
    if (run && error instanceof WorkflowNotFoundError) return { description: undefined, run, variables: variablesOf(run) };
    if (!isUnreachable(error)) throw error;
    if (!run) throw (await context.records().read(id)).length > 0 ? noFlow(context, id) : error;
    context.terminal.warn(`No Temporal server answers at ${context.server().address}: the run's state is unknown; these are its records.`);
    return { description: undefined, run, variables: variablesOf(run) };
  }
}

function noFlow({ program }: CliContext, id: string): CommandError {
  return new CommandError('refused', `'${id}' is no flow: \`${program} show ${shellQuote(id)}\` shows its steps.`);
}

function render(context: CliContext, id: string, { description, run, variables }: Shown): void {
  const { terminal, program } = context;
  const { bold, cyan, dim, yellow } = terminal.colors;
  if (!run && !description)
    throw new CommandError('refused', `There is no flow run '${id}': \`${program} list\` shows the runs that exist.`);
  terminal.print([bold(id), description?.state ?? run?.status ?? ''].join('  '));
  const ui = context.webUi(id);
  if (ui) terminal.print(cyan(ui));
  if (description?.request) terminal.print(description.request);
  for (const visit of run?.visits ?? []) terminal.print(renderVisit(context, visit));
  const named = Object.entries(variables);
  if (named.length > 0)
    terminal.print(`\n${bold('Variables')}\n${named.map(([name, value]) => `  ${name} = ${clip(JSON.stringify(value), 100)}`).join('\n')}`);
  if (description?.asking)
    terminal.print(
      `\n${yellow('Waits for you')}\n${indent(renderRequest(description.asking.request), '  ')}\n  ${cyan(commandThatAnswers(program, description.asking))}`,
    );
  if (description?.outcome !== undefined)
    terminal.print(
      renderFlowEnd(context, {
        outcome: description.outcome,
        ...(description.message === undefined ? {} : { message: description.message }),
        ...(description.result ? { result: description.result as unknown as FlowResult & Record<string, unknown> } : {}),
      }),
    );
  if (run) terminal.print(dim(`Records: ${run.folder}`));
}

const marks = { ok: '✔', failed: '✖', stopped: '■', running: '…' } as const;
/** What a person wants to know of a visit beside that it was made. */
const told: Readonly<Record<string, (payload: Readonly<Record<string, unknown>>) => string>> = {
  retry: ({ attempt, code, message }) => `attempt ${Number(attempt) + 1}, after ${String(code)}: ${String(message)}`,
  warning: ({ message }) => `warning: ${String(message)}`,
  element_resolved: ({ wanted, resolved }) => `"${String(wanted)}" is "${String(resolved)}"`,
  child_run: ({ type, workflow_id: id }) => `as ${String(id)}: \`${type === 'flow' ? 'flow show' : 'show'} ${String(id)}\``,
  app_resolved: ({ wanted, resolved }) => `"${String(wanted)}" is "${String(resolved)}"`,
  tool_call: ({ name, args }) => `${String(name)} ${clip(JSON.stringify(args), 90)}`,
};

function renderVisit(
  { terminal }: CliContext,
  { node, status, attempts, started, ended, error, events, artifacts, verdicts }: RecordedVisit,
): string {
  const { dim, green, red, yellow } = terminal.colors;
  const paint = status === 'ok' ? green : status === 'failed' ? red : yellow;
  const took = started && ended ? dim(`  ${duration(Date.parse(ended) - Date.parse(started))}`) : '';
  const lines = events.flatMap(({ type, payload }) => (told[type] ? [dim(clip(told[type](payload), 120))] : []));
  return [
    `\n${paint(marks[status])} ${node.name}${node.visit > 1 ? dim(` (visit ${node.visit})`) : ''}${attempts > 1 ? yellow(`  ${attempts} attempts`) : ''}${took}`,
    ...lines.map((line) => `    ${line}`),
    ...(error === undefined ? [] : [`    ${red(clip(error, 200))}`]),
    ...verdicts.map(({ check, result, reason }) => `    ${result === 'passed' ? green(result) : red(result)} ${check}: ${reason}`),
    ...artifacts.map((path) => dim(`    ${path}`)),
  ].join('\n');
}

function variablesOf({ visits }: FlowRun): Readonly<Record<string, unknown>> {
  const set = visits.flatMap(({ events }) => events.filter(({ type }) => type === 'variable_set'));
  return Object.fromEntries(set.map(({ payload }) => [String(payload['name']), payload['value']]));
}
