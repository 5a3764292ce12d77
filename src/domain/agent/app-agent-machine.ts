// AppAgent: what one subtask in one application does next (spec/agent.md §2, source: seed 000).
//
//              ┌──────────── no list ───────────┐
//              ▼                                │
//   start ▶ CONTINUE ──Status──▶ SCREENSHOT ────┘ (≤ 3 in a row while `controlReannotate` has entries)
//              │ ▲ ▲
//              │ │ └── answered ── PENDING   asks; runs no action                               app-agent-questions.ts
//              │ └──── approved ── CONFIRM   the action is held ── rejected ──▶ FINISH            app-agent-approval.ts
//              └──Status──▶ FINISH · FAIL · ERROR   the subtask ends; ERROR ends the round too    app-agent-actions.ts
//
// Invariants
//   M1. Pure: (state, event) → state. `state.next` is the one effect that is due, so a state is all that a continue-as-new carries.
//   M2. The four phases run in CONTINUE and SCREENSHOT only: observe → decide → perform/wait → remember (A28, A51). `step` exists from decision to remembering.
//   M3. Nothing held runs before its request was approved, and it runs at most once: what came of it closes the step (A38, A39).
//   M4. A list stops at its first failure, before an action that is to be confirmed or that the guard refuses, and where nobody has seen the screen (A41, A56).
//   M5. Every cap is looked at before a `decide`, a resumed action and a request to a person, all but steps before `perform` and `wait` (R7, A73).
//   M6. FINISH, FAIL and ERROR are absorbing, and `result` is set exactly there (A26, A34).
import { assertNever } from '../assert-never.js';
import { nothingSpent, type Budget, type LimitOutcome, type Spent } from '../budget/budget.js';
import { noUsage, type Usage } from '../budget/usage.js';
import type { ActionOutcome } from '../device/device-work.js';
import type { Guard } from '../guard/guard.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import { questionsOf } from './answers.js';
import { advance, deviceReset, notRun, performed, refused } from './app-agent-actions.js';
import { approve, reject, resume } from './app-agent-approval.js';
import { answered, unanswered } from './app-agent-questions.js';
import { decide, endByError, finishAction, observe, see, spend } from './app-agent-step.js';
import type { AppDecision, DecidedAction, RunNote } from './decision.js';
import { firstTexts, post, type AgentError, type Blackboard, type MemoryItem, type Phase } from './memory.js';
import type { AgentSettings } from '../run/settings.js';
import type { AppAgentStatus } from './status.js';

export type AppAgentEffect =
  | { readonly type: 'observe'; readonly reannotate: readonly ControlRef[]; readonly find: readonly ControlRef[] }
  | { readonly type: 'decide' }
  | { readonly type: 'perform'; readonly actions: readonly DecidedAction[] }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'end' };

export type Ask =
  | { readonly kind: 'question'; readonly questions: readonly string[] }
  | { readonly kind: 'confirmation'; readonly actions: readonly DecidedAction[]; readonly reason: string };

/** `activeMs`: how long the effect took, without waiting for people or a free device. */
export type AppAgentEvent =
  | { readonly type: 'observed'; readonly observation: Observation; readonly activeMs: number }
  | { readonly type: 'decided'; readonly decision: AppDecision; readonly activeMs: number }
  /** No observation: nobody knows what the screen shows now. */
  | {
      readonly type: 'performed';
      readonly outcomes: readonly ActionOutcome[];
      readonly observation?: Observation;
      readonly activeMs: number;
    }
  /** `perform` was refused before anything ran. */
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly activeMs: number }
  /** Another UI session was opened; nothing of the effect that was due has run. */
  | { readonly type: 'device-reset'; readonly activeMs: number }
  | { readonly type: 'waited'; readonly activeMs: number }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'confirmed'; readonly approved: boolean; readonly note: string }
  | { readonly type: 'timed-out' }
  | {
      readonly type: 'failed';
      readonly phase: Phase;
      readonly error: { readonly type: string; readonly message: string };
      readonly usage?: Usage;
      readonly activeMs: number;
    };

type EventType = AppAgentEvent['type'];

/** The machine at a glance: from a state, on an event, to which states. A missing cell is refused. `next.type` narrows it further (`awaits`). */
export const appAgentTable = {
  CONTINUE: {
    observed: ['CONTINUE', 'FAIL'],
    decided: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    failed: ['ERROR'],
  },
  SCREENSHOT: {
    observed: ['SCREENSHOT', 'FAIL'],
    decided: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE', 'SCREENSHOT'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    failed: ['ERROR'],
  },
  PENDING: { answered: ['CONTINUE'], 'timed-out': ['CONTINUE'] },
  CONFIRM: {
    confirmed: ['CONFIRM', 'FINISH'],
    'timed-out': ['FINISH'],
    observed: ['CONFIRM', 'CONTINUE', 'FAIL'],
    performed: ['CONTINUE', 'FAIL'],
    refused: ['CONFIRM', 'ERROR'],
    'device-reset': ['CONFIRM'],
    failed: ['ERROR'],
  },
  FINISH: {},
  FAIL: {},
  ERROR: {},
} as const satisfies Record<AppAgentStatus, Partial<Record<EventType, readonly AppAgentStatus[]>>>;

/** Which events answer the effect that is due. */
const awaits = {
  observe: ['observed', 'device-reset', 'failed'],
  decide: ['decided', 'failed'],
  perform: ['performed', 'refused', 'device-reset', 'failed'],
  wait: ['waited'],
  ask: ['answered', 'confirmed', 'timed-out'],
  end: [],
} as const satisfies Record<AppAgentEffect['type'], readonly EventType[]>;

export interface AppAgentState {
  readonly status: AppAgentStatus;
  readonly next: AppAgentEffect;
  readonly subtask: string;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly spent: Spent;
  /** Of the session, before this subtask: trajectories number on. */
  readonly stepsBefore: number;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly blackboard: Blackboard;
  readonly notes: readonly RunNote[];
  readonly observation?: Observation;
  /** The observation before, for `includeLastScreenshot`. */
  readonly previous?: Observation;
  readonly lastTarget?: { readonly observation: Observation; readonly label: string };
  /** The step in progress: what is left of its list, and what came of the rest. */
  readonly step?: StepInProgress;
  readonly controlReannotate: readonly ControlRef[];
  /** Visits of SCREENSHOT in a row. */
  readonly screenshots: number;
  /** A FINISH after a failed action was sent back once; the next one counts (R8). */
  readonly finishDoubted: boolean;
  /** Refusals of `perform` in a row. */
  readonly refusals: number;
  readonly unknownOutcomes: number;
  readonly result?: AppAgentResult;
}

export interface StepInProgress {
  readonly decision: Pick<AppDecision, 'status' | 'thought' | 'questions' | 'comment' | 'result'>;
  readonly isList: boolean;
  readonly todo: readonly DecidedAction[];
  readonly done: readonly { readonly action: DecidedAction; readonly outcome: ActionOutcome }[];
  /** In CONFIRM: where the first of `todo` was seen when it was held, and whether a person is asked. */
  readonly held?: { readonly seen: Observation; readonly asked: boolean };
}

export interface AppAgentResult {
  readonly subtask: string;
  readonly status: 'FINISH' | 'FAIL' | 'ERROR';
  readonly result: string;
  readonly error?: AgentError;
  readonly userConfirm?: 'No';
  readonly limit?: LimitOutcome;
}

export interface AppAgentStart {
  readonly subtask: string;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly blackboard: Blackboard;
  readonly stepsBefore: number;
}

const maxPlan = 20;

export function startAppAgent({ subtask, settings, guard, budget, blackboard, stepsBefore }: AppAgentStart): AppAgentState {
  return {
    status: 'CONTINUE',
    next: observe(),
    subtask,
    settings,
    guard,
    budget,
    spent: nothingSpent,
    stepsBefore,
    plan: [],
    memory: [],
    blackboard,
    notes: [],
    controlReannotate: [],
    screenshots: 0,
    finishDoubted: false,
    refusals: 0,
    unknownOutcomes: 0,
  };
}

/** Subtask ends in exactly FINISH, FAIL, ERROR (A26); the round in exactly ERROR (A27). */
export const isSubtaskEnd = (status: AppAgentStatus): boolean => status === 'FINISH' || status === 'FAIL' || status === 'ERROR';
export const isRoundEnd = (status: AppAgentStatus): boolean => status === 'ERROR';
/** Who acts next (A29). */
export const nextAgent = (status: AppAgentStatus): 'self' | 'host' => (isSubtaskEnd(status) ? 'host' : 'self');

export function accepts(state: AppAgentState, type: EventType): boolean {
  return type in appAgentTable[state.status] && (awaits[state.next.type] as readonly EventType[]).includes(type);
}

/** Pure; `undefined` when the state refuses the event. */
export function transition(before: AppAgentState, event: AppAgentEvent): AppAgentState | undefined {
  if (!accepts(before, event.type)) return undefined;
  const state = 'activeMs' in event ? spend(before, { timeMs: event.activeMs }) : before;
  switch (event.type) {
    case 'observed':
      return observed(state, event.observation);
    case 'decided':
      return decided(state, event.decision);
    case 'performed':
      return performed(state, event.outcomes, event.observation);
    case 'refused':
      return refused(state, event.code, event.message);
    case 'device-reset':
      return deviceReset(state);
    case 'waited':
      return advance(finishAction(state, { status: 'done' }));
    case 'answered':
      return answered(state, event.answers);
    case 'confirmed':
      return event.approved ? approve(state, event.note) : reject(state, event.note);
    case 'timed-out':
      return state.status === 'PENDING' ? unanswered(state, 'nobody answered in time') : reject(state, 'nobody approved in time');
    case 'failed':
      return failed(state, event);
    default:
      return assertNever(event);
  }
}

function observed(state: AppAgentState, observation: Observation): AppAgentState {
  const seen = see(state, observation);
  return state.status === 'CONFIRM' ? resume(seen, observation) : decide(seen);
}

function decided(before: AppAgentState, decision: AppDecision): AppAgentState {
  const state = spend(before, { steps: 1, usage: decision.usage });
  const { status, thought, comment, result } = decision;
  // These run no action (§4, R4).
  const todo = status === 'PENDING' || status === 'FAIL' || status === 'ERROR' ? [] : decision.actions;
  return advance({
    ...state,
    plan: decision.plan.length > 0 ? firstTexts(decision.plan, maxPlan) : state.plan,
    notes: [],
    blackboard: keepScreenshot(state, decision),
    step: {
      decision: { status, thought, questions: questionsOf(decision), comment, ...(result === undefined ? {} : { result }) },
      isList: todo.length > 1,
      todo,
      done: [],
    },
  });
}

/** The one that the model decided on (A60). */
function keepScreenshot({ blackboard, observation }: AppAgentState, { saveScreenshot }: AppDecision): Blackboard {
  if (!saveScreenshot || !observation) return blackboard;
  return post(blackboard, 'screenshots', { screenshot: observation.screenshot, reason: saveScreenshot.reason });
}

/** An exception in a phase (R2). What it interrupted is remembered, so that the archive and the blackboard know of it. */
function failed(state: AppAgentState, { phase, error, usage = noUsage }: Extract<AppAgentEvent, { type: 'failed' }>): AppAgentState {
  return endByError(notRun(spend(state, { usage }), error.type, error.message), { ...error, phase });
}
