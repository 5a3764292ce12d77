// Small edits that every phase of an AppAgent makes to its state: what was spent, seen and done, and how a step or a subtask is closed.
import { defined } from '../collections.js';
import { addSpent, breachedLimit, type Budget, type LimitOutcome, type Spent } from '../budget/budget.js';
import type { ActionOutcome } from '../device/device-work.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import { actionText, outcomeText } from './action-text.js';
import type { AppAgentEffect, AppAgentResult, AppAgentState, StepInProgress } from './app-agent-state.js';
import type { RunNote } from './decision.js';
import { append, post, remember, type AgentError } from './memory.js';

export function spend(state: AppAgentState, spent: Partial<Spent>): AppAgentState {
  return { ...state, spent: addSpent(state.spent, spent) };
}

export function tell(state: AppAgentState, type: RunNote['type'], text: string): AppAgentState {
  return { ...state, notes: append('notes', state.notes, { type, text }) };
}

// ── Seeing ───────────────────────────────────────────────────────────────────

export function see(state: AppAgentState, observation: Observation): AppAgentState {
  return { ...state, observation, ...defined({ previous: state.observation }) };
}

/** The current screen is unknown. */
export function forget({ observation, ...state }: AppAgentState): AppAgentState {
  return observation ? { ...state, previous: observation } : state;
}

export function observe(reannotate: readonly ControlRef[] = []): AppAgentEffect {
  return { type: 'observe', reannotate };
}

// ── Caps ─────────────────────────────────────────────────────────────────────

export function decide(state: AppAgentState): AppAgentState {
  return within(state, state.budget, { type: 'decide' });
}

/** The effect, unless a cap is reached: then the subtask ends before it, and the rest of its list is remembered as not done (appagent-5 of app-agent-machine.ts). */
export function within(state: AppAgentState, budget: Budget, next: AppAgentEffect): AppAgentState {
  const limit = breachedLimit(budget, state.spent);
  if (!limit) return { ...state, next };
  return endByLimit(state.step ? memorise(skipRest(state)) : state, limit);
}

// ── The step in progress ─────────────────────────────────────────────────────

export function inStep({ step, status }: AppAgentState): StepInProgress {
  if (!step) throw new TypeError(`no step in progress in ${status}`);
  return step;
}

/** Closes the first remaining action. Any action but `annotation` clears the reannotated controls (R5). */
export function finishAction(state: AppAgentState, outcome: ActionOutcome): AppAgentState {
  const { reviewed: _, ...step } = inStep(state);
  const [action, ...todo] = step.todo;
  return action ? { ...state, controlReannotate: [], step: { ...step, todo, done: [...step.done, { action, outcome }] } } : state;
}

export function skipRest(state: AppAgentState): AppAgentState {
  const step = inStep(state);
  const skipped = step.todo.map((action) => ({ action, outcome: { status: 'skipped' } as const }));
  return { ...state, step: { ...step, todo: [], done: [...step.done, ...skipped] } };
}

/** MEMORY_UPDATE: closes the step, so that none of its actions is left to run. */
export function memorise(state: AppAgentState, userConfirm?: 'Yes' | 'No'): AppAgentState {
  const { decision, done } = inStep(state);
  const { step: _, unclear: __, ...rest } = state;
  const step = state.stepsBefore + state.spent.steps;
  const action = done.map((entry) => actionText(entry.action)).join('; ');
  const result = done.map(({ outcome }) => outcomeText(outcome)).join('; ');
  const { thought, status, comment } = decision;
  const trajectory = { agent: 'AppAgent', step, subtask: state.subtask, action, result, userConfirm };
  return {
    ...rest,
    unclear: isUnclear(done) ? (true as const) : undefined,
    memory: remember(state.memory, { step, thought, action, result, status, comment }),
    blackboard: done.length > 0 ? post(state.blackboard, 'trajectories', trajectory) : state.blackboard,
  };
}

function isUnclear(done: StepInProgress['done']): boolean {
  const last = done.findLast(({ outcome }) => outcome.status !== 'skipped')?.outcome;
  if (last?.status !== 'done') return last !== undefined;
  return last.effect?.kind === 'nothing-visible';
}

// ── Ends ─────────────────────────────────────────────────────────────────────

export function end(state: AppAgentState, ending: Omit<AppAgentResult, 'subtask'>): AppAgentState {
  const { subtask } = state;
  const succeeded = ending.status === 'FINISH' && !ending.userConfirm;
  return {
    ...state,
    status: ending.status,
    blackboard: succeeded ? post(state.blackboard, 'results', { subtask, result: ending.result }) : state.blackboard,
    next: { type: 'end' },
    result: { subtask, ...ending },
  };
}

export function endByError(state: AppAgentState, error: AgentError): AppAgentState {
  return end(state, { status: 'ERROR', result: error.message, error });
}

function endByLimit(state: AppAgentState, limit: LimitOutcome): AppAgentState {
  return end(state, { status: 'FAIL', result: `Stopped by a limit: ${limit}`, limit });
}
