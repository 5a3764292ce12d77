// Nodes that run as frames above their flow: agents and other flows, on the same device.
import { workflowInfo } from '@temporalio/workflow';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import { budgetLeft, narrowBudget, type Budget } from '../../domain/budget/budget.js';
import type { FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import { restOfRequest } from '../../domain/flow/walk-mend.js';
import { startApp, type AppEnd, type AppFrame } from '../agent/app-agent-shell.js';
import type { DeviceClient } from '../device/device-client.js';
import type { Begins } from '../engine/drive.js';
import type { FailedEnd } from '../engine/run.js';
import { deviceReset, nodeNow, startFlowFrame, stateOf, type FlowEnd, type FlowFrame, type FlowShell } from './shell.js';

type AboveEffect = Extract<FlowEffect, { readonly type: 'agent' | 'flow' | 'log-in' | 'take-over' }>;

export async function beginAbove(shell: FlowShell, effect: AboveEffect): Promise<FlowEvent | Begins<AppFrame | FlowFrame>> {
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
        failure: outcome === 'completed' && verdict !== 'failed' ? undefined : failure,
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
