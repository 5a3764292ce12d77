// AppAgent: what one subtask in one application does next (docs/design/agent.md §2).
//
//              ┌──────────── no list ───────────┐
//              ▼                                │
//   start ▶ CONTINUE ──Status──▶ SCREENSHOT ────┘ (≤ 3 in a row while `controlReannotate` has entries)
//              │ ▲ ▲
//              │ │ └── answered ── PENDING   asks; runs no action                               app-agent-people.ts
//              │ └──── approved ── CONFIRM   the action is held ── rejected ──▶ FINISH            app-agent-people.ts
//              └──Status──▶ FINISH · FAIL · ERROR   the subtask ends; ERROR ends the round too    app-agent-actions.ts
//
// Invariants
//   appagent-1. Pure: (state, event) → state. `state.next` is the one pending effect, so a continue-as-new carries only a state.
//   appagent-2. The four phases run in CONTINUE and SCREENSHOT only: observe → decide → perform/wait → remember. `step` exists from decision to remembering.
//   appagent-3. A held action runs only after its request is approved, and at most once: its outcome closes the step.
//   appagent-4. A list stops at its first failure, before an action that needs confirmation or that the guard refuses, and where the current screen has not been observed.
//      Each action but the first is seen and judged anew, as if it had been decided alone (next-in-list.ts).
//   appagent-5. All caps are checked before a `decide`, a resumed action and a request to a person; all but the step cap before `perform` and `wait` (R7).
//   appagent-6. FINISH, FAIL and ERROR are absorbing, and `result` is set exactly there.
//   appagent-7. A person may have had the screen between any two effects: what was not sent is decided anew, a request stays.
import { defined } from '../collections.js';
import { assertNever } from '../errors/assert-never.js';
import { nothingSpent, type Budget } from '../budget/budget.js';
import { noUsage } from '../budget/usage.js';
import type { Guard } from '../guard/guard.js';
import type { Observation } from '../ui/observation.js';
import { questionsOf, firstTexts, post, type Blackboard } from './memory.js';
import { advance, deviceReset, notRun, performed, refused, reviewed } from './app-agent-actions.js';
import { approve, reject, resume, lookForTarget, answered, unanswered } from './app-agent-people.js';
import {
  decide,
  endByError,
  finishAction,
  observe,
  see,
  spend,
  tell,
  type AppAgentState,
  type AppAgentEffect,
  type AppAgentEvent,
} from './app-agent-state.js';
import type { AppDecision, AppAgentStatus } from './decision.js';
import type { AgentSettings } from '../run/settings.js';
import { returnedText, type Returned } from '../take-over/hold.js';

type EventType = AppAgentEvent['type'];

/** The machine at a glance: state → event → possible next states. A missing cell is refused. `next.type` narrows it further (`awaits`). */
export const appAgentTable = {
  CONTINUE: {
    observed: ['CONTINUE', 'FAIL'],
    decided: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'ERROR'],
    reviewed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    failed: ['ERROR'],
    'handed-back': ['CONTINUE'],
  },
  SCREENSHOT: {
    observed: ['SCREENSHOT', 'FAIL'],
    decided: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    performed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    refused: ['CONTINUE', 'ERROR'],
    'device-reset': ['CONTINUE', 'SCREENSHOT'],
    waited: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'ERROR'],
    reviewed: ['CONTINUE', 'SCREENSHOT', 'FINISH', 'FAIL', 'PENDING', 'CONFIRM', 'ERROR'],
    failed: ['ERROR'],
    'handed-back': ['CONTINUE', 'SCREENSHOT'],
  },
  PENDING: { answered: ['CONTINUE'], 'timed-out': ['CONTINUE'], 'handed-back': ['PENDING', 'CONTINUE'] },
  CONFIRM: {
    confirmed: ['CONFIRM', 'FINISH'],
    'timed-out': ['FINISH'],
    observed: ['CONFIRM', 'CONTINUE', 'FAIL'],
    performed: ['CONTINUE', 'FAIL', 'CONFIRM'],
    refused: ['CONFIRM', 'ERROR'],
    'device-reset': ['CONFIRM'],
    failed: ['ERROR'],
    'handed-back': ['CONFIRM'],
  },
  FINISH: {},
  FAIL: {},
  ERROR: {},
} as const satisfies Record<AppAgentStatus, Partial<Record<EventType, readonly AppAgentStatus[]>>>;

/** Which events answer the pending effect. */
const awaits = {
  observe: ['observed', 'device-reset', 'failed', 'handed-back'],
  decide: ['decided', 'failed', 'handed-back'],
  perform: ['performed', 'refused', 'device-reset', 'failed', 'handed-back'],
  review: ['reviewed', 'handed-back'],
  wait: ['waited', 'handed-back'],
  ask: ['answered', 'confirmed', 'timed-out', 'handed-back'],
  end: [],
} as const satisfies Record<AppAgentEffect['type'], readonly EventType[]>;

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
    withoutEffect: 0,
  };
}

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
    case 'reviewed':
      return reviewed(state, event.came);
    case 'answered':
      return answered(state, event.answers);
    case 'confirmed':
      return event.approved ? approve(state, event.note, event.before) : reject(state, event.note);
    case 'timed-out':
      return state.status === 'PENDING' ? unanswered(state, 'nobody answered in time') : reject(state, 'nobody approved in time');
    case 'handed-back':
      return handedBack(state, event.returned);
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
  const { beforeTakeOver: _, turn: __, ...state } = spend(before, { steps: 1, usage: decision.usage });
  const { status, thought, comment, result, needsHands } = decision;
  // These run no action (§4, R4).
  const todo = status === 'PENDING' || status === 'FAIL' || status === 'ERROR' ? [] : decision.actions;
  return advance({
    ...state,
    plan: decision.plan.length > 0 ? firstTexts(decision.plan, maxPlan) : state.plan,
    notes: [],
    ...defined({ lastShown: state.observation }),
    blackboard: keepScreenshot(state, decision),
    turn: decision.turn ? { reply: decision.turn, approved: false } : undefined,
    step: {
      decision: {
        status,
        thought,
        questions: questionsOf(decision),
        comment,
        result,
        needsHands,
      },
      isList: todo.length > 1,
      todo,
      done: [],
    },
  });
}

/** The screenshot that the model decided on. */
function keepScreenshot({ blackboard, observation }: AppAgentState, { saveScreenshot }: AppDecision): Blackboard {
  if (!saveScreenshot || !observation) return blackboard;
  return post(blackboard, 'screenshots', { screenshot: observation.screenshot, reason: saveScreenshot.reason });
}

/** An exception in a phase (R2). The interrupted step is remembered, so that the archive and the blackboard include it. */
function failed(state: AppAgentState, { phase, error, usage = noUsage }: Extract<AppAgentEvent, { type: 'failed' }>): AppAgentState {
  return endByError(notRun(spend(state, { usage }), error.type, error.message), { ...error, phase });
}

// A person had the screen and has given it back. What was decided before is not run: the screen may be another.

function handedBack(before: AppAgentState, returned: Returned): AppAgentState {
  const state = tell(withLastLook(before), 'info', returnedText(returned));
  switch (state.next.type) {
    case 'ask':
      return isForPerson(state) ? settledByHandBack(state, returned) : state;
    case 'observe':
    case 'end':
      return state;
    case 'decide':
      return { ...state, next: observe() };
    case 'perform':
    case 'review':
    case 'wait':
      if (state.status === 'CONFIRM') return lookForTarget(state);
      return { ...notRun(state, 'taken-over', `${returned.by} took over before it ran`), status: 'CONTINUE', next: observe() };
  }
}

/** The first of several: the model was told nothing in between. */
function withLastLook(state: AppAgentState): AppAgentState {
  const seen = state.observation ?? state.previous;
  return seen && !state.beforeTakeOver ? { ...state, beforeTakeOver: seen } : state;
}

function isForPerson({ next }: AppAgentState): boolean {
  return next.type === 'ask' && next.ask.kind === 'question' && next.ask.needsHands === true;
}

/** What was asked for is done, or nobody did it. */
function settledByHandBack(state: AppAgentState, { by, note, timedOut }: Returned): AppAgentState {
  return timedOut
    ? unanswered(state, `${by} had the screen and did not give it back in time`)
    : answered(state, [note || `${by} has done it.`]);
}
