// The state of a HostAgent, its effects, and the events that answer them; and its rounds: what begins one, what ends it, and what its end means for the session (docs/design/agent.md §1, R1, R2). The machine
// (host-agent-machine.ts) leads from one state to the next.
import { breachedLimit, type Budget, type LimitOutcome, type Spent } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';
import type { Guard } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import { tell, type AgentEvent, type AppAgentResult, type Ask } from './app-agent-state.js';
import type { AppAction, HostDecision, RunNote, HostAgentStatus } from './decision.js';
import { type Blackboard, type MemoryItem, type Phase, type PreviousSubtask, append, post } from './memory.js';
import type { AgentSettings } from '../run/settings.js';

export interface HostAgentState {
  readonly status: HostAgentStatus;
  readonly next: HostAgentEffect;
  readonly settings: AgentSettings;
  readonly guard: Guard;
  readonly budget: Budget;
  readonly keepOpen: boolean;
  /** The run says what it starts with. Absent: not. */
  readonly named?: boolean;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  readonly withoutEffect: number;
  readonly plan: readonly string[];
  readonly memory: readonly MemoryItem[];
  readonly blackboard: Blackboard;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly rounds: readonly RoundResult[];
  readonly notes: readonly RunNote[];
  readonly observation?: Observation;
  readonly applications: readonly Application[];
  /** Queued requests and plan steps. */
  readonly queue: readonly QueuedRequest[];
  readonly round: Round;
  /** For `maxRound`: rounds begun, plan steps not counted. */
  readonly roundsUsed: number;
  readonly waiting?: { readonly action: AppAction };
  readonly subtasks: number;
  readonly outcome?: RoundOutcome;
}

export interface QueuedRequest {
  readonly text: string;
  /** A step of a follower plan; only the first has `object`. */
  readonly follower?: { readonly object?: string };
}

interface Round {
  readonly request: string;
  readonly follower: boolean;
  readonly object?: string;
  readonly stepsBefore: number;
  readonly fails: number;
  /** ASSIGN without a known application, or refusals: how often in a row. */
  readonly strikes: number;
  /** How often the plan's object was opened. */
  readonly launches: number;
}

export type RoundOutcome = 'completed' | 'failed' | 'error' | LimitOutcome;

export interface RoundResult {
  readonly request: string;
  readonly outcome: RoundOutcome;
  readonly steps: number;
  readonly evaluation?: string;
}

export type HostAgentEffect =
  | { readonly type: 'observe' }
  | { readonly type: 'decide' }
  | { readonly type: 'perform'; readonly actions: readonly AppAction[] }
  | { readonly type: 'assign'; readonly subtask: string; readonly application: Application; readonly message: readonly string[] }
  | { readonly type: 'ask'; readonly ask: Ask }
  | { readonly type: 'evaluate' }
  /** Waits for a further request (`keepOpen`). */
  | { readonly type: 'idle' }
  | { readonly type: 'end' };

export type HostAgentEvent =
  | AgentEvent
  | { readonly type: 'decided'; readonly decision: HostDecision; readonly activeMs: number }
  | {
      readonly type: 'subtask-ended';
      readonly result: AppAgentResult;
      readonly blackboard: Blackboard;
      readonly spent: Spent;
      readonly unknownOutcomes: number;
      readonly withoutEffect: number;
    }
  | { readonly type: 'evaluated'; readonly verdict: string; readonly usage: Usage }
  | { readonly type: 'requested' };

// ── Rounds ───────────────────────────────────────────────────────────────────

const maxStrikes = 3;

export function nextRound(state: HostAgentState): HostAgentState {
  const last = state.rounds.at(-1);
  if (last && endsSession(state, last.outcome)) return endSession(state, last.outcome);
  const [first, ...queue] = stopsPlan(state, last?.outcome) ? state.queue.filter(({ follower }) => !follower) : state.queue;
  if (!first)
    return state.keepOpen ? { ...state, queue, next: { type: 'idle' } } : endSession({ ...state, queue }, last?.outcome ?? 'failed');
  const { maxRound = Number.POSITIVE_INFINITY } = state.settings;
  if (!first.follower && state.roundsUsed >= maxRound) return endSession(state, 'step-limit');
  return look({
    ...state,
    status: 'CONTINUE',
    queue,
    round: {
      request: first.text,
      follower: first.follower !== undefined,
      object: first.follower?.object,
      stepsBefore: state.spent.steps,
      fails: 0,
      strikes: 0,
      launches: 0,
    },
    roundsUsed: state.roundsUsed + (first.follower ? 0 : 1),
    plan: [],
    blackboard: post(state.blackboard, 'requests', first.text),
  });
}

/** A cap ends the session. So does an error, unless the setting says otherwise; in a plan, `stopsPlan` decides. */
function endsSession({ round, settings }: HostAgentState, outcome: RoundOutcome): boolean {
  if (outcome === 'completed' || outcome === 'failed') return false;
  return outcome !== 'error' || (!round.follower && settings.onError === 'end-session');
}

/** The first step that does not complete drops the rest of its plan, but not the requests queued after it. */
function stopsPlan({ round, settings }: HostAgentState, outcome: RoundOutcome | undefined): boolean {
  return round.follower && outcome !== 'completed' && !settings.continueOnFail;
}

function endSession(state: HostAgentState, outcome: RoundOutcome): HostAgentState {
  return { ...state, next: { type: 'end' }, outcome };
}

export function endRound(state: HostAgentState, status: 'FINISH' | 'FAIL' | 'ERROR', outcome: RoundOutcome): HostAgentState {
  const result: RoundResult = { request: state.round.request, outcome, steps: state.spent.steps - state.round.stepsBefore };
  const ended: HostAgentState = { ...withoutWaiting(state), status, rounds: append('rounds', state.rounds, result) };
  const judged = state.settings.evaluate && outcome === 'completed' && !breachedLimit(state.budget, state.spent);
  return judged ? { ...ended, next: { type: 'evaluate' } } : nextRound(ended);
}

/** The effect, unless a cap is reached: then the round ends before it (hostagent-3 of host-agent-machine.ts). */
export function within(state: HostAgentState, budget: Budget, next: HostAgentEffect): HostAgentState {
  const limit = breachedLimit(budget, state.spent);
  return limit ? endRound(state, 'FAIL', limit) : { ...state, next };
}

export function look(state: HostAgentState): HostAgentState {
  return within(state, state.budget, { type: 'observe' });
}

/** Tells the model and asks again; after three strikes in a row the round ends in an error. */
export function strike(
  state: HostAgentState,
  { code, message, phase }: { readonly code: string; readonly message: string; readonly phase: Phase },
): HostAgentState {
  const strikes = state.round.strikes + 1;
  const told = tell({ ...withoutWaiting(state), status: 'CONTINUE', round: { ...state.round, strikes } }, 'refused', `${code}: ${message}`);
  return strikes >= maxStrikes ? endRound(tell(told, 'info', `${phase} was refused ${strikes} times`), 'ERROR', 'error') : look(told);
}

export function withoutWaiting({ waiting: _, ...state }: HostAgentState): HostAgentState {
  return state;
}
