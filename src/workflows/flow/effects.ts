// Performs what a flow's walk asks for: tools on the device, models, people, agents and other flows (docs/design/flow.md §3).
import { proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import { budgetLeft, narrowBudget, type Budget } from '../../domain/budget/budget.js';
import { restOfRequest } from '../../domain/flow/compiled-node.js';
import type { FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import type { Variables } from '../../domain/run/json.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { startApp, type AppEnd, type AppFrame } from '../agent/app-frame.js';
import type { DeviceClient } from '../device/device-calls.js';
import type { Begins } from '../engine/drive.js';
import type { FailedEnd } from '../engine/run.js';
import { callTool } from './calls.js';
import { asked, choose, heal, judge, look, think } from './models.js';
import { isDone, type FlowEnd } from './flow-result.js';
import { deviceReset, nodeNow, quickly, startFlowFrame, stateOf, type FlowFrame, type FlowShell } from './shell.js';

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
      return effect.flow === undefined ? requestTakeOver(shell) : beginAbove(shell, effect);
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
function consent(
  shell: FlowShell,
  { question, framed }: Extract<FlowEffect, { readonly type: 'consent' }>,
): Promise<FlowEvent | undefined> {
  const { confirmTimeout } = shell.settled.resolved.settings;
  return shell.time.wait({ kind: 'confirmation', reason: question, actions: [], byModel: true }, framed, confirmTimeout);
}

/** A person logs in on the screen itself. */
function requestTakeOver(shell: FlowShell): Promise<FlowEvent | undefined> {
  const { pendingTimeout } = shell.settled.resolved.settings;
  const question = `"${nodeNow(shell).name}" waits at a login screen. Log in there, and answer when it is done. A flow that is named as log_in does it by itself.`;
  return shell.time.wait({ kind: 'question', questions: [question], needsHands: true }, undefined, pendingTimeout);
}

async function keep(shell: FlowShell, variables: Variables): Promise<FlowEvent> {
  return asked(async () => {
    const { keepVariables } = proxyActivities<Activities>({
      ...quickly,
      summary: fitBytes(`store the result of "${nodeNow(shell).name}"`, summaryBytes),
    });
    return { type: 'kept', variables: await keepVariables({ variables }) };
  });
}

// ── Nodes that run as frames above their flow: agents and other flows, on the same device ──

type AboveEffect = Extract<FlowEffect, { readonly type: 'agent' | 'flow' | 'log-in' | 'take-over' }>;

async function beginAbove(shell: FlowShell, effect: AboveEffect): Promise<FlowEvent | Begins<AppFrame | FlowFrame>> {
  const { node_type: type, timeout_ms: limit } = nodeNow(shell);
  switch (effect.type) {
    case 'agent':
      if (type.type !== 'AgentTask') throw new TypeError('no agent is due');
      return agentAbove(shell, type.request, { maxSteps: type.max_steps, ...inTime(limit) });
    case 'take-over':
      return agentAbove(shell, restOfRequest(shell.graph, stateOf(shell.frame)), {});
    case 'flow':
      if (type.type !== 'Flow') throw new TypeError('no flow is due');
      return flowAbove(shell, type.name, inTime(limit));
    case 'log-in':
      return flowAbove(shell, effect.flow ?? '', {});
  }
}

/** An agent carries out the request in whatever application is in front. */
async function agentAbove(shell: FlowShell, request: string, own: Budget): Promise<FlowEvent | Begins<AppFrame>> {
  const { frame, settled, run } = shell;
  const { settings, guard, budget } = settled.resolved;
  const { spent } = stateOf(frame);
  const { workflowId } = workflowInfo();
  const record = { run: workflowId, agent: frame.name, step: spent.steps };
  const seen = await run.client.observe({ controlRoles: settings.controlRoles }, record);
  if (seen.type !== 'observed') return notSeen(seen);
  const { application } = seen.observation;
  const given = { run: workflowId, request, message: [], application, previousSubtasks: [], stepsBefore: spent.steps };
  const above = startApp(nextName(frame, 'app'), given, {
    subtask: request,
    settings,
    guard,
    budget: narrowBudget(budgetLeft(budget, spent), own),
    blackboard: emptyBlackboard,
  });
  return { type: 'begins', frame: above };
}

/** Another flow, with what is left of the budget. */
function flowAbove({ frame, settled }: FlowShell, name: string, own: Budget): Begins<FlowFrame> {
  const called = settled.flows[name];
  if (!called) throw new TypeError('no flow is due'); // `resolveFlow` has seen that it is there
  const budget = narrowBudget(budgetLeft(settled.resolved.budget, stateOf(frame).spent), own);
  return { type: 'begins', frame: startFlowFrame(nextName(frame, 'flow'), called, { variables: frame.variables, budget }) };
}

function nextName(frame: FlowFrame, kind: 'app' | 'flow'): string {
  frame.begun += 1;
  return `${frame.name}/${kind}-${frame.begun}`;
}

/** What the frame above has come to. */
export function endedAbove(end: AppEnd | FlowEnd | FailedEnd): FlowEvent {
  const { name: child } = end;
  switch (end.kind) {
    case 'failed':
      return { type: 'failed', code: 'child-failed', message: end.message, child };
    case 'app': {
      const { result, spent, unknownOutcomes } = end.output;
      const { status, result: text } = result;
      const failure = `the agent ended with ${status}${text === '' ? '' : `: ${text}`}`;
      return {
        type: 'child-ended',
        child,
        result: { status, text },
        failure: status === 'FINISH' ? undefined : failure,
        spent,
        unknownOutcomes,
      };
    }
    case 'flow': {
      const { outcome, message, verdict, variables, steps, usage, timeMs, unknownOutcomes } = end.result;
      const failure = outcome !== 'completed' ? `the flow ended with ${outcome}: ${message}` : 'its checks failed';
      return {
        type: 'child-ended',
        child,
        result: { ...variables, outcome, verdict },
        failure: isDone(end.result) ? undefined : failure,
        spent: { steps, usage, timeMs },
        unknownOutcomes,
      };
    }
  }
}

/** Waiting for a person does not count. */
function inTime(ms: number | undefined): Budget {
  return ms === undefined ? {} : { maxTimeMs: ms };
}

function notSeen(seen: Exclude<Awaited<ReturnType<DeviceClient['observe']>>, { type: 'observed' }>): FlowEvent {
  return seen.type === 'device-reset'
    ? { type: 'failed', ...deviceReset }
    : { type: 'failed', code: seen.error.type, message: seen.error.message };
}
