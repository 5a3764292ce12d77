// How long an attempt at a node may still last (docs/design/flow.md §2: `timeout_ms` holds for every node).
//
// time-1. The time of people, and of a device that is opened before the node can be at work, is no node's time.
// time-2. A node that has succeeded is in time: what is looked at afterwards, for its checks, has no limit of its.
import type { FlowNode } from './document.js';
import type { FlowState, Visit } from './flow-state.js';

/** ms; an AI step's own parameter counts before the node's. */
export function timeLimitOf({ node_type: type, timeout_ms: ofNode }: FlowNode): number | undefined {
  return type.type === 'AiStep' ? (type.timeout_ms ?? ofNode) : ofNode;
}

/** ms that the attempt still has at `now`, 0 at least; undefined: it has no limit. */
export function timeLeft(node: FlowNode, visit: Pick<Visit, 'startedAt' | 'looking'>, now: number): number | undefined {
  const limit = timeLimitOf(node);
  return limit === undefined || visit.looking ? undefined : Math.max(0, visit.startedAt + limit - now);
}

/** time-1: as if the attempt had begun so much later. */
export function paused(state: FlowState, ms: number): FlowState {
  const { visit } = state;
  return visit && ms > 0 ? { ...state, visit: { ...visit, startedAt: visit.startedAt + ms } } : state;
}
