// What a flow asks models: the next turn of an AI step, what images show, which of several names is meant, whether an outcome was reached.
import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { FlowNode } from '../../domain/flow/document.js';
import type { CheckVerdict, FlowEffect, FlowEvent, NodeEvidence } from '../../domain/flow/flow-state.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { presentNode } from '../../domain/flow/walk-state.js';
import { targetAt } from '../../domain/flow/compiled-node.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { addSpent, breachedLimit, budgetLeft, withoutSteps } from '../../domain/budget/budget.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import { unjudged } from '../../domain/flow/checks.js';
import { looking } from '../device/send-once.js';
import { describe, ranOutOfTime, usageOf } from '../engine/activity-calls.js';
import { askerOf, askModels } from '../engine/ask-models.js';
import { atLeastOne, nodeNow, stateOf, type FlowShell } from './shell.js';

export async function think(shell: FlowShell): Promise<FlowEvent> {
  const { frame, settled } = shell;
  return inTime(async () => {
    const { name, step } = stepOf(shell);
    const warnings = settled.toolServers ? await listTools(shell) : [];
    const { transcript = [], unseen = [] } = stateOf(frame).visit?.step ?? {};
    const { reply, usage } = await ask(shell, `AI step "${name}" thinks`, ({ thinkStep }) =>
      thinkStep({
        run: frame.name,
        prompt: step.prompt,
        transcript,
        images: settled.visionModel === undefined ? unseen : [],
        models: settled.resolved.models,
        buttonText: step.button_text,
        templateImage: step.template_image,
        allowedTools: step.allowed_tools,
        otherTools: frame.otherTools || undefined,
        overrides: settled.overrides,
      }),
    );
    return { type: 'thought', reply, usage, warnings: warnings.length > 0 ? warnings : undefined };
  });
}

export async function look(shell: FlowShell, images: readonly ArtifactRef[]): Promise<FlowEvent> {
  return inTime(async () => {
    const { text, usage } = await ask(shell, 'look at the images', ({ describeImages }) =>
      describeImages({
        run: shell.frame.name,
        prompt: stepOf(shell).step.prompt,
        images,
        models: shell.settled.resolved.models,
      }),
    );
    return { type: 'seen', text, usage };
  });
}

export async function choose(shell: FlowShell, effect: Extract<FlowEffect, { readonly type: 'choose' }>): Promise<FlowEvent> {
  return inTime(async () => {
    const { name, usage } = await ask(shell, `which ${effect.what} is "${effect.wanted}"`, ({ chooseName }) =>
      chooseName({ ...effect, run: shell.frame.name, models: shell.settled.resolved.models }),
    );
    return { type: 'chosen', name: name ?? undefined, usage };
  });
}

export async function heal(shell: FlowShell, { broken }: Extract<FlowEffect, { readonly type: 'heal' }>): Promise<FlowEvent> {
  return inTime(async () => {
    const { graph, frame, settled } = shell;
    const [written, ready] = [presentNode({ graph, state: stateOf(frame) }), nodeNow(shell)];
    const at = 'target' in broken ? broken.target : 0;
    const [target, asWritten] = [targetAt(ready, at), targetAt(written, at)];
    const { answer, usage } = await ask(shell, `what "${ready.name}" means now`, ({ healNode }) =>
      healNode({
        run: frame.name,
        node: { id: ready.id, name: ready.name, does: nodeSummary(ready), comment: ready.comment },
        target,
        written: asWritten,
        broken,
        variables: stateOf(frame).variables,
        models: settled.resolved.models,
      }),
    );
    return { type: 'healed', answer, usage };
  });
}

/** A failed activity fails the node. */
export async function asked(work: () => Promise<FlowEvent>): Promise<FlowEvent> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { type, message } = describe(error);
    return { type: 'failed', code: type, message, usage: usageOf(error) };
  }
}

/** When the node's time runs out, an AI step ends with what it has, and any other node fails. */
async function inTime(work: () => Promise<FlowEvent>): Promise<FlowEvent> {
  return asked(async () => {
    try {
      return await work();
    } catch (error) {
      if (ranOutOfTime(error)) return { type: 'timed-out' };
      throw error;
    }
  });
}

/** Limited to what is left of the node's time, unless its node has ended. */
function ask<R extends { readonly usage: Usage }>(
  shell: FlowShell,
  summary: string,
  question: (activities: Activities) => Promise<R>,
  of: 'its-node' | 'after-its-node' = 'its-node',
): Promise<R> {
  const { run, clock, settled, time } = shell;
  const { budget } = settled.resolved;
  const { maxTimeMs } = budgetLeft(budget, stateOf(shell.frame).spent);
  const asker = askerOf({ resolved: settled.resolved, device: run.device }, clock, maxTimeMs);
  if (of === 'after-its-node') return askModels(asker, { summary }, question);
  const leftMs = (): number | undefined => least(asker.leftMs(), time.leftMs());
  return askModels({ ...asker, leftMs }, { summary, more: () => ({ scheduleToCloseTimeout: atLeastOne(time.leftMs()) }) }, question);
}

function least(...limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function stepOf({ graph, frame }: FlowShell): {
  readonly name: string;
  readonly step: Extract<FlowNode['node_type'], { type: 'AiStep' }>;
} {
  const { name, node_type: step } = nodeNow({ graph, frame });
  if (step.type !== 'AiStep') throw new TypeError('no AI step is running');
  return { name, step };
}

/** Once for the run, or once for each step while some servers have not answered. Resolves with warnings. */
async function listTools({ run, settled, frame, time }: FlowShell): Promise<readonly string[]> {
  const { client } = run;
  const { device } = run.carried;
  const { timings } = settled.resolved;
  const { visit } = stateOf(frame);
  const step = visit && `${visit.visit.id} ${visit.visit.visit} ${visit.attempt}`;
  if (frame.otherTools !== undefined && (frame.otherToolsOf ?? step) === step) return [];
  if (await time.opened()) return [];
  const { seen } = device;
  const left = time.leftMs();
  const looked = await client.look(
    (handle) =>
      proxyActivities<Activities>(looking(handle, timings, 'list the tools of other servers', left)).listTools({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        // A silent server must leave the model time to think.
        timeoutMs: left === undefined ? undefined : Math.ceil(left / 2),
      }),
    time.leftMs,
  );
  if (looked.type === 'device-reset') {
    // A new UI session does not matter to a list: the step is told at its next call.
    if (seen !== undefined) device.seen = seen;
    return [];
  }
  const listed = looked.type === 'looked' ? looked.value : null;
  // An unavailable server fails the node that calls it, not a step that may not need it.
  frame.otherTools = listed?.tools ?? null;
  if (listed?.isWhole) delete frame.otherToolsOf;
  else if (step !== undefined) frame.otherToolsOf = step;
  return looked.type === 'failed' ? [`The tools of other servers are not known: ${looked.error.message}`] : (listed?.warnings ?? []);
}

/** The checks of a flow: first those that read the screen, then a model's verdict on each expected outcome, while the budget lasts. */
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
      const judged = await ask(
        shell,
        `judge the outcome of "${one.node.name}"`,
        ({ judgeOutcome }) => judgeOutcome({ run: shell.frame.name, evidence: outcome, models: chosen }),
        'after-its-node',
      );
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
