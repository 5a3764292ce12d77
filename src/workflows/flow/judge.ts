// The checks of a flow: first those that read the screen, then a model's verdict on each expected outcome, while the budget lasts.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { addSpent, breachedLimit, withoutSteps } from '../../domain/budget/budget.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import { unjudged } from '../../domain/flow/evidence.js';
import type { CheckVerdict, FlowEvent, NodeEvidence } from '../../domain/flow/flow-state.js';
import { describe } from '../engine/activity-failure.js';
import { models } from './models.js';
import { stateOf, type FlowShell } from './shell.js';

export async function judge(shell: FlowShell, evidence: readonly NodeEvidence[]): Promise<FlowEvent> {
  const { budget, models: chosen } = shell.settled.resolved;
  const verdicts: CheckVerdict[] = [...(await judgeChecks(shell, evidence))];
  let usage = noUsage;
  for (const one of evidence.filter(({ expectedOutcome }) => expectedOutcome !== undefined)) {
    const outcome = { ...one, checks: [] };
    const limit = breachedLimit(withoutSteps(budget), addSpent(stateOf(shell.frame).spent, { usage }));
    if (limit) {
      verdicts.push(...unjudged(outcome, limit));
      continue;
    }
    try {
      const judged = await models(shell, `judge the outcome of "${one.node.name}"`).judgeOutcome({
        run: shell.frame.name,
        evidence: outcome,
        models: chosen,
      });
      verdicts.push(judged.verdict);
      usage = addUsage(usage, judged.usage);
    } catch (error) {
      verdicts.push(...unjudged(outcome, describe(error).message));
    }
  }
  return { type: 'judged', verdicts, usage };
}

async function judgeChecks({ settled }: FlowShell, evidence: readonly NodeEvidence[]): Promise<readonly CheckVerdict[]> {
  const checked = evidence.filter(({ checks }) => checks.length > 0).map(({ expectedOutcome: _, ...one }) => one);
  if (checked.length === 0) return [];
  // Reading text from a screenshot takes seconds.
  const activities = proxyActivities<Activities>({
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: settled.resolved.timings.decideHeartbeatMs,
    retry: { maximumAttempts: 5 },
    summary: 'judge the checks',
  });
  try {
    return await activities.judgeChecks({ evidence: checked });
  } catch (error) {
    return checked.flatMap((one) => unjudged(one, describe(error).message));
  }
}
