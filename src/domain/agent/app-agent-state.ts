// The state of an AppAgent, its effects, and the events that answer them; and the small edits that every phase makes to it: what was spent, seen and done, and how a step or a subtask is closed. The machine
// (app-agent-machine.ts) leads from one state to the next.
import { type Budget, type LimitOutcome, type Spent, addSpent, breachedLimit } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';
import type { ActionOutcome, ObserveOptions } from '../device/device-work.js';
import type { Guard } from '../guard/guard.js';
import type { EarlierApproval, Remembering } from '../human/approvals.js';
import type { Facts } from '../human/requests.js';
import type { ControlRef } from '../ui/control.js';
import type { ArtifactRef, Observation } from '../ui/observation.js';
import { type AppDecision, type AppAction, type RunNote, type AppAgentStatus, actionText, outcomeText } from './decision.js';
import type { Reviewed } from './next-in-list.js';
import { type AgentError, type Blackboard, type MemoryItem, type Phase, append, post, remember } from './memory.js';
import type { AgentSettings } from '../run/settings.js';
import type { Returned } from '../take-over/hold.js';
import { defined } from '../collections.js';
import type { WritePass } from '../wire/write-gate.js';

export interface AppAgentState {
  readonly status: AppAgentStatus;
  readonly next: AppAgentEffect;
  readonly subtask: string;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly spent: Spent;
  /** Steps of the session before this subtask: trajectories continue the numbering. */
  readonly stepsBefore: number;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly blackboard: Blackboard;
  readonly notes: readonly RunNote[];
  readonly observation?: Observation;
  /** The observation before it. */
  readonly previous?: Observation;
  /** What the model was last shown. */
  readonly lastShown?: Observation;
  /** Nothing visible came of the last step's action, it failed, or its outcome is not known. */
  readonly unclear?: true;
  /** The model asked for a picture of what comes. */
  readonly seesAfresh?: true;
  /** The last look before a person had the screen, until the model was told what changed since. */
  readonly beforeTakeOver?: Observation;
  /** The last turn of a computer tool; `approved`: a person approved what its safety checks asked about. */
  readonly turn?: { readonly reply: ArtifactRef; readonly approved: boolean };
  /** The step in progress: the rest of its list, and the outcomes so far. */
  readonly step?: StepInProgress;
  readonly controlReannotate: readonly ControlRef[];
  /** Consecutive visits of SCREENSHOT. */
  readonly screenshots: number;
  /** A FINISH after a failed action was sent back once; the next one is accepted (R8). */
  readonly finishDoubted: boolean;
  /** Consecutive refusals of `perform`. */
  readonly refusals: number;
  readonly unknownOutcomes: number;
  /** The action that nothing visible came of last, and how often in a row. */
  readonly vain?: { readonly key: string; readonly times: number };
  /** Writes that were stopped, and that a person approved since. */
  readonly passes?: readonly WritePass[];
  /** How often such an action was done the third time or more. */
  readonly withoutEffect: number;
  readonly result?: AppAgentResult;
}

export interface StepInProgress {
  readonly decision: Pick<AppDecision, 'status' | 'thought' | 'questions' | 'comment' | 'result' | 'needsHands'>;
  readonly isList: boolean;
  readonly todo: readonly AppAction[];
  readonly done: readonly { readonly action: AppAction; readonly outcome: ActionOutcome }[];
  /** The first of `todo` was seen anew after what ran before it. */
  readonly reviewed?: true;
  /** In CONFIRM: the observation in which the first of `todo` was held, whether a person is asked, and the earlier approval that let it run. */
  readonly waiting?: { readonly seen: Observation; readonly asked: boolean; readonly before?: EarlierApproval };
}

export interface AppAgentResult {
  readonly subtask: string;
  readonly status: 'FINISH' | 'FAIL' | 'ERROR';
  readonly result: string;
  readonly error?: AgentError;
  readonly userConfirm?: 'No';
  readonly limit?: LimitOutcome;
}

export type AppAgentEffect =
  | ({ readonly type: 'observe'; readonly reannotate: readonly ControlRef[] } & Pick<ObserveOptions, 'bound'>)
  | { readonly type: 'decide' }
  | { readonly type: 'perform'; readonly actions: readonly AppAction[] }
  /** The action as it would be decided alone; `before`: the look before the last action. */
  | { readonly type: 'review'; readonly action: AppAction; readonly before: Observation }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'end' };

export type Ask =
  | { readonly kind: 'question'; readonly questions: readonly string[]; readonly needsHands?: true }
  | {
      readonly kind: 'confirmation';
      readonly actions: readonly AppAction[];
      readonly reason: string;
      readonly facts?: Facts;
      readonly byModel?: true;
      readonly remembering?: Remembering;
    };

/** Of both agents. `activeMs`: how long the effect took, without waiting for people or a free device. */
export type AgentEvent =
  | { readonly type: 'observed'; readonly observation: Observation; readonly activeMs: number }
  /** Without an observation the current screen is unknown. */
  | {
      readonly type: 'performed';
      readonly outcomes: readonly ActionOutcome[];
      readonly observation?: Observation;
      readonly activeMs: number;
    }
  /** `perform` was refused before anything ran. */
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly activeMs: number }
  /** Another UI session was opened; no part of the pending effect has run. */
  | { readonly type: 'device-reset'; readonly activeMs: number }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'confirmed'; readonly approved: boolean; readonly note: string; readonly before?: EarlierApproval }
  | { readonly type: 'timed-out' }
  /** A person had the screen; nothing of the pending effect has run, but a request may be pending. */
  | { readonly type: 'handed-back'; readonly returned: Returned }
  | {
      readonly type: 'failed';
      readonly phase: Phase;
      readonly error: { readonly type: string; readonly message: string };
      readonly usage?: Usage;
      readonly activeMs: number;
    };

export type AppAgentEvent =
  | AgentEvent
  | { readonly type: 'decided'; readonly decision: AppDecision; readonly activeMs: number }
  | { readonly type: 'waited'; readonly activeMs: number }
  | { readonly type: 'reviewed'; readonly came: Reviewed; readonly activeMs: number };

// ── Of both agents ───────────────────────────────────────────────────────────

export function spend<const S extends Pick<AppAgentState, 'spent'>>(state: S, spent: Partial<Spent>): S {
  return { ...state, spent: addSpent(state.spent, spent) };
}

export function tell<const S extends Pick<AppAgentState, 'notes'>>(state: S, type: RunNote['type'], text: string): S {
  return { ...state, notes: append('notes', state.notes, { type, text }) };
}

/** What the pending request asks. */
export function questionsIn({ next }: { readonly next: { readonly type: string; readonly ask?: Ask } }): readonly string[] {
  return next.type === 'ask' && next.ask?.kind === 'question' ? next.ask.questions : [];
}

// ── Seeing ───────────────────────────────────────────────────────────────────

export function see(state: AppAgentState, observation: Observation): AppAgentState {
  return { ...state, observation, ...defined({ previous: state.observation }) };
}

/** The current screen is unknown. */
export function forget({ observation, ...state }: AppAgentState): AppAgentState {
  return observation ? { ...state, previous: observation } : state;
}

export function observe(reannotate: readonly ControlRef[] = []): AppAgentEffect {
  return { type: 'observe', reannotate };
}

// ── Caps ─────────────────────────────────────────────────────────────────────

export function decide(state: AppAgentState): AppAgentState {
  return within(state, state.budget, { type: 'decide' });
}

/** The effect, unless a cap is reached: then the subtask ends before it, and the rest of its list is remembered as not done (appagent-5 of app-agent-machine.ts). */
export function within(state: AppAgentState, budget: Budget, next: AppAgentEffect): AppAgentState {
  const limit = breachedLimit(budget, state.spent);
  if (!limit) return { ...state, next };
  return endByLimit(state.step ? memorise(skipRest(state)) : state, limit);
}

// ── The step in progress ─────────────────────────────────────────────────────

export function inStep({ step, status }: AppAgentState): StepInProgress {
  if (!step) throw new TypeError(`no step in progress in ${status}`);
  return step;
}

/** Closes the first remaining action. Any action but `annotation` clears the reannotated controls (R5). */
export function finishAction(state: AppAgentState, outcome: ActionOutcome): AppAgentState {
  const { reviewed: _, ...step } = inStep(state);
  const [action, ...todo] = step.todo;
  return action ? { ...state, controlReannotate: [], step: { ...step, todo, done: [...step.done, { action, outcome }] } } : state;
}

export function skipRest(state: AppAgentState): AppAgentState {
  const step = inStep(state);
  const skipped = step.todo.map((action) => ({ action, outcome: { status: 'skipped' } as const }));
  return { ...state, step: { ...step, todo: [], done: [...step.done, ...skipped] } };
}

/** MEMORY_UPDATE: closes the step, so that none of its actions is left to run. */
export function memorise(state: AppAgentState, userConfirm?: 'Yes' | 'No'): AppAgentState {
  const { decision, done } = inStep(state);
  const { step: _, unclear: __, ...rest } = state;
  const step = state.stepsBefore + state.spent.steps;
  const action = done.map((entry) => actionText(entry.action)).join('; ');
  const result = done.map(({ outcome }) => outcomeText(outcome)).join('; ');
  const { thought, status, comment } = decision;
  const trajectory = { agent: 'AppAgent', step, subtask: state.subtask, action, result, userConfirm };
  return {
    ...rest,
    unclear: isUnclear(done) ? (true as const) : undefined,
    memory: remember(state.memory, { step, thought, action, result, status, comment }),
    blackboard: done.length > 0 ? post(state.blackboard, 'trajectories', trajectory) : state.blackboard,
  };
}

function isUnclear(done: StepInProgress['done']): boolean {
  const last = done.findLast(({ outcome }) => outcome.status !== 'skipped')?.outcome;
  if (last?.status !== 'done') return last !== undefined;
  return last.effect?.kind === 'nothing-visible';
}

// ── Ends ─────────────────────────────────────────────────────────────────────

export function end(state: AppAgentState, ending: Omit<AppAgentResult, 'subtask'>): AppAgentState {
  const { subtask } = state;
  const succeeded = ending.status === 'FINISH' && !ending.userConfirm;
  return {
    ...state,
    status: ending.status,
    blackboard: succeeded ? post(state.blackboard, 'results', { subtask, result: ending.result }) : state.blackboard,
    next: { type: 'end' },
    result: { subtask, ...ending },
  };
}

export function endByError(state: AppAgentState, error: AgentError): AppAgentState {
  return end(state, { status: 'ERROR', result: error.message, error });
}

function endByLimit(state: AppAgentState, limit: LimitOutcome): AppAgentState {
  return end(state, { status: 'FAIL', result: `Stopped by a limit: ${limit}`, limit });
}
