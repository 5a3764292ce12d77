// Mounts a HostAgent's frame: it divides requests into subtasks, each an AppAgent's frame above it.
import { hostTransition } from '../../domain/agent/host-agent-machine.js';
import type { HostAgentEffect, HostAgentState } from '../../domain/agent/host-agent-state.js';
import { budgetLeft } from '../../domain/budget/budget.js';
import type { Holding } from '../../domain/run/held.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { createClock, machineOf, type Engine } from '../engine/drive.js';
import type { FailedEnd, RunPart, RunShell } from '../engine/run.js';
import { holdingOf, type AppEnd, type AppFrame } from './app-agent-shell.js';
import { performEffect, endedAbove, type HostAgentCame } from './host-agent-effects.js';
import type { HostAgentShell, HostFrame } from './host-agent-shell.js';

type Driven = Engine<HostAgentState, Exclude<HostAgentEffect, { readonly type: 'end' }>, HostAgentCame, AppFrame, AppEnd | FailedEnd>;

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
