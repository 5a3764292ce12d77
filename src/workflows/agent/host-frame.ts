// A HostAgent's frame, the lowest of a session (docs/design/agent.md §1, §3): it divides requests into subtasks, each an AppAgent's frame above it.
import type { HostAgentEffect, HostAgentEvent, HostAgentState, RoundOutcome, RoundResult } from '../../domain/agent/host-agent-state.js';
import type { ClosedDevice, RecordContext, ObserveOptions } from '../../domain/device/device-work.js';
import { type Clock, createClock, machineOf, type Engine, type Begins, type Untimed } from '../engine/drive.js';
import type { RunShell, FailedEnd, RunPart } from '../engine/run.js';
import type { FrameState } from '../engine/stack.js';
import { hostTransition } from '../../domain/agent/host-agent-machine.js';
import { budgetLeft } from '../../domain/budget/budget.js';
import type { Holding } from '../../domain/run/held.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { holdingOf, type AppEnd, type AppFrame, startApp } from './app-frame.js';
import { condition } from '@temporalio/workflow';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { DecideHostInput } from '../../domain/agent/decision.js';
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import { withConfigured, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { Observation } from '../../domain/ui/observation.js';
import { writesOf } from '../../domain/wire/write-gate.js';
import { describe, usageOf } from '../engine/activity-calls.js';
import { askerOf, askModels } from '../engine/ask-models.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';

export interface HostFrame extends FrameState {
  readonly kind: 'host';
  machine: HostAgentState;
}

/** Of a session, once all its rounds are over. */
export interface HostAgentResult extends Partial<ClosedDevice> {
  readonly outcome: RoundOutcome;
  readonly rounds: readonly RoundResult[];
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly usage: Usage;
  readonly steps: number;
  readonly unknownOutcomes: number;
  /** How often an action was done the third time or more in a row with nothing visible coming of it. */
  readonly withoutEffect: number;
}

interface HostAgentShell {
  readonly frame: HostFrame;
  readonly run: RunShell;
  readonly clock: Clock;
}

function recordOf({ frame: { name, machine } }: HostAgentShell): RecordContext {
  return { run: name, agent: name, step: machine.spent.steps };
}

type Driven = Engine<HostAgentState, Exclude<HostAgentEffect, { readonly type: 'end' }>, HostAgentYield, AppFrame, AppEnd | FailedEnd>;

export function mountHost(frame: HostFrame, run: RunShell): RunPart<AppFrame, AppEnd | FailedEnd> {
  const { settings, guard, budget } = run.resolved;
  frame.machine = { ...frame.machine, settings, guard, budget };
  const shell: HostAgentShell = { frame, run, clock: createClock() };
  return Object.assign(machineOf(engineOf(shell)), {
    end: () => Promise.reject(new TypeError('a session ends with its run')),
    progress: () => progressOf(frame),
    blackboard: () => frame.machine.blackboard,
  });
}

function engineOf(shell: HostAgentShell): Driven {
  const { frame, clock } = shell;
  return {
    name: frame.name,
    type: 'hostAgent',
    clock,
    handBack(returned) {
      frame.machine = hostTransition(frame.machine, { type: 'handed-back', returned }) ?? frame.machine;
    },
    state: () => frame.machine,
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    perform: (effect) => performEffect(shell, effect),
    transition: hostTransition,
    moveTo: (after) => void (frame.machine = after),
    ended: endedAbove,
    headline: () => headlineOf(frame),
    holding: () => holdingOfHost(frame.machine),
    tally: tallyOf,
  };
}

function holdingOfHost(machine: HostAgentState): Holding {
  const { parts, ...holding } = holdingOf(machine);
  return { ...holding, parts: { requests: machine.queue, ...parts } };
}

function headlineOf({ machine: { status, spent, round, next } }: HostFrame): string {
  const work = next.type === 'assign' ? `\n\nSubtask: ${next.subtask}` : '';
  return `**${status}**, step ${spent.steps}: ${round.request}${work}`;
}

function progressOf({ machine }: HostFrame): ReturnType<RunPart<never, never>['progress']> {
  const { status, spent, budget, unknownOutcomes, queue, next } = machine;
  return {
    status,
    step: spent.steps,
    budgetLeft: budgetLeft(budget, spent),
    usage: spent.usage,
    unknownOutcomes,
    queuedRequests: queue.length,
    subtask: next.type === 'assign' ? next.subtask : undefined,
    application: next.type === 'assign' ? next.application.name : undefined,
  };
}

type HostAgentYield = Untimed<HostAgentEvent>;
type Performed<T extends HostAgentEffect['type']> = Extract<HostAgentEffect, { readonly type: T }>;

/** Undefined: the workflow has to continue as new before it is done. */
async function performEffect(
  shell: HostAgentShell,
  effect: Exclude<HostAgentEffect, { readonly type: 'end' }>,
): Promise<HostAgentYield | Begins<AppFrame> | undefined> {
  const { clock, run } = shell;
  const { client, resolved } = run;
  switch (effect.type) {
    case 'observe':
      return configured(await client.observe(observeOptions(resolved), recordOf(shell)), resolved);
    case 'decide':
      return decide(shell);
    case 'perform':
      return client.perform(effect.actions, observed(shell), observeOptions(resolved), recordOf(shell), {
        writes: writesOf(resolved.guard, effect.actions),
      });
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

async function decide(shell: HostAgentShell): Promise<HostAgentYield> {
  const { resolved } = shell.run;
  const record = recordOf(shell);
  const summary = `HostAgent decides, step ${record.step + 1}`;
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
    return { type: 'decided', decision: await askModels(askerHere(shell), { summary }, ({ decideHost }) => decideHost(decideInput)) };
  } catch (error) {
    return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
  }
}

async function ask({ frame, run }: HostAgentShell, effect: Performed<'ask'>): Promise<HostAgentYield | undefined> {
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

function endedAbove(end: AppEnd | FailedEnd): HostAgentYield {
  if (end.kind === 'app') return { type: 'subtask-ended', ...end.output };
  return { type: 'failed', phase: 'ACTION_EXECUTION', error: { type: end.type, message: end.message } };
}

async function evaluate(shell: HostAgentShell): Promise<HostAgentYield> {
  const { resolved } = shell.run;
  const { round, blackboard, previousSubtasks, observation } = shell.frame.machine;
  try {
    const verdict = await askModels(askerHere(shell), { summary: 'judge the finished round' }, (activities) =>
      activities.evaluate({
        record: recordOf(shell),
        request: round.request,
        blackboard,
        previousSubtasks,
        models: resolved.models,
        screenshot: observation?.screenshot,
      }),
    );
    return { type: 'evaluated', verdict: `${verdict.complete}: ${verdict.reason}`, usage: verdict.usage };
  } catch (error) {
    // Its failure never changes the result.
    return { type: 'evaluated', verdict: `not judged: ${describe(error).message}`, usage: noUsage };
  }
}

async function idle({ frame, run }: HostAgentShell): Promise<HostAgentYield | undefined> {
  const isRequested = (): boolean => frame.machine.queue.length > 0;
  await run.device.release();
  await condition(() => isRequested() || isToContinueAsNew());
  return isRequested() ? { type: 'requested' } : undefined;
}

function askerHere({ run, clock, frame: { machine } }: HostAgentShell): ReturnType<typeof askerOf> {
  return askerOf(run, clock, budgetLeft(machine.budget, machine.spent).maxTimeMs);
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
