// What an explorer reports about itself: its details, `progress` and `frontier`.
import { noUsage } from '../../domain/budget/usage.js';
import type { AgentState } from '../../domain/explorer/agent-state.js';
import { remaining } from '../../domain/explorer/budgets.js';
import type { Holding } from '../../domain/run/held.js';
import type { ExplorerInput } from '../../domain/explorer/input.js';
import { workflowInfo } from '@temporalio/workflow';
import type { Shown } from '../engine/run.js';
import type { FrontierView } from '../messages.js';
import { actionText, type ExplorerCarried } from './shell.js';

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
