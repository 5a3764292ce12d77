// PENDING (docs/design/agent.md R4): runs no action of its step, asks, stores the answers on the blackboard, observes again.
import { givenAnswers, missingAnswers } from './answers.js';
import { observe, tell, within } from './app-agent-step.js';
import type { AppAgentState } from './app-agent-state.js';
import { post } from './memory.js';

export function ask(state: AppAgentState, questions: readonly string[], needsHands = false): AppAgentState {
  const question = { kind: 'question', questions, needsHands: needsHands || undefined } as const;
  const asking = within({ ...state, status: 'PENDING' }, state.budget, { type: 'ask', ask: question });
  return asking.status !== 'PENDING' || state.settings.askQuestion ? asking : unanswered(asking, 'asking is switched off');
}

export function answered(state: AppAgentState, answers: readonly string[]): AppAgentState {
  const given = givenAnswers(asked(state), answers);
  const text = given.map(({ question, answer }) => `${question} → ${answer}`).join('; ') || 'The answer was blank.';
  return lookAgain(tell(state, 'answered', text), given);
}

export function unanswered(state: AppAgentState, why: string): AppAgentState {
  return lookAgain(state, missingAnswers(asked(state), why));
}

function lookAgain(state: AppAgentState, answers: ReturnType<typeof givenAnswers>): AppAgentState {
  return { ...state, status: 'CONTINUE', next: observe(), blackboard: post(state.blackboard, 'questions', ...answers) };
}

function asked({ next }: AppAgentState): readonly string[] {
  return next.type === 'ask' && next.ask.kind === 'question' ? next.ask.questions : [];
}
