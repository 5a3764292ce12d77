// The state that a walk (walk.ts) begins in.
import { nothingSpent } from '../budget/budget.js';
import type { Variables } from '../run/json.js';
import { noCaches } from './caches.js';
import type { FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import { log } from './walk-log.js';

export function startFlow(
  graph: FlowGraph,
  variables: Variables,
  about: { readonly workflowId: string; readonly agent: string; readonly vlm?: string },
  now: number,
): FlowState {
  const [entry] = graph.entries;
  const state: FlowState = {
    next: { type: 'advance' },
    at: entry?.id,
    variables: { ...defaultsOf(graph), ...variables },
    counters: {},
    caches: noCaches,
    visits: 0,
    visitsOf: {},
    visited: [],
    taken: {},
    spent: nothingSpent,
    unknownOutcomes: 0,
    evidence: [],
    verdicts: [],
    records: [],
    seq: 0,
  };
  return log(state, now, 'workflow_started', { workflow_id: about.workflowId, agent: about.agent, vlm: about.vlm });
}

/** Of the flow's form. */
function defaultsOf({ flow: { form = [] } }: FlowGraph): Variables {
  return Object.fromEntries(form.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])));
}
