// The result of a flow: built from its state, and found again in the failure of a flow that failed.
import { ApplicationFailure } from '@temporalio/workflow';
import { verdictOf } from '../../domain/flow/evidence.js';
import type { FlowResult } from './flow-result.js';
import { stateOf, type FlowShell } from './shell.js';

/** Type of a failed flow's failure; its details hold the result. */
const flowFailed = 'flow-failed';

/** Throws when the flow failed. */
export function resultOf({ carried, settled }: FlowShell): FlowResult {
  const { ended, verdicts, visited, visits, visitsOf, taken, variables, spent, unknownOutcomes } = stateOf(carried);
  const { outcome = 'completed', message = '' } = ended ?? {};
  const result: FlowResult = {
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
    ...(carried.device.seen === undefined ? {} : { uiSession: carried.device.seen }),
  };
  if (outcome !== 'failed') return result;
  throw ApplicationFailure.create({ message, type: flowFailed, nonRetryable: true, details: [result] });
}

/** How far a failed flow got; undefined: it is not the failure of a flow. */
export function resultIn(cause: Error | undefined): FlowResult | undefined {
  return cause instanceof ApplicationFailure && cause.type === flowFailed ? (cause.details?.[0] as FlowResult) : undefined;
}
