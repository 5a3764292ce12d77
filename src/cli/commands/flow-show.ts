import { type Client, QueryNotRegisteredError, ServiceError } from '@temporalio/client';
import { Command } from 'commander';
import type { FlowRun } from '../../domain/flow/recorded-flow.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import type { CliContext } from '../context.js';
import { runCommand, runWord } from '../run-command.js';
import { flowCards, readFlowRun } from '../../client/report/engine-cards.js';
import { queryPosition, queryVariables } from '../../client/engine-progress.js';
import { type Path, renderFlowEnd, renderPath } from './flow-run.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson } from '../output.js';
import { printCard, renderAsking } from '../render.js';
import { readRun } from '../../client/report/read-report.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import { reusedLine, type RunDescription } from '../../client/run-description.js';
import { runEnd } from '../../client/run-end.js';
import { drawSvg } from '../../adapters/dagre/flow-picture.js';
import { drawMermaid } from '../../domain/flow/mermaid.js';
import type { VisitedEdges } from '../../domain/flow/graph.js';
import { flowOf, namedFlow, readFlowDocument } from '../flow-file.js';
import { writeNamedFile } from '../files.js';
import { CommandError } from '../errors.js';

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

interface Options {
  readonly run?: string;
  readonly svg?: string;
}

export function flowDrawCommand(context: CliContext): Command {
  return new Command('draw')
    .description('Draw a flow: Mermaid text, or an SVG picture')
    .argument('<flow>', 'flow document (JSON), or the name of a flow in the library')
    .option('--run <id>', 'mark what this run visited, and how often; it may still be running, or have ended in any way', runWord(context))
    .option('--svg <file>', 'write an SVG picture to this file; - for stdout')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow draw shop.flow.json > shop.mmd\n  steadyhand flow draw shop.flow.json --run flow-01k2 --svg shop.svg',
    )
    .action(runCommand(context, (path: string, options: Options) => draw(context, path, options)));
}

async function draw(context: CliContext, path: string, { run, svg }: Options): Promise<void> {
  const flow = (await namedFlow(context, path))?.document ?? flowOf(await readFlowDocument(path), context.program);
  const visited = run === undefined ? undefined : await visitedBy(context, run);
  if (svg === undefined) {
    context.terminal.print(drawMermaid(flow, visited).trimEnd());
    return;
  }
  const picture = drawSvg(flow, visited);
  if (svg === '-') context.terminal.print(picture.trimEnd());
  else await writeNamedFile(svg, picture, '--svg');
}

/** From the result of a run that has one; else by a query, while it runs or after it ended without a result. */
async function visitedBy(context: CliContext, id: string): Promise<VisitedEdges> {
  const client = await context.client();
  const handle = client.workflow.getHandle(id);
  const { type, status } = await handle.describe();
  if (type !== 'flow') throw new CommandError('refused', `'${id}' is not a flow but a ${type}.`);
  const { result } = status.name === 'RUNNING' ? {} : await runEnd(handle);
  if (result?.['path']) return result['path'] as VisitedEdges;
  try {
    return (await queryPosition(client, id)).path;
  } catch (error) {
    if (!hasNoFirstNode(error)) throw error;
    const why = `\`${context.program} flow show ${shellQuote(id)}\` says why`;
    throw new CommandError('refused', `'${id}' ended before it visited a node: ${why}; without --run the flow is drawn as it is.`);
  }
}

/** Its input was refused, or it ended before a worker took it. */
function hasNoFirstNode(error: unknown): boolean {
  return (
    error instanceof QueryNotRegisteredError || (error instanceof ServiceError && /before WorkflowTaskStarted/.test(grpcMessage(error)))
  );
}

function grpcMessage({ cause }: ServiceError): string {
  return cause instanceof Error ? cause.message : '';
}
