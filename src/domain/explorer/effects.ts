// Effects of the explorer's nodes, and their results. JSON only.
import type { Usage } from '../budget/usage.js';
import type { Leave } from '../guard/unsaved-page.js';
import type { Bundle, EnumeratedAction, ErrorKind, GivenUp, PersistResult, Ranking } from './agent-state.js';
import type { ModelNode } from './cache-keys.js';
import type { ChosenAction, PolicySwitch, Progress, Route, VerificationResult } from './decisions.js';
import type { Policy } from './policies.js';
import type { ScreenKey } from './signature.js';

export type Effect =
  | { readonly type: 'open' }
  /** Whether the application can be reached, is in front, and has settled. */
  | { readonly type: 'provision' | 'attach' | 'settle' }
  | { readonly type: 'perceive' }
  /** Enters the current screen into the store, and returns what the store knows about it. */
  | { readonly type: 'survey'; readonly policy: Policy; readonly draw: number }
  | AskEffect
  | { readonly type: 'confirm'; readonly action: EnumeratedAction }
  /** `leave`: all that is left of it. */
  | { readonly type: 'act'; readonly action: EnumeratedAction; readonly leave?: Leave }
  | PersistEffect
  | { readonly type: 'reopen' }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'summarize' };

export interface AskEffect {
  readonly type: 'ask';
  readonly node: ModelNode;
  /** For `ChooseAction`: at most twelve. */
  readonly shown: readonly (EnumeratedAction & { readonly tried: boolean })[];
}

export interface PersistEffect {
  readonly type: 'persist';
  readonly loop: number;
  readonly from: ScreenKey | null;
  readonly action: string | null;
  /** Null: the screen could not be observed. */
  readonly to: ScreenKey | null;
  /** It is not known whether it happened, or where it led. */
  readonly unknown: boolean;
  /** What failed or was refused. */
  readonly givenUp: readonly GivenUp[];
  readonly policy: Policy;
  readonly draw: number;
}

export interface Seen {
  readonly signature: ScreenKey;
  /** Distance to the previous screen, 0..1. 0: the same; 1: nothing in common. */
  readonly delta: number;
  readonly bundle: Bundle;
  readonly actions: readonly EnumeratedAction[];
}

export interface Answers {
  readonly ChooseAction: ChosenAction;
  readonly Verify: VerificationResult;
  readonly DetectProgress: { readonly assessment: Progress };
  readonly ShouldContinue: { readonly route: Route; readonly goalReached?: boolean };
  readonly SwitchPolicy: PolicySwitch;
}

export type Answered = {
  readonly [N in ModelNode]: {
    readonly type: 'answered';
    readonly node: N;
    readonly answer: Answers[N];
    readonly usage: Usage;
    readonly cacheHit: boolean;
  };
}[ModelNode];

type Came =
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly kind: ErrorKind; readonly message: string }
  /** Another UI session was opened: what was entered in the old one is lost. */
  | { readonly type: 'reset' }
  | { readonly type: 'perceived'; readonly seen: Seen }
  | { readonly type: 'surveyed'; readonly ranking: Ranking; readonly screensAdded: number }
  | Answered
  /** No usable answer; `advice`: key of what was chosen on this screen before. */
  | { readonly type: 'unanswered'; readonly why: 'invalid' | 'unreachable'; readonly usage: Usage; readonly advice?: string }
  | { readonly type: 'confirmed'; readonly approved: boolean }
  /** `leave`: its page has unsaved input, and was not left. */
  | { readonly type: 'acted'; readonly outcome: 'done' | 'unknown'; readonly leave?: Leave; readonly seen?: Seen }
  /** It ran and did not work. */
  | { readonly type: 'unacted'; readonly message: string; readonly seen?: Seen }
  | { readonly type: 'persisted'; readonly result: PersistResult; readonly ranking: Ranking | null };

/** `activeMs`: without waiting for people or a free device. */
export type Result = Came & { readonly activeMs?: number };
