// Where the walk goes from a node: If, Switch, Loop and EndLoop are evaluated in place, disabled nodes are passed through, other nodes have a single edge (docs/design/flow.md §2).
import { evaluate, VariableTooLargeError } from './condition.js';
import type { EdgeOutput, FlowEdge, FlowNode, NodeOf } from './document.js';
import { edgeOf, edgesFrom, isBackEdge, type FlowGraph } from './graph.js';
import { isLargeValue, lookUp } from './variables.js';
import { own } from '../collections.js';
import type { Variables } from '../run/json.js';

export interface LoopCounters {
  /** Iterations started in the current run of each Loop. */
  readonly [loop: string]: number;
}

export type ControlEvent =
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
  if (!node.enabled) return { ...along(edgeThrough(graph, node)), counters, events: [] };
  switch (node.node_type.type) {
    case 'If': {
      const value = evaluate(node.node_type.condition, variables);
      const output = { type: value ? 'IfTrue' : 'IfFalse' } as const;
      return { ...along(edgeOf(graph, node.id, output)), counters, events: [branch(output.type, value)] };
    }
    case 'Switch':
      return { ...switched(graph, node as NodeOf<'Switch'>, variables), counters };
    case 'Loop':
      return looped(graph, node as NodeOf<'Loop'>, variables, counters);
    default:
      return { ...along(edgeOf(graph, node.id, undefined)), counters, events: [] };
  }
}

function switched(graph: FlowGraph, { id, node_type: { cases } }: NodeOf<'Switch'>, variables: Variables): Omit<Move, 'counters'> {
  const matched = cases.find(({ condition }) => evaluate(condition, variables));
  if (matched) return { ...along(edgeOf(graph, id, { type: 'SwitchCase', name: matched.name })), events: [branch(matched.name, true)] };
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
    ...along(edgeOf(graph, id, { type: 'LoopBody' })),
    counters: { ...counters, [id]: started + 1 },
    events: [{ type: 'loop_iteration', payload: { iteration: started + 1, max_iterations: most, value } }],
    variables: value === undefined || as === undefined ? undefined : { [as]: value },
  });
  const hasEnded = rest !== undefined && value === undefined;
  if (started === 0 && !hasEnded) return body();
  const reason = hasEnded
    ? 'list_ended'
    : evaluate(condition, variables)
      ? 'condition_met'
      : started >= most
        ? 'max_iterations'
        : undefined;
  if (reason === undefined) return body();
  return {
    ...along(edgeOf(graph, id, { type: 'LoopDone' })),
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

function along(edge: FlowEdge | undefined): { readonly edge?: FlowEdge } {
  return edge === undefined ? {} : { edge };
}
