// The result of a flow: built from its state, and found again in the failure of a flow that failed.
import { ApplicationFailure } from '@temporalio/workflow';
import { fill } from '../../domain/anchors/fill.js';
import { verdictOf } from '../../domain/flow/evidence.js';
import type { FlowState } from '../../domain/flow/flow-state.js';
import type { FlowGraph } from '../../domain/flow/graph.js';
import type { FlowResult } from './flow-result.js';
import { stateOf, type FlowShell } from './shell.js';

/** Type of a failed flow's failure; its details hold the result. */
const flowFailed = 'flow-failed';

/** However it ended. */
export function endOf({ graph, carried, settled }: FlowShell): FlowResult {
  const state = stateOf(carried);
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
    ...(carried.device.seen === undefined ? {} : { uiSession: carried.device.seen }),
  };
}

/** Throws when the flow failed. */
export function resultOf(shell: FlowShell): FlowResult {
  const result = endOf(shell);
  if (result.outcome !== 'failed') return result;
  throw ApplicationFailure.create({ message: result.message, type: flowFailed, nonRetryable: true, details: [result] });
}

/** RP5, RP10, RP12. */
function told({ flow }: FlowGraph, { variables, heals, tookOver, ended }: FlowState): Pick<FlowResult, 'text' | 'heals' | 'fallback'> {
  const filled = tookOver || flow.result === undefined || ended?.outcome !== 'completed' ? undefined : fill(flow.result, variables);
  const text = tookOver?.text ?? (filled && 'value' in filled ? filled.value : undefined);
  return {
    ...(text === undefined ? {} : { text }),
    ...(heals === undefined ? {} : { heals }),
    ...(tookOver === undefined ? {} : { fallback: tookOver.child }),
  };
}

/** How far a failed flow got; undefined: it is not the failure of a flow. */
export function resultIn(cause: Error | undefined): FlowResult | undefined {
  return cause instanceof ApplicationFailure && cause.type === flowFailed ? (cause.details?.[0] as FlowResult) : undefined;
}
