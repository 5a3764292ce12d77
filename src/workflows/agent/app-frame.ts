// Mounts an AppAgent's frame: the machine decides, and its effects are performed.
import { transition } from '../../domain/agent/app-agent-machine.js';
import type { AppAgentEffect, AppAgentState } from '../../domain/agent/app-agent-state.js';
import { budgetLeft, narrowBudget } from '../../domain/budget/budget.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { createClock, machineOf, type Engine } from '../engine/drive.js';
import type { FailedEnd, RunPart, RunShell } from '../engine/run.js';
import { performEffect, type AppAgentCame } from './app-agent-effects.js';
import { holdingOf, type AppAgentOutput, type AppAgentShell, type AppEnd, type AppFrame } from './app-agent-shell.js';

type Driven = Engine<AppAgentState, Exclude<AppAgentEffect, { readonly type: 'end' }>, AppAgentCame>;

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
