// A person had the screen and has given it back. The HostAgent looks again before it decides or assigns; what it asks stays asked.
import { returnedText, type Returned } from '../wheel/hold.js';
import { actionText } from './action-text.js';
import { look, tell, withoutHeld } from './host-agent-rounds.js';
import type { HostAgentState } from './host-agent-state.js';
import { post } from './memory.js';

export function handedBack(before: HostAgentState, returned: Returned): HostAgentState {
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
  return action ? tell(withoutHeld(state), 'refused', `Not executed, because a person took over before it: ${actionText(action)}`) : state;
}
