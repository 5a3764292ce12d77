// What a flow reports about itself: its details, `progress` and `position`.
import { budgetLeft } from '../../domain/budget/budget.js';
import { noUsage } from '../../domain/budget/usage.js';
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { deviceStory } from '../device/device-story.js';
import { progressOfRun } from '../engine/progress.js';
import type { FlowPosition, ProgressView } from '../messages.js';
import type { FlowCarried } from './shell.js';

/** How many names `position` returns. */
const visitedTold = 200;
/** Until the document is loaded. */
const noGraph: Pick<FlowGraph, 'nodes'> = { nodes: new Map() };

export function headlineOf({ state, device }: FlowCarried, graph = noGraph): string {
  if (!state) return 'Starting';
  const { visit, visits } = state;
  const node = visit && graph.nodes.get(visit.node);
  const again = visit && visit.attempt > 0 ? `, attempt ${visit.attempt + 1}` : '';
  const at = node ? `**${node.name}**: ${nodeSummary(node)}${again}` : 'Walking';
  const rounds = loopsOf(graph, state).map(([name, text]) => `\n\nLoop "${name}" ${text}`);
  return `${at} (visit ${visits})${rounds.join('')}${deviceStory(device)}`;
}

export function positionOf({ state, settled }: FlowCarried, graph = noGraph): FlowPosition {
  const { visit, visits = 0, visited = [], visitsOf = {}, taken = {} } = state ?? {};
  return {
    ...(visit ? { node: visit.visit.id, name: visit.visit.name, visit: visit.visit.visit, attempt: visit.attempt } : {}),
    visits,
    loops: Object.fromEntries(loopsOf(graph, state ?? { counters: {} })),
    visited: visited.slice(-visitedTold),
    path: { nodes: visitsOf, edges: taken },
    ...(settled ? { records: settled.records } : {}),
  };
}

export function progressOf(carried: FlowCarried): ProgressView {
  const { state, settled } = carried;
  const { spent, visit, unknownOutcomes = 0 } = state ?? {};
  return {
    ...progressOfRun(carried),
    status: visit ? visit.visit.name : 'CONTINUE',
    step: spent?.steps ?? 0,
    budgetLeft: settled && spent ? budgetLeft(settled.resolved.budget, spent) : {},
    usage: spent?.usage ?? noUsage,
    unknownOutcomes,
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
