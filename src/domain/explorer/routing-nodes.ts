// The nodes around the loop (docs/design/explorer.md §1, §5): those before it, those that decide how to continue, and those that lead back to it.
//
// routing-1. Facts come before opinions: budgets, a stall, leaving the application and a complete map are checked before any model is asked.
import type { AgentState, StopReason } from './agent-state.js';
import { breachedBy, type Dimension } from './budgets.js';
import { progressByCounts, routeByRules, shortestCooldown, switchByRotation, type PolicySwitch, type Route } from './decisions.js';
import { asksModel } from './loop-nodes.js';
import { failed, perceived, type NodeRule, type Turn } from './node-rule.js';
import { policies } from './policies.js';
import type { Result } from './effects.js';

// ── How to continue ──────────────────────────────────────────────────────────

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

// ── Before the loop, and back to it ──────────────────────────────────────────

/** ms; the first of three backoffs, each twice the one before. */
const firstPause = 100;
/** Attempts to recover from errors of one kind before Persist succeeds. */
const mostAttempts = 3;

export const ensureDevice: NodeRule<'EnsureDevice'> = {
  plan: () => ({ type: 'open' }),
  apply: (state, result) =>
    result.type === 'done' ? { next: 'ProvisionApp' } : result.type === 'failed' ? nothingToExplore(state, result) : undefined,
};

export const provisionApp: NodeRule<'ProvisionApp'> = {
  plan: () => ({ type: 'provision' }),
  apply(state, result) {
    if (result.type === 'reset') return {};
    if (result.type === 'done') return { next: 'LaunchOrAttach' };
    return result.type === 'failed' ? nothingToExplore(state, result) : undefined;
  },
};

/** Either node may find the application missing: on a phone it starts with the session. */
function nothingToExplore(state: AgentState, { kind, message }: Extract<Result, { readonly type: 'failed' }>) {
  const stop_reason = kind === 'device' ? 'device_offline' : 'app_not_installed';
  return { set: { ...failed(state, kind, message), stop_reason }, next: 'Stop' } as const;
}

export const launchOrAttach: NodeRule<'LaunchOrAttach'> = {
  plan: () => ({ type: 'attach' }),
  apply(state, result) {
    if (result.type === 'reset') return {};
    if (result.type === 'done') return { next: 'WaitIdle' };
    return result.type === 'failed' ? { set: failed(state, result.kind, result.message), next: 'RestartApp' } : undefined;
  },
};

export const waitIdle: NodeRule<'WaitIdle'> = {
  plan: () => ({ type: 'settle' }),
  apply: (_state, { type }) => (type === 'reset' ? {} : type === 'done' || type === 'failed' ? { next: 'Perceive' } : undefined),
};

export const restartApp: NodeRule<'RestartApp'> = {
  plan(state) {
    // The UI session is already a new one: nothing was wrong with the application.
    if (state.last_error?.kind === 'device') return { set: { current: false, advice: null, plan_cursor: 0 }, next: 'WaitIdle' };
    if (state.counters.restarts >= state.budgets.restart_limit) return { set: { stop_reason: 'restart_exhausted' }, next: 'Stop' };
    return { type: 'reopen' };
  },
  apply(state, result) {
    if (result.type === 'done') {
      const counters = { ...state.counters, restarts: state.counters.restarts + 1 };
      return { set: { counters, current: false, outside_loops: 0, advice: null, plan_cursor: 0 }, next: 'WaitIdle' };
    }
    return result.type === 'failed'
      ? { set: { ...failed(state, 'device', result.message), stop_reason: 'crash' }, next: 'Stop' }
      : undefined;
  },
};

export const recoverFromError: NodeRule<'RecoverFromError'> = {
  plan(state) {
    const { last_error: error } = state;
    const breached = breachedBy(state);
    if (breached) return { set: { stop_reason: 'budget_exhausted', breached }, next: 'Stop' };
    if (error?.kind === 'store') return { set: { stop_reason: 'store_unavailable' }, next: 'Stop' };
    if (error?.kind === 'refused') return { next: 'ChooseAction' };
    const attempt = error?.attempt ?? 1;
    if (attempt > mostAttempts)
      return error?.kind === 'device' ? { set: { stop_reason: 'device_offline' }, next: 'Stop' } : { next: 'RestartApp' };
    if (!error?.waited) return { type: 'pause', ms: firstPause * 2 ** (attempt - 1) };
    if (error.kind === 'device') return { next: 'RestartApp' };
    return state.current ? { next: 'ChooseAction' } : { type: 'perceive' };
  },
  apply(state, result) {
    switch (result.type) {
      case 'done':
        return state.last_error ? { set: { last_error: { ...state.last_error, waited: true } } } : undefined;
      case 'perceived':
        return { set: perceived(state, result.seen), next: 'EnumerateActions' };
      case 'reset':
        return { set: failed(state, 'device', 'the interface was opened again') };
      case 'failed':
        return { set: failed(state, result.kind, result.message) };
      default:
        return undefined;
    }
  },
};
