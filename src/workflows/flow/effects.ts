// Performs what a flow's walk asks for: tools on the device, models, people, agents, judges (docs/design/flow.md §3).
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { FlowEffect, FlowEvent, CheckVerdict, NodeEvidence } from '../../domain/flow/flow-state.js';
import type { Variables } from '../../domain/run/json.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { AppFrame } from '../agent/app-agent-shell.js';
import type { Begins } from '../engine/drive.js';
import { callTool } from './calls.js';
import { beginAbove } from './frames-above.js';
import { asked, choose, heal, look, think, models } from './models.js';
import { nodeNow, type FlowFrame, type FlowShell, stateOf } from './shell.js';
import { addSpent, breachedLimit, withoutSteps } from '../../domain/budget/budget.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import { unjudged } from '../../domain/flow/evidence.js';
import { describe } from '../engine/activity-failure.js';

/** Undefined: the workflow has to continue as new before it is done. */
export async function performEffect(
  shell: FlowShell,
  effect: Exclude<FlowEffect, { type: 'end' }>,
): Promise<FlowEvent | Begins<AppFrame | FlowFrame> | undefined> {
  switch (effect.type) {
    case 'advance':
      return { type: 'advance' };
    case 'call':
      return callTool(shell, effect);
    case 'choose':
      return choose(shell, effect);
    case 'think':
      return think(shell);
    case 'look':
      return look(shell, effect.images);
    case 'ask':
      return askPerson(shell);
    case 'agent':
    case 'flow':
      return beginAbove(shell, effect);
    case 'heal':
      return heal(shell, effect);
    case 'consent':
      return consent(shell, effect);
    case 'log-in':
      return effect.flow === undefined ? askForHands(shell) : beginAbove(shell, effect);
    case 'take-over':
      return beginAbove(shell, effect);
    case 'keep':
      return keep(shell, effect.variables);
    case 'settle':
      await sleep(effect.ms, { summary: `until the interface of "${nodeNow(shell).name}" has settled` });
      return { type: 'settled' };
    case 'pause':
      await sleep(effect.ms, { summary: `until "${nodeNow(shell).name}" is tried again` });
      return { type: 'paused' };
    case 'judge':
      return judge(shell, effect.evidence);
  }
}

async function askPerson(shell: FlowShell): Promise<FlowEvent | undefined> {
  const { node_type: type, timeout_ms: timeoutMs } = nodeNow(shell);
  if (type.type !== 'Ask') throw new TypeError('nobody is to be asked');
  const { question, confirmation } = type;
  return question === undefined
    ? shell.time.wait({ kind: 'confirmation', reason: confirmation ?? '', actions: [] }, undefined, timeoutMs)
    : shell.time.wait({ kind: 'question', questions: [question] }, undefined, timeoutMs);
}

/** Nothing runs that a person does not see in a frame. */
function consent(shell: FlowShell, { told, framed }: Extract<FlowEffect, { readonly type: 'consent' }>): Promise<FlowEvent | undefined> {
  const { confirmTimeout } = shell.settled.resolved.settings;
  return shell.time.wait({ kind: 'confirmation', reason: told, actions: [], byModel: true }, framed, confirmTimeout);
}

/** A person logs in on the screen itself. */
function askForHands(shell: FlowShell): Promise<FlowEvent | undefined> {
  const { pendingTimeout } = shell.settled.resolved.settings;
  const question = `"${nodeNow(shell).name}" waits at a login screen. Log in there, and answer when it is done.`;
  return shell.time.wait({ kind: 'question', questions: [question], needsHands: true }, undefined, pendingTimeout);
}

async function keep(shell: FlowShell, variables: Variables): Promise<FlowEvent> {
  return asked(async () => {
    const { keepVariables } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: fitBytes(`store the result of "${nodeNow(shell).name}"`, summaryBytes),
    });
    return { type: 'kept', variables: await keepVariables({ variables }) };
  });
}

// The checks of a flow: first those that read the screen, then a model's verdict on each expected outcome, while the budget lasts.

async function judge(shell: FlowShell, evidence: readonly NodeEvidence[]): Promise<FlowEvent> {
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
