// What an AppAgent reports about itself: its details and `progress`.
import { budgetLeft } from '../../domain/budget/budget.js';
import { deviceStory } from '../device/device-story.js';
import { progressOfRun } from '../engine/progress.js';
import type { ProgressView } from '../messages.js';
import type { AppAgentCarried, AppAgentInput, AppAgentOutput } from './app-agent-shell.js';

export function headlineOf({ stepsBefore, application }: AppAgentInput, { machine, device }: AppAgentCarried): string {
  const { status, spent, subtask } = machine;
  return `**${status}**, step ${stepsBefore + spent.steps}: ${subtask}\n\nApplication: ${application.name}${deviceStory(device)}`;
}

export function progressOf({ stepsBefore, application }: AppAgentInput, carried: AppAgentCarried): ProgressView {
  const { status, spent, subtask, budget, unknownOutcomes } = carried.machine;
  return {
    ...progressOfRun(carried),
    status,
    step: stepsBefore + spent.steps,
    subtask,
    application: application.name,
    budgetLeft: budgetLeft(budget, spent),
    usage: spent.usage,
    unknownOutcomes,
  };
}

export function lastWords({ result: { status, result }, spent }: AppAgentOutput): string {
  return `**${status}** after ${spent.steps} steps${result === '' ? '' : `: ${result}`}`;
}
