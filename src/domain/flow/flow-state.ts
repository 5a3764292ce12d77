// The state of a flow run, its effects, and the events that answer them. The walk (walk.ts) leads from one to the other.
import type { Target } from '../anchors/anchors.schema.js';
import type { Budget, LimitOutcome, Spent } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';
import type { EarlierApproval } from '../human/approvals.js';
import type { Application, ArtifactRef } from '../ui/observation.js';
import type { UiAction } from '../ui/ui-action.js';
import type { Heal, HealAnswer, HealMode } from './heal.js';
import type { Check, Interruption } from './document.js';
import type { FlowRecord, NodeVisit } from './record.js';
import type { Overrides, ToolCall, WindowRef } from './tools.js';
import type { Json, Variables } from '../run/json.js';
import type { Returned } from '../take-over/hold.js';

export interface FlowRules {
  /** Built-in tools that a configured server replaces. */
  readonly overrides?: Overrides;
  readonly budget: Budget;
  /** A vision model is configured. */
  readonly vision: boolean;
  /** Absent: never. */
  readonly heal?: HealMode;
  /** Who finishes what the flow cannot. Absent: nobody. */
  readonly fallback?: 'agent';
}

/** `result-not-read`: all was done; what the result says was not found afterwards. To run it again would do it twice. */
export type FlowOutcome = 'completed' | 'result-not-read' | 'failed' | 'stopped' | LimitOutcome;

/** The screen right after a node: its checks are judged on it. */
export interface ScreenEvidence {
  readonly screenshot: ArtifactRef;
  readonly controls: ArtifactRef;
  readonly title: string;
}

export interface NodeEvidence {
  readonly node: NodeVisit;
  readonly checks: readonly Check[];
  readonly expectedOutcome?: string;
  /** Absent: the node ended before anything could be seen. No judge is asked then. */
  readonly screen?: ScreenEvidence;
}

export interface CheckVerdict {
  readonly node: NodeVisit;
  readonly check: string;
  readonly result: 'passed' | 'failed' | 'warned' | 'not-judged';
  readonly reason: string;
}

/** What a node of a compiled flow found in place of what it waited for. */
export type Broken = ScreenEvidence & {
  readonly isLogin?: true;
  /** A dialog that came after the flow's own deed is in front. */
  readonly came?: {
    /** Its words, and the one button that goes on; absent: which one does, nobody knows. */
    readonly question?: Interruption;
    readonly framed?: ArtifactRef;
  };
} & (
    | { readonly kind: 'screen' }
    /** The screen, but about something else. */
    | { readonly kind: 'text' }
    /** `certain`: its row is not there or stands there twice, or it is disabled: nothing else can be meant. `target`: which of its targets, from 0. */
    | {
        readonly kind: 'target' | 'certain';
        readonly target: number;
        /** What turns to the next page of the list that its row is not on; nothing that the guard holds back. */
        readonly nextPage?: Target;
      }
    | { readonly kind: 'interrupted'; readonly name: string }
  );

/** The action as it may be stored, and what was seen around it. */
export interface CalledAct {
  readonly action: UiAction;
  readonly before: CallLook;
  /** Absent: it could not be seen. */
  readonly after?: CallLook;
}

export interface CallLook {
  /** A `ControlList`. */
  readonly controls: ArtifactRef;
  readonly application: Pick<Application, 'id' | 'name' | 'url'>;
  readonly title: string;
}

export type CallOutcome =
  | {
      readonly status: 'done';
      /** Ready to be stored: extracted by the tool's host, large values by reference. */
      readonly variables: Variables;
      /** What a model sees of it. */
      readonly text: string;
      readonly textRef?: ArtifactRef;
      readonly images: readonly ArtifactRef[];
      /** Further files for the record: what was read or found. */
      readonly files?: readonly { readonly name: string; readonly ref: ArtifactRef }[];
      readonly isError: boolean;
      readonly screen?: ScreenEvidence;
      /** The application in front after the call. */
      readonly app?: string;
      /** Its window. */
      readonly window?: WindowRef;
      /** What was acted on; px of the screen, its centre. */
      readonly target?: { readonly role: string; readonly name: string; readonly x: number; readonly y: number };
      /** What stood in front before it and was left there. */
      readonly aside?: readonly string[];
      /** For the record: what else went wrong. */
      readonly warnings?: readonly string[];
      /** What the browser told of its pages meanwhile. A page's words: data. */
      readonly notices?: readonly string[];
      /** For the record: nobody was asked, an approval that was given before let it run. */
      readonly approval?: EarlierApproval;
      /** Of an AI step: what it did, for the flow that its runs become. */
      readonly act?: CalledAct;
    }
  | {
      readonly status: 'failed';
      readonly code: string;
      readonly message: string;
      /** Names that are there when the wanted one is not: a model may choose one. */
      readonly candidates?: readonly string[];
      /** A node of a compiled flow does not find its place. Nothing was sent. */
      readonly broken?: Broken;
      readonly screen?: ScreenEvidence;
      readonly warnings?: readonly string[];
      readonly notices?: readonly string[];
      readonly approval?: EarlierApproval;
    }
  /** `message`: why the outcome is not known. */
  | { readonly status: 'unknown'; readonly message?: string; readonly approval?: EarlierApproval };

/** An AiStep under way; ai-step.ts decides what follows from it. */
export interface AiStepState {
  readonly transcript: readonly TranscriptEntry[];
  /** Calls of the last reply that have not been made yet. */
  readonly queue: readonly StepCall[];
  /** Images for the vision model. Without a vision model the agent sees them itself, and the newest again with each later question. */
  readonly unseen: readonly ArtifactRef[];
  readonly calls: number;
}

export interface StepReply {
  readonly text: string;
  readonly tool_calls: readonly StepCall[];
}

export interface StepCall {
  readonly name: string;
  /** As the model wrote them: supposed to be JSON. */
  readonly arguments: string;
}

export type TranscriptEntry =
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly StepCall[] }
  | {
      readonly role: 'tool';
      readonly name: string;
      readonly text: string;
      /** The full text, when `text` is only its beginning. */
      readonly textRef?: ArtifactRef;
      readonly images: readonly ArtifactRef[];
      readonly isError: boolean;
    }
  /** What the vision model saw in the preceding images. */
  | { readonly role: 'vision'; readonly text: string };

export type FlowEffect =
  | { readonly type: 'advance' }
  | { readonly type: 'call'; readonly call: ToolCall; readonly reads: boolean; readonly wantsScreen: boolean }
  | { readonly type: 'choose'; readonly what: 'element' | 'app'; readonly wanted: string; readonly candidates: readonly string[] }
  | { readonly type: 'think' }
  | { readonly type: 'look'; readonly images: readonly ArtifactRef[] }
  | { readonly type: 'ask' }
  | { readonly type: 'agent' }
  | { readonly type: 'flow' }
  /** A model is asked what is meant on the screen as it is now. */
  | { readonly type: 'heal'; readonly broken: Broken }
  /** A person is asked whether that is meant. */
  | { readonly type: 'consent'; readonly heal: Heal; readonly question: string; readonly framed?: ArtifactRef }
  /** By that flow; absent: by a person's hands. */
  | { readonly type: 'log-in'; readonly flow?: string }
  | { readonly type: 'take-over' }
  /** Values of a successful node that are too large for the state. */
  | { readonly type: 'keep'; readonly variables: Variables }
  | { readonly type: 'settle'; readonly ms: number }
  /** Before another attempt. */
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'judge'; readonly evidence: readonly NodeEvidence[] }
  | { readonly type: 'end' };

export type FlowEvent = { readonly activeMs?: number } & (
  | { readonly type: 'advance' }
  | { readonly type: 'called'; readonly outcome: CallOutcome }
  /** Undefined: none of the candidates is meant. */
  | { readonly type: 'chosen'; readonly name: string | undefined; readonly usage: Usage }
  | { readonly type: 'healed'; readonly answer: HealAnswer; readonly usage: Usage }
  | { readonly type: 'thought'; readonly reply: StepReply; readonly usage: Usage; readonly warnings?: readonly string[] }
  | { readonly type: 'seen'; readonly text: string; readonly usage: Usage }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'confirmed'; readonly approved: boolean; readonly note: string; readonly by?: string }
  | { readonly type: 'timed-out' }
  | {
      readonly type: 'child-ended';
      /** Workflow id of the child. */
      readonly child: string;
      readonly result: Json;
      readonly failure?: string;
      readonly spent: Spent;
      readonly unknownOutcomes: number;
    }
  | { readonly type: 'kept'; readonly variables: Variables }
  | { readonly type: 'settled' }
  | { readonly type: 'paused' }
  /** A person had the screen; nothing of the pending effect has run, but a request may be pending. */
  | { readonly type: 'handed-back'; readonly returned: Returned }
  | { readonly type: 'judged'; readonly verdicts: readonly CheckVerdict[]; readonly usage: Usage }
  /** A model, an activity or a child failed permanently. */
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly usage?: Usage; readonly child?: string }
  | { readonly type: 'stopped' }
  /** The run holds too much to continue (held.ts). */
  | { readonly type: 'overfull'; readonly message: string }
);

export interface Visit {
  readonly node: string;
  readonly visit: NodeVisit;
  /** From 0. */
  readonly attempt: number;
  /** Start of this attempt: ms, by the workflow's clock; moved forward by time that does not count (time-1 of walk-state.ts). */
  readonly startedAt: number;
  /** A model was asked for a name in this attempt. */
  readonly chosen?: true;
  /** The outcome of something in this attempt is unknown. */
  readonly unknown?: true;
  /** The newest screen of this attempt. */
  readonly screen?: ScreenEvidence;
  /** A model was asked since: seconds may have passed, and the screen may show something else. */
  readonly outdated?: true;
  /** The node has succeeded; the pending call only looks at the screen for its checks. */
  readonly looking?: true;
  readonly step?: AiStepState;
  /** mend-1: what was done so that the node finds its place. */
  readonly mended?: {
    readonly closed?: number;
    readonly loggedIn?: true;
    readonly asked?: true;
    readonly carried?: true;
    /** The dialog whose button a person let be pressed: once a visit. */
    readonly answered?: string;
    readonly turned?: number;
  };
  /** The pending call closes what is in front, or turns a page; it is not the node's own. */
  readonly closing?: true;
}

/** What was found out about names. */
export interface Caches {
  /** By the name in the document. */
  readonly apps: Readonly<Record<string, { readonly name: string; readonly pid?: number }>>;
  /** By `elementKey`. */
  readonly elements: Readonly<Record<string, string>>;
  readonly focusedApp?: string;
  /** Its window, by id: pages change their titles. */
  readonly focusedWindow?: WindowRef;
}

export interface FlowState {
  readonly next: FlowEffect;
  /** The node to go to when `next` is `advance`. */
  readonly at?: string;
  readonly visit?: Visit;
  readonly variables: Variables;
  /** Iterations started in the current run of each Loop. */
  readonly counters: Readonly<Record<string, number>>;
  readonly caches: Caches;
  readonly visits: number;
  readonly visitsOf: Readonly<Record<string, number>>;
  /** Names of the last visited nodes. */
  readonly visited: readonly string[];
  readonly taken: Readonly<Record<string, number>>;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly evidence: readonly NodeEvidence[];
  readonly verdicts: readonly CheckVerdict[];
  readonly records: readonly FlowRecord[];
  readonly seq: number;
  /** Of this run; absent: none. */
  readonly heals?: readonly Heal[];
  /** What stood in front before the newest deed, and may be left there; absent: nothing was done yet. */
  readonly aside?: readonly string[];
  /** The agent that finished it, and its result. */
  readonly tookOver?: { readonly child: string; readonly text: string };
  /** Why each reading after the last deed found nothing; absent: none. */
  readonly unread?: readonly string[];
  readonly ended?: { readonly outcome: FlowOutcome; readonly message: string };
}
