// What the explorer asks of hosts, workers and models. JSON only; typed text, screens and page texts are passed by reference.
import type { WritePermit } from '../wire/write-gate.js';
import type { Leave } from '../guard/unsaved-page.js';
import type { ChainPlace, SettledRun } from '../run/settled-run.js';
import type { Application, ArtifactRef } from '../ui/observation.js';
import type { ExplorerAction, PageDigests } from './actions.js';
import type { Bundle, Counters, Ranking, StopReason, AgentState } from './agent-state.js';
import type { Dimension, ExplorerBudgets } from './budgets.js';
import type { AskEffect, PersistEffect, Seen } from './effects.js';
import type { ExplorerInput, Plane } from './input.js';
import type { Policy } from './policies.js';
import type { ExplorerEvent } from './telemetry.js';
import type { ScreenKey } from './signature.js';
import type { ModelNode, Counted, KeyParts } from './cache-keys.js';

/** Settings of the run, written into history once. */
export interface ResolvedExplorer {
  /** ULID. */
  readonly runId: string;
  readonly appId: string;
  readonly resolved: SettledRun;
  /** Its guard, as an artifact. */
  readonly guard: ArtifactRef;
  readonly budgets: ExplorerBudgets;
  readonly plane: Plane;
  /** Name of the model, for the records. */
  readonly model: string;
  readonly policy: Policy;
  readonly goal: string;
  readonly seed: number;
  readonly allowDestructive: boolean;
}

export interface ResolveExplorerInput extends ExplorerInput {
  /** Absent: the run begins. */
  readonly goesOn?: Pick<ResolvedExplorer, 'runId' | 'appId'>;
  readonly chain: ChainPlace;
}

/** The device, and what counts as the application on it. */
export interface ExploreOn {
  readonly deviceId: string;
  readonly epoch: number;
  readonly app: ExploredApp;
  readonly guard: ArtifactRef;
  readonly controlRoles: readonly string[];
  /** The previous perception, for comparison. */
  readonly before?: ArtifactRef;
}

export interface ExploredApp {
  readonly id: string;
  /** Allowed origins of pages; empty: any. */
  readonly origins: readonly string[];
  /** Start address of pages. */
  readonly url?: string;
}

export interface PrepareAppInput extends ExploreOn {
  readonly step: 'provision' | 'attach' | 'settle';
}

export interface PreparedApp {
  readonly ok: boolean;
  /** What is wrong. */
  readonly message: string;
}

export interface ExploreStepInput extends ExploreOn {
  readonly observation: Pick<Bundle, 'generation' | 'controls' | 'actions'>;
  /** Key of one of the stored actions. */
  readonly key: string;
  /** All that is left of it. */
  readonly leave?: Leave;
  /** What it may send. Absent: whatever it sends goes through. */
  readonly writes?: WritePermit;
}

export interface ExploredStep {
  readonly outcome:
    | { readonly status: 'done'; readonly leave?: Leave }
    | { readonly status: 'failed'; readonly code: string; readonly message: string };
  readonly seen: Seen;
}

/** One observation, stored in full; `Seen` only refers to it. */
export interface Perception {
  readonly version: 1;
  readonly title: string;
  /** `headingsOf` the screen. */
  readonly headings: readonly string[];
  readonly url?: string;
  readonly tokens: Readonly<Record<string, number>>;
  /** Hashed, as in `ScreenSignature`. */
  readonly place: string;
  readonly structure: readonly string[];
  /** `SeenScreenEntry`; absent: it has no address. */
  readonly at?: string;
  readonly page?: PageDigests;
  /** `label` of the control in its observation. */
  readonly actions: readonly StoredAction[];
  /** What a flow needs to act there. */
  readonly look: PerceivedLook;
  /** What the browser told of its pages since the look before, and of rows that vanished; absent: nothing. */
  readonly notices?: readonly string[];
  /** `removersIn` the action before this look. */
  readonly removers?: readonly string[];
}

/** The look itself. */
export interface PerceivedLook {
  /** Identity of the screen. */
  readonly screen: string;
  /** A `ControlList`. */
  readonly controls: ArtifactRef;
  readonly application: Pick<Application, 'id' | 'name'>;
  /** In full. */
  readonly title: string;
}

export interface StoredAction extends Omit<ExplorerAction, 'key'> {
  readonly key: string;
  readonly label?: string;
}

export interface RankInput {
  readonly app: string;
  readonly run: string;
  readonly policy: Policy;
  readonly goal: string;
  readonly draw: number;
  readonly allowUnsafe: boolean;
}

export interface SurveyScreenInput extends RankInput {
  readonly screen: ScreenKey;
  readonly bundle: Bundle;
}

export interface SurveyedScreen {
  readonly ranking: Ranking;
  readonly screensAdded: number;
}

export interface PersistStepInput extends RankInput, Pick<PersistEffect, 'loop' | 'from' | 'action' | 'to' | 'unknown' | 'givenUp'> {
  /** Of `to`. */
  readonly bundle?: Bundle;
}

export interface EndExplorationInput {
  readonly app: string;
  readonly run: string;
  readonly reason: StopReason;
  readonly allowUnsafe: boolean;
  readonly counters: Counters;
}

export interface AskExplorerInput {
  readonly run: string;
  readonly question: ExplorerQuestion;
  /** For `ChooseAction`: what the model chooses from. */
  readonly shown: AskEffect['shown'];
  /** Whether the store knows what was tried on the current screen; it does not for one outside the application. */
  readonly marked: boolean;
  /** The current screen, and the one it is compared with. */
  readonly bundle?: Bundle;
  readonly models: Readonly<Record<string, string>>;
}

export interface WriteRunEventsInput {
  /** Of the explorer: one workflow id may have many runs. */
  readonly run: string;
  readonly events: readonly ExplorerEvent[];
}

/** Stop's final summary. */
export interface ExplorerSummary {
  readonly app_id: string;
  readonly run_id: string;
  readonly stop_reason: StopReason;
  /** With `budget_exhausted`. */
  readonly breached?: Dimension;
  /** The error that it could not recover from. */
  readonly message?: string;
  /** Null: the store did not answer, or knows nothing to try. */
  readonly coverage_pct: number | null;
  readonly screens: number | null;
  readonly variants: number | null;
  readonly edges: number | null;
  readonly screens_new: number;
  readonly edges_new: number;
  readonly steps: number;
  readonly restarts: number;
  readonly errors: number;
  readonly unknown_outcomes: number;
  readonly no_change: number;
  readonly tokens: number;
  readonly cost_usd: number;
  /** Of all decisions for which a model was wanted. */
  readonly cache_hit_rate: number;
  /** Active time, ms. */
  readonly time_ms: number;
  readonly screens_per_minute: number;
}

// ── What a node asks a model, built from the state ───────────────────────────
//
// These parts make the cache key (docs/design/explorer.md §4); the prompt is built from them and from the labels and texts of the screen.

type QuestionOf<N extends ModelNode> = { readonly node: N; readonly parts: KeyParts[N] };
export type ExplorerQuestion = { readonly [N in ModelNode]: QuestionOf<N> }[ModelNode];

export function questionOf(state: AgentState, { node, shown }: AskEffect, goal: string): ExplorerQuestion {
  const { signature, delta, policy, advice, plan_cursor, acted_on, chosen_action, progress } = state;
  const counters = countedOf(state);
  const here = signature?.composite ?? '';
  switch (node) {
    case 'ChooseAction':
      return {
        node,
        parts: {
          signature: here,
          delta,
          actions: shown.map(({ key, tried }) => ({ key, tried })),
          policy,
          goal,
          plan: advice?.plan ?? [],
          cursor: plan_cursor,
        },
      };
    case 'Verify':
      return { node, parts: { previous: acted_on?.composite ?? '', current: here, postcondition: chosen_action?.postcondition ?? '' } };
    case 'DetectProgress':
      return { node, parts: { signature: here, delta, counters } };
    case 'ShouldContinue': {
      const { budgets, counters: all, usage, active_ms } = state;
      return {
        node,
        parts: {
          counters,
          budget: {
            maxSteps: budgets.max_steps,
            maxTokens: budgets.max_tokens,
            maxTimeMs: budgets.max_time_ms,
            maxCostUsd: budgets.max_cost,
          },
          spent: { steps: all.steps_total, usage, timeMs: active_ms },
          progress: progress ?? 'UNKNOWN',
        },
      };
    }
    case 'SwitchPolicy':
      return { node, parts: { counters, policy } };
  }
}

function countedOf({ counters: { steps_total, screens_new, errors, restarts }, idle_loops }: AgentState): Counted {
  return { steps: steps_total, screensNew: screens_new, idleLoops: idle_loops, errors, restarts };
}
