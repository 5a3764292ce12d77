// From one execution node to the next (docs/design/flow.md §2): If, Switch, Loop and EndLoop are evaluated in place, disabled nodes are passed through, other nodes
// have a single edge (walk-1 of walk.ts).
//
// Counters and records of a way are updated in place: one transition may pass thousands of nodes, and copying for each would take quadratic time.
import { own } from '../collections.js';
import type { Variables } from '../run/json.js';
import { evaluate, VariableTooLargeError } from './condition.js';
import { isControl, nodeText, type EdgeOutput, type FlowEdge, type FlowNode, type NodeOf } from './document.js';
import type { FlowState } from './flow-state.js';
import { edgeKey, edgeOf, edgesFrom, isBackEdge, type FlowGraph } from './graph.js';
import type { FlowRecord } from './record.js';
import { isLargeValue, lookUp } from './variables.js';
import type { Walk } from './walk-state.js';

/** Visits per run, control nodes included. */
export const stepLimit = 10_000;
const visitedKept = 1_000;

type Arrival =
  | { readonly at: 'node'; readonly node: FlowNode }
  | { readonly at: 'end' | 'step-limit' }
  | { readonly at: 'error'; readonly message: string };

/** Begins at the state's `at`, otherwise at `first`, the way out of the node that ran last. */
export function passControl(walk: Walk, first?: Move): Arrival {
  const { graph, now, state: from } = walk;
  let { at, visits, counters, variables, seq } = from;
  const [visited, records]: [string[], FlowRecord[]] = [[...from.visited], [...from.records]];
  const [visitsOf, taken] = [new Map(Object.entries(from.visitsOf)), new Map(Object.entries(from.taken))];

  function follow(move: Move): void {
    ({ counters } = move);
    if (move.variables) variables = { ...variables, ...move.variables };
    at = move.edge?.to;
    if (move.edge) add(taken, edgeKey(move.edge));
  }

  function arrival(): Arrival {
    for (;;) {
      const node = at === undefined ? undefined : graph.nodes.get(at);
      if (!node) return { at: 'end' };
      if (visits >= stepLimit) return { at: 'step-limit' };
      visits += 1;
      visited.push(node.name);
      add(visitsOf, node.id);
      if (node.enabled && !isControl(node)) return { at: 'node', node };
      try {
        const move = moveFrom(graph, node, variables, counters);
        for (const { type, payload } of move.events) records.push({ seq: ++seq, at: now, type, payload: { node: node.name, ...payload } });
        follow(move);
      } catch (error) {
        if (!(error instanceof VariableTooLargeError)) throw error;
        return { at: 'error', message: `${nodeText(node)}: ${error.code}: ${error.message}` };
      }
    }
  }

  if (first) follow(first);
  const arrived = arrival();
  const passed = { visited: visited.slice(-visitedKept), visitsOf: Object.fromEntries(visitsOf), taken: Object.fromEntries(taken) };
  walk.state = { ...from, at, visits, counters, variables, ...passed, seq, records };
  return arrived;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type LoopCounters = FlowState['counters'];

type ControlEvent =
  | { readonly type: 'branch_evaluated'; readonly payload: { readonly branch: string; readonly value?: boolean } }
  | {
      readonly type: 'loop_iteration';
      readonly payload: { readonly iteration: number; readonly max_iterations: number; readonly value?: string };
    }
  | {
      readonly type: 'loop_exited';
      readonly payload: { readonly reason: 'condition_met' | 'max_iterations' | 'list_ended'; readonly iterations: number };
    }
  | { readonly type: 'warning'; readonly payload: { readonly message: string } };

export interface Move {
  /** Undefined: the path ends here. */
  readonly edge?: FlowEdge;
  readonly counters: LoopCounters;
  readonly events: readonly ControlEvent[];
  /** What it sets: the present one of a list. */
  readonly variables?: Variables;
}

/** Throws `VariableTooLargeError`. */
export function moveFrom(graph: FlowGraph, node: FlowNode, variables: Variables, counters: LoopCounters): Move {
  const move = chosenMove(graph, node, variables, counters);
  return { ...move, counters: asEntered(graph, move) };
}

/** A Loop entered from anywhere but its EndLoop starts afresh: an edge out of the body may have left its last run. */
function asEntered({ nodes }: FlowGraph, { edge, counters }: Move): LoopCounters {
  return edge === undefined || isBackEdge(nodes, edge) || !Object.hasOwn(counters, edge.to) ? counters : reset(counters, edge.to);
}

function reset(counters: LoopCounters, loop: string): LoopCounters {
  const { [loop]: _, ...rest } = counters;
  return rest;
}

function chosenMove(graph: FlowGraph, node: FlowNode, variables: Variables, counters: LoopCounters): Move {
  if (!node.enabled) return { edge: edgeThrough(graph, node), counters, events: [] };
  switch (node.node_type.type) {
    case 'If': {
      const value = evaluate(node.node_type.condition, variables);
      const output = { type: value ? 'IfTrue' : 'IfFalse' } as const;
      return { edge: edgeOf(graph, node.id, output), counters, events: [branch(output.type, value)] };
    }
    case 'Switch':
      return { ...switched(graph, node as NodeOf<'Switch'>, variables), counters };
    case 'Loop':
      return looped(graph, node as NodeOf<'Loop'>, variables, counters);
    default:
      return { edge: edgeOf(graph, node.id, undefined), counters, events: [] };
  }
}

function switched(graph: FlowGraph, { id, node_type: { cases } }: NodeOf<'Switch'>, variables: Variables): Omit<Move, 'counters'> {
  const matched = cases.find(({ condition }) => evaluate(condition, variables));
  if (matched) return { edge: edgeOf(graph, id, { type: 'SwitchCase', name: matched.name }), events: [branch(matched.name, true)] };
  const edge = edgeOf(graph, id, { type: 'SwitchDefault' });
  if (edge) return { edge, events: [branch('SwitchDefault')] };
  return { events: [warning('no case matched, and there is no SwitchDefault: the path ends here')] };
}

/** Do-while: the body is entered before the condition is checked, and the condition is checked before the maximum. Over a list, its end is looked for first. */
function looped(graph: FlowGraph, { id, node_type: loop }: NodeOf<'Loop'>, variables: Variables, counters: LoopCounters): Move {
  const { max_iterations: most, exit_condition: condition, as } = loop;
  const started = own(counters, id) ?? 0;
  const rest = restOf(loop, variables, started);
  const value = rest?.[0];
  const body = (): Move => ({
    edge: edgeOf(graph, id, { type: 'LoopBody' }),
    counters: { ...counters, [id]: started + 1 },
    events: [{ type: 'loop_iteration', payload: { iteration: started + 1, max_iterations: most, value } }],
    variables: value === undefined || as === undefined ? undefined : { [as]: value },
  });
  const hasEnded = rest !== undefined && value === undefined;
  if (started === 0 && !hasEnded) return body();
  const reason = hasEnded
    ? 'list_ended'
    : condition && evaluate(condition, variables)
      ? 'condition_met'
      : started >= most
        ? 'max_iterations'
        : undefined;
  if (reason === undefined) return body();
  return {
    edge: edgeOf(graph, id, { type: 'LoopDone' }),
    counters: reset(counters, id),
    events: [
      { type: 'loop_exited', payload: { reason, iterations: started } },
      ...(reason === 'max_iterations' ? [warning(`the loop ended after ${started} iterations without its exit condition`)] : []),
    ],
  };
}

/** What is left of its list; undefined: it runs over none. Blank lines are none. */
function restOf({ over }: NodeOf<'Loop'>['node_type'], variables: Variables, started: number): readonly string[] | undefined {
  if (over === undefined) return undefined;
  const list = lookUp(variables, over);
  if (isLargeValue(list)) throw new VariableTooLargeError(over, list.bytes);
  if (list === null || typeof list === 'object') return [];
  const lines = String(list).split(/\r?\n/);
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(started);
}

function edgeThrough(graph: FlowGraph, { id, node_type: type }: FlowNode): FlowEdge | undefined {
  switch (type.type) {
    case 'If':
      return edgeOf(graph, id, { type: 'IfFalse' });
    case 'Loop':
      return edgeOf(graph, id, { type: 'LoopDone' });
    case 'Switch': {
      const firstCase = type.cases.map(({ name }): EdgeOutput => ({ type: 'SwitchCase', name })).map((output) => edgeOf(graph, id, output));
      return edgeOf(graph, id, { type: 'SwitchDefault' }) ?? firstCase.find((edge) => edge !== undefined);
    }
    default:
      return edgesFrom(graph, id)[0];
  }
}

function branch(name: string, value?: boolean): ControlEvent {
  return { type: 'branch_evaluated', payload: { branch: name, value } };
}

function warning(message: string): ControlEvent {
  return { type: 'warning', payload: { message } };
}
