// What the explorer's nodes ask for, and what comes of it. JSON only.
import type { Usage } from '../budget/usage.js';
import type { Bundle, EnumeratedAction, ErrorKind, GivenUp, PersistResult, Ranking, ScreenKey } from './agent-state.js';
import type { AskingNode } from './cache-keys.js';
import type { ChosenAction, PolicySwitch, Progress, Route, VerificationResult } from './decisions.js';
import type { Policy } from './policies.js';

export type Effect =
  | { readonly type: 'open' }
  /** Whether the application can be reached, whether it is in front, and until it is quiet. */
  | { readonly type: 'provision' | 'attach' | 'settle' }
  | { readonly type: 'perceive' }
  /** The present screen, entered into the store, and what that knows of it. */
  | { readonly type: 'survey'; readonly policy: Policy; readonly draw: number }
  | AskEffect
  | { readonly type: 'confirm'; readonly action: EnumeratedAction }
  | { readonly type: 'act'; readonly action: EnumeratedAction }
  | PersistEffect
  | { readonly type: 'reopen' }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'summarize' };

export interface AskEffect {
  readonly type: 'ask';
  readonly node: AskingNode;
  /** Of `ChooseAction`: at most twelve. */
  readonly shown: readonly (EnumeratedAction & { readonly tried: boolean })[];
}

export interface PersistEffect {
  readonly type: 'persist';
  readonly loop: number;
  readonly from: ScreenKey | null;
  readonly action: string | null;
  /** Null: nobody could look. */
  readonly to: ScreenKey | null;
  /** Whether it happened, or where it led. */
  readonly unknown: boolean;
  /** What failed or was refused. */
  readonly givenUp: readonly GivenUp[];
  readonly policy: Policy;
  readonly draw: number;
}

export interface Seen {
  readonly signature: ScreenKey;
  /** 0 the same .. 1 nothing in common, to the screen before. */
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
  readonly [N in AskingNode]: {
    readonly type: 'answered';
    readonly node: N;
    readonly answer: Answers[N];
    readonly usage: Usage;
    readonly cacheHit: boolean;
  };
}[AskingNode];

type Came =
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly kind: ErrorKind; readonly message: string }
  /** The interface was opened again, by somebody else: what was entered in it is lost. */
  | { readonly type: 'reset' }
  | { readonly type: 'perceived'; readonly seen: Seen }
  | { readonly type: 'surveyed'; readonly ranking: Ranking; readonly screensAdded: number }
  | Answered
  /** No answer that could be used; `advice`: key of what was chosen on this screen before. */
  | { readonly type: 'unanswered'; readonly why: 'invalid' | 'unreachable'; readonly usage: Usage; readonly advice?: string }
  | { readonly type: 'confirmed'; readonly approved: boolean }
  | { readonly type: 'acted'; readonly outcome: 'done' | 'unknown'; readonly seen?: Seen }
  /** It ran and did not work. */
  | { readonly type: 'unacted'; readonly message: string; readonly seen?: Seen }
  | { readonly type: 'persisted'; readonly result: PersistResult; readonly ranking: Ranking | null };

/** `activeMs`: without what a person or a free device was waited for. */
export type Result = Came & { readonly activeMs?: number };
