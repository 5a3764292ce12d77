// HostAgent: a session of requests, one round each (docs/design/agent.md §1 and §3).
//
//   request ──▶ CONTINUE ──Status──▶ ASSIGN ──child's outcome──▶ CONTINUE | FINISH                 host-agent-subtasks.ts
//                 ▲  ▲ ▲
//                 │  │ └── answered ── PENDING
//                 │  └── confirmed ── CONFIRM (approved: the held action runs; rejected: told)      host-agent-subtasks.ts
//                 │
//   FINISH · FAIL · ERROR end the round ──▶ next request, next step of the plan, or the session's end   host-agent-state.ts
//
// Invariants
//   hostagent-1. Pure; `state.next` is the one pending effect, so a continue-as-new carries only a state.
//   hostagent-2. A subtask is archived exactly once, in order, when its child returns.
//   hostagent-3. Steps and usage of children are added once, from their result; caps hold over the whole session, and are checked before every effect.
//   hostagent-4. Only a round whose FINISH was not forced by a failure is `completed`.
//   hostagent-5. A follower plan asks no model: it opens `object`, then each step is a subtask in its own round. Nor does a first request with
//      one application, unless something goes wrong.
import { assertNever } from '../errors/assert-never.js';
import { nothingSpent, type Budget } from '../budget/budget.js';
import type { Guard } from '../guard/guard.js';
import type { Observation, Application } from '../ui/observation.js';
import { actionText, type HostDecision, type HostAgentStatus } from './decision.js';
import { questionsIn, spend, tell } from './app-agent-state.js';
import { emptyBlackboard, firstTexts, givenAnswers, missingAnswers, post, questionsOf, remember } from './memory.js';
import { act, approve, deviceReset, performed, reject, assign, assignWhole, failed, follow, subtaskEnded } from './host-agent-subtasks.js';
import {
  endRound,
  look,
  nextRound,
  strike,
  within,
  withoutWaiting,
  type HostAgentState,
  type QueuedRequest,
  type HostAgentEffect,
  type HostAgentEvent,
} from './host-agent-state.js';
import { type AgentSettings, isConfiguredId } from '../run/settings.js';
import { returnedText, type Returned } from '../take-over/hold.js';
import { shorten } from '../text/fit-bytes.js';

type EventType = HostAgentEvent['type'];

/** State → event → possible next states; a missing cell is refused. The end of a round shows as the state in which the next round starts. */
export const hostAgentTable = {
  CONTINUE: {
    observed: ['CONTINUE', 'ASSIGN', 'FINISH', 'ERROR', 'FAIL'],
    decided: ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL', 'ERROR'],
    performed: ['CONTINUE', 'FAIL'],
    refused: ['CONTINUE', 'ERROR', 'FAIL'],
    'device-reset': ['CONTINUE', 'FAIL'],
    failed: ['ERROR', 'CONTINUE', 'FAIL'],
    'handed-back': ['CONTINUE'],
  },
  ASSIGN: {
    'subtask-ended': ['CONTINUE', 'FINISH', 'FAIL'],
    failed: ['FINISH', 'CONTINUE', 'FAIL'],
    'handed-back': ['CONTINUE'],
  },
  PENDING: { answered: ['CONTINUE'], 'timed-out': ['CONTINUE'], 'handed-back': ['PENDING'] },
  CONFIRM: {
    confirmed: ['CONFIRM', 'CONTINUE'],
    'timed-out': ['CONTINUE'],
    performed: ['CONTINUE', 'FAIL'],
    refused: ['CONTINUE', 'ERROR', 'FAIL'],
    'device-reset': ['CONTINUE', 'FAIL'],
    failed: ['ERROR', 'CONTINUE', 'FAIL'],
    'handed-back': ['CONFIRM', 'CONTINUE'],
  },
  FINISH: { evaluated: ['FINISH', 'CONTINUE', 'FAIL'], requested: ['CONTINUE', 'FINISH', 'FAIL'], 'handed-back': ['FINISH'] },
  FAIL: { requested: ['CONTINUE', 'FAIL'], 'handed-back': ['FAIL'] },
  ERROR: { requested: ['CONTINUE', 'ERROR', 'FAIL'], 'handed-back': ['ERROR'] },
} as const satisfies Record<HostAgentStatus, Partial<Record<EventType, readonly HostAgentStatus[]>>>;

const awaits = {
  observe: ['observed', 'device-reset', 'failed', 'handed-back'],
  decide: ['decided', 'failed', 'handed-back'],
  perform: ['performed', 'refused', 'device-reset', 'failed', 'handed-back'],
  assign: ['subtask-ended', 'failed', 'handed-back'],
  ask: ['answered', 'confirmed', 'timed-out', 'handed-back'],
  evaluate: ['evaluated', 'handed-back'],
  idle: ['requested', 'handed-back'],
  end: [],
} as const satisfies Record<HostAgentEffect['type'], readonly EventType[]>;

export interface FollowerPlan {
  readonly task: string;
  /** Application to open: name, id, title or address. */
  readonly object?: string;
  readonly steps: readonly string[];
}

const maxPlan = 20;

export interface HostAgentStart {
  readonly request?: string;
  readonly plan?: FollowerPlan;
  readonly keepOpen: boolean;
  /** The run says what it starts with. */
  readonly named?: boolean;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
}

export function startHostAgent({ request, plan, keepOpen, named, settings, guard, budget }: HostAgentStart): HostAgentState {
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
    named: named || undefined,
    spent: nothingSpent,
    unknownOutcomes: 0,
    withoutEffect: 0,
    plan: [],
    memory: [],
    blackboard: plan?.task ? post(emptyBlackboard, 'requests', plan.task) : emptyBlackboard,
    previousSubtasks: [],
    rounds: [],
    notes: [],
    applications: [],
    queue,
    round: { request: '', follower: false, stepsBefore: 0, fails: 0, strikes: 0, launches: 0 },
    roundsUsed: 0,
    subtasks: 0,
  };
  return nextRound(state);
}

export function hostAccepts(state: HostAgentState, type: EventType): boolean {
  return type in hostAgentTable[state.status] && (awaits[state.next.type] as readonly EventType[]).includes(type);
}

/** A further request may come at any time before the session's end; it is queued. */
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
      return strike(state, { code: event.code, message: event.message, phase: 'ACTION_EXECUTION' });
    case 'device-reset':
      return deviceReset(state);
    case 'subtask-ended':
      return subtaskEnded(state, event);
    case 'answered':
      return stored(state, givenAnswers(questionsIn(state), event.answers));
    case 'confirmed':
      return event.approved ? approve(state) : reject(state, event.note);
    case 'timed-out':
      return state.status === 'PENDING' ? unanswered(state, 'nobody answered in time') : reject(state, 'nobody approved in time');
    case 'evaluated':
      return nextRound(spend(judged(state, event.verdict), { usage: event.usage }));
    case 'requested':
      return nextRound(state);
    case 'handed-back':
      return handedBack(state, event.returned);
    case 'failed':
      return failed(state, event);
    default:
      return assertNever(event);
  }
}

function observed(state: HostAgentState, observation: Observation): HostAgentState {
  const seen: HostAgentState = { ...state, observation, applications: observation.applications ?? state.applications };
  if (state.round.follower) return follow(seen, observation);
  if (isDoneAlone(seen)) return endRound(seen, 'FINISH', 'completed');
  const application = onlyApplication(seen);
  return application ? assignWhole(seen, application) : within(seen, seen.budget, { type: 'decide' });
}

function decided(before: HostAgentState, decision: HostDecision): HostAgentState {
  const counted = spend(before, { steps: 1, usage: decision.usage });
  const { status, thought, comment, subtask, actions, result } = decision;
  const action = status === 'ASSIGN' ? `assign "${subtask}"` : actions.map(actionText).join('; ');
  const state: HostAgentState = {
    ...counted,
    notes: [],
    plan: decision.plan.length > 0 ? firstTexts(decision.plan, maxPlan) : counted.plan,
    memory: remember(counted.memory, { step: counted.spent.steps, thought, action, result: '', status, comment }),
  };
  switch (status) {
    case 'CONTINUE':
    case 'CONFIRM':
      return act(state, decision);
    case 'ASSIGN':
      return assign(state, decision);
    case 'PENDING':
      return ask(state, questionsOf(decision));
    case 'FINISH':
      return endRound(
        result ? { ...state, blackboard: post(state.blackboard, 'results', { subtask: state.round.request, result }) } : state,
        'FINISH',
        'completed',
      );
    case 'FAIL':
      return endRound(state, 'FAIL', 'failed');
    case 'ERROR':
      return endRound(state, 'ERROR', 'error');
    default:
      return assertNever(status);
  }
}

function judged(state: HostAgentState, evaluation: string): HostAgentState {
  return {
    ...state,
    rounds: state.rounds.map((round, index) =>
      index === state.rounds.length - 1 ? { ...round, evaluation: shorten(evaluation, 1_000) } : round,
    ),
  };
}

// ── PENDING ──────────────────────────────────────────────────────────────────

function ask(state: HostAgentState, questions: readonly string[]): HostAgentState {
  const asking = within({ ...state, status: 'PENDING' }, state.budget, { type: 'ask', ask: { kind: 'question', questions } });
  return asking.status !== 'PENDING' || state.settings.askQuestion ? asking : unanswered(asking, 'asking is switched off');
}

function unanswered(state: HostAgentState, why: string): HostAgentState {
  return stored(state, missingAnswers(questionsIn(state), why));
}

function stored(state: HostAgentState, answers: ReturnType<typeof givenAnswers>): HostAgentState {
  return look({ ...state, status: 'CONTINUE', blackboard: post(state.blackboard, 'questions', ...answers) });
}

// Where a HostAgent has nothing to choose, it asks no model. It assigns the request as it is to the one application there is, and ends the
// round when that subtask has finished. A failure, a refusal, an action that a person did not approve, a second application or a further request
// brings the model back.

/** The first request of a session that `settings.host` lets go without a model, as long as nothing went wrong in it. */
function isPlain({ settings, round, rounds }: HostAgentState): boolean {
  return settings.host === 'when-needed' && !round.follower && rounds.length === 0 && round.fails === 0 && round.strikes === 0;
}

/** What the whole request is to be done in. */
function onlyApplication(state: HostAgentState): Application | undefined {
  if (!isPlain(state) || state.subtasks > 0) return undefined;
  return soleOf(state);
}

/** The subtask that was the whole request is done, and nothing was opened that it does not know. */
function isDoneAlone(state: HostAgentState): boolean {
  const last = state.previousSubtasks.at(-1);
  const isWhole = last?.subtask === state.round.request && last.status === 'FINISH' && last.userConfirm === undefined;
  return isPlain(state) && state.subtasks === 1 && isWhole && soleOf(state) !== undefined;
}

/** What a person configured is there to be used; what else is installed counts only where the run does not name what it starts with. */
function soleOf({ applications, named }: HostAgentState): Application | undefined {
  const running = applications.filter((application) => application.running);
  const others = applications.filter(({ id, running: runs }) => !runs && (named !== true || isConfiguredId(id)));
  return running.length === 1 && others.length === 0 ? running[0] : undefined;
}

// A person had the screen and has given it back. The HostAgent looks again before it decides or assigns; what it asks stays asked.

function handedBack(before: HostAgentState, returned: Returned): HostAgentState {
  const state = tell(withNote(before, returned), 'info', returnedText(returned));
  switch (state.next.type) {
    case 'observe':
    case 'decide':
    case 'assign':
    case 'perform':
      return look({ ...notSent(state), status: 'CONTINUE' });
    case 'ask':
    case 'evaluate':
    case 'idle':
    case 'end':
      return state;
  }
}

/** Where no model of the host's is asked, its agents read it. */
function withNote(state: HostAgentState, { by, note }: Returned): HostAgentState {
  if (note === '') return state;
  return { ...state, blackboard: post(state.blackboard, 'questions', { question: `What ${by} did on the screen`, answer: note }) };
}

function notSent(state: HostAgentState): HostAgentState {
  const [action] = state.next.type === 'perform' ? state.next.actions : [];
  return action
    ? tell(withoutWaiting(state), 'refused', `Not executed, because a person took over before it: ${actionText(action)}`)
    : state;
}
