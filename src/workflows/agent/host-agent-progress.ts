// What a session reports about itself: its details and `progress`.
import { budgetLeft } from '../../domain/budget/budget.js';
import { noUsage } from '../../domain/budget/usage.js';
import { deviceStory } from '../device/device-story.js';
import { progressOfRun } from '../engine/progress.js';
import type { ProgressView } from '../messages.js';
import type { HostAgentCarried } from './host-agent-shell.js';

export function headlineOf({ machine, child, device }: HostAgentCarried): string {
  if (!machine) return 'Starting';
  const { status, spent, round, next } = machine;
  const work = next.type === 'assign' ? `\n\nSubtask: ${next.subtask} (${child?.workflowId ?? 'starting'})` : '';
  return `**${status}**, step ${spent.steps}: ${round.request}${work}${deviceStory(device)}`;
}

export function progressOf(carried: HostAgentCarried): ProgressView {
  const { machine, early } = carried;
  return {
    ...progressOfRun(carried),
    status: machine?.status ?? 'CONTINUE',
    step: machine?.spent.steps ?? 0,
    budgetLeft: machine ? budgetLeft(machine.budget, machine.spent) : {},
    usage: machine?.spent.usage ?? noUsage,
    unknownOutcomes: machine?.unknownOutcomes ?? 0,
    queuedRequests: machine?.queue.length ?? early.length,
    ...(machine?.next.type === 'assign' ? { subtask: machine.next.subtask, application: machine.next.application.name } : {}),
  };
}
