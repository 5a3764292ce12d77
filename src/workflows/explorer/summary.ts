// The result of an explorer.
import { failures, type AgentState } from '../../domain/explorer/agent-state.js';
import type { ExplorerSummary } from '../../domain/explorer/requests.js';
import type { Coverage } from '../../ports/screen-graph.js';

/** `coverage`: of the whole map, if the store could tell. */
export function summaryOf(state: AgentState, coverage: Coverage | undefined): ExplorerSummary {
  const { app_id, run_id, stop_reason, breached, last_error: error, counters, usage, active_ms } = state;
  const asked = counters.llm_calls + counters.cache_hits;
  return {
    app_id,
    run_id,
    stop_reason: stop_reason ?? 'crash',
    breached: breached === null ? undefined : breached,
    message: error && failures.has(stop_reason ?? 'crash') ? error.message : undefined,
    coverage_pct: coverage && coverage.actions > 0 ? percent(coverage.tried, coverage.actions) : null,
    screens: coverage?.screens ?? null,
    variants: coverage?.variants ?? null,
    edges: coverage?.edges ?? null,
    screens_new: counters.screens_new,
    edges_new: counters.edges_new,
    steps: counters.steps_total,
    restarts: counters.restarts,
    errors: counters.errors,
    unknown_outcomes: counters.unknown_outcomes,
    no_change: counters.no_change,
    tokens: usage.inputTokens + usage.outputTokens,
    cost_usd: usage.costUsd,
    cache_hit_rate: asked === 0 ? 0 : counters.cache_hits / asked,
    time_ms: active_ms,
    screens_per_minute: active_ms === 0 ? 0 : Math.round((600_000 * counters.screens_new) / active_ms) / 10,
  };
}

/** One decimal place. */
function percent(part: number, whole: number): number {
  return Math.round((1_000 * part) / whole) / 10;
}

export function summaryText({ stop_reason: reason, steps, screens_new: screens, edges_new: edges, message }: ExplorerSummary): string {
  return `**${reason}** after ${steps} steps: ${screens} screens and ${edges} edges found${message === undefined ? '' : `\n\n${message}`}`;
}
