// How much time an attempt at a node has left (docs/design/flow.md §2: `timeout_ms` holds for every node).
//
// time-1. Waiting for people, and for a device to be opened before the node can start, does not count.
// time-2. A node that has succeeded is in time: looking at the screen afterwards, for its checks, has no limit.
import type { FlowNode } from './document.js';
import type { FlowState, Visit } from './flow-state.js';

/** ms; an AI step's own parameter takes precedence over the node's. */
export function timeLimitOf({ node_type: type, timeout_ms: ofNode }: FlowNode): number | undefined {
  return type.type === 'AiStep' ? (type.timeout_ms ?? ofNode) : ofNode;
}

/** ms that the attempt has left at `now`, at least 0; undefined: no limit. */
export function timeLeft(node: FlowNode, visit: Pick<Visit, 'startedAt' | 'looking'>, now: number): number | undefined {
  const limit = timeLimitOf(node);
  return limit === undefined || visit.looking ? undefined : Math.max(0, visit.startedAt + limit - now);
}

/** time-1: as if the attempt had begun that much later. */
export function paused(state: FlowState, ms: number): FlowState {
  const { visit } = state;
  return visit && ms > 0 ? { ...state, visit: { ...visit, startedAt: visit.startedAt + ms } } : state;
}
