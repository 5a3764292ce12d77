// Answers of the five nodes that ask a model (docs/design/explorer.md §4), and the fallbacks without one.
//
// fallback-1. Every fallback depends on facts alone: the same facts give the same answer, with or without a model.
import { nextPolicy, type Policy } from './policies.js';
import type { ScreenKey } from './signature.js';

export interface ChosenAction {
  /** Index into `shown`. */
  readonly index: number;
  /** What should be visible afterwards. */
  readonly postcondition: string;
  /** Null: no new plan, the previous one stays. */
  readonly plan: readonly string[] | null;
  /** 0..1. */
  readonly confidence: number;
}

/** What the action did to the screen. */
export type DeltaType = 'NONE' | 'VARIANT' | 'SCREEN' | 'OUTSIDE';

export interface VerificationResult {
  readonly success: boolean;
  readonly deltaType: DeltaType;
  /** 0..1. */
  readonly confidence: number;
}

export type Progress = 'MADE_PROGRESS' | 'NO_PROGRESS' | 'REGRESSED' | 'UNKNOWN';
export type Route = 'CONTINUE' | 'SWITCH_POLICY' | 'RESTART_APP' | 'STOP';

export interface PolicySwitch {
  readonly policy: Policy;
  /** Steps before another switch is made. */
  readonly cooldown: number;
}

export const shortestCooldown = 5;
/** Loops without anything new after which another policy may find more. */
export const stalled = 5;

export function verifyByDelta(before: ScreenKey, after: ScreenKey): VerificationResult {
  const deltaType = deltaOf(before, after);
  return { success: deltaType !== 'NONE' && deltaType !== 'OUTSIDE', deltaType, confidence: 1 };
}

function deltaOf(before: ScreenKey, after: ScreenKey): DeltaType {
  if (!after.inside) return 'OUTSIDE';
  if (before.identity !== after.identity) return 'SCREEN';
  return before.composite === after.composite ? 'NONE' : 'VARIANT';
}

export interface Persisted {
  readonly screensAdded: number;
  readonly edgesAdded: number;
  /** The screen after the action was found earlier than the one before it. */
  readonly older: boolean;
}

/** Undefined: nothing was stored, so progress is unknown. */
export function progressByCounts(persisted: Persisted | undefined): Progress {
  if (!persisted) return 'UNKNOWN';
  if (persisted.screensAdded > 0 || persisted.edgesAdded > 0) return 'MADE_PROGRESS';
  return persisted.older ? 'REGRESSED' : 'NO_PROGRESS';
}

export interface Stall {
  /** Loops since anything was added. */
  readonly idleLoops: number;
  /** Something untried is left, by any policy. */
  readonly open: boolean;
}

/** Budgets have been checked before. */
export function routeByRules({ idleLoops, open }: Stall): Route {
  if (!open) return 'STOP';
  return idleLoops > 0 && idleLoops % stalled === 0 ? 'SWITCH_POLICY' : 'CONTINUE';
}

export function switchByRotation(policy: Policy): PolicySwitch {
  return { policy: nextPolicy(policy), cooldown: shortestCooldown };
}

/** A random safe action, an untried one if there is any. `draw`: 0..1, excluding 1. Undefined: none is safe. */
export function actByDraw<A extends { readonly safety: number; readonly tried: boolean }>(
  actions: readonly A[],
  safeFrom: number,
  draw: number,
): A | undefined {
  const safe = actions.filter(({ safety }) => safety >= safeFrom);
  const untried = safe.filter(({ tried }) => !tried);
  const among = untried.length > 0 ? untried : safe;
  return among[Math.floor(draw * among.length)];
}
