// What the checks of a node are judged on, and what they say together (docs/design/flow.md §5).
import type { FlowNode } from './document.js';
import type { CheckVerdict, FlowState, NodeEvidence } from './flow-state.js';

export function hasChecks({ checks, expected_outcome: expected }: FlowNode): boolean {
  return checks.length > 0 || expected !== undefined;
}

/** Of the node at work, which is done with, however it ended: its checks are judged on the newest screen of its last attempt. */
export function withEvidence(state: FlowState, node: FlowNode): FlowState {
  const { visit } = state;
  if (!visit || !hasChecks(node)) return state;
  const entry: NodeEvidence = {
    node: visit.visit,
    checks: node.checks,
    ...(node.expected_outcome === undefined ? {} : { expectedOutcome: node.expected_outcome }),
    ...(visit.screen === undefined ? {} : { screen: visit.screen }),
  };
  return { ...state, evidence: [...state.evidence, entry] };
}

/** Verdicts that nobody needs to be asked for: nothing was seen, or no model may be asked any more (`limit`). `open`: what is left to judge. */
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

/** Where nobody can judge: every check still gets a verdict. */
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

/** What the checks of a run say together. */
export function verdictOf(verdicts: readonly CheckVerdict[]): 'passed' | 'failed' | 'warned' | 'none' {
  if (verdicts.length === 0) return 'none';
  if (verdicts.some(({ result }) => result === 'failed' || result === 'not-judged')) return 'failed';
  return verdicts.some(({ result }) => result === 'warned') ? 'warned' : 'passed';
}
