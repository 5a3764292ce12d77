// Two levels of budget (docs/design/explorer.md §5): for a run, and for one loop of it.
//
// remaining-1. A cap of the run ends it, whatever a model says; a cap of the loop only makes the rest of the loop run without a model.
// remaining-2. A loop that has begun may overshoot by its own cap at most: the run's caps are checked before each model call.
import { defined } from '../collections.js';
import { narrowBudget, type Budget } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';

/** Under ScreenGraph's names; tokens, ms, US dollars. */
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

/** The configuration's caps, narrowed by the run's own, with defaults where neither gives one. */
export function budgetsOf(configured: Budget, given: Budget, own: Partial<ExplorerBudgets>): ExplorerBudgets {
  const { maxSteps, maxTokens, maxTimeMs, maxCostUsd } = narrowBudget(configured, {
    maxSteps: defaultBudgets.max_steps,
    maxTokens: defaultBudgets.max_tokens,
    maxTimeMs: defaultBudgets.max_time_ms,
    ...defined(given),
  });
  return {
    ...defaultBudgets,
    ...defined(own),
    max_steps: maxSteps ?? defaultBudgets.max_steps,
    max_tokens: maxTokens ?? defaultBudgets.max_tokens,
    max_time_ms: maxTimeMs ?? defaultBudgets.max_time_ms,
    ...defined({ max_cost: maxCostUsd }),
  };
}

// ── What is left ─────────────────────────────────────────────────────────────

/** What a run and its loop have used, as an explorer's state has it. */
interface Spending {
  readonly budgets: ExplorerBudgets;
  readonly counters: { readonly steps_total: number };
  readonly usage: Usage;
  readonly active_ms: number;
  readonly loop_tokens: number;
  readonly loop_ms: number;
}

export interface Remaining {
  readonly steps: number;
  readonly tokens: number;
  readonly time_ms: number;
  readonly cost?: number;
}

/** Never below zero. */
export function remaining({ budgets, counters, usage, active_ms }: Spending): Remaining {
  return {
    steps: Math.max(0, budgets.max_steps - counters.steps_total),
    tokens: Math.max(0, budgets.max_tokens - usage.inputTokens - usage.outputTokens),
    time_ms: Math.max(0, budgets.max_time_ms - active_ms),
    cost: budgets.max_cost === undefined ? undefined : Math.max(0, budgets.max_cost - usage.costUsd),
  };
}

/** remaining-1: the first cap of the run that is reached, in a fixed order. */
export function breachedBy(spending: Spending): Dimension | undefined {
  return breachedBesideSteps(spending) ?? (remaining(spending).steps === 0 ? 'steps' : undefined);
}

/** remaining-2. The current step has already been counted. */
export function mayAsk(spending: Spending): boolean {
  const { budgets, loop_tokens, loop_ms } = spending;
  return breachedBesideSteps(spending) === undefined && loop_tokens < budgets.tokens_per_loop && loop_ms < budgets.time_per_loop_ms;
}

function breachedBesideSteps(spending: Spending): Dimension | undefined {
  const { time_ms, tokens, cost } = remaining(spending);
  if (time_ms === 0) return 'time';
  if (tokens === 0) return 'tokens';
  return cost === 0 ? 'cost' : undefined;
}
