// An AppAgent's frame: one subtask in one application (docs/design/agent.md §2). The machine decides; its effects are performed here, on the device, by its model and
// by people.
import { startAppAgent, type AppAgentStart, transition } from '../../domain/agent/app-agent-machine.js';
import type { AppAgentResult, AppAgentState, AppAgentEffect, AppAgentEvent } from '../../domain/agent/app-agent-state.js';
import { type Blackboard, type PreviousSubtask, othersSteps } from '../../domain/agent/memory.js';
import { type Spent, budgetLeft, narrowBudget } from '../../domain/budget/budget.js';
import type { RecordContext, ObserveOptions } from '../../domain/device/device-work.js';
import type { Holding } from '../../domain/run/held.js';
import type { Application, Observation } from '../../domain/ui/observation.js';
import { type Clock, createClock, machineOf, type Engine, type Untimed } from '../engine/drive.js';
import type { RunShell, FailedEnd, RunPart } from '../engine/run.js';
import type { FrameState } from '../engine/stack.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { defined } from '../../domain/collections.js';
import { isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { isAnotherPage, isShownBefore } from '../../domain/agent/decision.js';
import type { DecideAppInput } from '../../domain/agent/decision.js';
import { dueChecks, type DueCheck } from '../../domain/effect/effect-check.js';
import { effectChecksOf } from '../../domain/guard/guard.js';
import { writesOf } from '../../domain/wire/write-gate.js';
import { describe, usageOf } from '../engine/activity-calls.js';
import { askerOf, asking, askModels } from '../engine/ask-models.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';

export interface AppFrame extends FrameState {
  readonly kind: 'app';
  readonly given: AppFrameInput;
  machine: AppAgentState;
}

/** What it works with, besides its machine. */
interface AppFrameInput {
  /** Whose records it writes into. */
  readonly run: string;
  readonly request: string;
  readonly message: readonly string[];
  readonly application: Application;
  readonly previousSubtasks: readonly PreviousSubtask[];
  /** Steps that were made before; its records continue their numbering. */
  readonly stepsBefore: number;
}

export interface AppAgentOutput {
  readonly result: AppAgentResult;
  readonly blackboard: Blackboard;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly withoutEffect: number;
}

export interface AppEnd {
  readonly kind: 'app';
  readonly name: string;
  readonly output: AppAgentOutput;
}

interface AppAgentShell {
  readonly frame: AppFrame;
  readonly run: RunShell;
  readonly clock: Clock;
}

function recordOf({ frame: { name, given, machine } }: AppAgentShell): RecordContext {
  return { run: given.run, agent: name, step: given.stepsBefore + machine.spent.steps };
}

export function startApp(name: string, given: AppFrameInput, start: Omit<AppAgentStart, 'stepsBefore'>): AppFrame {
  const { stepsBefore } = given;
  return { kind: 'app', name, begunAt: Date.now(), given, machine: startAppAgent({ ...start, stepsBefore }) };
}

/** What fills an agent. */
export function holdingOf({ spent, blackboard, memory }: Pick<AppAgentState, 'spent' | 'blackboard' | 'memory'>): Holding {
  return {
    done: `${spent.steps} steps`,
    parts: { memory, blackboard },
    instead: 'send less, or divide the request',
  };
}

type Driven = Engine<AppAgentState, Exclude<AppAgentEffect, { readonly type: 'end' }>, AppAgentYield>;

export function mountApp(frame: AppFrame, run: RunShell): RunPart<never, AppEnd | FailedEnd> {
  const { settings, guard, budget } = run.resolved;
  frame.machine = { ...frame.machine, settings, guard, budget: narrowBudget(budget, frame.machine.budget) };
  const shell: AppAgentShell = { frame, run, clock: createClock() };
  return Object.assign(machineOf(engineOf(shell)), {
    end: () => Promise.resolve({ end: { kind: 'app', name: frame.name, output: outputOf(frame) } as const, outcome: frame.machine.status }),
    progress: () => progressOf(frame),
    blackboard: () => frame.machine.blackboard,
  });
}

function engineOf(shell: AppAgentShell): Driven {
  const { frame, clock } = shell;
  return {
    name: frame.name,
    type: 'appAgent',
    clock,
    handBack(returned) {
      frame.machine = transition(frame.machine, { type: 'handed-back', returned }) ?? frame.machine;
    },
    state: () => frame.machine,
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    perform: (effect) => performEffect(shell, effect),
    transition,
    moveTo: (after) => void (frame.machine = after),
    headline: () => headlineOf(frame),
    holding: () => holdingOf(frame.machine),
    tally: tallyOf,
  };
}

function headlineOf({ given: { stepsBefore, application }, machine: { status, spent, subtask } }: AppFrame): string {
  return `**${status}**, step ${stepsBefore + spent.steps}: ${subtask}\n\nApplication: ${application.name}`;
}

function progressOf({ given: { stepsBefore, application }, machine }: AppFrame): ReturnType<RunPart<never, never>['progress']> {
  const { status, spent, subtask, budget, unknownOutcomes } = machine;
  return {
    status,
    step: stepsBefore + spent.steps,
    subtask,
    application: application.name,
    budgetLeft: budgetLeft(budget, spent),
    usage: spent.usage,
    unknownOutcomes,
  };
}

export function outputOf({ machine: { result, blackboard, spent, unknownOutcomes, withoutEffect } }: AppFrame): AppAgentOutput {
  if (!result) throw new TypeError('the machine ended without a result');
  return { result, blackboard, spent, unknownOutcomes, withoutEffect };
}

type AppAgentYield = Untimed<AppAgentEvent>;
type Performed<T extends AppAgentEffect['type']> = Extract<AppAgentEffect, { readonly type: T }>;

/** Undefined: the workflow has to continue as new before a person has answered. */
function performEffect(
  shell: AppAgentShell,
  effect: Exclude<AppAgentEffect, { readonly type: 'end' }>,
): Promise<AppAgentYield | undefined> {
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

async function decide(shell: AppAgentShell): Promise<AppAgentYield> {
  const summary = `AppAgent decides, step ${recordOf(shell).step + 1}`;
  const input = decideInput(shell);
  const { budget, spent } = shell.frame.machine;
  const asker = askerOf(shell.run, shell.clock, budgetLeft(budget, spent).maxTimeMs);
  try {
    return { type: 'decided', decision: await askModels(asker, { summary }, ({ decideApp }) => decideApp(input)) };
  } catch (error) {
    return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
  }
}

function decideInput(shell: AppAgentShell): DecideAppInput {
  const { given, machine } = shell.frame;
  const { settings, models } = shell.run.resolved;
  const { plan, memory, blackboard, lastShown, notes, subtask, beforeTakeOver, turn, seesAfresh = false, unclear = false } = machine;
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
    beforeTakeOver: beforeTakeOver ? lookOf(beforeTakeOver) : undefined,
    before: lastShown && isShownBefore(lastShown, observation, step) ? lastShown.controls : undefined,
    lastScreenshot: settings.includeLastScreenshot && lastShown && isAnotherPage(lastShown, observation) ? lastShown.screenshot : undefined,
  };
}

/** Whatever keeps it from being seen anew, the rest is not run. */
async function review(shell: AppAgentShell, { action, before }: Performed<'review'>): Promise<AppAgentYield> {
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
function perform(shell: AppAgentShell, { actions }: Performed<'perform'>): Promise<AppAgentYield> {
  const { run, agent, step } = recordOf(shell);
  const { step: begun, guard, passes } = shell.frame.machine;
  const { waiting } = begun ?? {};
  const own = { run, agent, step: waiting ? step + 1 : step, approval: waiting?.before ? waiting.before : undefined };
  return shell.run.client.perform(actions, observed(shell), observeOptions(shell), own, {
    writes: writesOf(guard, actions, passes),
    checks: checksOf(shell, actions),
  });
}

function checksOf({ frame, run }: AppAgentShell, actions: Performed<'perform'>['actions']): readonly DueCheck[] {
  return dueChecks(
    actions.flatMap((action) => effectChecksOf(frame.machine.guard, action)),
    run.resolved.effectChecks,
  );
}

async function ask({ frame, run }: AppAgentShell, effect: Performed<'ask'>): Promise<AppAgentYield | undefined> {
  const { people, device, resolved } = run;
  const { settings } = resolved;
  return people.ask(effect.ask, frame.machine.observation?.screenshot, {
    byFrame: frame.name,
    timeoutMs: effect.ask.kind === 'question' ? settings.pendingTimeout : settings.confirmTimeout,
    interrupted: isToContinueAsNew,
    longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
  });
}

function lookOf({ controls, title, application }: Observation): NonNullable<DecideAppInput['beforeTakeOver']> {
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
