// The walk's next state, by the rules of this run.
import type { FlowEffect, FlowEvent, FlowRules, FlowState } from '../../domain/flow/flow-state.js';
import { flowTransition } from '../../domain/flow/walk.js';
import type { FlowShell } from './shell.js';

export function transition({ graph, settled, run: { given } }: FlowShell, state: FlowState, event: FlowEvent): FlowState | undefined {
  const { resolved, agentModel, visionModel, overrides } = settled;
  const rules: FlowRules = {
    budget: resolved.budget,
    vision: visionModel !== undefined,
    heal: given.heal ?? (agentModel === '' ? 'never' : 'ask'),
    fallback: given.fallback,
    overrides,
  };
  return flowTransition(graph, rules, state, event, Date.now());
}

/** Nothing works meanwhile: not active time. */
export function isIdle(effect: FlowEffect['type']): boolean {
  return effect === 'settle' || effect === 'pause';
}
