// Compiled flows for tests.
import type { FlowDocument, FlowInputDocument } from '../../src/domain/flow/document.schema.js';
import { parseFlow } from '../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../src/domain/flow/problem.js';
import type { Replay } from '../../src/domain/library/replay.js';

const compiled = {
  run: 'agent-first',
  request: 'Order the blue kettle',
  application: 'https://shop.example',
  cost: { usd: 0.25, calls: 9, tokens: 40_000, ms: 61_000 },
};

/** As people write it: no node of it opens a device. */
export function deviceless(more: Partial<FlowInputDocument> = {}): FlowInputDocument {
  return {
    name: 'Order the kettle',
    nodes: [{ id: 'order', name: 'order', enabled: false, node_type: { type: 'Click', target: 'Order' } }],
    edges: [],
    form: [{ name: 'item', title: 'Item', default: 'blue kettle' }],
    result: 'Ordered: {{var:item}}',
    compiled,
    ...more,
  };
}

export function compiledFlow(more: Partial<FlowInputDocument> = {}): FlowDocument {
  const { flow, problems } = parseFlow({
    id: 'order-the-kettle',
    name: 'Order the kettle',
    nodes: [
      {
        id: 'sort',
        name: 'sort',
        node_type: {
          type: 'Act',
          deed: { type: 'Drag', to: { role: 'listitem', name: 'Two' } },
          target: { role: 'listitem', name: 'One' },
        },
      },
      { id: 'order', name: 'order', node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Order' } } },
      { id: 'total', name: 'total', node_type: { type: 'Read', target: { role: 'status' } } },
    ],
    edges: [
      { from: 'sort', to: 'order' },
      { from: 'order', to: 'total' },
    ],
    form: [{ name: 'item', default: 'blue kettle' }],
    compiled,
    ...more,
  });
  if (!flow) throw new Error(problems.map(problemText).join('\n'));
  return flow;
}

/** A run of it that has ended. */
export const replayed: Replay = {
  run: 'flow-1',
  execution: 'x',
  version: 1,
  outcome: 'completed',
  usd: 0,
  calls: 0,
  ms: 5,
  heals: [],
  ended: '2026-01-01T00:00:00.000Z',
};

/** For a replay that is to halt: a node waits half a second for its screen in place of ten. */
export function impatient(flow: FlowInputDocument): FlowInputDocument {
  const shortly = ({ node_type: type, ...node }: FlowInputDocument['nodes'][number]) => ({
    ...node,
    node_type: type.type === 'Act' || type.type === 'Read' || type.type === 'Expect' ? { ...type, wait_ms: 500 } : type,
  });
  return { ...flow, nodes: flow.nodes.map(shortly) };
}
