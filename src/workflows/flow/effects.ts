// What a flow's walk asks for, performed: tools on the device, models, people, agents, judges (spec/flow.md §3, §5).
import { ActivityFailure, isCancellation, proxyActivities, sleep, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { addSpent, breachedLimit, withoutSteps } from '../../domain/budget/budget.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import type { FlowNode } from '../../domain/flow/document.js';
import { unjudged } from '../../domain/flow/evidence.js';
import type { CheckVerdict, FlowEffect, FlowEvent, FlowState, NodeEvidence } from '../../domain/flow/flow-state.js';
import { presentNode } from '../../domain/flow/present-node.js';
import { fitBytes, summaryBytes } from '../../domain/fit-bytes.js';
import { describe, ranOutOfTime, usageOf } from '../engine/activity-failure.js';
import { looking } from '../device/device-activity-options.js';
import { callTool } from './calls.js';
import { createFlowChildren } from './children.js';
import { stateOf, type FlowShell } from './shell.js';
import { createFlowTime } from './time.js';
import { asking } from '../engine/model-activity-options.js';

/** Undefined: not done yet, but the workflow is to continue as new. */
export function createFlowEffects(shell: FlowShell): (effect: FlowEffect) => Promise<FlowEvent | undefined> {
  const { workflowId, carried } = shell;
  const state = (): FlowState => stateOf(carried);
  const children = createFlowChildren(shell);
  const time = createFlowTime(shell);
  const { leftMs } = time;

  return async (effect) => {
    const { value: event, activeMs } = await time.measure(() => perform(effect));
    return event && { ...event, activeMs: effect.type === 'settle' ? 0 : activeMs };
  };

  async function perform(effect: FlowEffect): Promise<FlowEvent | undefined> {
    switch (effect.type) {
      case 'advance':
        return { type: 'advance' };
      case 'call':
        return callTool(shell, time, effect);
      case 'choose':
        return askedInTime(async (inTime) => {
          const { name, usage } = await models(`which ${effect.what} is "${effect.wanted}"`, inTime()).chooseName({
            ...effect,
            run: workflowId,
            models: shell.settled.resolved.models,
          });
          return { type: 'chosen', name: name ?? undefined, usage };
        });
      case 'think':
        return askedInTime(think);
      case 'look':
        return askedInTime(async (inTime) => {
          const { text, usage } = await models('look at the images', inTime()).describeImages({
            run: workflowId,
            prompt: stepOf().prompt,
            images: effect.images,
            models: shell.settled.resolved.models,
          });
          return { type: 'seen', text, usage };
        });
      case 'ask':
        return askPerson();
      case 'agent':
        return children.agent();
      case 'flow':
        return children.flow();
      case 'keep':
        return asked(async () => {
          const { keepVariables } = proxyActivities<Activities>({
            startToCloseTimeout: '30 seconds',
            retry: { maximumAttempts: 10 },
            summary: fitBytes(`keep what "${presentNode(shell.graph, state()).name}" gave`, summaryBytes),
          });
          return { type: 'kept', variables: await keepVariables({ variables: effect.variables }) };
        });
      case 'settle':
        await sleep(effect.ms, { summary: `until the interface of "${presentNode(shell.graph, state()).name}" has settled` });
        return { type: 'settled' };
      case 'judge':
        return judge(effect.evidence);
      case 'end':
        throw new TypeError('nothing is left to do');
    }
  }

  async function think(inTime: () => ActivityOptions): Promise<FlowEvent> {
    const step = stepOf();
    const warnings = shell.settled.toolServers ? await listTools() : [];
    const { transcript = [], unseen = [] } = state().visit?.step ?? {};
    const { reply, usage } = await models(`AI step "${presentNode(shell.graph, state()).name}" thinks`, inTime()).thinkStep({
      run: workflowId,
      prompt: step.prompt,
      transcript,
      images: shell.settled.visionModel === undefined ? unseen : [],
      models: shell.settled.resolved.models,
      ...(step.button_text === undefined ? {} : { buttonText: step.button_text }),
      ...(step.template_image === undefined ? {} : { templateImage: step.template_image }),
      ...(step.allowed_tools === undefined ? {} : { allowedTools: step.allowed_tools }),
      ...(carried.otherTools ? { otherTools: carried.otherTools } : {}),
      ...(shell.settled.overrides ? { overrides: shell.settled.overrides } : {}),
    });
    return { type: 'thought', reply, usage, ...(warnings.length > 0 ? { warnings } : {}) };
  }

  /** Once for the run; where not all servers said what they offer, once for each step. What somebody should hear of it. */
  async function listTools(): Promise<readonly string[]> {
    const { client, settled } = shell;
    const { resolved } = settled;
    const { visit } = state();
    const step = visit && `${visit.visit.id} ${visit.visit.visit} ${visit.attempt}`;
    if (carried.otherTools !== undefined && (carried.otherToolsOf ?? step) === step) return [];
    if (await time.opened()) return [];
    const { seen } = carried.device;
    const left = leftMs();
    const looked = await client.look(
      ({ deviceId, epoch, ...handle }) =>
        proxyActivities<Activities>(
          looking({ deviceId, epoch, ...handle }, resolved.timings, 'list the tools of other servers', left),
        ).listTools({
          deviceId,
          epoch,
          // A server that is silent leaves time to think.
          ...(left === undefined ? {} : { timeoutMs: Math.ceil(left / 2) }),
        }),
      leftMs,
    );
    if (looked.type === 'device-reset') {
      // No news to a list: the step hears of it at its next call.
      if (seen !== undefined) carried.device.seen = seen;
      return [];
    }
    const listed = looked.type === 'looked' ? looked.value : null;
    // A server that is not there fails the node that calls it, not the step that could do without.
    carried.otherTools = listed?.tools ?? null;
    if (listed?.isWhole) delete carried.otherToolsOf;
    else if (step !== undefined) carried.otherToolsOf = step;
    return looked.type === 'failed' ? [`The tools of other servers are not known: ${looked.error.message}`] : (listed?.warnings ?? []);
  }

  function stepOf(): Extract<FlowNode['node_type'], { type: 'AiStep' }> {
    const { node_type: type } = presentNode(shell.graph, state());
    if (type.type !== 'AiStep') throw new TypeError('no AI step is at work');
    return type;
  }

  async function askPerson(): Promise<FlowEvent | undefined> {
    const node = presentNode(shell.graph, state());
    if (node.node_type.type !== 'Ask') throw new TypeError('nobody is to be asked');
    const { question, confirmation } = node.node_type;
    return question === undefined
      ? time.wait({ kind: 'confirmation', reason: confirmation ?? '', actions: [] }, undefined, node.timeout_ms)
      : time.wait({ kind: 'question', questions: [question] }, undefined, node.timeout_ms);
  }

  async function judge(evidence: readonly NodeEvidence[]): Promise<FlowEvent> {
    const { budget, models: chosen } = shell.settled.resolved;
    const verdicts: CheckVerdict[] = [];
    let usage = noUsage;
    const checked = evidence.filter(({ checks }) => checks.length > 0).map(({ expectedOutcome: _, ...one }) => one);
    if (checked.length > 0) {
      try {
        verdicts.push(...(await checksActivity().judgeChecks({ evidence: checked })));
      } catch (error) {
        verdicts.push(...checked.flatMap((one) => unjudged(one, describe(error).message)));
      }
    }
    for (const one of evidence.filter(({ expectedOutcome }) => expectedOutcome !== undefined)) {
      const outcome = { ...one, checks: [] };
      const limit = breachedLimit(withoutSteps(budget), addSpent(state().spent, { usage }));
      if (limit) {
        verdicts.push(...unjudged(outcome, limit));
        continue;
      }
      try {
        const judged = await models(`judge the outcome of "${one.node.name}"`).judgeOutcome({
          run: workflowId,
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

  async function asked(work: () => Promise<FlowEvent>): Promise<FlowEvent> {
    try {
      return await work();
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      const { type, message } = describe(error);
      return { type: 'failed', code: type, message, usage: usageOf(error) };
    }
  }

  /** With what is left of the node's time. Once it has run out, an AI step ends with what it has, and any other node fails. */
  async function askedInTime(work: (inTime: () => ActivityOptions) => Promise<FlowEvent>): Promise<FlowEvent> {
    return asked(async () => {
      try {
        return await work(() => within(leftMs()));
      } catch (error) {
        if (ranOutOfTime(error)) return { type: 'timed-out' };
        throw error;
      }
    });
  }

  function models(summary: string, more: ActivityOptions = {}) {
    return proxyActivities<Activities>({ ...asking(shell.settled.resolved.timings, summary), ...more });
  }

  /** Reading a picture takes seconds. */
  function checksActivity() {
    return proxyActivities<Activities>({
      startToCloseTimeout: '10 minutes',
      heartbeatTimeout: shell.settled.resolved.timings.decideHeartbeatMs,
      retry: { maximumAttempts: 5 },
      summary: 'judge the checks',
    });
  }
}

/** Over all attempts. */
function within(ms: number | undefined): ActivityOptions {
  return ms === undefined ? {} : { scheduleToCloseTimeout: Math.max(1, ms) };
}
