// Nodes that run as child workflows on the flow's device: agents and other flows. A child reports the UI session that it saw last, so that the flow
// is told only of one that was opened after that.
import type { ChildWorkflowFailure } from '@temporalio/workflow';
import { emptyBlackboard } from '../../domain/agent/memory.js';
import { budgetLeft, narrowBudget, type Budget } from '../../domain/budget/budget.js';
import type { FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import type { ResolvedFlow } from '../../domain/flow/requests.js';
import { restOfRequest } from '../../domain/flow/walk-mend.js';
import { DeviceLostError, noDevice } from '../device/device-access.js';
import type { DeviceClient } from '../device/device-client.js';
import { resultIn } from './result.js';
import { deviceReset, nodeNow, stateOf, type FlowCarried, type FlowShell, type FlowWorkflow } from './shell.js';
import { nobodyAsked } from '../people/people-state.js';
import { runSubtask } from '../agent/subtask.js';
import { runChild } from '../engine/children.js';

type ChildEffect = Extract<FlowEffect, { readonly type: 'agent' | 'flow' | 'log-in' | 'take-over' }>;

/** No child starts without a device. */
export async function runOnDevice(shell: FlowShell, effect: ChildEffect): Promise<FlowEvent> {
  try {
    return await runFor(shell, effect);
  } catch (error) {
    if (error instanceof DeviceLostError) return { type: 'failed', code: error.code, message: error.message };
    throw error;
  }
}

function runFor(shell: FlowShell, effect: ChildEffect): Promise<FlowEvent> {
  const { node_type: type, timeout_ms: limit } = nodeNow(shell);
  switch (effect.type) {
    case 'agent':
      if (type.type !== 'AgentTask') throw new TypeError('no agent is due');
      return byAgent(shell, type.request, { ...(type.max_steps === undefined ? {} : { maxSteps: type.max_steps }), ...inTime(limit) });
    case 'take-over':
      return byAgent(shell, restOfRequest(shell.graph, stateOf(shell.carried)), {});
    case 'flow':
      if (type.type !== 'Flow') throw new TypeError('no flow is due');
      return byFlow(shell, type.name, inTime(limit));
    case 'log-in':
      return byFlow(shell, effect.flow ?? '', {});
  }
}

/** An agent carries out the request on the flow's own device. */
async function byAgent(shell: FlowShell, request: string, own: Budget): Promise<FlowEvent> {
  const { workflowId, carried, settled, client, device } = shell;
  const { resolved } = settled;
  const { spent } = stateOf(carried);
  const options = { controlRoles: resolved.settings.controlRoles };
  const seen = await client.observe(options, { run: workflowId, agent: workflowId, step: spent.steps });
  if (seen.type !== 'observed') return notSeen(seen);
  const budget = narrowBudget(budgetLeft(resolved.budget, spent), own);
  const input = {
    run: workflowId,
    owner: workflowId,
    request,
    subtask: request,
    message: [],
    application: seen.observation.application,
    previousSubtasks: [],
    blackboard: emptyBlackboard,
    resolved: { ...resolved, budget },
    stepsBefore: spent.steps,
  };
  carried.children += 1;
  const child = `${workflowId}/app-${carried.children}`;
  const end = await runSubtask(carried, device, resolved.timings, child, input, shell.changed);
  if (!('output' in end)) return { type: 'failed', code: 'child-failed', message: causeOf(end.failure), child };
  const { result, spent: used, unknownOutcomes, uiSession } = end.output;
  if (uiSession !== undefined) carried.device.seen = uiSession;
  const { status, result: text } = result;
  return {
    type: 'child-ended',
    child,
    result: { status, text },
    ...(status === 'FINISH' ? {} : { failure: `the agent ended with ${status}${text === '' ? '' : `: ${text}`}` }),
    spent: used,
    unknownOutcomes,
  };
}

/** Another flow on the same device, with what is left of the budget. */
async function byFlow(shell: FlowShell, name: string, own: Budget): Promise<FlowEvent> {
  const { workflowId, carried, settled, device } = shell;
  const { records: _, ...common } = settled;
  const called = settled.flows[name];
  if (!called) throw new TypeError('no flow is due'); // `resolveFlow` has seen that it is there
  const budget = narrowBudget(budgetLeft(settled.resolved.budget, stateOf(carried).spent), own);
  const resolved: ResolvedFlow = { ...common, ...called, resolved: { ...settled.resolved, budget } };
  carried.children += 1;
  const child = `${workflowId}/flow-${carried.children}`;
  const end = await runChild<FlowWorkflow>(
    carried,
    device,
    settled.resolved.timings,
    {
      type: 'flow',
      workflowId: child,
      summary: name,
      args: (handle) => [
        {
          flowRef: called.document,
          variables: shell.given.variables,
          ...(shell.given.heal ? { heal: shell.given.heal } : {}),
          ...shell.given.run,
        },
        {
          parent: { workflowId, resolved, root: carried.parent?.root ?? workflowId },
          people: { ...nobodyAsked, approvals: carried.people.approvals ?? [] },
          device: { ...noDevice, handle, nextEpoch: 1, ...lastSeen(carried) },
          toChild: [],
          children: 0,
        },
      ],
    },
    shell.changed,
  );
  const result = 'output' in end ? end.output : resultIn(end.failure.cause);
  if (!result) return { type: 'failed', code: 'child-failed', message: 'failure' in end ? causeOf(end.failure) : '', child };
  const { outcome, message, verdict, variables, steps, usage, timeMs, unknownOutcomes, uiSession } = result;
  if (uiSession === undefined) delete carried.device.seen;
  else carried.device.seen = uiSession;
  const failure = outcome !== 'completed' ? `the flow ended with ${outcome}: ${message}` : 'its checks failed';
  return {
    type: 'child-ended',
    child,
    result: { ...variables, outcome, verdict },
    ...(outcome === 'completed' && verdict !== 'failed' ? {} : { failure }),
    spent: { steps, usage, timeMs },
    unknownOutcomes,
  };
}

/** Waiting for a person does not count. */
function inTime(ms: number | undefined): Budget {
  return ms === undefined ? {} : { maxTimeMs: ms };
}

function lastSeen({ device: { seen, url } }: FlowCarried): Pick<FlowCarried['device'], 'seen' | 'url'> {
  return { ...(seen === undefined ? {} : { seen }), ...(url === undefined ? {} : { url }) };
}

function causeOf({ cause, message }: ChildWorkflowFailure): string {
  return cause?.message ?? message;
}

function notSeen(seen: Exclude<Awaited<ReturnType<DeviceClient['observe']>>, { type: 'observed' }>): FlowEvent {
  return seen.type === 'device-reset'
    ? { type: 'failed', ...deviceReset }
    : { type: 'failed', code: seen.error.type, message: seen.error.message };
}
