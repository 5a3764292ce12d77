// What a flow reports about itself: its details and `position`.
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import type { Holding } from '../../domain/run/held.js';
import type { FlowPosition } from '../messages.js';
import { stateOf, type FlowFrame } from './shell.js';

/** How many names `position` returns. */
const mostVisitedShown = 200;
/** Until the document is loaded. */
const noGraph: Pick<FlowGraph, 'nodes'> = { nodes: new Map() };

export function headlineOf(frame: FlowFrame, graph: Pick<FlowGraph, 'nodes'>): string {
  const state = stateOf(frame);
  const { visit, visits } = state;
  const node = visit && graph.nodes.get(visit.node);
  const again = visit && visit.attempt > 0 ? `, attempt ${visit.attempt + 1}` : '';
  const at = node ? `**${node.name}**: ${nodeSummary(node)}${again}` : 'Walking';
  const rounds = loopsOf(graph, state).map(([name, text]) => `\n\nLoop "${name}" ${text}`);
  return `${at} (visit ${visits})${rounds.join('')}`;
}

/** Of the run's own flow. */
export function positionOf({ state, records }: Partial<FlowFrame> = {}, graph = noGraph): FlowPosition {
  const { visit, visits = 0, visited = [], visitsOf = {}, taken = {} } = state ?? {};
  return {
    node: visit?.visit.id,
    name: visit?.visit.name,
    visit: visit?.visit.visit,
    attempt: visit?.attempt,
    visits,
    loops: Object.fromEntries(loopsOf(graph, state ?? { counters: {} })),
    visited: visited.slice(-mostVisitedShown),
    path: { nodes: visitsOf, edges: taken },
    records,
  };
}

/** Running loops, with their progress: `until empty`, `3/100`. */
export function loopsOf(
  { nodes }: Pick<FlowGraph, 'nodes'>,
  { counters }: Pick<FlowState, 'counters'>,
): readonly (readonly [name: string, progress: string])[] {
  return Object.entries(counters).flatMap(([id, started]) => {
    const loop = nodes.get(id);
    return loop?.node_type.type === 'Loop' ? [[loop.name, `${started}/${loop.node_type.max_iterations}`] as const] : [];
  });
}

/** What fills a flow. */
export function holdingOf({ visits, evidence, verdicts, variables }: FlowState): Holding {
  return {
    done: `${visits} visits`,
    parts: { checks: [evidence, verdicts], variables },
    instead: 'check less in long loops, keep fewer variables, or divide the flow',
  };
}
