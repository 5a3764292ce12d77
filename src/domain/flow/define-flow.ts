// Flows written in TypeScript: blocks in order, which become the nodes and edges of the same JSON document.
import type { FlowInputDocument } from './document.schema.js';
import type { Condition, EdgeOutput } from './document.js';
import { prefixOf } from './variables.js';

type Node = FlowInputDocument['nodes'][number];
type Edge = NonNullable<FlowInputDocument['edges']>[number];
type Control = 'If' | 'Switch' | 'Loop' | 'EndLoop';
/** What a `step` does: each node type with its fields. */
export type StepType = Exclude<Node['node_type'], { readonly type: Control }>;
/** Options of any node: retries, checks, timeouts. */
export type NodeOptions = Partial<Omit<Node, 'id' | 'name' | 'node_type'>>;

/** A way out of a block, not connected yet. */
interface Exit {
  readonly from: string;
  readonly output?: EdgeOutput;
}

interface Draft {
  readonly nodes: Node[];
  readonly edges: Edge[];
  /** An id that no other node has. */
  id(name: string): string;
}

/** Part of a flow; adds itself to the draft and returns its exits. */
export type Block = (draft: Draft, entries: readonly Exit[]) => readonly Exit[];

/** Builds a flow document; `parseFlow` validates it like any other. */
export function defineFlow(name: string, blocks: readonly Block[]): FlowInputDocument {
  const taken = new Set<string>();
  const draft: Draft = {
    nodes: [],
    edges: [],
    id(wanted) {
      const base = prefixOf(wanted).replaceAll('_', '-');
      const id =
        Array.from({ length: taken.size + 1 }, (_, index) => (index === 0 ? base : `${base}-${index + 1}`)).find(
          (candidate) => !taken.has(candidate),
        ) ?? base;
      taken.add(id);
      return id;
    },
  };
  inOrder(draft, [], blocks);
  return { id: prefixOf(name).replaceAll('_', '-'), name, nodes: draft.nodes, edges: draft.edges };
}

/** A node that does something: `step('Ring', { type: 'Click', target: 'Ring the bell' }, { retries: 2 })`. */
export function step(name: string, type: StepType, options: NodeOptions = {}): Block {
  return (draft, entries) => [{ from: addNode(draft, entries, name, type, options) }];
}

export function when(name: string, condition: Condition, yes: readonly Block[], no: readonly Block[] = []): Block {
  return (draft, entries) => {
    const from = addNode(draft, entries, name, { type: 'If', condition });
    return [...inOrder(draft, [{ from, output: { type: 'IfTrue' } }], yes), ...inOrder(draft, [{ from, output: { type: 'IfFalse' } }], no)];
  };
}

/** The first case that holds, otherwise `otherwise`. */
export function choose(
  name: string,
  cases: readonly { readonly name: string; readonly when: Condition; readonly then: readonly Block[] }[],
  otherwise: readonly Block[] = [],
): Block {
  return (draft, entries) => {
    const from = addNode(draft, entries, name, { type: 'Switch', cases: cases.map((one) => ({ name: one.name, condition: one.when })) });
    const chosen = cases.flatMap((one) => inOrder(draft, [{ from, output: { type: 'SwitchCase', name: one.name } }], one.then));
    return [...chosen, ...inOrder(draft, [{ from, output: { type: 'SwitchDefault' } }], otherwise)];
  };
}

/** Runs the body at least once, then until the condition holds, at most `most` times. */
export function repeatUntil(name: string, condition: Condition, most: number, body: readonly Block[]): Block {
  return (draft, entries) => {
    const from = addNode(draft, entries, name, { type: 'Loop', exit_condition: condition, max_iterations: most });
    const back = addNode(draft, inOrder(draft, [{ from, output: { type: 'LoopBody' } }], body), `End of ${name}`, {
      type: 'EndLoop',
      loop_id: from,
    });
    draft.edges.push({ from: back, to: from });
    return [{ from, output: { type: 'LoopDone' } }];
  };
}

/** `variable('look.found', 'Equals', true)`. */
export function variable(name: string, operator: Condition['operator'], value: boolean | number | string = ''): Condition {
  return { left: { type: 'Variable', name }, operator, right: { type: 'Literal', value: literalOf(value) } };
}

function literalOf(value: boolean | number | string) {
  if (typeof value === 'boolean') return { type: 'Bool', value } as const;
  return typeof value === 'number' ? ({ type: 'Number', value } as const) : ({ type: 'String', value } as const);
}

function inOrder(draft: Draft, entries: readonly Exit[], blocks: readonly Block[]): readonly Exit[] {
  return blocks.reduce<readonly Exit[]>((exits, block) => block(draft, exits), entries);
}

function addNode(draft: Draft, entries: readonly Exit[], name: string, type: Node['node_type'], options: NodeOptions = {}): string {
  const id = draft.id(name);
  draft.nodes.push({ id, name, node_type: type, ...options });
  draft.edges.push(...entries.map(({ from, output }) => ({ from, to: id, output })));
  return id;
}
