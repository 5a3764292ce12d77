// Performs what a HostAgent's machine asks for: on the device, by its models, by people, and by AppAgents (docs/design/agent.md §1, §3).
import { condition, proxyActivities } from '@temporalio/workflow';
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
import type { Begins, Untimed } from '../engine/drive.js';
import { asking } from '../engine/model-activity-options.js';
import type { FailedEnd } from '../engine/run.js';
import { startApp, type AppEnd, type AppFrame } from './app-agent-shell.js';
import { recordOf, type HostAgentShell } from './host-agent-shell.js';

export type HostAgentCame = Untimed<HostAgentEvent>;
type Performed<T extends HostAgentEffect['type']> = Extract<HostAgentEffect, { readonly type: T }>;

/** Undefined: the workflow has to continue as new before it is done. */
export async function performEffect(
  shell: HostAgentShell,
  effect: Exclude<HostAgentEffect, { readonly type: 'end' }>,
): Promise<HostAgentCame | Begins<AppFrame> | undefined> {
  const { clock, run } = shell;
  const { client, resolved } = run;
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
      return { type: 'begins', frame: assign(shell, effect) };
    case 'evaluate':
      // It follows the round, and is not part of its active time.
      return clock.wait(() => evaluate(shell));
    case 'idle':
      return clock.wait(() => idle(shell));
  }
}

async function decide(shell: HostAgentShell): Promise<HostAgentCame> {
  const { resolved } = shell.run;
  const record = recordOf(shell);
  const { decideHost } = modelActivities(resolved, `HostAgent decides, step ${record.step + 1}`);
  const { round, plan, memory, previousSubtasks, blackboard, notes, applications } = shell.frame.machine;
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

async function ask({ frame, run }: HostAgentShell, effect: Performed<'ask'>): Promise<HostAgentCame | undefined> {
  const { people, device, resolved } = run;
  const { settings } = resolved;
  return people.ask(effect.ask, frame.machine.observation?.screenshot, {
    timeoutMs: effect.ask.kind === 'question' ? settings.pendingTimeout : settings.confirmTimeout,
    interrupted: isToContinueAsNew,
    longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
  });
}

function assign({ frame, run }: HostAgentShell, { subtask, application, message }: Performed<'assign'>): AppFrame {
  const { subtasks, round, previousSubtasks, blackboard, budget, spent } = frame.machine;
  const { settings, guard } = run.resolved;
  return startApp(
    `${frame.name}/app-${subtasks}`,
    { run: run.id, request: round.request, message, application, previousSubtasks, stepsBefore: spent.steps },
    { subtask, settings, guard, budget: budgetLeft(budget, spent), blackboard },
  );
}

export function endedAbove(end: AppEnd | FailedEnd): HostAgentCame {
  if (end.kind === 'app') return { type: 'subtask-ended', ...end.output };
  return { type: 'failed', phase: 'ACTION_EXECUTION', error: { type: end.type, message: end.message } };
}

async function evaluate(shell: HostAgentShell): Promise<HostAgentCame> {
  const { resolved } = shell.run;
  const { round, blackboard, previousSubtasks, observation } = shell.frame.machine;
  const { evaluate: judge } = modelActivities(resolved, 'judge the finished round');
  try {
    const verdict = await judge({
      record: recordOf(shell),
      request: round.request,
      blackboard,
      previousSubtasks,
      models: resolved.models,
      screenshot: observation?.screenshot,
    });
    return { type: 'evaluated', verdict: `${verdict.complete}: ${verdict.reason}`, usage: verdict.usage };
  } catch (error) {
    // Its failure never changes the result.
    return { type: 'evaluated', verdict: `not judged: ${describe(error).message}`, usage: noUsage };
  }
}

async function idle({ frame, run }: HostAgentShell): Promise<HostAgentCame | undefined> {
  const isRequested = (): boolean => frame.machine.queue.length > 0;
  await run.device.release();
  await condition(() => isRequested() || isToContinueAsNew());
  return isRequested() ? { type: 'requested' } : undefined;
}

function modelActivities({ timings }: ResolvedRun, summary: string): Pick<Activities, 'decideHost' | 'evaluate'> {
  return proxyActivities<Activities>(asking(timings, summary));
}

function observeOptions({ settings }: ResolvedRun): ObserveOptions {
  return { controlRoles: settings.controlRoles, applications: true };
}

function observed({ frame }: HostAgentShell): Observation {
  const { observation } = frame.machine;
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
