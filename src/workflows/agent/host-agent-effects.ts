// Performs what a session's machine asks for: on the device, by its models, by people, and by AppAgents (docs/design/agent.md §1, §3).
import { ApplicationFailure, condition, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { DecideHostInput } from '../../domain/agent/decision.js';
import type { HostAgentEffect, HostAgentEvent } from '../../domain/agent/host-agent-state.js';
import { budgetLeft } from '../../domain/budget/budget.js';
import { noUsage } from '../../domain/budget/usage.js';
import type { ObserveOptions } from '../../domain/device/device-work.js';
import { withConfigured, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, usageOf } from '../engine/activity-failure.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import type { Untimed } from '../engine/drive.js';
import { asking } from '../engine/model-activity-options.js';
import { machineOf, recordOf, type HostAgentShell } from './host-agent-shell.js';
import { runSubtask } from './subtask.js';

export type HostAgentCame = Untimed<HostAgentEvent>;
type Performed<T extends HostAgentEffect['type']> = Extract<HostAgentEffect, { readonly type: T }>;

/** Undefined: the workflow has to continue as new before it is done. */
export async function performEffect(
  shell: HostAgentShell,
  effect: Exclude<HostAgentEffect, { readonly type: 'end' }>,
): Promise<HostAgentCame | undefined> {
  const { client, clock, resolved } = shell;
  switch (effect.type) {
    case 'observe':
      return configured(await client.observe(observeOptions(resolved), recordOf(shell)), resolved);
    case 'decide':
      return decide(shell);
    case 'perform':
      return client.perform(effect.actions, observed(shell), observeOptions(resolved), recordOf(shell));
    case 'ask':
      return clock.wait(() => ask(shell, effect));
    case 'assign':
      return clock.wait(() => assign(shell, effect));
    case 'evaluate':
      // It follows the round, and is not part of its active time.
      return clock.wait(() => evaluate(shell));
    case 'idle':
      return clock.wait(() => idle(shell));
  }
}

async function decide(shell: HostAgentShell): Promise<HostAgentCame> {
  const { resolved, carried } = shell;
  const record = recordOf(shell);
  const { decideHost } = modelActivities(resolved, `HostAgent decides, step ${record.step + 1}`);
  const { round, plan, memory, previousSubtasks, blackboard, notes, applications } = machineOf(carried);
  const decideInput: DecideHostInput = {
    record: { ...record, step: record.step + 1 },
    request: round.request,
    plan,
    memory,
    previousSubtasks,
    blackboard,
    observation: observed(shell),
    notes,
    applications,
    models: resolved.models,
  };
  try {
    return { type: 'decided', decision: await decideHost(decideInput) };
  } catch (error) {
    return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
  }
}

async function ask({ carried, people, resolved, device }: HostAgentShell, effect: Performed<'ask'>): Promise<HostAgentCame | undefined> {
  const { settings } = resolved;
  return people.ask(effect.ask, machineOf(carried).observation?.screenshot, {
    timeoutMs: effect.ask.kind === 'question' ? settings.pendingTimeout : settings.confirmTimeout,
    interrupted: isToContinueAsNew,
    longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
  });
}

async function assign(shell: HostAgentShell, { subtask, application, message }: Performed<'assign'>): Promise<HostAgentCame> {
  const { workflowId, carried, resolved, device, changed } = shell;
  const { subtasks, round, previousSubtasks, blackboard, budget, spent } = machineOf(carried);
  const child = {
    run: workflowId,
    owner: workflowId,
    request: round.request,
    subtask,
    message,
    application,
    previousSubtasks,
    blackboard,
    resolved: { ...resolved, budget: budgetLeft(budget, spent) },
    stepsBefore: spent.steps,
  };
  const end = await runSubtask(carried, device, resolved.timings, `${workflowId}/app-${subtasks}`, child, changed);
  if ('output' in end) return { type: 'subtask-ended', ...end.output };
  const { cause, message: text } = end.failure;
  const type = cause instanceof ApplicationFailure ? (cause.type ?? 'child-failed') : 'child-failed';
  return { type: 'failed', phase: 'ACTION_EXECUTION', error: { type, message: cause?.message ?? text } };
}

async function evaluate(shell: HostAgentShell): Promise<HostAgentCame> {
  const { resolved, carried } = shell;
  const { round, blackboard, previousSubtasks, observation } = machineOf(carried);
  const { evaluate: judge } = modelActivities(resolved, 'judge the finished round');
  try {
    const verdict = await judge({
      record: recordOf(shell),
      request: round.request,
      blackboard,
      previousSubtasks,
      models: resolved.models,
      ...(observation ? { screenshot: observation.screenshot } : {}),
    });
    return { type: 'evaluated', verdict: `${verdict.complete}: ${verdict.reason}`, usage: verdict.usage };
  } catch (error) {
    // Its failure never changes the result (A63).
    return { type: 'evaluated', verdict: `not judged: ${describe(error).message}`, usage: noUsage };
  }
}

async function idle({ carried, device }: HostAgentShell): Promise<HostAgentCame | undefined> {
  const isRequested = (): boolean => machineOf(carried).queue.length > 0;
  await device.release();
  await condition(() => isRequested() || isToContinueAsNew());
  return isRequested() ? { type: 'requested' } : undefined;
}

function modelActivities({ timings }: ResolvedRun, summary: string): Pick<Activities, 'decideHost' | 'evaluate'> {
  return proxyActivities<Activities>(asking(timings, summary));
}

function observeOptions({ settings }: ResolvedRun): ObserveOptions {
  return { controlRoles: settings.controlRoles, applications: true };
}

function observed({ carried }: HostAgentShell): Observation {
  const { observation } = machineOf(carried);
  if (!observation) throw new TypeError('an effect is due without an observation');
  return observation;
}

/** Open tabs under configured names, and what is configured but not open. */
function configured<E extends { readonly type: string; readonly observation?: Observation }>(event: E, { apps }: ResolvedRun): E {
  const { observation } = event;
  return observation?.applications
    ? { ...event, observation: { ...observation, applications: withConfigured(observation.applications, apps) } }
    : event;
}
