import { flowText } from '../../domain/flow/flow-text.js';
import { defined } from '../../domain/collections.js';
import { Command } from 'commander';
import { diffRuns } from '../../domain/explorer/run-diff.js';
import { actionName, type MappedEdge, mermaidMap, shortestWay } from '../../domain/explorer/screen-map.js';
import { doneOver } from '../../domain/explorer/path-flow.js';
import type { NamedGraph } from '../../ports/screen-graph.js';
import type { CliContext } from '../context.js';
import { runCommand } from '../run-command.js';
import { mapPage, oneRun, oneScreen } from '../../client/screen-graph.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson, renderTable } from '../output.js';
import type { Terminal } from '../terminal.js';
import { writeNamedFile } from '../files.js';
import type { FlowInputDocument } from '../../domain/flow/document.schema.js';
import { compileWay } from '../../client/compile/compile-runs.js';
import { CommandError, type ExitCode, exitCodes } from '../errors.js';

interface Options {
  readonly json?: true;
  readonly mermaid?: true;
  readonly html?: string;
  readonly flow?: string;
}

export function graphCommand(context: CliContext): Command {
  return new Command('graph')
    .description('Show the map of an explored application')
    .argument('<app>', 'the application: the origin of its address, or the name it was given')
    .argument(
      '[question...]',
      '`path <from> <to>`: the shortest path; `export <from> <to>`: that path as a flow; `diff <run> <run>`: what is new, what is gone, and what the second run did not visit',
    )
    .option('--json', 'print one JSON object')
    .option('--mermaid', 'print Mermaid source of the whole map')
    .option('--html <file>', 'write the whole map, with its screenshots, as one HTML page; - for stdout')
    .option('--flow <file>', 'with `export`: write the flow document there instead of printing it')
    .addHelpText(
      'after',
      '\nName a screen as the list does, by the beginning of its key, or by its address; a run by its id or its number, counting back from the last (1).\n\n`diff` calls gone what the second run looked for where the first found it, and did not find, and screens that nothing else leads to; what it did not try is "not visited".\nExit code: 1 when something is gone, else 0.\n\nExample:\n  steadyhand graph https://shop.example\n  steadyhand graph https://shop.example --html map.html\n  steadyhand graph https://shop.example path Home Checkout\n  steadyhand graph https://shop.example export Home Checkout --flow checkout.flow.json\n  steadyhand graph https://shop.example diff 2 1',
    )
    .action(runCommand(context, (app: string, question: readonly string[], options: Options) => show(context, app, question, options)));
}

async function show(context: CliContext, app: string, words: readonly string[], options: Options): Promise<ExitCode> {
  const asked = words.length === 0 ? undefined : questionOf(words);
  const { json, mermaid, html, flow } = options;
  const shapes = Object.keys(defined({ json, mermaid, html }));
  if (shapes.length > 1) throw new CommandError('usage', `--${shapes.join(' and --')} cannot be combined: give one of them.`);
  const [whole] = shapes.filter((shape) => shape !== 'json');
  if (asked && whole) throw new CommandError('usage', `--${whole} shows the whole map: leave out '${words.join(' ')}', or --${whole}.`);
  if (flow !== undefined && asked?.what !== 'export')
    throw new CommandError('usage', `--flow ${flow} needs \`export <from> <to>\`: name both screens.`);
  const graph = await context.steadyhand.map(app);
  if (asked?.what === 'export') await exportFlow(context, graph, asked, options);
  else if (asked) {
    const { value, text, isGone } =
      asked.what === 'path' ? { ...pathAnswer(context, graph, asked), isGone: false } : diffAnswer(context, graph, asked);
    if (json) printJson(context.terminal, value);
    else context.terminal.print(text);
    return isGone ? exitCodes.failed : exitCodes.done;
  } else if (html !== undefined) await writePage(context, graph, html);
  else if (json) printJson(context.terminal, graph);
  else context.terminal.print(mermaid ? mermaidMap(graph).trimEnd() : renderGraph(context, graph));
  return exitCodes.done;
}

interface Question extends Ends {
  readonly what: 'path' | 'export' | 'diff';
}

const questions = ['path', 'export', 'diff'] as const satisfies readonly Question['what'][];

function questionOf(words: readonly string[]): Question {
  const [word, one, other] = words;
  const what = questions.find((known) => known === word);
  if (!what || one === undefined || other === undefined || words.length > 3)
    throw new CommandError(
      'usage',
      `'${words.join(' ')}' is not a question about a map: ask \`path <from> <to>\`, \`export <from> <to>\` or \`diff <run> <run>\`.`,
    );
  return { what, one, other };
}

async function exportFlow(context: CliContext, graph: NamedGraph, ends: Ends, { flow: path, json }: Options): Promise<void> {
  const { terminal, program } = context;
  const flow = await flowBetween(context, graph, ends);
  if (path !== undefined && path !== '-') {
    await writeNamedFile(path, `${flowText(flow)}\n`, '--flow');
    if (json) printJson(terminal, { flow: path, name: flow.name, nodes: flow.nodes.length });
    else
      terminal.print(
        `${path}: ${flow.name}. \`${program} flow run ${shellQuote(path)} ${startOptions(graph)}\` drives it, from where '${ends.one}' is.`,
      );
  } else if (json) printJson(terminal, flow);
  else terminal.print(flowText(flow));
}

/** How a run begins in the application: one named by its origin starts there; what has no addresses is no web site, and only phones are pressed long. */
export function startOptions({ app, screens }: NamedGraph): string {
  if (/^https?:/.test(app)) return `--url ${shellQuote(app)}`;
  if (screens.some(({ address }) => address !== '')) return '--url …';
  return screens.some(({ actions }) => actions.some(({ verb }) => verb === 'long_press'))
    ? '--device appium --caps …'
    : `--device desktop --app ${shellQuote(app)}`;
}

async function writePage({ terminal, artifacts }: CliContext, graph: NamedGraph, path: string): Promise<void> {
  const page = await mapPage(graph, artifacts());
  if (path === '-') {
    terminal.print(page.trimEnd());
    return;
  }
  await writeNamedFile(path, page, '--html');
  terminal.print(`${path}: ${sizeOf(graph)}, ${(Buffer.byteLength(page) / 1_000_000).toFixed(1)} MB. Open it in a browser.`);
}

const longestName = 90;

function renderGraph({ terminal }: CliContext, graph: NamedGraph): string {
  const { screens, edges } = graph;
  const rows = screens.map(({ key, name, variants, actions }) => {
    const tried = actions.filter(({ tries }) => tries > 0).length;
    const to = new Set(edges.filter(({ from }) => from === key).map((edge) => edge.to));
    return [key.slice(0, 8), clip(name, longestName), String(variants), `${tried}/${actions.length}`, String(to.size)];
  });
  return [
    renderTable(terminal, ['SCREEN', 'NAME', 'VARIANTS', 'TRIED', 'LEADS TO'], rows),
    ...renderTold(terminal, graph),
    terminal.colors.dim(`\n${sizeOf(graph)}`),
  ].join('\n');
}

/** Runs have the numbers by which `diff` knows them. */
function renderTold(terminal: Terminal, { screens, runs }: NamedGraph): readonly string[] {
  const numbers = new Map(runs.map(({ run }, index) => [run, String(runs.length - index)]));
  const rows = screens.flatMap(({ key, notices = [] }) => notices.map(({ run, text }) => [key.slice(0, 8), numbers.get(run) ?? run, text]));
  return rows.length === 0 ? [] : ['', renderTable(terminal, ['SCREEN', 'RUN', 'NOTED THERE'], rows)];
}

function sizeOf({ screens, edges, runs }: NamedGraph): string {
  const count = (things: readonly unknown[], what: string): string => `${things.length} ${what}${things.length === 1 ? '' : 's'}`;
  return [count(screens, 'screen'), count(edges, 'edge'), count(runs, 'run')].join(', ');
}

// Questions about a map: the path between two screens, as text or as a flow, and the differences between two runs.

interface Answer {
  readonly value: unknown;
  readonly text: string;
}

/** From the first of the two to the other. */
interface Ends {
  readonly one: string;
  readonly other: string;
}

function pathAnswer(context: CliContext, graph: NamedGraph, { one, other }: Ends): Answer {
  const [start, end] = [oneScreen(context, graph, one), oneScreen(context, graph, other)];
  const way = shortestWay(graph, start.key, end.key);
  if (!way) throw new CommandError('refused', `No way is known from '${start.name}' to '${end.name}'.`);
  const steps = way.map((edge) => {
    const { from, action, to } = edge;
    const done = doneOver(graph, edge).map(({ key }) => actionName(graph.screens, from, key));
    return { from, action, to, done: done.join(', then ') };
  });
  const lines = [start.name, ...steps.map(({ to: next, done }) => `  ${context.terminal.colors.dim(done)}\n${nameOf(graph, next)}`)];
  return { value: { from: start.key, to: end.key, steps }, text: lines.join('\n') };
}

interface DiffAnswer extends Answer {
  readonly isGone: boolean;
}

/** `isGone`: something that the first run saw is no longer where it was. */
function diffAnswer({ terminal }: CliContext, graph: NamedGraph, { one, other }: Ends): DiffAnswer {
  const [before, after] = [oneRun(graph, one), oneRun(graph, other)];
  const { screens, edges, actions } = diffRuns(graph, before, after);
  const { green, red, dim } = terminal.colors;
  const actionLine = ({ from, action }: Omit<MappedEdge, 'to'>): string =>
    `${nameOf(graph, from)} — ${actionName(graph.screens, from, action)}`;
  const edgeLine = (edge: MappedEdge): string => `${actionLine(edge)} → ${nameOf(graph, edge.to)}`;
  const unseen = edges.notVisited.length;
  const lines = [
    ...screens.new.map((key) => green(`+ ${nameOf(graph, key)}`)),
    ...screens.gone.map((key) => red(`- ${nameOf(graph, key)}`)),
    ...edges.new.map((edge) => green(`+ ${edgeLine(edge)}`)),
    ...edges.gone.map((edge) => red(`- ${edgeLine(edge)}`)),
    ...actions.new.map((action) => green(`+ ${actionLine(action)}`)),
    ...actions.gone.map((action) => red(`- ${actionLine(action)}`)),
    ...screens.notVisited.map((key) => dim(`? ${nameOf(graph, key)}: not visited`)),
    ...(unseen === 0 ? [] : [dim(`? ${unseen} ${unseen === 1 ? 'edge was' : 'edges were'} not tried (--json names them)`)]),
  ];
  return {
    value: { before: before.run, after: after.run, screens, edges, actions },
    text: lines.length === 0 ? `${before.run} and ${after.run} saw the same screens, edges and actions.` : lines.join('\n'),
    isGone: screens.gone.length + edges.gone.length + actions.gone.length > 0,
  };
}

/** Warns about what the flow leaves out, and what it finds by text alone. */
async function flowBetween(context: CliContext, graph: NamedGraph, { one, other }: Ends): Promise<FlowInputDocument> {
  const { terminal } = context;
  const { flow, leftOut } = await compileWay(
    () => context.artifacts(),
    graph,
    oneScreen(context, graph, one),
    oneScreen(context, graph, other),
  );
  for (const line of leftOut) terminal.warn(terminal.colors.yellow(`${line}.`));
  return flow;
}

function nameOf({ screens }: NamedGraph, key: string): string {
  return screens.find((one) => one.key === key)?.name ?? key;
}
