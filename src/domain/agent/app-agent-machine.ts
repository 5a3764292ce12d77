// AppAgent: what one subtask in one application does next (spec/agent.md §2, source: seed 000).
//
//              ┌──────────── no list ───────────┐
//              ▼                                │
//   start ▶ CONTINUE ──Status──▶ SCREENSHOT ────┘ (≤ 3 in a row while `controlReannotate` has entries)
//              │ ▲ ▲
//              │ │ └── answered ── PENDING   asks; runs no action
//              │ └──── approved ── CONFIRM   the action is held ── rejected ──▶ FINISH (not executed)
//              └──Status──▶ FINISH · FAIL · ERROR   the subtask ends; ERROR ends the round too
//
// Invariants
//   M1. Pure: (state, event) → state. `state.next` is the one effect that is due, so a state is all that a continue-as-new carries.
//   M2. The four phases run in CONTINUE and SCREENSHOT only: observe → decide → perform/wait → remember (A28, A51).
//   M3. Nothing held runs before its request was approved, and it runs at most once: approval moves it from `held` to `todo` (A38, A39).
//   M4. A list stops at its first failure, and before an action that is to be confirmed or that the guard refuses (A41, A56).
//   M5. Budgets are looked at before every `decide` and every `perform`, steps before `decide` and before a resumed action (R7, A73).
//   M6. FINISH, FAIL and ERROR are absorbing, and `result` is set exactly there (A26, A34).
import { breachedLimit, type Budget, type LimitOutcome, type Spent } from '../budget/budget.js';
import { addUsage, noUsage, type Usage } from '../budget/usage.js';
import type { ActionOutcome } from '../device/device-work.js';
import { guardAction, type Guard } from '../guard/guard.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import { assertNever } from '../assert-never.js';
import { actionText, outcomeText } from './action-text.js';
import type { AppDecision, DecidedAction, RunNote } from './decision.js';
import { post, remember, type AgentError, type Blackboard, type MemoryItem, type Phase } from './memory.js';
import type { AgentSettings } from './settings.js';
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
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'CONFIRM'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'CONFIRM'],
    failed: ['ERROR'],
  },
  SCREENSHOT: {
    observed: ['SCREENSHOT', 'FAIL'],
    decided: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'CONFIRM'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE', 'SCREENSHOT'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'CONFIRM'],
    failed: ['ERROR'],
  },
  PENDING: { answered: ['CONTINUE'], 'timed-out': ['CONTINUE'] },
  CONFIRM: {
    confirmed: ['CONFIRM', 'CONTINUE', 'FINISH', 'FAIL'],
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
  readonly actionsRun: number;
  readonly result?: AppAgentResult;
}

interface StepInProgress {
  readonly decision: AppDecision;
  readonly todo: readonly DecidedAction[];
  readonly done: readonly { readonly action: DecidedAction; readonly outcome: ActionOutcome }[];
  /** Waiting for, or resumed by, an approval. */
  readonly held?: { readonly action: DecidedAction; readonly reason: string; readonly seen: Observation; readonly approved: boolean };
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

const maxScreenshotsInARow = 3;
const maxRefusals = 3;

export function startAppAgent({ subtask, settings, guard, budget, blackboard }: AppAgentStart): AppAgentState {
  return {
    status: 'CONTINUE',
    next: observe(),
    subtask,
    settings,
    guard,
    budget,
    spent: { steps: 0, usage: noUsage, timeMs: 0 },
    plan: [],
    memory: [],
    blackboard,
    notes: [],
    controlReannotate: [],
    screenshots: 0,
    finishDoubted: false,
    refusals: 0,
    unknownOutcomes: 0,
    actionsRun: 0,
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
      return refused(state, event);
    case 'device-reset':
      return deviceReset(state);
    case 'waited':
      return advance(finishAction(state, { status: 'done' }));
    case 'answered':
      return answered(state, event.answers);
    case 'confirmed':
      return event.approved ? approved(state, event.note) : rejected(state, event.note);
    case 'timed-out':
      return state.status === 'PENDING' ? unanswered(state, 'nobody answered in time') : rejected(state, 'nobody approved in time');
    case 'failed':
      return error(spend(state, { usage: event.usage ?? noUsage }), { ...event.error, phase: event.phase });
    default:
      return assertNever(event);
  }
}

// ── DATA_COLLECTION ──────────────────────────────────────────────────────────

function observed(state: AppAgentState, observation: Observation): AppAgentState {
  const seen = see(state, observation);
  const held = seen.step?.held;
  return held?.approved ? resume(seen, held) : decide(seen);
}

function see(state: AppAgentState, observation: Observation): AppAgentState {
  return { ...state, observation, ...(state.observation ? { previous: state.observation } : {}) };
}

function observe(reannotate: readonly ControlRef[] = [], find: readonly ControlRef[] = []): AppAgentEffect {
  return { type: 'observe', reannotate, find };
}

// ── LLM_INTERACTION ──────────────────────────────────────────────────────────

function decide(state: AppAgentState): AppAgentState {
  const limit = breachedLimit(state.budget, state.spent);
  return limit ? endByLimit(state, limit) : { ...state, next: { type: 'decide' } };
}

function decided(before: AppAgentState, decision: AppDecision): AppAgentState {
  const spent = spend(before, { steps: 1, usage: decision.usage });
  const state: AppAgentState = {
    ...spent,
    plan: decision.plan.length > 0 ? decision.plan : spent.plan,
    notes: [],
    step: { decision, todo: [], done: [] },
  };
  switch (decision.status) {
    case 'FAIL':
    case 'ERROR':
      return afterStep(state); // runs no action (spec §4)
    case 'PENDING':
      return ask(state, decision);
    default:
      return advance({ ...state, step: { decision, todo: decision.actions, done: [] } });
  }
}

function ask(state: AppAgentState, decision: AppDecision): AppAgentState {
  const questions = decision.questions.length > 0 ? decision.questions : [decision.comment || 'What should I do next?'];
  const waiting: AppAgentState = { ...memorise(state), status: 'PENDING', next: { type: 'ask', ask: { kind: 'question', questions } } };
  return state.settings.askQuestion ? waiting : unanswered(waiting, 'asking is switched off');
}

// ── ACTION_EXECUTION ─────────────────────────────────────────────────────────

/** Takes the next part of the list: device actions that may run together, or one thing that the workflow does itself. */
function advance(state: AppAgentState): AppAgentState {
  const step = inStep(state);
  const [first] = step.todo;
  if (first === undefined || hasFailed(step)) return afterStep(skipRest(state));
  const fence = fenceOf(state, first);
  if (fence?.kind === 'refuse') return advance(finishAction(state, { status: 'failed', code: fence.code, message: fence.message }));
  if (fence?.kind === 'hold') return hold(state, first, fence.reason, fence.asking);
  switch (first.run.kind) {
    case 'device': {
      const together = takeUntil(step.todo, (action) => action.run.kind !== 'device' || fenceOf(state, action) !== undefined);
      return perform(state, together);
    }
    case 'wait':
      return { ...state, next: { type: 'wait', seconds: first.run.seconds } };
    case 'summary':
      return advance(finishAction(state, { status: 'done', text: first.run.text }));
    case 'annotation':
      return advance({ ...finishAction(state, { status: 'done' }), controlReannotate: first.run.controls });
    case 'invalid':
      return advance(finishAction(state, { status: 'failed', code: first.run.code, message: first.run.message }));
    default:
      return assertNever(first.run);
  }
}

type Fence =
  | { readonly kind: 'refuse'; readonly code: string; readonly message: string }
  | { readonly kind: 'hold'; readonly reason: string; readonly asking: boolean };

/** Where a list stops before this action: the guard refuses it, or a person has to see it first. The guard asks whatever `safeGuard` says (A72). */
function fenceOf(state: AppAgentState, action: DecidedAction): Fence | undefined {
  if (action.run.kind !== 'device') return undefined;
  const verdict = guardAction(state.guard, action);
  switch (verdict.verdict) {
    case 'refuse':
      return { kind: 'refuse', code: verdict.code, message: verdict.message };
    case 'confirm':
      return { kind: 'hold', reason: verdict.reason, asking: true };
    case 'allow':
      return action.status === 'CONFIRM'
        ? { kind: 'hold', reason: inStep(state).decision.comment || 'the model asks for approval', asking: state.settings.safeGuard }
        : undefined;
    default:
      return assertNever(verdict);
  }
}

function hold(state: AppAgentState, action: DecidedAction, reason: string, asking: boolean): AppAgentState {
  const step = inStep(state);
  const seen = state.observation;
  if (!seen) throw new TypeError('an action is held without an observation');
  const holding: AppAgentState = {
    ...state,
    status: 'CONFIRM',
    step: { ...step, todo: [], held: { action, reason, seen, approved: !asking } },
  };
  if (asking) return { ...holding, next: { type: 'ask', ask: { kind: 'confirmation', actions: [action], reason } } };
  return runHeld(holding, action);
}

function perform(state: AppAgentState, actions: readonly DecidedAction[]): AppAgentState {
  const limit = breachedLimit(withoutSteps(state.budget), state.spent);
  return limit ? endByLimit(state, limit) : { ...state, next: { type: 'perform', actions } };
}

function performed(before: AppAgentState, outcomes: readonly ActionOutcome[], observation: Observation | undefined): AppAgentState {
  const actions = before.next.type === 'perform' ? before.next.actions : [];
  const unknown = outcomes.filter((outcome) => outcome.status === 'unknown').length;
  let state: AppAgentState = {
    ...before,
    refusals: 0,
    controlReannotate: [],
    unknownOutcomes: before.unknownOutcomes + unknown,
    actionsRun: before.actionsRun + outcomes.filter((outcome) => outcome.status === 'done').length,
  };
  state = aim(state, actions);
  for (const outcome of outcomes) state = finishAction(state, outcome);
  // After an outcome that nobody knows the screen is looked at afresh before anything else (R8).
  state = observation ? see(state, observation) : forget(state);
  if (unknown > 0)
    state = note(state, {
      type: 'unknown-outcome',
      text: `It is unknown whether this happened: ${actions.map(actionText).join('; ')}. It was not repeated.`,
      forModel: true,
    });
  return inStep(state).held ? afterResumed(state) : advance(state);
}

/** Refused before `intended`: nothing ran. The model looks again; an approved action is matched again under the same approval. */
function refused(state: AppAgentState, { code, message }: { readonly code: string; readonly message: string }): AppAgentState {
  const refusals = state.refusals + 1;
  if (refusals >= maxRefusals) return error(state, { type: code, message, phase: 'ACTION_EXECUTION' });
  const held = state.step?.held;
  if (held) return { ...state, refusals, next: observe([], targets(held.action)) };
  const told = note(
    { ...memorise(skipRest(finishAction(state, { status: 'failed', code, message }))), refusals },
    { type: 'refused', text: `${code}: ${message}`, forModel: true },
  );
  return { ...told, status: 'CONTINUE', next: observe() };
}

function deviceReset(state: AppAgentState): AppAgentState {
  const told = note(forget(state), {
    type: 'device-reset',
    text: 'The user interface had to be opened again; what was typed or opened in it may be gone.',
    forModel: true,
  });
  const held = told.step?.held;
  if (held) return { ...told, next: observe([], targets(held.action)) };
  if (told.next.type !== 'perform') return { ...told, next: observe() };
  const outcome: ActionOutcome = { status: 'failed', code: 'device-reset', message: 'the user interface was opened again before it ran' };
  return { ...memorise(skipRest(finishAction(told, outcome))), status: 'CONTINUE', next: observe() };
}

// ── People ───────────────────────────────────────────────────────────────────

function answered(state: AppAgentState, answers: readonly string[]): AppAgentState {
  const questions = state.next.type === 'ask' && state.next.ask.kind === 'question' ? state.next.ask.questions : [];
  const entries = answers
    .map((answer, index) => ({ question: questions[index] ?? questions[0] ?? '', answer: answer.trim() }))
    .filter(({ answer }) => answer !== ''); // a blank answer stores nothing (A49)
  const told = entries.length > 0 ? { ...state, blackboard: post(state.blackboard, 'questions', ...entries) } : state;
  return {
    ...note(told, {
      type: 'answered',
      text: entries.map(({ question, answer }) => `${question} → ${answer}`).join('; ') || 'The answer was blank.',
      forModel: true,
    }),
    status: 'CONTINUE',
    next: observe(),
  };
}

function unanswered(state: AppAgentState, why: string): AppAgentState {
  const questions = state.next.type === 'ask' && state.next.ask.kind === 'question' ? state.next.ask.questions : [];
  const answer = `No answer is available (${why}); use your best judgement.`;
  return {
    ...state,
    status: 'CONTINUE',
    next: observe(),
    blackboard: post(state.blackboard, 'questions', ...questions.map((question) => ({ question, answer }))),
  };
}

function approved(state: AppAgentState, remark: string): AppAgentState {
  const step = inStep(state);
  const held = step.held;
  if (!held) throw new TypeError('approved without a held action');
  const told = note(state, {
    type: 'confirmed',
    text: `Approved: ${actionText(held.action)}${remark ? ` (${remark})` : ''}`,
    forModel: true,
  });
  // The screen may have changed while a person thought: look, find the same control, then act (R3).
  return { ...told, step: { ...step, held: { ...held, approved: true } }, next: observe([], targets(held.action)) };
}

function resume(state: AppAgentState, held: NonNullable<StepInProgress['held']>): AppAgentState {
  const action = matchAgain(held, state.observation);
  if (action) return runHeld(state, action);
  const gone = note(state, {
    type: 'refused',
    text: `Approved, but not run: the screen changed and ${actionText(held.action)} no longer fits it.`,
    forModel: true,
  });
  return decide({
    ...memorise(finishHeld(gone, { status: 'failed', code: 'control-changed', message: 'the screen changed before the approval came' })),
    status: 'CONTINUE',
  });
}

function runHeld(state: AppAgentState, action: DecidedAction): AppAgentState {
  const limit = breachedLimit(state.budget, state.spent);
  if (limit) return endByLimit(state, limit);
  const step = inStep(state);
  return { ...state, step: { ...step, todo: [action] }, next: { type: 'perform', actions: [action] } };
}

function afterResumed(state: AppAgentState): AppAgentState {
  const counted = spend(memorise(state, 'Yes'), { steps: 1 });
  return { ...(state.observation ? decide({ ...counted, status: 'CONTINUE' }) : { ...counted, status: 'CONTINUE', next: observe() }) };
}

function rejected(state: AppAgentState, remark: string): AppAgentState {
  const held = state.step?.held;
  const what = held ? actionText(held.action) : 'the action';
  const told = note(finishHeld(state, { status: 'failed', code: 'rejected', message: 'a person did not approve it' }), {
    type: 'rejected',
    text: `Not approved, not executed: ${what}`,
    forModel: true,
  });
  return end(memorise(told, 'No'), {
    status: 'FINISH',
    result: `Not executed, because it was not approved: ${what}${remark ? ` (${remark})` : ''}`,
    userConfirm: 'No',
  });
}

/** The held action aimed at what the present observation calls it; undefined when it is not there, or when a blind action's screen is another one. */
function matchAgain({ action, seen }: NonNullable<StepInProgress['held']>, now: Observation | undefined): DecidedAction | undefined {
  if (!now) return undefined;
  if (action.target === undefined) return isBlind(action) && seen.fingerprint !== now.fingerprint ? undefined : action;
  const found = now.found?.[0];
  return found ? aimAt(action, found) : undefined;
}

/** Aims at whatever is at a place or has the focus, so that only the very same screen will do. */
function isBlind({ run }: DecidedAction): boolean {
  return (
    run.kind === 'device' && !['navigate', 'go-back', 'launch-application', 'select-application', 'read-text'].includes(run.action.type)
  );
}

function aimAt(action: DecidedAction, target: ControlRef): DecidedAction {
  if (
    action.run.kind !== 'device' ||
    !('target' in action.run.action) ||
    !action.run.action.target ||
    !('control' in action.run.action.target)
  )
    return { ...action, target };
  return { ...action, target, run: { kind: 'device', action: { ...action.run.action, target: { control: target } } } };
}

function targets(action: DecidedAction): readonly ControlRef[] {
  return action.target ? [action.target] : [];
}

// ── MEMORY_UPDATE and what follows ───────────────────────────────────────────

function afterStep(state: AppAgentState): AppAgentState {
  const { decision, done } = inStep(state);
  const failed = done.some(({ outcome }) => outcome.status === 'failed' || outcome.status === 'unknown');
  const remembered = memorise(state);
  switch (statusOf(decision, done)) {
    case 'FINISH':
      // A step whose action failed did not finish anything: once more, with that fact in the prompt (R8).
      return failed && !state.finishDoubted
        ? proceed(
            note(
              { ...remembered, finishDoubted: true },
              {
                type: 'info',
                text: 'You said FINISH, but an action of that step did not work. Check the screen before you finish.',
                forModel: true,
              },
            ),
            'CONTINUE',
          )
        : end(remembered, { status: 'FINISH', result: resultText(decision, done) });
    case 'FAIL':
      return end(remembered, { status: 'FAIL', result: resultText(decision, done) });
    case 'ERROR':
      return error(remembered, { type: 'model-error-status', message: decision.comment || decision.thought, phase: 'LLM_INTERACTION' });
    case 'CONFIRM': // nothing to hold: the model asked without naming an action
      return proceed(
        note(remembered, { type: 'info', text: 'CONFIRM needs the Function that is to be confirmed.', forModel: true }),
        'CONTINUE',
      );
    case 'SCREENSHOT':
      return proceed(remembered, 'SCREENSHOT');
    default:
      return proceed(remembered, 'CONTINUE');
  }
}

/** Of a list: the last successful action's (A57); else the reply's. */
function statusOf(decision: AppDecision, done: StepInProgress['done']): AppAgentStatus {
  if (decision.actions.length < 2) return decision.status;
  return done.findLast(({ outcome }) => outcome.status === 'done')?.action.status ?? 'CONTINUE';
}

/** CONTINUE or SCREENSHOT by the table: inside SCREENSHOT the list decides, elsewhere the model's word (A9, A10). */
function proceed(state: AppAgentState, word: 'CONTINUE' | 'SCREENSHOT'): AppAgentState {
  const listed = state.controlReannotate.length > 0;
  const again = state.status === 'SCREENSHOT' ? listed && state.screenshots < maxScreenshotsInARow : word === 'SCREENSHOT';
  const acted = state.step?.done.some(({ action }) => action.run.kind === 'device') ?? false;
  const next: AppAgentState = { ...state, status: again ? 'SCREENSHOT' : 'CONTINUE', screenshots: again ? state.screenshots + 1 : 0 };
  // What `perform` brought back serves a CONTINUE step; SCREENSHOT, a new labelling and a step without an action look afresh (R5).
  return again || listed || !acted || !state.observation
    ? { ...next, controlReannotate: [], next: observe(state.controlReannotate) }
    : decide(next);
}

function memorise(state: AppAgentState, userConfirm?: 'Yes' | 'No'): AppAgentState {
  const { decision, done } = inStep(state);
  const step = state.spent.steps;
  const action = done.map(({ action: entry }) => actionText(entry)).join('; ');
  const result = done.map(({ outcome }) => outcomeText(outcome)).join('; ');
  const blackboard =
    done.length > 0
      ? post(state.blackboard, 'trajectories', {
          agent: 'AppAgent',
          step,
          subtask: state.subtask,
          action,
          result,
          ...(userConfirm ? { userConfirm } : {}),
        })
      : state.blackboard;
  const screenshot =
    decision.saveScreenshot && state.observation
      ? { screenshot: state.observation.screenshot, reason: decision.saveScreenshot.reason }
      : undefined;
  return {
    ...state,
    memory: remember(state.memory, { step, thought: decision.thought, action, result, status: decision.status, comment: decision.comment }),
    blackboard: screenshot ? post(blackboard, 'screenshots', screenshot) : blackboard,
  };
}

function resultText(decision: AppDecision, done: StepInProgress['done']): string {
  const last = done.at(-1);
  return decision.result || decision.comment || (last ? outcomeText(last.outcome) : '');
}

// ── Ends ─────────────────────────────────────────────────────────────────────

function end(state: AppAgentState, ending: Omit<AppAgentResult, 'subtask'>): AppAgentState {
  const result: AppAgentResult = { subtask: state.subtask, ...ending };
  const archived =
    ending.status === 'FINISH' && !ending.userConfirm
      ? post(state.blackboard, 'results', { subtask: state.subtask, result: ending.result })
      : state.blackboard;
  return { ...state, status: ending.status, blackboard: archived, next: { type: 'end' }, result };
}

function error(state: AppAgentState, cause: AgentError): AppAgentState {
  return end(state, { status: 'ERROR', result: cause.message, error: cause });
}

function endByLimit(state: AppAgentState, limit: LimitOutcome): AppAgentState {
  return end(state, { status: 'FAIL', result: `Stopped by a limit: ${limit}`, limit });
}

// ── Small parts ──────────────────────────────────────────────────────────────

function inStep(state: AppAgentState): StepInProgress {
  if (!state.step) throw new TypeError(`no step in progress in ${state.status}`);
  return state.step;
}

function finishAction(state: AppAgentState, outcome: ActionOutcome): AppAgentState {
  const step = inStep(state);
  const [action, ...todo] = step.todo;
  return action ? { ...state, step: { ...step, todo, done: [...step.done, { action, outcome }] } } : state;
}

function finishHeld(state: AppAgentState, outcome: ActionOutcome): AppAgentState {
  const { held, ...step } = inStep(state);
  return held ? { ...state, step: { ...step, todo: [], done: [...step.done, { action: held.action, outcome }] } } : state;
}

function skipRest(state: AppAgentState): AppAgentState {
  const step = inStep(state);
  return {
    ...state,
    step: { ...step, todo: [], done: [...step.done, ...step.todo.map((action) => ({ action, outcome: { status: 'skipped' } as const }))] },
  };
}

function hasFailed({ done }: StepInProgress): boolean {
  return done.some(({ outcome }) => outcome.status !== 'done');
}

function aim(state: AppAgentState, actions: readonly DecidedAction[]): AppAgentState {
  const label = actions.findLast((action) => action.target)?.target?.label;
  return label && state.observation ? { ...state, lastTarget: { observation: state.observation, label } } : state;
}

function forget(state: AppAgentState): AppAgentState {
  const { observation, ...rest } = state;
  return observation ? { ...rest, previous: observation } : rest;
}

function note(state: AppAgentState, entry: RunNote): AppAgentState {
  return { ...state, notes: [...state.notes, entry] };
}

function spend(state: AppAgentState, { steps = 0, usage = noUsage, timeMs = 0 }: Partial<Spent>): AppAgentState {
  return {
    ...state,
    spent: { steps: state.spent.steps + steps, usage: addUsage(state.spent.usage, usage), timeMs: state.spent.timeMs + timeMs },
  };
}

function withoutSteps({ maxSteps: _, ...rest }: Budget): Budget {
  return rest;
}

function takeUntil<T>(list: readonly T[], stop: (entry: T) => boolean): readonly T[] {
  const index = list.findIndex(stop);
  return index < 0 ? list : list.slice(0, index);
}
