// A node of the explorer is a pure pair: `plan` says what to do in it, or where it leads; `apply` takes the result.
//
// node-1. A node writes only the fields that `writes` names, and leads only where `nodes` says: nothing else compiles.
// node-2. A turn without `next` stays: the node is planned again.
import type { AgentState, ErrorKind, NextOf, NodeName } from './agent-state.js';
import type { Effect, Result, Seen } from './effects.js';
import type { Plane } from './input.js';

/** What holds for the whole run. */
export interface Setting {
  readonly plane: Plane;
  readonly goal: string;
  /** Unsafe actions need no approval. */
  readonly allowDestructive: boolean;
}

const error = ['last_error', 'errors_by_kind', 'counters'] as const;
const end = ['stop_reason', 'breached'] as const;
const seen = ['signature', 'previous_signature', 'delta', 'bundle', 'current', 'enumerated_actions', 'ranking'] as const;
const plan = ['advice', 'plan_cursor'] as const;

export const writes = {
  EnsureDevice: [...error, ...end],
  ProvisionApp: [...error, ...end],
  LaunchOrAttach: error,
  WaitIdle: [],
  Perceive: [...seen, ...error],
  EnumerateActions: ['current', 'idle_loops'],
  ChooseAction: [...plan, 'ranking', 'chosen_action', 'counters'],
  Act: [...seen, ...error, 'excluded', 'chosen_action', 'acted_on', 'unknown'],
  Verify: [...seen, ...plan, 'verification'],
  Persist: [
    ...error,
    ...end,
    'persist_result',
    'ranking',
    'excluded',
    'idle_loops',
    'idle_switches',
    'outside_loops',
    'way_loops',
    'hopeful_loops',
  ],
  DetectProgress: ['progress'],
  ShouldContinue: [
    ...end,
    'route',
    'loop',
    'loop_tokens',
    'loop_ms',
    'chosen_action',
    'acted_on',
    'unknown',
    'verification',
    'persist_result',
    'progress',
  ],
  SwitchPolicy: [...plan, 'policy', 'policy_cooldown_until', 'idle_switches', 'ranking'],
  RestartApp: [...error, ...end, ...plan, 'current', 'outside_loops'],
  RecoverFromError: [...seen, ...error, ...end],
  Stop: [],
} as const satisfies Readonly<Record<NodeName, readonly (keyof AgentState)[]>>;

export type Changes<N extends NodeName> = Partial<Pick<AgentState, (typeof writes)[N][number]>>;

export interface Turn<N extends NodeName> {
  readonly set?: Changes<N>;
  readonly next?: NextOf<N>;
}

export interface NodeRule<N extends NodeName> {
  plan(state: AgentState, setting: Setting): Effect | Turn<N>;
  /** Undefined: the planned effect cannot have that result. */
  apply(state: AgentState, result: Result, setting: Setting): Turn<N> | undefined;
}

export function failed(
  { node, counters, errors_by_kind: byKind }: AgentState,
  kind: ErrorKind,
  message: string,
): Pick<AgentState, 'last_error' | 'errors_by_kind' | 'counters'> {
  const attempt = (byKind[kind] ?? 0) + 1;
  return {
    last_error: { node, kind, message: message.slice(0, longestMessage), attempt },
    errors_by_kind: { ...byKind, [kind]: attempt },
    counters: { ...counters, errors: counters.errors + 1 },
  };
}

/** The screen as it is now; what was known of the previous one is dropped. */
export function perceived(
  { signature }: AgentState,
  { signature: found, delta, bundle, actions }: Seen,
): Pick<AgentState, (typeof seen)[number]> {
  return {
    previous_signature: signature,
    signature: found,
    delta,
    bundle,
    current: true,
    enumerated_actions: actions,
    ranking: null,
  };
}

const longestMessage = 200;
