// The nodes that decide how to continue (docs/design/explorer.md §1, §5).
//
// routing-1. Facts come before opinions: budgets, a stall, leaving the application and a complete map are checked before any model is asked.
import type { AgentState, StopReason } from './agent-state.js';
import type { Dimension } from './budgets.js';
import { breachedBy } from './remaining.js';
import { progressByCounts, routeByRules, shortestCooldown, switchByRotation, type PolicySwitch, type Route } from './decisions.js';
import { asksModel } from './loop-nodes.js';
import type { NodeRule, Turn } from './node-rule.js';
import { policies } from './policies.js';

/** Loops without anything new, and consecutive loops outside the application. */
const mostIdle = 10;
const mostOutside = 3;

export const detectProgress: NodeRule<'DetectProgress'> = {
  plan: (state, setting) =>
    asksModel(state, setting)
      ? { type: 'ask', node: 'DetectProgress', shown: [] }
      : { set: { progress: progressByCounts(persisted(state)) }, next: 'ShouldContinue' },
  apply(state, result) {
    if (result.type === 'unanswered') return { set: { progress: progressByCounts(persisted(state)) }, next: 'ShouldContinue' };
    return result.type === 'answered' && result.node === 'DetectProgress'
      ? { set: { progress: result.answer.assessment }, next: 'ShouldContinue' }
      : undefined;
  },
};

export const shouldContinue: NodeRule<'ShouldContinue'> = {
  plan(state, setting) {
    const breached = breachedBy(state);
    if (breached) return stop('budget_exhausted', breached);
    if (state.idle_loops >= mostIdle) return stop('no_progress');
    if (state.outside_loops >= mostOutside) return routed(state, 'RESTART_APP');
    if (state.ranking && !isOpen(state)) return stop('success');
    if (asksModel(state, setting)) return { type: 'ask', node: 'ShouldContinue', shown: [] };
    return routed(state, ruled(state));
  },
  apply(state, result) {
    if (result.type === 'unanswered') return routed(state, ruled(state));
    if (result.type !== 'answered' || result.node !== 'ShouldContinue') return undefined;
    const { route, goalReached } = result.answer;
    if (route === 'STOP') return stop(goalReached ? 'goal_reached' : 'model_stop');
    return routed(state, route);
  },
};

export const switchPolicy: NodeRule<'SwitchPolicy'> = {
  plan: (state, setting) =>
    asksModel(state, setting) ? { type: 'ask', node: 'SwitchPolicy', shown: [] } : switched(state, switchByRotation(state.policy)),
  apply(state, result) {
    if (result.type === 'unanswered') return switched(state, switchByRotation(state.policy));
    return result.type === 'answered' && result.node === 'SwitchPolicy' ? switched(state, result.answer) : undefined;
  },
};

function ruled(state: AgentState): Route {
  return routeByRules({ idleLoops: state.idle_loops, open: state.ranking === null || isOpen(state) });
}

function routed(state: AgentState, wanted: Route): Turn<'ShouldContinue'> {
  const isCooling = state.counters.steps_total < state.policy_cooldown_until;
  const route = wanted === 'SWITCH_POLICY' && isCooling ? 'CONTINUE' : wanted;
  if (route === 'STOP') return stop('success');
  if (route === 'SWITCH_POLICY' && state.idle_switches >= policies.length) return stop('policy_exhausted');
  const set = {
    route,
    loop: state.loop + 1,
    loop_tokens: 0,
    loop_ms: 0,
    chosen_action: null,
    acted_on: null,
    unknown: false,
    verification: null,
    persist_result: null,
    progress: null,
  };
  return { set, next: nextOf[route] };
}

const nextOf = { CONTINUE: 'Perceive', SWITCH_POLICY: 'SwitchPolicy', RESTART_APP: 'RestartApp' } as const;

function switched(state: AgentState, { policy, cooldown }: PolicySwitch): Turn<'SwitchPolicy'> {
  return {
    set: {
      policy,
      policy_cooldown_until: state.counters.steps_total + Math.max(shortestCooldown, cooldown),
      idle_switches: state.idle_switches + 1,
      ranking: null,
      advice: null,
      plan_cursor: 0,
    },
    next: 'Perceive',
  };
}

function stop(stop_reason: StopReason, breached: Dimension | null = null): Turn<'ShouldContinue'> {
  return { set: { stop_reason, breached }, next: 'Stop' };
}

/** Something untried can be reached. */
function isOpen({ ranking }: AgentState): boolean {
  return ranking !== null && ranking.open > 0;
}

function persisted({ persist_result: result }: AgentState) {
  return result ? { screensAdded: result.nodes_added, edgesAdded: result.edges_added, older: result.older } : undefined;
}
