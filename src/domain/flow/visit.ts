// The node that a walk is at: small changes of its visit.
import { defined } from '../collections.js';
import { hasChecks } from './evidence.js';
import type { FlowNode } from './document.js';
import type { CallOutcome, FlowState, ScreenEvidence, Visit } from './flow-state.js';

export function presentVisit({ visit }: FlowState): Visit {
  if (!visit) throw new TypeError('no node is running');
  return visit;
}

export function withVisit(state: FlowState, change: Partial<Visit>): FlowState {
  return { ...state, visit: { ...presentVisit(state), ...defined(change) } };
}

export function withScreen(state: FlowState, screen: ScreenEvidence | undefined): FlowState {
  const { screen: _, outdated: __, ...visit } = presentVisit(state);
  return { ...state, visit: { ...visit, screen } };
}

/** `matters`: the outcome of something that acted is not known. */
export function withUnknown(state: FlowState, outcomes: number, matters: boolean): FlowState {
  const counted = { ...state, unknownOutcomes: state.unknownOutcomes + outcomes };
  return matters ? withVisit(counted, { unknown: true }) : counted;
}

export function wantsScreen(node: FlowNode): boolean {
  return hasChecks(node) || node.trace_level === 'Full';
}

/** For a tool's error message. */
export const longestMessage = 1_000;

export function unknownMessage({ message }: Extract<CallOutcome, { status: 'unknown' }>): string {
  return `it is not known whether it happened${message === undefined ? '' : ` (${message.slice(0, longestMessage)})`}`;
}
