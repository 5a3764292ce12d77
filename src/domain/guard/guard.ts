// The fence: code, not a model. It looks at an action between decision and `perform`, whatever status the model claimed (design §6, A72, A74).
//
// G1. An action that a rule names is held for a person's approval, also with `safeGuard: false`; only `guard: 'off'` silences rules.
// G2. A navigation outside the allowed origins is refused before anything runs; `off` does not open that fence.
// G3. The input of a run may add rules and narrow origins, never the reverse.
import type { DecidedAction } from '../agent/decision.js';

export interface GuardRule {
  /** Says to the person why it is asked: `deletes something`. */
  readonly reason: string;
  readonly functions?: readonly string[];
  readonly roles?: readonly string[];
  /** Words of the control's name or of the typed keys, matched as whole words, without case. Every part that a rule names must match. */
  readonly words?: readonly string[];
  readonly effect?: DecidedAction['effect'];
}

export interface Guard {
  /** `new URL(…).origin`; empty: no fence (a device without addresses). */
  readonly origins: readonly string[];
  /** Names of applications that may be opened; empty: any. */
  readonly apps: readonly string[];
  readonly rules: readonly GuardRule[];
  readonly off: boolean;
}

export type GuardVerdict = { readonly verdict: 'allow' } | { readonly verdict: 'confirm'; readonly reason: string } | { readonly verdict: 'refuse'; readonly code: string; readonly message: string };
