// Keys under which decisions are cached (docs/design/explorer.md §4). A key holds everything that the answer depends on, and nothing that changes between loops without affecting it.
import type { Budget, Spent } from '../budget/budget.js';
import { isMove, safeFrom, type Verb } from './actions.js';
import type { Progress } from './decisions.js';
import type { Policy } from './policies.js';

export interface Asked {
  readonly model: string;
  readonly promptVersion: number;
  readonly schemaVersion: number;
  /** What the browser told of the screen. */
  readonly notices: readonly string[];
}

export interface Counted {
  readonly steps: number;
  readonly screensNew: number;
  readonly idleLoops: number;
  readonly errors: number;
  readonly restarts: number;
}

export interface KeyParts {
  readonly ChooseAction: {
    readonly signature: string;
    readonly delta: number;
    readonly actions: readonly { readonly key: string; readonly tried: boolean }[];
    readonly policy: Policy;
    readonly goal: string;
    readonly plan: readonly string[];
    readonly cursor: number;
  };
  readonly Verify: { readonly previous: string; readonly current: string; readonly postcondition: string };
  readonly DetectProgress: { readonly signature: string; readonly delta: number; readonly counters: Counted };
  readonly ShouldContinue: { readonly counters: Counted; readonly budget: Budget; readonly spent: Spent; readonly progress: Progress };
  readonly SwitchPolicy: { readonly counters: Counted; readonly policy: Policy };
}

export type ModelNode = keyof KeyParts;

const hour = 60 * 60_000;
/** ms. */
export const lifetimes: Readonly<Record<ModelNode, number>> = {
  ChooseAction: 7 * 24 * hour,
  Verify: 7 * 24 * hour,
  DetectProgress: 7 * 24 * hour,
  ShouldContinue: hour,
  SwitchPolicy: hour,
};

/** Whose prompt shows the present screen. */
export function showsScreen(node: ModelNode): boolean {
  return node === 'ChooseAction' || node === 'Verify' || node === 'DetectProgress';
}

/** The caller hashes it. What a browser told is part of it only where there is some: it is off unless set, and keys stay what they were. */
export function cacheKey<N extends ModelNode>(
  node: N,
  parts: KeyParts[N],
  { model, promptVersion, schemaVersion, notices }: Asked,
): string {
  const tell = tellers[node] as (of: KeyParts[N]) => readonly unknown[];
  return JSON.stringify([node, model, promptVersion, schemaVersion, ...tell(parts), ...(notices.length === 0 ? [] : [{ told: notices }])]);
}

const tellers: { readonly [N in ModelNode]: (parts: KeyParts[N]) => readonly unknown[] } = {
  ChooseAction: ({ signature, delta, actions, policy, goal, plan, cursor }) => [
    signature,
    rounded(delta),
    actions.map(({ key, tried }) => [key, tried]),
    policy,
    goal,
    plan,
    cursor,
  ],
  Verify: ({ previous, current, postcondition }) => [previous, current, postcondition],
  DetectProgress: ({ signature, delta, counters }) => [signature, rounded(delta), bucketed(counters)],
  ShouldContinue: ({ counters, budget, spent, progress }) => [bucketed(counters), quartiles(budget, spent), progress],
  SwitchPolicy: ({ counters, policy }) => [bucketed(counters), policy],
};

/** An action that was shown to a model. */
export interface Offered {
  readonly verb: Verb;
  readonly safety: number;
  readonly tried: boolean;
}

/**
 * Whether the choice may be cached and repeated without asking: never one that was tried (or only moves), as long as something safe is untried.
 * Otherwise runs would leave the screen by the same door for a week.
 */
export function mayBeKept(shown: readonly Offered[], index: number): boolean {
  const isOpen = ({ verb, tried }: Offered): boolean => !tried && !isMove(verb);
  const chosen = shown[index];
  return chosen !== undefined && (isOpen(chosen) || !shown.some((action) => isOpen(action) && action.safety >= safeFrom));
}

/** 0, 1–2, 3–5, 6–10, more. */
export function bucket(count: number): 0 | 1 | 2 | 3 | 4 {
  if (count <= 0) return 0;
  if (count <= 2) return 1;
  if (count <= 5) return 2;
  return count <= 10 ? 3 : 4;
}

function bucketed({ steps, screensNew, idleLoops, errors, restarts }: Counted): readonly number[] {
  return [steps, screensNew, idleLoops, errors, restarts].map(bucket);
}

/** How much of each cap is used: 0 to 3, 4 when it is reached; null without a cap. */
function quartiles(budget: Budget, { steps, usage, timeMs }: Spent): readonly (number | null)[] {
  const used: readonly (readonly [number, number | undefined])[] = [
    [steps, budget.maxSteps],
    [usage.inputTokens + usage.outputTokens, budget.maxTokens],
    [timeMs, budget.maxTimeMs],
    [usage.costUsd, budget.maxCostUsd],
  ];
  return used.map(([spent, cap]) => (cap === undefined ? null : cap === 0 ? 4 : Math.min(4, Math.floor((4 * spent) / cap))));
}

function rounded(delta: number): number {
  return Math.round(delta * 100) / 100;
}
