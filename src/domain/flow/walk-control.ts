// From one execution node to the next, passing control and disabled nodes in place (walk-1 of walk.ts).
//
// Counters and records are updated in place: one transition may pass thousands of nodes, and copying for each would take quadratic time.
import { VariableTooLargeError } from './condition.js';
import { moveFrom, type LoopCounters, type Move } from './control-flow.js';
import { isControl, nodeText, type FlowNode } from './document.js';
import type { FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import type { FlowRecord } from './record.js';
import type { Variables } from '../run/json.js';
import { edgeKey } from './visited.js';

/** Visits per run, control nodes included. */
export const stepLimit = 10_000;
const visitedKept = 1_000;

type Arrival = { readonly state: FlowState } & (
  | { readonly at: 'node'; readonly node: FlowNode }
  | { readonly at: 'end' }
  | { readonly at: 'step-limit' }
  | { readonly at: 'error'; readonly message: string }
);

/** Begins at `from.at`, otherwise at `first`, the way out of the node that ran last. */
export function walkControl(graph: FlowGraph, from: FlowState, now: number, first?: Move): Arrival {
  const way = begunWay(from);
  if (first) follow(way, first);
  for (;;) {
    const node = way.at === undefined ? undefined : graph.nodes.get(way.at);
    if (!node) return { at: 'end', state: stateAfter(from, way) };
    if (way.visits >= stepLimit) return { at: 'step-limit', state: stateAfter(from, way) };
    way.visits += 1;
    way.visited.push(node.name);
    add(way.visitsOf, node.id);
    if (node.enabled && !isControl(node)) return { at: 'node', node, state: stateAfter(from, way) };
    try {
      const move = moveFrom(graph, node, way.variables, way.counters);
      for (const { type, payload } of move.events)
        way.records.push({ seq: from.seq + way.records.length + 1, at: now, type, payload: { node: node.name, ...payload } });
      follow(way, move);
    } catch (error) {
      if (!(error instanceof VariableTooLargeError)) throw error;
      return { at: 'error', message: `${nodeText(node)}: ${error.code}: ${error.message}`, state: stateAfter(from, way) };
    }
  }
}

interface Way {
  at: string | undefined;
  visits: number;
  counters: LoopCounters;
  variables: Variables;
  readonly visited: string[];
  readonly visitsOf: Map<string, number>;
  readonly taken: Map<string, number>;
  readonly records: FlowRecord[];
}

function begunWay({ at, visits, counters, variables, visitsOf, taken }: FlowState): Way {
  return {
    at,
    visits,
    counters,
    variables,
    visited: [],
    visitsOf: new Map(Object.entries(visitsOf)),
    taken: new Map(Object.entries(taken)),
    records: [],
  };
}

function follow(way: Way, { edge, counters, variables }: Move): void {
  way.counters = counters;
  if (variables) way.variables = { ...way.variables, ...variables };
  way.at = edge?.to;
  if (edge) add(way.taken, edgeKey(edge));
}

function stateAfter({ at: _, ...from }: FlowState, { at, visits, counters, variables, visited, visitsOf, taken, records }: Way): FlowState {
  return {
    ...from,
    at,
    visits,
    counters,
    variables,
    visited: [...from.visited, ...visited].slice(-visitedKept),
    visitsOf: Object.fromEntries(visitsOf),
    taken: Object.fromEntries(taken),
    seq: from.seq + records.length,
    records: [...from.records, ...records],
  };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
