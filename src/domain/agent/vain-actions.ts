// The same action on the same target, again and again, with nothing visible coming of it. The model is told as much, and the result counts it.
import type { ActionOutcome } from '../device/device-work.js';
import { actionText } from './action-text.js';
import type { AppAgentState } from './app-agent-state.js';
import { tell } from './app-agent-step.js';
import type { AppAction } from './decision.js';

/** From this time on it is told and counted. */
const tooOften = 3;

export function countVain(before: AppAgentState, actions: readonly AppAction[], outcomes: readonly ActionOutcome[]): AppAgentState {
  return actions.reduce((state, action, index) => {
    const outcome = outcomes[index];
    // Of several actions only the last has an effect to tell; the others say nothing either way.
    if (outcome?.status !== 'done' || !outcome.effect) return state;
    if (outcome.effect.kind === 'changed') return without(state);
    const key = keyOf(action);
    const times = state.vain?.key === key ? state.vain.times + 1 : 1;
    const counted = { ...state, vain: { key, times } };
    return times < tooOften ? counted : tell({ ...counted, withoutEffect: state.withoutEffect + 1 }, 'info', advice(action, times));
  }, before);
}

function without({ vain: _, ...rest }: AppAgentState): AppAgentState {
  return rest;
}

/** The label changes with each look. */
function keyOf({ function: name, args, target }: AppAction): string {
  return JSON.stringify([name, args, target?.role, target?.name, target?.path]);
}

function advice(action: AppAction, times: number): string {
  return `${actionText(action)} was done ${times} times in a row and nothing visible came of it. Doing it again will not help: look for another way, or say FAIL.`;
}
