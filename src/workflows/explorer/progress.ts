// What an explorer reports about itself: its details, `progress` and `frontier`.
import { noUsage } from '../../domain/budget/usage.js';
import type { AgentState } from '../../domain/explorer/agent-state.js';
import { remaining } from '../../domain/explorer/remaining.js';
import type { ExplorerInput } from '../../domain/explorer/input.js';
import { deviceStory } from '../device/device-story.js';
import { progressOfRun } from '../engine/progress.js';
import type { FrontierView, ProgressView } from '../messages.js';
import { actionText, type ExplorerCarried } from './shell.js';

/** As last reported by the store. */
export interface Frontier {
  openScreens: number;
  coveragePct?: number;
}

export function headlineOf({ state, device }: ExplorerCarried): string {
  if (!state) return 'Starting';
  const { node, counters, loop, chosen_action: chosen, enumerated_actions: actions, policy } = state;
  const action = actions.find(({ key }) => key === chosen?.key);
  const doing = action ? `: ${actionText(action, loop)}` : '';
  return `**${node}**${doing}\n\n${counters.screens_new} screens, ${counters.edges_new} edges, ${counters.steps_total} steps, policy ${policy}${deviceStory(device)}`;
}

export function progressOf(carried: ExplorerCarried): ProgressView {
  const { state } = carried;
  const left = state && remaining(state);
  return {
    ...progressOfRun(carried),
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
