// What the checks of a node are judged on, and their combined verdict (docs/design/flow.md §5).
import type { FlowNode } from './document.js';
import type { CheckVerdict, FlowState, NodeEvidence } from './flow-state.js';

export function hasChecks({ checks, expected_outcome: expected }: FlowNode): boolean {
  return checks.length > 0 || expected !== undefined;
}

/** Adds the evidence of the current node, which has ended: its checks are judged on the newest screen of its last attempt. */
export function withEvidence(state: FlowState, node: FlowNode): FlowState {
  const { visit } = state;
  if (!visit || !hasChecks(node)) return state;
  const entry: NodeEvidence = {
    node: visit.visit,
    checks: node.checks,
    expectedOutcome: node.expected_outcome,
    screen: visit.screen,
  };
  return { ...state, evidence: [...state.evidence, entry] };
}

/** Verdicts that need no model: nothing was seen, or no model may be asked any more (`limit`). `open`: the rest. */
export function triage(
  evidence: readonly NodeEvidence[],
  limit: string | undefined,
): { readonly open: readonly NodeEvidence[]; readonly verdicts: readonly CheckVerdict[] } {
  const unseen = evidence.filter(({ screen }) => screen === undefined);
  const seen = evidence.filter(({ screen }) => screen !== undefined);
  const none = unseen.flatMap((one) => unjudged(one, 'nothing was seen after the node'));
  if (limit === undefined) return { open: seen, verdicts: none };
  const outcomes = seen.flatMap((one) => unjudged({ ...one, checks: [] }, `the budget is used up: ${limit}`));
  return { open: seen.map(withoutOutcome).filter(({ checks }) => checks.length > 0), verdicts: [...none, ...outcomes] };
}

function withoutOutcome({ expectedOutcome: _, ...rest }: NodeEvidence): NodeEvidence {
  return rest;
}

/** When nothing can be judged, every check still gets a verdict. */
export function unjudged({ node, checks, expectedOutcome }: NodeEvidence, reason: string): readonly CheckVerdict[] {
  const text = `not judged: ${reason}`;
  return [
    ...checks.map(
      ({ name, on_fail: onFail }) =>
        ({ node, check: name, result: onFail === 'WarnOnly' ? 'warned' : 'not-judged', reason: text }) as const,
    ),
    ...(expectedOutcome === undefined ? [] : [{ node, check: 'expected_outcome', result: 'not-judged', reason: text } as const]),
  ];
}

/** The combined verdict of a run's checks. */
export function verdictOf(verdicts: readonly CheckVerdict[]): 'passed' | 'failed' | 'warned' | 'none' {
  if (verdicts.length === 0) return 'none';
  if (verdicts.some(({ result }) => result === 'failed' || result === 'not-judged')) return 'failed';
  return verdicts.some(({ result }) => result === 'warned') ? 'warned' : 'passed';
}
