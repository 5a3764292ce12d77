// What an explorer reports about itself: its details, `progress`, `frontier`, and its result.
import { noUsage } from '../../domain/budget/usage.js';
import { type AgentState, failures } from '../../domain/explorer/agent-state.js';
import { remaining } from '../../domain/explorer/budgets.js';
import type { Holding } from '../../domain/run/held.js';
import type { ExplorerInput } from '../../domain/explorer/input.js';
import { workflowInfo } from '@temporalio/workflow';
import type { Shown } from '../engine/run.js';
import type { FrontierView } from '../messages.js';
import { actionText, type ExplorerCarried } from './shell.js';
import type { ExplorerSummary } from '../../domain/explorer/requests.js';
import type { Coverage } from '../../ports/screen-graph.js';

/** As last reported by the store. */
export interface Frontier {
  openScreens: number;
  coveragePct?: number;
}

/** As its run shows it, from its first moment. */
export function partOf(carried: ExplorerCarried): Shown {
  return {
    name: workflowInfo().workflowId,
    headline: () => headlineOf(carried),
    holding: () => holdingOf(carried),
    progress: () => progressOf(carried),
  };
}

export function headlineOf({ state }: ExplorerCarried): string {
  if (!state) return 'Starting';
  const { node, counters, loop, chosen_action: chosen, enumerated_actions: actions, policy } = state;
  const action = actions.find(({ key }) => key === chosen?.key);
  const doing = action ? `: ${actionText(action, loop)}` : '';
  return `**${node}**${doing}\n\n${counters.screens_new} screens, ${counters.edges_new} edges, ${counters.steps_total} steps, policy ${policy}`;
}

export function holdingOf({ state, story }: ExplorerCarried): Holding {
  return {
    done: `${state?.counters.steps_total ?? 0} steps`,
    parts: { state, events: story },
    instead: 'start it with a smaller budget',
  };
}

function progressOf({ state }: ExplorerCarried): ReturnType<Shown['progress']> {
  const left = state && remaining(state);
  return {
    status: state?.node ?? 'Starting',
    step: state?.counters.steps_total ?? 0,
    budgetLeft: left
      ? {
          maxSteps: left.steps,
          maxTokens: left.tokens,
          maxTimeMs: left.time_ms,
          maxCostUsd: left.cost,
        }
      : {},
    usage: state?.usage ?? noUsage,
    unknownOutcomes: state?.counters.unknown_outcomes ?? 0,
  };
}

export function frontierOf({ state }: ExplorerCarried, given: ExplorerInput, frontier: Frontier): FrontierView {
  const { screens_new = 0, edges_new = 0, steps_total = 0 } = state?.counters ?? {};
  return {
    app: state?.app_id,
    run: state?.run_id,
    policy: state?.policy ?? given.policy,
    ...frontier,
    screensNew: screens_new,
    edgesNew: edges_new,
    steps: steps_total,
    ...(state ? leftOf(state) : { stepsLeft: 0, timeLeftMs: 0, tokensLeft: 0 }),
  };
}

function leftOf(state: AgentState): Pick<FrontierView, 'stepsLeft' | 'timeLeftMs' | 'tokensLeft'> {
  const { steps, time_ms, tokens } = remaining(state);
  return { stepsLeft: steps, timeLeftMs: time_ms, tokensLeft: tokens };
}

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
