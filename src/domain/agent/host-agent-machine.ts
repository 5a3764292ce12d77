// HostAgent: a session of requests, one round each (spec/agent.md §1 and §3).
//
//   idle ──request──▶ CONTINUE ──Status──▶ ASSIGN ──child's outcome──▶ CONTINUE | FINISH | FAIL | ERROR
//                       ▲  ▲                 │
//                       │  └─ answered ── PENDING
//                       └── confirmed ── CONFIRM (approved: the held action runs; rejected: told)
//   FINISH · FAIL · ERROR end the round ──▶ next request, next step of the plan, or the session's end
//
// Invariants
//   N1. Pure; `state.next` is the one effect that is due, so a state is all that a continue-as-new carries.
//   N2. A subtask is archived exactly once, in order, when its child returns (A34).
//   N3. Steps and usage of children are added once, from their result; caps hold over the whole session (A61, A73).
//   N4. `completed` is said only of a round whose FINISH was not forced by a failure (A65).
//   N5. A follower plan asks no model: it opens `object`, then each step is a subtask in a round of its own (A64).
import { assertNever } from '../assert-never.js';
import { breachedLimit, type Budget, type LimitOutcome, type Spent } from '../budget/budget.js';
import { addUsage, noUsage, type Usage } from '../budget/usage.js';
import type { ActionOutcome } from '../device/device-work.js';
import { guardAction, type Guard } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import { actionText, outcomeText } from './action-text.js';
import type { AppAgentResult, Ask } from './app-agent-machine.js';
import type { DecidedAction, HostDecision, RunNote } from './decision.js';
import {
  emptyBlackboard,
  keepNewest,
  post,
  remember,
  type AgentError,
  type Blackboard,
  type MemoryItem,
  type Phase,
  type PreviousSubtask,
} from './memory.js';
import type { AgentSettings } from './settings.js';
import type { HostAgentStatus } from './status.js';

export type HostAgentEffect =
  | { readonly type: 'observe' }
  | { readonly type: 'decide' }
  | { readonly type: 'perform'; readonly actions: readonly DecidedAction[] }
  | { readonly type: 'assign'; readonly subtask: string; readonly application: Application; readonly message: readonly string[] }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'evaluate' }
  /** Waits for a further request (`keepOpen`). */
  | { readonly type: 'idle' }
  | { readonly type: 'end' };

export type HostAgentEvent =
  | { readonly type: 'observed'; readonly observation: Observation; readonly activeMs: number }
  | { readonly type: 'decided'; readonly decision: HostDecision; readonly activeMs: number }
  | {
      readonly type: 'performed';
      readonly outcomes: readonly ActionOutcome[];
      readonly observation?: Observation;
      readonly activeMs: number;
    }
  | { readonly type: 'refused'; readonly code: string; readonly message: string; readonly activeMs: number }
  | { readonly type: 'device-reset'; readonly activeMs: number }
  | {
      readonly type: 'subtask-ended';
      readonly result: AppAgentResult;
      readonly blackboard: Blackboard;
      readonly spent: Spent;
      readonly unknownOutcomes: number;
    }
  | { readonly type: 'answered'; readonly answers: readonly string[] }
  | { readonly type: 'confirmed'; readonly approved: boolean; readonly note: string }
  | { readonly type: 'timed-out' }
  | { readonly type: 'evaluated'; readonly verdict: string; readonly usage: Usage }
  | { readonly type: 'requested' }
  | {
      readonly type: 'failed';
      readonly phase: Phase;
      readonly error: { readonly type: string; readonly message: string };
      readonly usage?: Usage;
      readonly activeMs: number;
    };

type EventType = HostAgentEvent['type'];

/** From a state, on an event, to which states; a missing cell is refused. A round's end shows as the state the next round starts in. */
export const hostAgentTable = {
  CONTINUE: {
    observed: ['CONTINUE', 'ASSIGN', 'FAIL'],
    decided: ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL', 'ERROR'],
    performed: ['CONTINUE', 'ASSIGN', 'FAIL'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE'],
    failed: ['ERROR', 'CONTINUE'],
  },
  ASSIGN: { 'subtask-ended': ['CONTINUE', 'ASSIGN', 'FINISH', 'FAIL', 'ERROR'], failed: ['ERROR', 'CONTINUE', 'ASSIGN'] },
  PENDING: { answered: ['CONTINUE'], 'timed-out': ['CONTINUE'] },
  CONFIRM: {
    confirmed: ['CONFIRM', 'CONTINUE', 'FAIL'],
    'timed-out': ['CONTINUE'],
    performed: ['CONTINUE', 'FAIL'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE'],
    failed: ['ERROR', 'CONTINUE'],
  },
  FINISH: { evaluated: ['FINISH', 'CONTINUE', 'ASSIGN'], requested: ['CONTINUE'] },
  FAIL: { evaluated: ['FAIL', 'CONTINUE', 'ASSIGN'], requested: ['CONTINUE'] },
  ERROR: { evaluated: ['ERROR', 'CONTINUE', 'ASSIGN'], requested: ['CONTINUE'] },
} as const satisfies Record<HostAgentStatus, Partial<Record<EventType, readonly HostAgentStatus[]>>>;

const awaits = {
  observe: ['observed', 'device-reset', 'failed'],
  decide: ['decided', 'failed'],
  perform: ['performed', 'refused', 'device-reset', 'failed'],
  assign: ['subtask-ended', 'failed'],
  ask: ['answered', 'confirmed', 'timed-out'],
  evaluate: ['evaluated'],
  idle: ['requested'],
  end: [],
} as const satisfies Record<HostAgentEffect['type'], readonly EventType[]>;

export type RoundOutcome = 'completed' | 'failed' | 'error' | LimitOutcome;

export interface FollowerPlan {
  readonly task: string;
  /** Application that is opened: name, id, title or address. */
  readonly object?: string;
  readonly steps: readonly string[];
}

export interface RoundResult {
  readonly request: string;
  readonly outcome: RoundOutcome;
  readonly steps: number;
  readonly evaluation?: string;
}

export interface HostAgentState {
  readonly status: HostAgentStatus;
  readonly next: HostAgentEffect;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly keepOpen: boolean;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly blackboard: Blackboard;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly rounds: readonly RoundResult[];
  readonly notes: readonly RunNote[];
  readonly observation?: Observation;
  readonly applications: readonly Application[];
  /** Requests that wait, and steps of a plan. */
  readonly queue: readonly QueuedRequest[];
  readonly round: Round;
  readonly held?: { readonly action: DecidedAction };
  readonly subtasks: number;
  readonly outcome?: RoundOutcome;
}

export interface QueuedRequest {
  readonly text: string;
  /** A step of a follower plan; `object` only with its first. */
  readonly follower?: { readonly object?: string };
}

interface Round {
  readonly request: string;
  readonly follower: boolean;
  readonly object?: string;
  readonly stepsBefore: number;
  readonly fails: number;
  /** ASSIGN without a known application, refusals: how often in a row. */
  readonly strikes: number;
}

const maxStrikes = 3;
const maxPreviousSubtasks = 40;
const maxRounds = 100;

export interface HostAgentStart {
  readonly request?: string;
  readonly plan?: FollowerPlan;
  readonly keepOpen: boolean;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
}

export function startHostAgent({ request, plan, keepOpen, settings, guard, budget }: HostAgentStart): HostAgentState {
  const queue: readonly QueuedRequest[] = plan
    ? plan.steps.map((text, index) => ({ text, follower: index === 0 && plan.object !== undefined ? { object: plan.object } : {} }))
    : request === undefined
      ? []
      : [{ text: request }];
  const state: HostAgentState = {
    status: 'FINISH',
    next: { type: 'idle' },
    settings,
    guard,
    budget,
    keepOpen,
    spent: { steps: 0, usage: noUsage, timeMs: 0 },
    unknownOutcomes: 0,
    plan: [],
    memory: [],
    blackboard: emptyBlackboard,
    previousSubtasks: [],
    rounds: [],
    notes: [],
    applications: [],
    queue,
    round: { request: '', follower: false, stepsBefore: 0, fails: 0, strikes: 0 },
    subtasks: 0,
  };
  return nextRound(state);
}

/** These three end the round, no other does (A24). */
export const isHostRoundEnd = (status: HostAgentStatus): boolean => status === 'FINISH' || status === 'FAIL' || status === 'ERROR';

export function hostAccepts(state: HostAgentState, type: EventType): boolean {
  return type in hostAgentTable[state.status] && (awaits[state.next.type] as readonly EventType[]).includes(type);
}

/** A further request may come at any time before the session's end; it waits its turn. */
export function enqueue(state: HostAgentState, text: string): HostAgentState {
  return { ...state, queue: [...state.queue, { text }] };
}

/** Pure; `undefined` when the state refuses the event. */
export function hostTransition(before: HostAgentState, event: HostAgentEvent): HostAgentState | undefined {
  if (!hostAccepts(before, event.type)) return undefined;
  const state = 'activeMs' in event ? spend(before, { timeMs: event.activeMs }) : before;
  switch (event.type) {
    case 'observed':
      return observed(state, event.observation);
    case 'decided':
      return decided(state, event.decision);
    case 'performed':
      return performed(state, event.outcomes, event.observation);
    case 'refused':
      return strike(state, event.code, event.message, 'ACTION_EXECUTION');
    case 'device-reset':
      return observe(note({ ...withoutHeld(state), status: 'CONTINUE' }, 'device-reset', 'The user interface had to be opened again.'));
    case 'subtask-ended':
      return subtaskEnded(state, event);
    case 'answered':
      return answered(state, event.answers);
    case 'confirmed':
      return event.approved ? approved(state) : rejected(state, event.note);
    case 'timed-out':
      return state.status === 'PENDING' ? answered(state, []) : rejected(state, 'nobody approved in time');
    case 'evaluated':
      return nextRound(
        spend(
          {
            ...state,
            rounds: state.rounds.map((round, index) =>
              index === state.rounds.length - 1 ? { ...round, evaluation: event.verdict } : round,
            ),
          },
          { usage: event.usage },
        ),
      );
    case 'requested':
      return nextRound(state);
    case 'failed':
      return endRound(spend(archiveFailure(state, event), { usage: event.usage ?? noUsage }), 'ERROR', 'error');
    default:
      return assertNever(event);
  }
}

// ── Rounds ───────────────────────────────────────────────────────────────────

function nextRound(state: HostAgentState): HostAgentState {
  const [first, ...queue] = state.queue;
  const last = state.rounds.at(-1);
  const stop = last && endsSession(state, last.outcome);
  const roundsSpent =
    state.settings.maxRound !== undefined && state.rounds.length >= state.settings.maxRound && !(first?.follower !== undefined);
  if (stop || (first && roundsSpent)) return { ...state, next: { type: 'end' }, outcome: last?.outcome ?? 'failed' };
  if (!first)
    return state.keepOpen
      ? { ...state, next: { type: 'idle' } }
      : { ...state, next: { type: 'end' }, outcome: last?.outcome ?? 'completed' };
  const round: Round = {
    request: first.text,
    follower: first.follower !== undefined,
    ...(first.follower?.object === undefined ? {} : { object: first.follower.object }),
    stepsBefore: state.spent.steps,
    fails: 0,
    strikes: 0,
  };
  return observe({ ...state, status: 'CONTINUE', queue, round, plan: [], blackboard: post(state.blackboard, 'requests', first.text) });
}

/** A cap ends the session; an error does unless the setting says otherwise; a failed step stops its plan. */
function endsSession(state: HostAgentState, outcome: RoundOutcome): boolean {
  if (outcome !== 'completed' && outcome !== 'failed' && outcome !== 'error') return true;
  if (state.round.follower) return outcome !== 'completed' && !state.settings.continueOnFail;
  return outcome === 'error' && state.settings.onError === 'end-session';
}

function endRound(state: HostAgentState, status: 'FINISH' | 'FAIL' | 'ERROR', outcome: RoundOutcome): HostAgentState {
  const result: RoundResult = { request: state.round.request, outcome, steps: state.spent.steps - state.round.stepsBefore };
  const ended: HostAgentState = { ...withoutHeld(state), status, rounds: keepNewest([...state.rounds, result], maxRounds) };
  return state.settings.evaluate && outcome === 'completed' ? { ...ended, next: { type: 'evaluate' } } : nextRound(ended);
}

// ── Looking and deciding ─────────────────────────────────────────────────────

function observe(state: HostAgentState): HostAgentState {
  const limit = breachedLimit(state.budget, state.spent);
  return limit ? endRound(state, 'FAIL', limit) : { ...state, next: { type: 'observe' } };
}

function observed(state: HostAgentState, observation: Observation): HostAgentState {
  const seen: HostAgentState = { ...state, observation, applications: observation.applications ?? state.applications };
  return state.round.follower ? follow(seen, observation) : decide(seen);
}

function decide(state: HostAgentState): HostAgentState {
  const limit = breachedLimit(state.budget, state.spent);
  return limit ? endRound(state, 'FAIL', limit) : { ...state, next: { type: 'decide' } };
}

function decided(before: HostAgentState, decision: HostDecision): HostAgentState {
  const counted = spend(before, { steps: 1, usage: decision.usage });
  const state: HostAgentState = {
    ...counted,
    notes: [],
    plan: decision.plan.length > 0 ? decision.plan : counted.plan,
    memory: remember(counted.memory, {
      step: counted.spent.steps,
      thought: decision.thought,
      action: decision.status === 'ASSIGN' ? `assign "${decision.subtask}"` : decision.actions.map(actionText).join('; '),
      result: '',
      status: decision.status,
      comment: decision.comment,
    }),
  };
  switch (decision.status) {
    case 'CONTINUE':
    case 'CONFIRM':
      return act(state, decision);
    case 'ASSIGN':
      return assign(state, decision);
    case 'PENDING':
      return ask(state, decision);
    case 'FINISH':
      return endRound(
        decision.result
          ? { ...state, blackboard: post(state.blackboard, 'results', { subtask: state.round.request, result: decision.result }) }
          : state,
        'FINISH',
        'completed',
      );
    case 'FAIL':
      return endRound(state, 'FAIL', 'failed');
    case 'ERROR':
      return endRound(state, 'ERROR', 'error');
    default:
      return assertNever(decision.status);
  }
}

// ── Applications ─────────────────────────────────────────────────────────────

function act(state: HostAgentState, decision: HostDecision): HostAgentState {
  const [action] = decision.actions;
  if (!action)
    return decision.application && !decision.application.running
      ? launch(state, decision.application, decision.status === 'CONFIRM')
      : observe(state);
  switch (action.run.kind) {
    case 'device':
      return guarded(state, resolveLaunch(state, action), decision.status === 'CONFIRM');
    case 'invalid':
      return strike(state, action.run.code, action.run.message, 'LLM_INTERACTION');
    default:
      return observe(state);
  }
}

function guarded(state: HostAgentState, action: DecidedAction, modelAsks: boolean): HostAgentState {
  const verdict = guardAction(state.guard, action);
  switch (verdict.verdict) {
    case 'refuse':
      return strike(state, verdict.code, verdict.message, 'ACTION_EXECUTION');
    case 'confirm':
      return hold(state, action, verdict.reason);
    case 'allow':
      return modelAsks && state.settings.safeGuard ? hold(state, action, 'the model asks for approval') : perform(state, action);
    default:
      return assertNever(verdict);
  }
}

function hold(state: HostAgentState, action: DecidedAction, reason: string): HostAgentState {
  return { ...state, status: 'CONFIRM', held: { action }, next: { type: 'ask', ask: { kind: 'confirmation', actions: [action], reason } } };
}

function perform(state: HostAgentState, action: DecidedAction): HostAgentState {
  const limit = breachedLimit({ ...state.budget, maxSteps: Number.MAX_SAFE_INTEGER }, state.spent);
  return limit ? endRound(state, 'FAIL', limit) : { ...state, next: { type: 'perform', actions: [action] } };
}

function performed(state: HostAgentState, outcomes: readonly ActionOutcome[], observation: Observation | undefined): HostAgentState {
  const actions = state.next.type === 'perform' ? state.next.actions : [];
  const unknown = outcomes.filter(({ status }) => status === 'unknown').length;
  const text = actions.map((action, index) => `${actionText(action)}: ${outcomeText(outcomes[index] ?? { status: 'skipped' })}`).join('; ');
  const told = note(
    { ...withoutHeld(state), status: 'CONTINUE', unknownOutcomes: state.unknownOutcomes + unknown },
    unknown > 0 ? 'unknown-outcome' : 'info',
    text,
  );
  return observe(observation ? { ...told, observation, round: { ...told.round, strikes: 0 } } : told);
}

function launch(state: HostAgentState, application: Application, modelAsks: boolean): HostAgentState {
  return guarded(state, launchAction(application), modelAsks);
}

/** A model names an application; a device wants the address that it is configured with. */
function resolveLaunch({ applications }: HostAgentState, action: DecidedAction): DecidedAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  const known = run?.type === 'launch-application' ? applications.find((application) => isCalled(application, run.name)) : undefined;
  return known ? launchAction(known) : action;
}

function launchAction({ id, name, url }: Application): DecidedAction {
  return {
    function: 'launch_application',
    args: { name },
    effect: 'launch',
    status: 'CONTINUE',
    run: { kind: 'device', action: { type: 'launch-application', name: url ?? name ?? id } },
  };
}

// ── Subtasks ─────────────────────────────────────────────────────────────────

function assign(state: HostAgentState, decision: HostDecision): HostAgentState {
  const { application } = decision;
  if (!application)
    return strike(
      state,
      'no-application',
      `ASSIGN needs the ControlLabel of one of the listed applications: ${names(state.applications)}.`,
      'LLM_INTERACTION',
    );
  if (decision.subtask.trim() === '') return strike(state, 'no-subtask', 'ASSIGN needs a CurrentSubtask.', 'LLM_INTERACTION');
  if (!application.running) return launch(state, application, false);
  return start({ ...state, round: { ...state.round, strikes: 0 } }, decision.subtask, application, decision.message);
}

function start(state: HostAgentState, subtask: string, application: Application, message: readonly string[]): HostAgentState {
  const limit = breachedLimit(state.budget, state.spent);
  if (limit) return endRound(state, 'FAIL', limit);
  return { ...state, status: 'ASSIGN', subtasks: state.subtasks + 1, next: { type: 'assign', subtask, application, message } };
}

/** Follower mode: the plan's object is brought to the front (or opened: the plan is a person's word), then the step is the subtask. */
function follow(state: HostAgentState, observation: Observation): HostAgentState {
  const { object, request } = state.round;
  const wanted = object === undefined ? observation.application : state.applications.find((application) => isCalled(application, object));
  if (!wanted)
    return endRound(
      note(state, 'no-application', `The plan's object '${object}' is not there; there are: ${names(state.applications)}.`),
      'ERROR',
      'error',
    );
  if (wanted.running) return start(state, request, wanted, []);
  const action = launchAction(wanted);
  const verdict = guardAction(state.guard, action);
  return verdict.verdict === 'refuse' ? endRound(note(state, 'refused', verdict.message), 'ERROR', 'error') : perform(state, action);
}

function isCalled({ id, name, title, url }: Application, object: string): boolean {
  const wanted = object.toLowerCase();
  return [id, name, title, url].some((known) => known !== undefined && known.toLowerCase() === wanted);
}

function subtaskEnded(
  before: HostAgentState,
  { result, blackboard, spent, unknownOutcomes }: Extract<HostAgentEvent, { type: 'subtask-ended' }>,
): HostAgentState {
  const counted = spend({ ...before, blackboard, unknownOutcomes: before.unknownOutcomes + unknownOutcomes }, spent);
  const state = archive(counted, result);
  if (result.limit) return endRound(state, 'FAIL', result.limit);
  switch (result.status) {
    case 'FINISH':
      return state.round.follower ? endRound(state, 'FINISH', 'completed') : observe({ ...state, status: 'CONTINUE' });
    case 'FAIL':
      return retry(state);
    case 'ERROR':
      return endRound(state, state.round.follower ? 'FAIL' : 'ERROR', 'error');
    default:
      return assertNever(result.status);
  }
}

/** R1: the host is given control with the failure archived and the round open, while retries are left. */
function retry(state: HostAgentState): HostAgentState {
  const fails = state.round.fails + 1;
  if (state.round.follower) return endRound(state, 'FAIL', 'failed');
  if (state.settings.onFail === 'finish' || fails > state.settings.maxSubtaskRetries) return endRound(state, 'FINISH', 'failed');
  return observe({ ...state, status: 'CONTINUE', round: { ...state.round, fails } });
}

/** An empty subtask archives nothing (A33). */
function archive(state: HostAgentState, { subtask, status, result, error, userConfirm }: AppAgentResult): HostAgentState {
  if (subtask.trim() === '') return state;
  const application = state.next.type === 'assign' ? state.next.application.name : '';
  const entry: PreviousSubtask = {
    subtask,
    application,
    status,
    result,
    ...(error ? { error } : {}),
    ...(userConfirm ? { userConfirm } : {}),
  };
  return { ...state, previousSubtasks: keepNewest([...state.previousSubtasks, entry], maxPreviousSubtasks) };
}

/** A child that failed as a whole is archived as its subtask's error; a failure of the host's own phases is told in the notes. */
function archiveFailure(state: HostAgentState, { phase, error }: Extract<HostAgentEvent, { type: 'failed' }>): HostAgentState {
  const cause: AgentError = { ...error, phase };
  const told = note(state, 'info', `${phase}: ${error.type}: ${error.message}`);
  return state.next.type === 'assign'
    ? archive(told, { subtask: state.next.subtask, status: 'ERROR', result: error.message, error: cause })
    : told;
}

// ── People ───────────────────────────────────────────────────────────────────

function ask(state: HostAgentState, decision: HostDecision): HostAgentState {
  const questions = decision.questions.length > 0 ? decision.questions : [decision.comment || 'What should I do next?'];
  const waiting: HostAgentState = { ...state, status: 'PENDING', next: { type: 'ask', ask: { kind: 'question', questions } } };
  return state.settings.askQuestion ? waiting : answered(waiting, []);
}

function answered(state: HostAgentState, answers: readonly string[]): HostAgentState {
  const questions = state.next.type === 'ask' && state.next.ask.kind === 'question' ? state.next.ask.questions : [];
  const given = answers
    .map((answer, index) => ({ question: questions[index] ?? questions[0] ?? '', answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
  const none = questions.map((question) => ({ question, answer: 'No answer is available; use your best judgement.' }));
  const entries = answers.length === 0 ? none : given;
  return observe({ ...state, status: 'CONTINUE', blackboard: post(state.blackboard, 'questions', ...entries) });
}

function approved(state: HostAgentState): HostAgentState {
  const { held } = state;
  if (!held) throw new TypeError('approved without a held action');
  const limit = breachedLimit(state.budget, state.spent);
  if (limit) return endRound(state, 'FAIL', limit);
  return spend({ ...state, next: { type: 'perform', actions: [held.action] } }, { steps: 1 });
}

function rejected(state: HostAgentState, remark: string): HostAgentState {
  const what = state.held ? actionText(state.held.action) : 'the action';
  return observe(
    note({ ...withoutHeld(state), status: 'CONTINUE' }, 'rejected', `Not approved, not executed: ${what}${remark ? ` (${remark})` : ''}`),
  );
}

// ── Small parts ──────────────────────────────────────────────────────────────

/** The model is told and asked again; after three in a row the round ends in an error. */
function strike(state: HostAgentState, code: string, message: string, phase: Phase): HostAgentState {
  const strikes = state.round.strikes + 1;
  const told = note({ ...withoutHeld(state), status: 'CONTINUE', round: { ...state.round, strikes } }, 'refused', `${code}: ${message}`);
  return strikes >= maxStrikes ? endRound(note(told, 'info', `${phase} was refused ${strikes} times`), 'ERROR', 'error') : observe(told);
}

function names(applications: readonly Application[]): string {
  return applications.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none';
}

function note(state: HostAgentState, type: RunNote['type'], text: string): HostAgentState {
  return { ...state, notes: [...state.notes, { type, text, forModel: true }] };
}

function withoutHeld({ held: _, ...state }: HostAgentState): HostAgentState {
  return state;
}

function spend(state: HostAgentState, { steps = 0, usage = noUsage, timeMs = 0 }: Partial<Spent>): HostAgentState {
  return {
    ...state,
    spent: { steps: state.spent.steps + steps, usage: addUsage(state.spent.usage, usage), timeMs: state.spent.timeMs + timeMs },
  };
}
