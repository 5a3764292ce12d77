import { Command } from 'commander';
import { actionName, diffRuns, mermaidMap, shortestWay, type MappedEdge } from '../../domain/explorer/screen-map.js';
import type { StoredGraph } from '../../ports/screen-graph.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { clip, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import { oneRun, oneScreen, readGraph } from '../screen-graph.js';

interface Options {
  readonly json?: true;
  readonly mermaid?: true;
}

export function graphCommand(context: CliContext): Command {
  return new Command('graph')
    .description('Show the map of an application that was explored')
    .argument('<app>', 'the application: the origin of its address, or the name it was given')
    .argument('[question...]', '`path <from> <to>`: the shortest way; `diff <run> <run>`: what appeared and vanished')
    .option('--json', 'print one JSON object')
    .option('--mermaid', 'print Mermaid source')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand graph https://shop.example\n  steadyhand graph https://shop.example path Home Checkout\n  steadyhand graph https://shop.example diff 2 1',
    )
    .action(runCommand(context, (app: string, question: readonly string[], options: Options) => show(context, app, question, options)));
}

async function show(context: CliContext, app: string, [what, ...of]: readonly string[], options: Options): Promise<void> {
  const asked = what === undefined ? undefined : questionOf(what, of);
  const graph = await readGraph(context, app);
  const { terminal } = context;
  if (asked) {
    const { value, text } = asked(context, graph);
    if (options.json) printJson(terminal, value);
    else terminal.print(text);
  } else if (options.json) printJson(terminal, graph);
  else terminal.print(options.mermaid ? mermaidMap(graph).trimEnd() : renderGraph(context, graph));
}

type Question = (context: CliContext, graph: StoredGraph) => { readonly value: unknown; readonly text: string };

function questionOf(what: string, of: readonly string[]): Question {
  const [one, other] = of;
  if (!['path', 'diff'].includes(what) || one === undefined || other === undefined || of.length > 2)
    throw new CommandError(
      'usage',
      `'${[what, ...of].join(' ')}' is no question to a map: ask \`path <from> <to>\` or \`diff <run> <run>\`.`,
    );
  return (context, graph) => (what === 'path' ? path(context, graph, one, other) : diff(context, graph, one, other));
}

function path({ terminal }: CliContext, graph: StoredGraph, from: string, to: string): ReturnType<Question> {
  const [start, end] = [oneScreen(graph, from), oneScreen(graph, to)];
  const way = shortestWay(graph, start.key, end.key);
  if (!way) throw new CommandError('refused', `No way is known from '${start.title}' to '${end.title}'.`);
  const steps = way.map((edge) => ({ ...edge, done: actionName(graph.screens, edge.from, edge.action) }));
  const lines = [start.title, ...steps.map(({ to: next, done }) => `  ${terminal.colors.dim(done)}\n${titleOf(graph, next)}`)];
  return { value: { from: start.key, to: end.key, steps }, text: lines.join('\n') };
}

function diff({ terminal }: CliContext, graph: StoredGraph, one: string, other: string): ReturnType<Question> {
  const [before, after] = [oneRun(graph, one), oneRun(graph, other)];
  const found = diffRuns(before.edges, after.edges);
  const { green, red } = terminal.colors;
  const edgeLine = ({ from, action, to }: MappedEdge): string =>
    `${titleOf(graph, from)} — ${actionName(graph.screens, from, action)} → ${titleOf(graph, to)}`;
  const lines = [
    ...found.screens.appeared.map((key) => green(`+ ${titleOf(graph, key)}`)),
    ...found.screens.vanished.map((key) => red(`- ${titleOf(graph, key)}`)),
    ...found.edges.appeared.map((edge) => green(`+ ${edgeLine(edge)}`)),
    ...found.edges.vanished.map((edge) => red(`- ${edgeLine(edge)}`)),
  ];
  return {
    value: { before: before.run, after: after.run, ...found },
    text: lines.length === 0 ? `${before.run} and ${after.run} went through the same.` : lines.join('\n'),
  };
}

function titleOf({ screens }: StoredGraph, key: string): string {
  const screen = screens.find((one) => one.key === key);
  return screen ? `${screen.title || 'untitled'} (${key.slice(0, 8)})` : key;
}

function renderGraph({ terminal }: CliContext, { screens, edges, runs }: StoredGraph): string {
  const { dim } = terminal.colors;
  const rows = screens.map(({ key, title, variants, actions }) => {
    const tried = actions.filter(({ tries }) => tries > 0).length;
    const to = new Set(edges.filter(({ from }) => from === key).map((edge) => edge.to));
    return [key.slice(0, 8), clip(title, 50), String(variants), `${tried}/${actions.length}`, String(to.size)];
  });
  return [
    renderTable(terminal, ['SCREEN', 'TITLE', 'VARIANTS', 'TRIED', 'LEADS TO'], rows),
    dim(`\n${screens.length} screens, ${edges.length} edges, ${runs.length} runs`),
  ].join('\n');
}
