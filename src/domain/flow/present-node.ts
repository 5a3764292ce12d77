// The current node of a flow.
import type { FlowNode } from './document.js';
import type { FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';

export function presentNode({ nodes }: FlowGraph, { visit }: Pick<FlowState, 'visit'>): FlowNode {
  const node = visit && nodes.get(visit.node);
  if (!node) throw new TypeError('no node is running');
  return node;
}
