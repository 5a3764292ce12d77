// A HostAgent's rounds: what begins one, what ends it, and what its end means for the session (docs/design/agent.md §1, R1, R2). Also holds the small edits of the state.
import { addSpent, breachedLimit, type Budget, type Spent } from '../budget/budget.js';
import type { RunNote } from './decision.js';
import type { HostAgentEffect, HostAgentState, RoundOutcome, RoundResult } from './host-agent-state.js';
import { append, post, type Phase } from './memory.js';

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
      object: first.follower?.object === undefined ? undefined : first.follower.object,
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
  const ended: HostAgentState = { ...withoutHeld(state), status, rounds: append('rounds', state.rounds, result) };
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
  const told = tell({ ...withoutHeld(state), status: 'CONTINUE', round: { ...state.round, strikes } }, 'refused', `${code}: ${message}`);
  return strikes >= maxStrikes ? endRound(tell(told, 'info', `${phase} was refused ${strikes} times`), 'ERROR', 'error') : look(told);
}

export function tell(state: HostAgentState, type: RunNote['type'], text: string): HostAgentState {
  return { ...state, notes: append('notes', state.notes, { type, text }) };
}

export function spend(state: HostAgentState, spent: Partial<Spent>): HostAgentState {
  return { ...state, spent: addSpent(state.spent, spent) };
}

export function withoutHeld({ held: _, ...state }: HostAgentState): HostAgentState {
  return state;
}
