// What an explorer knows at any moment (docs/design/explorer.md §2), under ScreenGraph's names: JSON, without blobs. What grows (screens, actions, edges) lives in the store.
import type { Usage } from '../budget/usage.js';
import { noUsage } from '../budget/usage.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { Verb } from './actions.js';
import type { Dimension, ExplorerBudgets } from './budgets.js';
import type { Progress, Route, VerificationResult } from './decisions.js';
import type { NodeName } from './nodes.js';
import type { Policy } from './policies.js';

/** Hashes of what signature.ts tells apart: a screen, and a variant of it. */
export interface ScreenKey {
  readonly identity: string;
  readonly composite: string;
  /** In the application that is explored. */
  readonly inside: boolean;
}

/** References only. */
export interface Bundle {
  readonly generation: number;
  readonly screenshot: ArtifactRef;
  readonly controls: ArtifactRef;
  /** The stored actions, whole: targets and texts. */
  readonly actions: ArtifactRef;
  /** Those of the screen that it was compared with. */
  readonly before?: ArtifactRef;
  readonly source?: ArtifactRef;
  readonly title: string;
}

export interface EnumeratedAction {
  /** Hash; the same over looks and runs. */
  readonly key: string;
  readonly verb: Verb;
  /** What a person reads on it, cut; empty: the whole screen. */
  readonly label: string;
  readonly safety: number;
}

/** What the store says of the present screen. */
export interface Ranking {
  readonly screen: string;
  readonly policy: Policy;
  /** Keys of those of its first fifty actions, and of the choice, that are tried already. */
  readonly tried: readonly string[];
  /** What the policy would do; null: nothing untried can be reached. */
  readonly choice: { readonly action: EnumeratedAction; readonly toward?: string } | null;
  /** How many known screens with something untried can be reached. */
  readonly open: number;
  /** Of what can be tried on the known screens; null: the store was not asked. */
  readonly coverage_pct: number | null;
}

export interface ChosenStep {
  readonly key: string;
  /** Who chose: a model, what was stored of an earlier answer, or the rules. */
  readonly by: 'model' | 'advice' | 'fallback';
  readonly postcondition: string;
  /** 0..1. */
  readonly confidence: number;
  /** The screen that it is on the way to; absent: it is done for its own sake. */
  readonly toward?: string;
  /** Unsafe, and a person approved it. */
  readonly approved?: true;
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

/** An action on a screen. */
export interface GivenUp {
  readonly screen: string;
  readonly action: string;
}

export interface PersistResult {
  readonly nodes_added: number;
  readonly edges_added: number;
  /** The screen that was reached is older than the one it was reached from. */
  readonly older: boolean;
}

export type ErrorKind = 'device' | 'perceive' | 'act' | 'refused' | 'store';

export interface LastError {
  readonly node: NodeName;
  readonly kind: ErrorKind;
  readonly message: string;
  /** Of that kind, one after the other; from 1. */
  readonly attempt: number;
  /** The pause after it is over. */
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
/** Those that an error led to. */
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
  /** The node that is at work. */
  readonly node: NodeName;
  readonly signature: ScreenKey | null;
  readonly previous_signature: ScreenKey | null;
  /** 0 the same .. 1 nothing in common, to the screen before. */
  readonly delta: number;
  readonly bundle: Bundle | null;
  /** What was captured last is what is on the screen still. */
  readonly current: boolean;
  /** At most fifty. */
  readonly enumerated_actions: readonly EnumeratedAction[];
  readonly ranking: Ranking | null;
  /** What failed or was refused since the store was told: not to be tried again. */
  readonly excluded: readonly GivenUp[];
  readonly advice: Advice | null;
  readonly plan_cursor: number;
  readonly chosen_action: ChosenStep | null;
  /** Of the chosen action: its outcome is not known. */
  readonly unknown: boolean;
  /** Where it was done. */
  readonly acted_on: ScreenKey | null;
  readonly verification: VerificationResult | null;
  readonly persist_result: PersistResult | null;
  readonly progress: Progress | null;
  readonly route: Route | null;
  readonly policy: Policy;
  /** `steps_total` before which no other switch is made. */
  readonly policy_cooldown_until: number;
  /** Switches since a screen was found. */
  readonly idle_switches: number;
  /** Loops since anything was added, and loops outside the application, one after the other. */
  readonly idle_loops: number;
  readonly outside_loops: number;
  /** Loops on the way to somewhere, one after the other. */
  readonly way_loops: number;
  readonly counters: Counters;
  readonly budgets: ExplorerBudgets;
  readonly usage: Usage;
  /** Active time, ms: waiting for people and for a free device does not count. */
  readonly active_ms: number;
  /** Of the present loop. */
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

/** The present time, and in any case later than that one. ISO 8601, UTC. */
export type Later = (than: string) => string;

export function stamped(state: AgentState, later: Later): AgentState {
  const { created_at, updated_at } = state.timestamps;
  return { ...state, timestamps: { created_at, updated_at: later(updated_at) } };
}
