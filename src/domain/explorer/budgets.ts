// Two levels of budget (seed 003, "Budget Enforcement"; spec/explorer.md §5): for a run, and for one loop of it.
//
// B1. A cap of the run ends it, whatever a model says; a cap of the loop only makes the rest of the loop do without a model.
// B2. A loop that has begun may overdraw by its own cap at most: the run's caps are looked at before each call of a model.
import { narrowBudget, type Budget } from '../budget/budget.js';
import type { AgentState } from './agent-state.js';

/** Under the seed's names; tokens, ms, US dollars. */
export interface ExplorerBudgets {
  readonly max_steps: number;
  readonly max_tokens: number;
  readonly max_time_ms: number;
  /** Absent: no cap. */
  readonly max_cost?: number;
  readonly tokens_per_loop: number;
  readonly time_per_loop_ms: number;
  readonly restart_limit: number;
}

export const defaultBudgets: ExplorerBudgets = {
  max_steps: 50,
  max_tokens: 100_000,
  max_time_ms: 10 * 60_000,
  tokens_per_loop: 10_000,
  time_per_loop_ms: 60_000,
  restart_limit: 2,
};

export type Dimension = 'steps' | 'tokens' | 'time' | 'cost';

/** The configuration's caps, the run's own inside them, and the seed's where neither says anything. */
export function budgetsOf(configured: Budget, given: Budget, own: Partial<ExplorerBudgets>): ExplorerBudgets {
  const { maxSteps, maxTokens, maxTimeMs, maxCostUsd } = narrowBudget(configured, {
    maxSteps: defaultBudgets.max_steps,
    maxTokens: defaultBudgets.max_tokens,
    maxTimeMs: defaultBudgets.max_time_ms,
    ...given,
  });
  return {
    ...defaultBudgets,
    ...own,
    max_steps: maxSteps ?? defaultBudgets.max_steps,
    max_tokens: maxTokens ?? defaultBudgets.max_tokens,
    max_time_ms: maxTimeMs ?? defaultBudgets.max_time_ms,
    ...(maxCostUsd === undefined ? {} : { max_cost: maxCostUsd }),
  };
}

export interface Remaining {
  readonly steps: number;
  readonly tokens: number;
  readonly time_ms: number;
  readonly cost?: number;
}

/** Never below zero. */
export function remaining({ budgets, counters, usage, active_ms }: AgentState): Remaining {
  return {
    steps: Math.max(0, budgets.max_steps - counters.steps_total),
    tokens: Math.max(0, budgets.max_tokens - usage.inputTokens - usage.outputTokens),
    time_ms: Math.max(0, budgets.max_time_ms - active_ms),
    ...(budgets.max_cost === undefined ? {} : { cost: Math.max(0, budgets.max_cost - usage.costUsd) }),
  };
}

/** B1: the run's cap that is reached, in the order in which they are told. */
export function breachedBy(state: AgentState): Dimension | undefined {
  return remaining(state).steps === 0 ? (breachedBesideSteps(state) ?? 'steps') : breachedBesideSteps(state);
}

/** B2. The step that is under way was counted when it was made. */
export function mayAsk(state: AgentState): boolean {
  const { budgets, loop_tokens, loop_ms } = state;
  return breachedBesideSteps(state) === undefined && loop_tokens < budgets.tokens_per_loop && loop_ms < budgets.time_per_loop_ms;
}

function breachedBesideSteps(state: AgentState): Exclude<Dimension, 'steps'> | undefined {
  const { time_ms, tokens, cost } = remaining(state);
  if (time_ms === 0) return 'time';
  if (tokens === 0) return 'tokens';
  return cost === 0 ? 'cost' : undefined;
}
