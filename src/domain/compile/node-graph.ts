// Drafts as the nodes and edges of a document, in a line; a loop goes back to its beginning.
import type { FlowInputDocument } from '../flow/document.schema.js';
import type { Draft } from './drafts.js';
import { withGiven } from './given.js';
import { nameOf } from './node-names.js';
import type { Value } from './values.js';

type Nodes = FlowInputDocument['nodes'];
type Edges = NonNullable<FlowInputDocument['edges']>;

export interface Named {
  readonly draft: Draft;
  readonly id: string;
  readonly name: string;
}

export interface DraftGraph {
  readonly nodes: Nodes;
  readonly edges: Edges;
  readonly named: readonly Named[];
}

/** `unused`: makes a name that no other node has. */
export function graphOf(drafts: readonly Draft[], given: readonly Value[], unused: (name: string) => string): DraftGraph {
  const values = [...given];
  const nodes: Nodes = [];
  const edges: Edges = [];
  const named: Named[] = [];
  const loops: string[] = [];
  let from: Omit<Edges[number], 'to'> | undefined;
  for (const [index, draft] of drafts.entries()) {
    const id = `n${index + 1}`;
    // What a page said is no part of what a model is asked to do.
    const type = withGiven(draft.type, draft.type.type === 'AiStep' ? given : values);
    const name = draft.isNamed && draft.name !== undefined ? draft.name : unused(draft.name ?? nameOf(type));
    if (draft.gives) values.push(draft.gives);
    named.push({ draft, id, name });
    const loop = type.type === 'EndLoop' ? loops.pop() : undefined;
    const comment = draft.comment === '' ? {} : { comment: draft.comment };
    nodes.push({ id, name, node_type: type.type === 'EndLoop' ? { ...type, loop_id: loop ?? '' } : type, ...comment });
    if (from) edges.push({ ...from, to: id });
    from = { from: id };
    if (type.type === 'Loop') {
      loops.push(id);
      from = { from: id, output: { type: 'LoopBody' } };
    }
    if (loop !== undefined) {
      edges.push({ from: id, to: loop });
      from = { from: loop, output: { type: 'LoopDone' } };
    }
  }
  return { nodes, edges, named };
}
