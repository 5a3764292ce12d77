// How a visit and a walk end: what a node's checks are judged on, and their combined verdict (docs/design/flow.md §5; walk-4, walk-6 of walk.ts).
import { breachedLimit, withoutSteps } from '../budget/budget.js';
import type { FlowNode } from './document.js';
import type { CheckVerdict, FlowOutcome, NodeEvidence } from './flow-state.js';
import { log, presentNode, presentVisit, setNext, type Walk } from './walk-state.js';

/** Nodes whose checks are judged in one call. */
const judgedAtOnce = 25;

export function hasChecks({ checks, expected_outcome: expected }: FlowNode): boolean {
  return checks.length > 0 || expected !== undefined;
}

/** Closes the present node, if there is one: its checks are judged on the newest screen of its last attempt. */
export function close(walk: Walk, status: 'ok' | 'failed' | 'stopped', error?: string): void {
  if (!walk.state.visit) return;
  const node = presentNode(walk);
  const { visit, attempt, screen } = presentVisit(walk);
  log(walk, 'node_finished', { status, attempts: attempt + 1, error });
  const { visit: _, ...rest } = walk.state;
  const entry: NodeEvidence = { node: visit, checks: node.checks, expectedOutcome: node.expected_outcome, screen };
  walk.state = hasChecks(node) ? { ...rest, evidence: [...rest.evidence, entry] } : rest;
}

/** Ends the walk; only the checks are left to judge. */
export function finish(walk: Walk, outcome: FlowOutcome, message: string): void {
  close(walk, 'stopped');
  walk.state = { ...walk.state, ended: { outcome, message } };
  judgeRest(walk);
}

/** The first `count` nodes with evidence have been judged. */
export function judged(walk: Walk, count: number, verdicts: readonly CheckVerdict[]): void {
  walk.state = { ...walk.state, evidence: walk.state.evidence.slice(count) };
  addVerdicts(walk, verdicts);
  judgeRest(walk);
}

function judgeRest(walk: Walk): void {
  const { evidence: all, spent } = walk.state;
  const { open: evidence, verdicts } = triage(all, breachedLimit(withoutSteps(walk.rules.budget), spent));
  walk.state = { ...walk.state, evidence };
  addVerdicts(walk, verdicts);
  if (evidence.length > 0) return setNext(walk, { type: 'judge', evidence: evidence.slice(0, judgedAtOnce) });
  const { outcome = 'completed', message = '' } = walk.state.ended ?? {};
  const type =
    outcome === 'completed' || outcome === 'result-not-read'
      ? 'workflow_completed'
      : outcome === 'stopped'
        ? 'workflow_stopped'
        : 'workflow_failed';
  setNext(walk, { type: 'end' });
  log(walk, type, { outcome, message: message === '' ? undefined : message });
}

function addVerdicts(walk: Walk, verdicts: readonly CheckVerdict[]): void {
  walk.state = { ...walk.state, verdicts: [...walk.state.verdicts, ...verdicts] };
  for (const { node, ...verdict } of verdicts) log(walk, 'verdict', verdict, { node });
}

/** Verdicts that need no model: nothing was seen, or no model may be asked any more (`limit`). `open`: the rest. */
function triage(
  evidence: readonly NodeEvidence[],
  limit: string | undefined,
): { readonly open: readonly NodeEvidence[]; readonly verdicts: readonly CheckVerdict[] } {
  const none = evidence.filter(({ screen }) => !screen).flatMap((one) => unjudged(one, 'nothing was seen after the node'));
  const seen = evidence.filter(({ screen }) => screen);
  if (limit === undefined) return { open: seen, verdicts: none };
  const outcomes = seen.flatMap((one) => unjudged({ ...one, checks: [] }, `the budget is used up: ${limit}`));
  const open = seen.map(({ expectedOutcome: _, ...one }) => one).filter(({ checks }) => checks.length > 0);
  return { open, verdicts: [...none, ...outcomes] };
}

/** When nothing can be judged, every check still gets a verdict. */
export function unjudged({ node, checks, expectedOutcome }: NodeEvidence, because: string): readonly CheckVerdict[] {
  const reason = `not judged: ${because}`;
  const verdicts = checks.map(({ name: check, on_fail: onFail }): CheckVerdict => ({
    node,
    check,
    result: onFail === 'WarnOnly' ? 'warned' : 'not-judged',
    reason,
  }));
  return expectedOutcome === undefined ? verdicts : [...verdicts, { node, check: 'expected_outcome', result: 'not-judged', reason }];
}

/** The combined verdict of a run's checks. */
export function verdictOf(verdicts: readonly CheckVerdict[]): 'passed' | 'failed' | 'warned' | 'none' {
  if (verdicts.length === 0) return 'none';
  if (verdicts.some(({ result }) => result === 'failed' || result === 'not-judged')) return 'failed';
  return verdicts.some(({ result }) => result === 'warned') ? 'warned' : 'passed';
}
