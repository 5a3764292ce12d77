// Questions about a map: the path between two screens, as text or as a flow, and the differences between two runs.
import { actionName, diffRuns, shortestWay, type MappedEdge } from '../domain/explorer/screen-map.js';
import type { FlowInputDocument } from '../domain/flow/document.schema.js';
import type { NamedGraph } from '../ports/screen-graph.js';
import type { CliContext } from './context.js';
import { CommandError } from './errors.js';
import { compileWay } from '../client/compile/compile-way.js';
import { oneRun, oneScreen } from '../client/screen-graph.js';

export interface Answer {
  readonly value: unknown;
  readonly text: string;
}

/** From the first of the two to the other. */
export interface Ends {
  readonly one: string;
  readonly other: string;
}

export function pathAnswer(context: CliContext, graph: NamedGraph, { one, other }: Ends): Answer {
  const [start, end] = [oneScreen(context, graph, one), oneScreen(context, graph, other)];
  const way = shortestWay(graph, start.key, end.key);
  if (!way) throw new CommandError('refused', `No way is known from '${start.name}' to '${end.name}'.`);
  const steps = way.map(({ from, action, to }) => ({ from, action, to, done: actionName(graph.screens, from, action) }));
  const lines = [start.name, ...steps.map(({ to: next, done }) => `  ${context.terminal.colors.dim(done)}\n${nameOf(graph, next)}`)];
  return { value: { from: start.key, to: end.key, steps }, text: lines.join('\n') };
}

export interface DiffAnswer extends Answer {
  readonly isGone: boolean;
}

/** `isGone`: something that the first run saw is no longer where it was. */
export function diffAnswer({ terminal }: CliContext, graph: NamedGraph, { one, other }: Ends): DiffAnswer {
  const [before, after] = [oneRun(graph, one), oneRun(graph, other)];
  const { screens, edges } = diffRuns(graph, before, after);
  const { green, red, dim } = terminal.colors;
  const edgeLine = ({ from, action, to }: MappedEdge): string =>
    `${nameOf(graph, from)} — ${actionName(graph.screens, from, action)} → ${nameOf(graph, to)}`;
  const unseen = edges.notVisited.length;
  const lines = [
    ...screens.new.map((key) => green(`+ ${nameOf(graph, key)}`)),
    ...screens.gone.map((key) => red(`- ${nameOf(graph, key)}`)),
    ...edges.new.map((edge) => green(`+ ${edgeLine(edge)}`)),
    ...edges.gone.map((edge) => red(`- ${edgeLine(edge)}`)),
    ...screens.notVisited.map((key) => dim(`? ${nameOf(graph, key)}: not visited`)),
    ...(unseen === 0 ? [] : [dim(`? ${unseen} ${unseen === 1 ? 'edge was' : 'edges were'} not tried (--json names them)`)]),
  ];
  return {
    value: { before: before.run, after: after.run, screens, edges },
    text: lines.length === 0 ? `${before.run} and ${after.run} saw the same screens and edges.` : lines.join('\n'),
    isGone: screens.gone.length + edges.gone.length > 0,
  };
}

/** Warns about what the flow leaves out, and what it finds by text alone. */
export async function flowBetween(context: CliContext, graph: NamedGraph, { one, other }: Ends): Promise<FlowInputDocument> {
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
