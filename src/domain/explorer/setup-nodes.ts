// The nodes before the loop, and those that lead back to it (docs/design/explorer.md §1).
import { breachedBy } from './remaining.js';
import type { AgentState } from './agent-state.js';
import type { Result } from './effects.js';
import { failed, perceived, type NodeRule } from './node-rule.js';

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
