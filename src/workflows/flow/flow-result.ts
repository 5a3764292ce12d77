// The result of a flow.
import type { Usage } from '../../domain/budget/usage.js';
import type { verdictOf } from '../../domain/flow/evidence.js';
import type { CheckVerdict, FlowOutcome } from '../../domain/flow/flow-state.js';
import type { Heal } from '../../domain/flow/heal.js';
import type { RecordPlace } from '../../domain/flow/record.js';
import type { Variables } from '../../domain/run/json.js';
import type { VisitedEdges } from '../../domain/flow/visited.js';

export interface FlowResult {
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
