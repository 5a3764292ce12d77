// Performs what an AppAgent's machine asks for: on the device, by its model and by people (docs/design/agent.md §2).
import { defined } from '../../domain/collections.js';
import { isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { AppAgentEffect, AppAgentEvent } from '../../domain/agent/app-agent-state.js';
import { isAnotherPage, isToldBefore, type DecideAppInput } from '../../domain/agent/decision.js';
import { othersSteps } from '../../domain/agent/memory.js';
import { dueChecks, type DueCheck } from '../../domain/effect/effect-check.js';
import { effectChecksOf } from '../../domain/guard/guard.js';
import type { ObserveOptions } from '../../domain/device/device-work.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, usageOf } from '../engine/activity-failure.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import type { Untimed } from '../engine/drive.js';
import { asking } from '../engine/model-activity-options.js';
import { recordOf, type AppAgentShell } from './app-agent-shell.js';

export type AppAgentCame = Untimed<AppAgentEvent>;
type Performed<T extends AppAgentEffect['type']> = Extract<AppAgentEffect, { readonly type: T }>;

/** Undefined: the workflow has to continue as new before a person has answered. */
export function performEffect(
  shell: AppAgentShell,
  effect: Exclude<AppAgentEffect, { readonly type: 'end' }>,
): Promise<AppAgentCame | undefined> {
  const { run, frame, clock } = shell;
  const { client } = run;
  switch (effect.type) {
    case 'observe': {
      const { reannotate, bound } = effect;
      const options = { ...observeOptions(shell), reannotate, ...defined({ bound }) };
      return client.observe(options, recordOf(shell), frame.given.application.id);
    }
    case 'decide':
      return decide(shell);
    case 'perform':
      return perform(shell, effect);
    case 'review':
      return review(shell, effect);
    case 'wait':
      return sleep(effect.seconds * 1_000, { summary: 'wait, as the model decided' }).then(() => ({ type: 'waited' }));
    case 'ask':
      return clock.wait(() => ask(shell, effect));
  }
}

async function decide(shell: AppAgentShell): Promise<AppAgentCame> {
  const { timings } = shell.run.resolved;
  const { decideApp } = proxyActivities<Activities>(asking(timings, `AppAgent decides, step ${recordOf(shell).step + 1}`));
  try {
    return { type: 'decided', decision: await decideApp(decideInput(shell)) };
  } catch (error) {
    return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
  }
}

function decideInput(shell: AppAgentShell): DecideAppInput {
  const { given, machine } = shell.frame;
  const { settings, models } = shell.run.resolved;
  const { plan, memory, blackboard, told, notes, subtask, beforeHand, turn, seesAfresh = false, unclear = false } = machine;
  const record = recordOf(shell);
  const observation = observed(shell);
  const step = record.step + 1;
  return {
    record: { ...record, step },
    request: given.request,
    subtask,
    hostMessage: given.message,
    plan,
    memory,
    previousSubtasks: given.previousSubtasks,
    // History keeps what a model is asked with: each step once.
    blackboard: { ...blackboard, trajectories: othersSteps(blackboard.trajectories, { memory, subtask }) },
    observation,
    notes,
    actionSequence: settings.actionSequence,
    models,
    pictures: settings.pictures,
    seesAfresh,
    isUnclear: unclear,
    turn,
    beforeHand: beforeHand ? lookOf(beforeHand) : undefined,
    before: told && isToldBefore(told, observation, step) ? told.controls : undefined,
    lastScreenshot: settings.includeLastScreenshot && told && isAnotherPage(told, observation) ? told.screenshot : undefined,
  };
}

/** Whatever keeps it from being seen anew, the rest is not run. */
async function review(shell: AppAgentShell, { action, before }: Performed<'review'>): Promise<AppAgentCame> {
  const { timings } = shell.run.resolved;
  const { reviewNext } = proxyActivities<Activities>(asking(timings, 'see the next action of the list anew'));
  try {
    return { type: 'reviewed', came: await reviewNext({ action, before, now: observed(shell) }) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { type: 'reviewed', came: { because: describe(error).message } };
  }
}

/** An approved action is a step of its own (R3), and is recorded as one. */
function perform(shell: AppAgentShell, { actions }: Performed<'perform'>): Promise<AppAgentCame> {
  const { run, agent, step } = recordOf(shell);
  const { held } = shell.frame.machine.step ?? {};
  const own = { run, agent, step: held ? step + 1 : step, approval: held?.before ? held.before : undefined };
  return shell.run.client.perform(actions, observed(shell), observeOptions(shell), own, checksOf(shell, actions));
}

function checksOf({ frame, run }: AppAgentShell, actions: Performed<'perform'>['actions']): readonly DueCheck[] {
  return dueChecks(
    actions.flatMap((action) => effectChecksOf(frame.machine.guard, action)),
    run.resolved.effectChecks,
  );
}

async function ask({ frame, run }: AppAgentShell, effect: Performed<'ask'>): Promise<AppAgentCame | undefined> {
  const { people, device, resolved } = run;
  const { settings } = resolved;
  return people.ask(effect.ask, frame.machine.observation?.screenshot, {
    asker: frame.name,
    timeoutMs: effect.ask.kind === 'question' ? settings.pendingTimeout : settings.confirmTimeout,
    interrupted: isToContinueAsNew,
    longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
  });
}

function lookOf({ controls, title, application }: Observation): NonNullable<DecideAppInput['beforeHand']> {
  return { controls, title, application };
}

function observed({ frame }: AppAgentShell): Observation {
  const { observation } = frame.machine;
  if (!observation) throw new TypeError('an effect is due without an observation');
  return observation;
}

function observeOptions({ run }: AppAgentShell): ObserveOptions {
  return { controlRoles: run.resolved.settings.controlRoles };
}
