// The state of an explorer (docs/design/explorer.md §2), under ScreenGraph's names: JSON, without blobs. What grows (screens, actions, edges) lives in the store.
import { noUsage, type Usage } from '../budget/usage.js';
import type { Leave } from '../guard/unsaved-page.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { Verb } from './actions.js';
import type { Dimension, ExplorerBudgets } from './budgets.js';
import type { Progress, Route, VerificationResult } from './decisions.js';
import type { Policy } from './policies.js';
import type { ScreenKey } from './signature.js';

/**
 * The sixteen nodes, in the order of a loop, and where each may lead (docs/design/explorer.md §1). A transition that is not in the table does not compile: `NextOf` has no name for it.
 * `asks`: it asks a model, always with a fallback.
 */
export const nodes = {
  EnsureDevice: { ok: ['ProvisionApp'], error: ['Stop'] },
  ProvisionApp: { ok: ['LaunchOrAttach'], error: ['Stop'] },
  LaunchOrAttach: { ok: ['WaitIdle'], error: ['RestartApp'] },
  WaitIdle: { ok: ['Perceive'], error: ['Perceive'] },
  Perceive: { ok: ['EnumerateActions'], error: ['RecoverFromError'] },
  /** `error`: there is nothing to do here. */
  EnumerateActions: { ok: ['ChooseAction'], error: ['ShouldContinue'] },
  ChooseAction: { ok: ['Act'], error: [], asks: true },
  Act: { ok: ['Verify'], error: ['RecoverFromError'] },
  Verify: { ok: ['Persist'], error: ['Persist'], asks: true },
  Persist: { ok: ['DetectProgress'], error: ['RecoverFromError'] },
  DetectProgress: { ok: ['ShouldContinue'], error: [], asks: true },
  ShouldContinue: { ok: ['Perceive', 'SwitchPolicy', 'RestartApp', 'Stop'], error: [], asks: true },
  SwitchPolicy: { ok: ['Perceive'], error: [], asks: true },
  RestartApp: { ok: ['WaitIdle'], error: ['Stop'] },
  RecoverFromError: { ok: ['EnumerateActions', 'ChooseAction', 'RestartApp', 'Stop'], error: [] },
  Stop: { ok: [], error: [] },
} as const;

export type NodeName = keyof typeof nodes;
export type NextOf<N extends NodeName> = (typeof nodes)[N]['ok' | 'error'][number];

/** References only. */
export interface Bundle {
  readonly generation: number;
  readonly screenshot: ArtifactRef;
  readonly controls: ArtifactRef;
  /** The stored actions in full: targets and texts. */
  readonly actions: ArtifactRef;
  /** The actions of the screen that it was compared with. */
  readonly before?: ArtifactRef;
  readonly source?: ArtifactRef;
  readonly title: string;
  /** How much the browser told of its pages, which `actions` has in full; absent: nothing. */
  readonly notices?: number;
}

export interface EnumeratedAction {
  /** Hash; stable across observations and runs. */
  readonly key: string;
  readonly verb: Verb;
  /** The label that a person reads, truncated; empty: the whole screen. */
  readonly label: string;
  readonly safety: number;
}

/** What the store knows about the current screen. */
export interface Ranking {
  readonly screen: string;
  readonly policy: Policy;
  /** Keys of those of its first fifty actions, and of the choice, that have been tried already. */
  readonly tried: readonly string[];
  /** Keys of the present ones that the map knows to be unsafe, which a look alone may not show; absent: none. */
  readonly unsafe?: readonly string[];
  /** What the policy would do; null: nothing untried can be reached. */
  readonly choice: { readonly action: EnumeratedAction; readonly toward?: string; readonly hopeful?: true; readonly again?: true } | null;
  /** How many known screens with something untried can be reached. */
  readonly open: number;
  /** Percentage tried of what can be tried on the known screens; null: there is nothing to try, or the store was not asked. */
  readonly coverage_pct: number | null;
}

export interface ChosenStep {
  readonly key: string;
  /** Who chose: a model, a stored earlier answer, or the rules. */
  readonly by: 'model' | 'advice' | 'fallback';
  readonly postcondition: string;
  /** 0..1. */
  readonly confidence: number;
  /** The screen it leads towards; absent: it is done for its own sake. */
  readonly toward?: string;
  /** It is likely enough to find something that a loop without a find is not idle. */
  readonly hopeful?: true;
  /** A way of an earlier run that is tried again: that it leads where it led is no idle loop. */
  readonly again?: true;
  /** Unsafe, and approved by a person. */
  readonly approved?: true;
  /** It was done, and its page stays: only that is left to do. */
  readonly leave?: Leave;
}

export interface Advice {
  readonly plan: readonly string[];
  readonly confidence: number;
}

export interface Counters {
  readonly steps_total: number;
  readonly screens_new: number;
  readonly edges_new: number;
  readonly errors: number;
  readonly llm_calls: number;
  readonly cache_hits: number;
  readonly guardrails: number;
  readonly restarts: number;
  readonly unknown_outcomes: number;
  /** Actions that changed nothing. */
  readonly no_change: number;
}

/** An action that is not to be tried again on that screen. */
export interface GivenUp {
  readonly screen: string;
  readonly action: string;
}

export interface PersistResult {
  readonly nodes_added: number;
  readonly edges_added: number;
  /** The screen reached is older than the one it was reached from. */
  readonly older: boolean;
}

export type ErrorKind = 'device' | 'perceive' | 'act' | 'refused' | 'store';

export interface LastError {
  readonly node: NodeName;
  readonly kind: ErrorKind;
  readonly message: string;
  /** Errors of that kind since Persist last succeeded; from 1. */
  readonly attempt: number;
  /** The backoff after it is over. */
  readonly waited?: true;
}

export const stopReasons = [
  'success',
  'budget_exhausted',
  'crash',
  'no_progress',
  'policy_exhausted',
  'user_cancelled',
  'device_offline',
  'app_not_installed',
  'restart_exhausted',
  'store_unavailable',
  'goal_reached',
  'model_stop',
] as const;
export type StopReason = (typeof stopReasons)[number];
/** Stop reasons that count as failures. */
export const failures: ReadonlySet<StopReason> = new Set([
  'crash',
  'device_offline',
  'app_not_installed',
  'restart_exhausted',
  'store_unavailable',
]);

export interface AgentState {
  /** ULID. */
  readonly run_id: string;
  readonly app_id: string;
  /** ISO 8601, UTC; `updated_at` rises with every change. */
  readonly timestamps: { readonly created_at: string; readonly updated_at: string };
  /** The current node. */
  readonly node: NodeName;
  readonly signature: ScreenKey | null;
  readonly previous_signature: ScreenKey | null;
  /** Distance to the previous screen, 0..1. 0: the same; 1: nothing in common. */
  readonly delta: number;
  readonly bundle: Bundle | null;
  /** The last capture still shows what is on the screen. */
  readonly current: boolean;
  /** At most fifty. */
  readonly enumerated_actions: readonly EnumeratedAction[];
  readonly ranking: Ranking | null;
  /** What failed or was refused since the store was last updated: not to be tried again. */
  readonly excluded: readonly GivenUp[];
  readonly advice: Advice | null;
  readonly plan_cursor: number;
  readonly chosen_action: ChosenStep | null;
  /** The outcome of the chosen action is not known. */
  readonly unknown: boolean;
  /** The screen it was done on. */
  readonly acted_on: ScreenKey | null;
  readonly verification: VerificationResult | null;
  readonly persist_result: PersistResult | null;
  readonly progress: Progress | null;
  readonly route: Route | null;
  readonly policy: Policy;
  /** No other policy switch before this value of `steps_total`. */
  readonly policy_cooldown_until: number;
  /** Switches since a screen was last found. */
  readonly idle_switches: number;
  /** Loops since anything was added, and consecutive loops outside the application. */
  readonly idle_loops: number;
  readonly outside_loops: number;
  /** Consecutive loops on the way to a screen. */
  readonly way_loops: number;
  /** Consecutive loops that were worth trying and found nothing. */
  readonly hopeful_loops: number;
  readonly counters: Counters;
  readonly budgets: ExplorerBudgets;
  readonly usage: Usage;
  /** Active time, ms: waiting for people and for a free device does not count. */
  readonly active_ms: number;
  /** Of the current loop. */
  readonly loop: number;
  readonly loop_tokens: number;
  readonly loop_ms: number;
  readonly last_error: LastError | null;
  readonly errors_by_kind: Readonly<Partial<Record<ErrorKind, number>>>;
  readonly seed: number;
  readonly stop_reason: StopReason | null;
  /** With `budget_exhausted`. */
  readonly breached: Dimension | null;
}

export interface NewRun {
  readonly runId: string;
  readonly appId: string;
  readonly budgets: ExplorerBudgets;
  readonly policy: Policy;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export function startState({ runId, appId, budgets, policy, seed, at }: NewRun): AgentState {
  return {
    run_id: runId,
    app_id: appId,
    timestamps: { created_at: at, updated_at: at },
    node: 'EnsureDevice',
    signature: null,
    previous_signature: null,
    delta: 0,
    bundle: null,
    current: false,
    enumerated_actions: [],
    ranking: null,
    excluded: [],
    advice: null,
    plan_cursor: 0,
    chosen_action: null,
    unknown: false,
    acted_on: null,
    verification: null,
    persist_result: null,
    progress: null,
    route: null,
    policy,
    policy_cooldown_until: 0,
    idle_switches: 0,
    idle_loops: 0,
    outside_loops: 0,
    way_loops: 0,
    hopeful_loops: 0,
    counters: {
      steps_total: 0,
      screens_new: 0,
      edges_new: 0,
      errors: 0,
      llm_calls: 0,
      cache_hits: 0,
      guardrails: 0,
      restarts: 0,
      unknown_outcomes: 0,
      no_change: 0,
    },
    budgets,
    usage: noUsage,
    active_ms: 0,
    loop: 1,
    loop_tokens: 0,
    loop_ms: 0,
    last_error: null,
    errors_by_kind: {},
    seed,
    stop_reason: null,
    breached: null,
  };
}

/** The current time, but always later than the given one. ISO 8601, UTC. */
export type Later = (than: string) => string;

export function stamped(state: AgentState, later: Later): AgentState {
  const { created_at, updated_at } = state.timestamps;
  return { ...state, timestamps: { created_at, updated_at: later(updated_at) } };
}
