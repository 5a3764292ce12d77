// A budget is a set of caps; it is checked before every model call and every effect, and shared by a run's children.
import { addUsage, noUsage, type Usage } from './usage.js';

export interface Budget {
  readonly maxSteps?: number;
  readonly maxTokens?: number;
  readonly maxTimeMs?: number;
  readonly maxCostUsd?: number;
}

/** Outcomes of a run that ended by a cap. */
export type LimitOutcome = 'step-limit' | 'budget-tokens' | 'budget-time' | 'budget-cost';

export interface Spent {
  readonly steps: number;
  readonly usage: Usage;
  /** Active time, ms: waiting for people and for a free device does not count. */
  readonly timeMs: number;
}

export const nothingSpent: Spent = { steps: 0, usage: noUsage, timeMs: 0 };

export function addSpent(spent: Spent, { steps = 0, usage = noUsage, timeMs = 0 }: Partial<Spent>): Spent {
  return { steps: spent.steps + steps, usage: addUsage(spent.usage, usage), timeMs: spent.timeMs + timeMs };
}

/** The first cap that is reached, else undefined. */
export function breachedLimit(budget: Budget, { steps, usage, timeMs }: Spent): LimitOutcome | undefined {
  if (reached(steps, budget.maxSteps)) return 'step-limit';
  if (reached(usage.inputTokens + usage.outputTokens, budget.maxTokens)) return 'budget-tokens';
  if (reached(timeMs, budget.maxTimeMs)) return 'budget-time';
  if (reached(usage.costUsd, budget.maxCostUsd)) return 'budget-cost';
  return undefined;
}

/** For an action whose step was already counted when it was decided: only the other caps can stop it. */
export function withoutSteps({ maxSteps: _, ...rest }: Budget): Budget {
  return rest;
}

/** What is left for a child. */
export function budgetLeft(budget: Budget, { steps, usage, timeMs }: Spent): Budget {
  return {
    maxSteps: budget.maxSteps === undefined ? undefined : Math.max(0, budget.maxSteps - steps),
    maxTokens: budget.maxTokens === undefined ? undefined : Math.max(0, budget.maxTokens - usage.inputTokens - usage.outputTokens),
    maxTimeMs: budget.maxTimeMs === undefined ? undefined : Math.max(0, budget.maxTimeMs - timeMs),
    maxCostUsd: budget.maxCostUsd === undefined ? undefined : Math.max(0, budget.maxCostUsd - usage.costUsd),
  };
}

/** The tighter of two budgets, cap by cap: an input may narrow the configuration's budget, never widen it. */
export function narrowBudget(outer: Budget, inner: Budget): Budget {
  return {
    ...tighter('maxSteps', outer, inner),
    ...tighter('maxTokens', outer, inner),
    ...tighter('maxTimeMs', outer, inner),
    ...tighter('maxCostUsd', outer, inner),
  };
}

function tighter<K extends keyof Budget>(cap: K, outer: Budget, inner: Budget): Partial<Record<K, number>> {
  const caps = [outer[cap], inner[cap]].filter((value) => value !== undefined);
  return caps.length === 0 ? {} : ({ [cap]: Math.min(...caps) } as Record<K, number>);
}

function reached(used: number, cap: number | undefined): boolean {
  return cap !== undefined && used >= cap;
}
