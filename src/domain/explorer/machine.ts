// The explorer as a machine (docs/design/explorer.md §1): each node plans an effect or moves on; the result of an effect is applied.
//
//   EnsureDevice → ProvisionApp → LaunchOrAttach → WaitIdle
//   ┌→ Perceive → EnumerateActions → ChooseAction → Act → Verify → Persist → DetectProgress → ShouldContinue ─┬→ Stop
//   └──────────────────────────────────────── SwitchPolicy · RestartApp → WaitIdle ←──────────────────────────┘
//   RecoverFromError → EnumerateActions · ChooseAction · RestartApp · Stop
//
// machine-1. States are immutable; each new one is later than the one before.
// machine-2. The cost of an effect is counted, whichever node asked for it.
// machine-3. A cancellation leads to Stop from anywhere, once.
// machine-4. After a person has had the screen, what was planned on it is not done; the screen is identified again.
import { defined } from '../collections.js';
import { addUsage } from '../budget/usage.js';
import { stamped, type AgentState, type Later, type NodeName } from './agent-state.js';
import type { Effect, Result } from './effects.js';
import { act, chooseAction, enumerateActions, perceive, persist, verify } from './loop-nodes.js';
import type { NodeRule, Setting, Turn } from './node-rule.js';
import {
  detectProgress,
  shouldContinue,
  switchPolicy,
  ensureDevice,
  launchOrAttach,
  provisionApp,
  recoverFromError,
  restartApp,
  waitIdle,
} from './routing-nodes.js';

const rules: { readonly [N in NodeName]: NodeRule<N> } = {
  EnsureDevice: ensureDevice,
  ProvisionApp: provisionApp,
  LaunchOrAttach: launchOrAttach,
  WaitIdle: waitIdle,
  Perceive: perceive,
  EnumerateActions: enumerateActions,
  ChooseAction: chooseAction,
  Act: act,
  Verify: verify,
  Persist: persist,
  DetectProgress: detectProgress,
  ShouldContinue: shouldContinue,
  SwitchPolicy: switchPolicy,
  RestartApp: restartApp,
  RecoverFromError: recoverFromError,
  Stop: { plan: () => ({ type: 'summarize' }), apply: () => ({}) },
};

export type Planned = { readonly effect: Effect } | { readonly after: AgentState };

/** The effect of the current node, or the next state if it has none. */
export function plan(state: AgentState, setting: Setting, later: Later): Planned {
  const planned = ruleOf(state.node).plan(state, setting);
  return 'type' in planned ? { effect: planned } : { after: turned(state, planned, later) };
}

/** Undefined: the planned effect cannot have that result. */
export function apply(state: AgentState, result: Result, setting: Setting, later: Later): AgentState | undefined {
  const counted = withCost(state, result);
  const turn = ruleOf(state.node).apply(counted, result, setting);
  return turn && turned(counted, turn, later);
}

/** machine-3. */
export function cancelled(state: AgentState, later: Later): AgentState {
  return state.node === 'Stop' ? state : stamped({ ...state, node: 'Stop', stop_reason: 'user_cancelled' }, later);
}

/** machine-4. A step that was under way is not stored: what it led to cannot be told from what the person did. */
export function handedBack(state: AgentState, later: Later): AgentState {
  if (state.node === 'Stop') return state;
  return stamped({ ...state, current: false, ...defined({ node: inStep.has(state.node) ? ('Perceive' as const) : undefined }) }, later);
}

const inStep: ReadonlySet<NodeName> = new Set(['EnumerateActions', 'ChooseAction', 'Act', 'Verify', 'Persist']);

/** The union of rules accepts any state and result; each rule's own types are narrower. */
function ruleOf(node: NodeName): NodeRule<NodeName> {
  return rules[node] as NodeRule<NodeName>;
}

function turned(state: AgentState, { set, next }: Turn<NodeName>, later: Later): AgentState {
  return stamped({ ...state, ...defined(set), node: next ?? state.node }, later);
}

/** machine-2. */
function withCost(state: AgentState, result: Result): AgentState {
  const ms = result.activeMs ?? 0;
  const timed = { ...state, active_ms: state.active_ms + ms, loop_ms: state.loop_ms + ms };
  if (result.type !== 'answered' && result.type !== 'unanswered') return timed;
  const { counters } = state;
  const isHit = result.type === 'answered' && result.cacheHit;
  return {
    ...timed,
    usage: addUsage(state.usage, result.usage),
    loop_tokens: state.loop_tokens + result.usage.inputTokens + result.usage.outputTokens,
    counters: {
      ...counters,
      llm_calls: counters.llm_calls + (isHit ? 0 : 1),
      cache_hits: counters.cache_hits + (isHit ? 1 : 0),
      guardrails: counters.guardrails + (result.type === 'unanswered' && result.why === 'invalid' ? 1 : 0),
    },
  };
}
