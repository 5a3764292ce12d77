// A person had the screen and has given it back. What was decided before is not run: the screen may be another.
import { returnedText, type Returned } from '../wheel/hold.js';
import { notRun } from './app-agent-actions.js';
import { lookForTarget } from './app-agent-approval.js';
import { answered, unanswered } from './app-agent-questions.js';
import { observe, tell } from './app-agent-step.js';
import type { AppAgentState } from './app-agent-state.js';

export function handedBack(before: AppAgentState, returned: Returned): AppAgentState {
  const state = tell(withLastLook(before), 'info', returnedText(returned));
  switch (state.next.type) {
    case 'ask':
      return isForHands(state) ? settledByHand(state, returned) : state;
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
  return seen && !state.beforeHand ? { ...state, beforeHand: seen } : state;
}

function isForHands({ next }: AppAgentState): boolean {
  return next.type === 'ask' && next.ask.kind === 'question' && next.ask.needsHands === true;
}

/** What was asked for is done, or nobody did it. */
function settledByHand(state: AppAgentState, { by, note, timedOut }: Returned): AppAgentState {
  return timedOut
    ? unanswered(state, `${by} had the screen and did not give it back in time`)
    : answered(state, [note || `${by} has done it.`]);
}
