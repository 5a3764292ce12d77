// The result of a flow, built from its state.
import { fill } from '../../domain/anchors/fill.js';
import type { ClosedDevice } from '../../domain/device/device-work.js';
import type { Usage } from '../../domain/budget/usage.js';
import { verdictOf } from '../../domain/flow/checks.js';
import type { CheckVerdict, FlowOutcome, FlowState } from '../../domain/flow/flow-state.js';
import type { Heal } from '../../domain/flow/heal.js';
import type { RecordPlace } from '../../domain/flow/record.js';
import type { Variables } from '../../domain/run/json.js';
import type { FlowGraph, VisitedEdges } from '../../domain/flow/graph.js';

export interface FlowResult extends Partial<ClosedDevice> {
  readonly outcome: FlowOutcome;
  readonly message: string;
  /** What the checks say, whatever the outcome. */
  readonly verdict: ReturnType<typeof verdictOf>;
  readonly checks: readonly CheckVerdict[];
  /** Names of the last nodes visited. */
  readonly visited: readonly string[];
  readonly visits: number;
  readonly path: VisitedEdges;
  readonly variables: Variables;
  readonly usage: Usage;
  readonly steps: number;
  /** Active time, ms. */
  readonly timeMs: number;
  readonly unknownOutcomes: number;
  readonly records: RecordPlace;
  /** What the flow's `result` says, or the agent that took over. */
  readonly text?: string;
  /** Proposals for its document. */
  readonly heals?: readonly Heal[];
  /** Workflow id of the agent that finished it. */
  readonly fallback?: string;
  /** The UI session that it saw last, for its parent flow. */
  readonly uiSession?: string;
}

/** Whether all that the flow does was done: its node is not made again. */
export function isDone({ outcome, verdict }: Pick<FlowResult, 'outcome' | 'verdict'>): boolean {
  return (outcome === 'completed' || outcome === 'result-not-read') && verdict !== 'failed';
}

export interface FlowEnd {
  readonly kind: 'flow';
  readonly name: string;
  readonly result: FlowResult;
}

/** However it ended. */
export function resultOf(graph: FlowGraph, state: FlowState, beside: Pick<FlowResult, 'records' | 'uiSession'>): FlowResult {
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
    records: beside.records,
    ...told(graph, state),
    uiSession: beside.uiSession,
  };
}

function told({ flow }: FlowGraph, { variables, heals, tookOver, ended }: FlowState): Pick<FlowResult, 'text' | 'heals' | 'fallback'> {
  const filled = tookOver || flow.result === undefined || ended?.outcome !== 'completed' ? undefined : fill(flow.result, variables);
  const text = tookOver?.text ?? (filled && 'value' in filled ? filled.value : undefined);
  return { text, heals, fallback: tookOver?.child };
}
