// What an explorer has left of its two levels of budget: for a run, and for one loop of it.
//
// remaining-1. A cap of the run ends it, whatever a model says; a cap of the loop only makes the rest of the loop run without a model.
// remaining-2. A loop that has begun may overshoot by its own cap at most: the run's caps are checked before each model call.
import type { AgentState } from './agent-state.js';
import type { Dimension } from './budgets.js';

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
    cost: budgets.max_cost === undefined ? undefined : Math.max(0, budgets.max_cost - usage.costUsd),
  };
}

/** remaining-1: the first cap of the run that is reached, in a fixed order. */
export function breachedBy(state: AgentState): Dimension | undefined {
  return remaining(state).steps === 0 ? (breachedBesideSteps(state) ?? 'steps') : breachedBesideSteps(state);
}

/** remaining-2. The current step has already been counted. */
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
