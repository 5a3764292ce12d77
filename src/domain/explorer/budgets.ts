// Two levels of budget (docs/design/explorer.md §5): for a run, and for one loop of it. remaining.ts has the rules.
import { defined } from '../collections.js';
import { narrowBudget, type Budget } from '../budget/budget.js';

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
