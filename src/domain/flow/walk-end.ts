// How a visit and a walk end: evidence is kept, checks are judged (walk-4, walk-6 of walk.ts).
import { breachedLimit, withoutSteps } from '../budget/budget.js';
import { triage, unjudged, withEvidence } from './evidence.js';
import type { CheckVerdict, FlowEvent, FlowOutcome, FlowRules, FlowState, NodeEvidence } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import { presentNode } from './present-node.js';
import { log, logNode } from './walk-log.js';

/** Nodes whose checks are judged in one call. */
const judgedAtOnce = 25;

export interface Walk {
  readonly graph: FlowGraph;
  readonly rules: FlowRules;
  readonly now: number;
}

/** Closes the current node, if there is one. */
export function closed(walk: Walk, state: FlowState, status: 'ok' | 'failed' | 'stopped', error?: string): FlowState {
  if (!state.visit) return state;
  const { attempt: last } = state.visit;
  const logged = logNode(state, walk.now, 'node_finished', { status, attempts: last + 1, error });
  const { visit: _, ...rest } = withEvidence(logged, presentNode(walk.graph, state));
  return rest;
}

/** Ends the walk; only the checks are left to judge. */
export function finish(walk: Walk, state: FlowState, outcome: FlowOutcome, message: string): FlowState {
  return toJudge(walk, { ...closed(walk, state, 'stopped'), ended: { outcome, message } });
}

function toJudge(walk: Walk, from: FlowState): FlowState {
  const { open, verdicts } = triage(from.evidence, breachedLimit(withoutSteps(walk.rules.budget), from.spent));
  const state = withVerdicts(walk, { ...from, evidence: open }, verdicts);
  if (open.length > 0) return { ...state, next: { type: 'judge', evidence: open.slice(0, judgedAtOnce) } };
  const { outcome = 'completed', message = '' } = state.ended ?? {};
  const type = outcome === 'completed' ? 'workflow_completed' : outcome === 'stopped' ? 'workflow_stopped' : 'workflow_failed';
  return log({ ...state, next: { type: 'end' } }, walk.now, type, { outcome, message: message === '' ? undefined : message });
}

export function judged(walk: Walk, state: FlowState, evidence: readonly NodeEvidence[], event: FlowEvent): FlowState | undefined {
  if (event.type !== 'judged' && event.type !== 'failed') return undefined;
  const verdicts = event.type === 'judged' ? event.verdicts : evidence.flatMap((one) => unjudged(one, event.message));
  return toJudge(walk, withVerdicts(walk, { ...state, evidence: state.evidence.slice(evidence.length) }, verdicts));
}

function withVerdicts(walk: Walk, state: FlowState, verdicts: readonly CheckVerdict[]): FlowState {
  return verdicts.reduce<FlowState>((logged, { node, ...verdict }) => log(logged, walk.now, 'verdict', verdict, node), {
    ...state,
    verdicts: [...state.verdicts, ...verdicts],
  });
}
