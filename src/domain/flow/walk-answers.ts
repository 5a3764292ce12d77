// What people, agents and other flows came back with. Undefined: the event is no such answer.
import { breachedLimit, type Budget } from '../budget/budget.js';
import type { FlowNode } from './document.js';
import type { FlowEvent, FlowState } from './flow-state.js';
import type { Onward } from './onward.js';
import { extractVariables } from './variables.js';
import { withUnknown } from './visit.js';
import { logNode } from './walk-log.js';

export function replied({ name }: FlowNode, state: FlowState, event: FlowEvent): Onward | undefined {
  const variablesOf = (result: Parameters<typeof extractVariables>[1]) => extractVariables({ name, type: 'Ask' }, result);
  switch (event.type) {
    case 'answered': {
      const { answers } = event;
      return { to: 'succeeded', state, variables: variablesOf({ answer: answers.join('\n'), answers }) };
    }
    case 'confirmed':
      return { to: 'succeeded', state, variables: variablesOf({ approved: event.approved, note: event.note }) };
    case 'timed-out':
      return { to: 'attempt-failed', state, code: 'timeout', message: 'nobody answered in time' };
    default:
      return undefined;
  }
}

type ChildEnded = Extract<FlowEvent, { readonly type: 'child-ended' }>;

export function childEnded(
  { name, node_type: { type } }: FlowNode,
  budget: Budget,
  state: FlowState,
  event: FlowEvent,
): Onward | undefined {
  if (event.type !== 'child-ended') return undefined;
  const { result, failure } = event;
  const counted = withUnknownOf(state, event);
  if (failure === undefined) return { to: 'succeeded', state: counted, variables: extractVariables({ name, type }, result) };
  return childFailed(budget, counted, failure, 'attempt-failed');
}

/** What the agent says is the end of the flow. */
export function tookOver(budget: Budget, state: FlowState, event: FlowEvent): Onward | undefined {
  if (event.type !== 'child-ended') return undefined;
  const { child, failure, result } = event;
  const counted = withUnknownOf(state, event);
  if (failure !== undefined) return childFailed(budget, counted, failure, 'node-failed');
  return { to: 'completed', state: { ...counted, tookOver: { child, text: (result as { readonly text: string }).text } } };
}

function childFailed(budget: Budget, state: FlowState, message: string, to: 'attempt-failed' | 'node-failed'): Onward {
  const limit = breachedLimit(budget, state.spent);
  return limit ? { to: 'limit', state, limit } : { to, state, code: 'child-failed', message };
}

/** By a person's hands, or by a flow. */
export function loggedIn(state: FlowState, now: number, event: FlowEvent): Onward | undefined {
  switch (event.type) {
    case 'answered':
      return { to: 'call-again', state: logNode(state, now, 'logged_in', {}) };
    case 'child-ended':
      return event.failure === undefined
        ? { to: 'call-again', state: logNode(state, now, 'logged_in', { workflow_id: event.child }) }
        : { to: 'attempt-failed', state: withUnknownOf(state, event), code: 'not-logged-in', message: event.failure };
    case 'timed-out':
      return { to: 'attempt-failed', state, code: 'not-logged-in', message: 'nobody logged in in time' };
    default:
      return undefined;
  }
}

/** Its own records are elsewhere: this one names the child. */
export function withChild(state: FlowState, now: number, type: 'agent' | 'flow', event: FlowEvent): FlowState {
  return 'child' in event && event.child !== undefined ? logNode(state, now, 'child_run', { type, workflow_id: event.child }) : state;
}

function withUnknownOf(state: FlowState, { unknownOutcomes }: ChildEnded): FlowState {
  return withUnknown(state, unknownOutcomes, unknownOutcomes > 0);
}
