// The result of a flow, built from its state.
import { fill } from '../../domain/anchors/fill.js';
import { verdictOf } from '../../domain/flow/evidence.js';
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import type { FlowResult } from './flow-result.js';
import { stateOf, type FlowShell } from './shell.js';

/** However it ended. */
export function endOf({ graph, frame, settled, run }: FlowShell): FlowResult {
  const state = stateOf(frame);
  const { ended, verdicts, visited, visits, visitsOf, taken, variables, spent, unknownOutcomes } = state;
  const { outcome = 'completed', message = '' } = ended ?? {};
  return {
    outcome,
    message,
    verdict: verdictOf(verdicts),
    checks: verdicts,
    visited,
    visits,
    path: { nodes: visitsOf, edges: taken },
    variables,
    usage: spent.usage,
    steps: spent.steps,
    timeMs: spent.timeMs,
    unknownOutcomes,
    records: settled.records,
    ...told(graph, state),
    uiSession: run.carried.device.seen,
  };
}

function told({ flow }: FlowGraph, { variables, heals, tookOver, ended }: FlowState): Pick<FlowResult, 'text' | 'heals' | 'fallback'> {
  const filled = tookOver || flow.result === undefined || ended?.outcome !== 'completed' ? undefined : fill(flow.result, variables);
  const text = tookOver?.text ?? (filled && 'value' in filled ? filled.value : undefined);
  return {
    text,
    heals,
    fallback: tookOver?.child,
  };
}
